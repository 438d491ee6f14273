"""Lines of a text file that are read when they are needed."""

import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from tertium.core import files
from tertium.core.errors import DataError, DataWarning
from tertium.core.formatting import counted


@dataclass(frozen=True, eq=False, repr=False)
class FileLines(Sequence[str]):
    """Lines of a plain text file. Every access reads the file again, so use `read` for all lines.

    Args:
        path: The file.
        size: Number of lines it had.
        digest: Digest of the lines.
        invalid: Whether the file may contain bytes that are not UTF-8.
    """

    path: str
    size: int
    digest: str
    invalid: bool = False

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self.read()[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.read())

    def read(self) -> list[str]:
        """Read all lines, without repeating the warnings of the first reading."""
        with warnings.catch_warnings(), files.allowing_invalid(self.invalid):
            warnings.simplefilter("ignore", DataWarning)
            lines = files.lines_of(files.read_text(self.path))
        if len(lines) != self.size:
            raise DataError(
                f"The file has changed since it was read: it has {counted(len(lines), 'line')},"
                f" and had {self.size:,}.",
                where=os.fspath(self.path),
            )
        return lines
