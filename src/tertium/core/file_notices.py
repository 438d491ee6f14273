"""Notices about files."""

from dataclasses import dataclass

from tertium.core.notices import Notice


@dataclass(frozen=True)
class LeftOut(Notice):
    """Something in a file that is not used.

    Attributes:
        message: A sentence that begins with the name of the file.
    """

    message: str

    def sentence(self) -> str:
        """Name the check, so that the reader can allow it."""
        return f"{self.message} [left-out]"
