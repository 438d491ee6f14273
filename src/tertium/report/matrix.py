"""p-values of all pairs of systems: the row is better than the column."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tertium.inference.verdicts import PValues, alpha_of, printed
from tertium.report.table import Table

_NONE = "–"


@dataclass(frozen=True)
class Matrix:
    """p-values, by the better system and the worse one.

    Attributes:
        title: The score by which systems are compared.
        systems: From the best to the worst.
        p: p-values of the pairs that were tested.
        confidence_level: 0.95 stands for significance at p <= 0.05.
        word: "better", or "higher" if the score has no direction.
    """

    title: str
    systems: tuple[str, ...]
    p: Mapping[tuple[str, str], float]
    confidence_level: float
    word: str = "better"

    @classmethod
    def of(cls, p_values: PValues, title: str, confidence_level: float) -> "Matrix":
        """Make a matrix from tests of all pairs."""
        named = zip(p_values.systems, p_values.matrix, strict=True)
        p = {
            (row, column): value
            for row, values in named
            for column, value in zip(p_values.systems, values, strict=True)
            if not math.isnan(value)
        }
        return cls(title, p_values.systems, p, confidence_level)

    @property
    def alpha(self) -> float:
        """Largest p-value that is significant."""
        return alpha_of(self.confidence_level)

    def table(self) -> Table:
        """One row and one column per system, from the best to the worst."""
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
            notes=[f"Cells: p-value of the row being {self.word} than the column."],
            emphasis=frozenset(
                (self.systems.index(row), 2 + self.systems.index(column))
                for (row, column), p in self.p.items()
                if p <= self.alpha
            ),
            caption=f"{self.title}: p-value of the row being {self.word} than the column; bold if"
            " significant.",
            heads=2,
        )
