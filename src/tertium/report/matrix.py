"""P-values of all pairs of systems, as tables and charts show them: row better than column."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tertium.inference.verdicts import PValues, alpha_of, printed
from tertium.report.table import Table

_NONE = "–"


@dataclass(frozen=True)
class Matrix:
    """P-values, by the better system and the worse one.

    Attributes:
        title: What systems are better by.
        systems: From the best to the worst.
        p: P-values of those pairs that were tested.
        level: Level that is kept: 0.95 stands for p <= 0.05.
        word: What more of it is called.
    """

    title: str
    systems: tuple[str, ...]
    p: Mapping[tuple[str, str], float]
    level: float
    word: str = "better"

    @classmethod
    def of(cls, p_values: PValues, title: str, level: float) -> "Matrix":
        """Make one of tests of all pairs."""
        named = zip(p_values.systems, p_values.matrix, strict=True)
        p = {
            (row, column): value
            for row, values in named
            for column, value in zip(p_values.systems, values, strict=True)
            if not math.isnan(value)
        }
        return cls(title, p_values.systems, p, level)

    @property
    def alpha(self) -> float:
        """Largest p-value that is significant."""
        return alpha_of(self.level)

    def table(self) -> Table:
        """Give p where the row is better than the column."""
        rows = [
            [
                row,
                str(place),
                *(printed(self.p[row, c]) if (row, c) in self.p else _NONE for c in self.systems),
            ]
            for place, row in enumerate(self.systems, 1)
        ]
        return Table(
            header=[self.title, "rank", *(str(place) for place, _ in enumerate(self.systems, 1))],
            rows=rows,
            notes=[f"p where the row is {self.word} than the column."],
            emphasis=frozenset(
                (self.systems.index(row), 2 + self.systems.index(column))
                for (row, column), p in self.p.items()
                if p <= self.alpha
            ),
            caption=f"{self.title}: p where the system of the row is {self.word} than that of the"
            " column; bold where significant.",
            heads=2,
        )
