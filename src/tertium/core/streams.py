"""Streams: one text per segment, with the file it came from and a digest of its content."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import overload

from tertium.core.formatting import counted
from tertium.core.frozen import frozen
from tertium.core.lines import FileLines

# Lines hashed at a time.
_AT_ONCE = 2**14


@frozen
class Stream(Sequence[str]):
    """One text per segment, and the file it came from.

    Only references can lack segments: such segments are empty and listed in `missing`.
    """

    lines: Sequence[str]
    origin: str = ""
    unit: str = "line"
    missing: frozenset[int] = frozenset()

    def __eq__(self, other: object) -> bool:
        """Whether the content is the same, independent of the file."""
        if not isinstance(other, Stream):
            return NotImplemented
        return self.missing == other.missing and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Stream({counted(len(self), self.unit)}, {self.origin!r})"

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self.lines[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def where(self, index: int) -> str:
        """File and line of a segment, for messages."""
        return place(self.origin, self.unit, index)

    @property
    def loaded(self) -> "Stream":
        """The same with its lines in memory."""
        if isinstance(self.lines, FileLines):
            return replace(self, lines=self.lines.read())
        return self

    @cached_property
    def digest(self) -> str:
        """Digest of the content, independent of the file."""
        return self.lines.digest if isinstance(self.lines, FileLines) else _hashed(self._pieces())

    def _pieces(self) -> Iterator[str]:
        """Yield all lengths, then all lines, a few at a time to save memory."""
        begins = range(0, len(self.lines), _AT_ONCE)
        for begin in begins:
            lengths = ",".join(map(str, map(len, self.lines[begin : begin + _AT_ONCE])))
            yield f",{lengths}" if begin else lengths
        yield "\n"
        for begin in begins:
            yield "".join(self.lines[begin : begin + _AT_ONCE])
        yield "\n"


def digest(parts: Iterable[str]) -> str:
    """Digest of a sequence of strings, 16 hexadecimal digits."""
    return _hashed(f"{part}\n" for part in parts)


def _hashed(pieces: Iterable[str]) -> str:
    import hashlib

    sha = hashlib.sha256()
    for piece in pieces:
        sha.update(piece.encode("utf-8", "surrogatepass"))
    return sha.hexdigest()[:16]


def place(origin: str, unit: str, index: int) -> str:
    """Name the place of a segment: "ref.txt:17" for lines, "a.xml, segment 17" for others."""
    if unit == "line":
        return f"{origin}:{index + 1}"
    return f"{origin}, {unit} {index + 1}"
