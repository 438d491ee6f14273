"""Columns of ratings: words are stored as codes and names, so a million rows are a few arrays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.core.formatting import counted
from tertium.core.streams import digest

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class Words:
    """A column of words: a code for each row, and the name of each code."""

    codes: Integers
    names: tuple[str, ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> "Words":
        """Make a column of the words of all rows."""
        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(word, len(numbers)) for word in words]
        return cls(np.array(codes, dtype=np.int64), tuple(numbers))

    @classmethod
    def always(cls, word: str, size: int) -> "Words":
        """Make a column that has the same word in every row."""
        return cls(np.zeros(size, dtype=np.int64), (word,) if size else ())

    @classmethod
    def concatenated(cls, parts: "Sequence[Words]") -> "Words":
        """Put the rows of several columns below each other."""
        numbers: dict[str, int] = {}
        codes = []
        for part in parts:
            renumbered = [numbers.setdefault(name, len(numbers)) for name in part.names]
            codes.append(np.array(renumbered, dtype=np.int64)[part.codes])
        return cls(np.concatenate(codes), tuple(numbers))

    def __len__(self) -> int:
        return len(self.codes)

    def __eq__(self, other: object) -> bool:
        """Whether the words are the same, however they are coded."""
        if not isinstance(other, Words):
            return NotImplemented
        return self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Words({counted(len(self), 'row')}, {counted(len(self.names), 'name')})"

    def __getitem__(self, row: int) -> str:
        return self.names[int(self.codes[row])]

    def is_(self, *names: str) -> Mask:
        """Which rows have one of these names."""
        wanted = set(names)
        return np.isin(self.codes, [i for i, name in enumerate(self.names) if name in wanted])

    def select(self, rows: Any) -> "Words":
        """Select rows, with the names that occur in them."""
        kept, codes = np.unique(self.codes[rows], return_inverse=True)
        return Words(codes.astype(np.int64), tuple(self.names[i] for i in kept))

    def to_list(self) -> list[str]:
        """Words of all rows."""
        return [self.names[code] for code in self.codes.tolist()]

    def to_array(self) -> "NDArray[np.object_]":
        """Words of all rows; equal words are one object."""
        return np.array(self.names, dtype=object)[self.codes]

    @property
    def digest(self) -> str:
        """Fingerprint of the words, independent of their codes."""
        order = sorted(range(len(self.names)), key=self.names.__getitem__)
        places = np.argsort(np.array(order, dtype=np.int64))
        names = [self.names[code] for code in order]
        return digest([repr(names), number_bytes(places[self.codes], "<i8")])


def number_bytes(numbers: Any, kind: str) -> str:
    """Numbers as their bytes, the same on every machine."""
    # Zero and NaN have several binary forms.
    alike = np.where(np.isnan(numbers), np.nan, numbers) + 0
    return str(alike.astype(kind).tobytes().hex())


def joined(*columns: Words) -> Words:
    """Join columns into one: rows that agree in all columns have the same name."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        codes = codes * max(1, len(column.names)) + column.codes
    _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
    names = tuple("\t".join(column.names[column.codes[row]] for column in columns) for row in first)
    return Words(numbers.astype(np.int64), names)
