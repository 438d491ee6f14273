"""Groups of rows: judgments of one item, one annotator or one batch."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.human.columns import Integers, Words


class Groups(NamedTuple):
    """The group number of each row, and the first row of each group."""

    numbers: Integers
    first: Integers

    def __len__(self) -> int:
        return len(self.first)

    @property
    def sizes(self) -> Integers:
        """Number of rows of each group."""
        return np.bincount(self.numbers, minlength=len(self.first)).astype(np.int64)

    def sums(self, values: Floats) -> Floats:
        """Sum of each group."""
        return np.bincount(self.numbers, values, len(self.first)).astype(np.float64)

    def means(self, values: Floats) -> Floats:
        """Mean of each group."""
        return self.sums(values) / self.sizes


def grouped(*columns: Words | Integers) -> Groups:
    """Group rows that agree in all columns; groups are in the order of the codes."""
    codes, bound = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        added = column.codes if isinstance(column, Words) else column
        size = int(added.max(initial=0)) + 1
        if bound * size >= 2**63:
            codes = np.unique(codes, return_inverse=True)[1].astype(np.int64)
            bound = len(codes)
        codes, bound = codes * size + added, bound * size
    _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
    return Groups(numbers.astype(np.int64), first.astype(np.int64))


def places(column: Words, rows: Integers | None = None) -> list[Integers]:
    """Positions of each name of a column among the given rows, by default among all."""
    codes = column.codes if rows is None else column.codes[rows]
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(column.names) + 1))
    return [order[begin:end] for begin, end in pairwise(bounds)]
