"""Lines of text files: characters that end them, and lines that are read when they are needed."""

import os
import warnings
from collections.abc import Iterator, Sequence
from typing import overload

from tertium.core import files
from tertium.core.errors import DataError, DataWarning
from tertium.core.formatting import counted

# Characters that other programs, such as Python's `splitlines`, treat as the end of a line.
SEPARATORS = {
    "\r": "carriage return",
    "\v": "vertical tab",
    "\f": "form feed",
    "\x1c": "file separator (U+001C)",
    "\x1d": "group separator (U+001D)",
    "\x1e": "record separator (U+001E)",
    "\x85": "next line (U+0085)",
    "\u2028": "line separator (U+2028)",
    "\u2029": "paragraph separator (U+2029)",
}


class FileLines(Sequence[str]):
    """Lines of a plain text file. Every access reads the file again, so use `read` for all lines.

    Args:
        path: The file.
        size: Number of lines it had.
        digest: Digest of the lines.
        invalid: Whether the file may contain bytes that are not UTF-8.
    """

    def __init__(self, path: str, size: int, digest: str, invalid: bool = False) -> None:
        self.path = path
        self.size = size
        self.digest = digest
        self.invalid = invalid

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
