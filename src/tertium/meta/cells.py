"""Tables of human and metric scores in the shape that statistics are computed on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UsageError
from tertium.inference.rank_tests import rounded
from tertium.meta.vectors import Present, Vectors


@dataclass(frozen=True, eq=False)
class Cells:
    """Human and metric scores of the same systems and items: tables of (system, item).

    A cell that lacks any of the scores is left out of all tables.

    Attributes:
        gold: Human scores; 0 where a cell is left out.
        metrics: Scores of the metrics, one table each.
        present: Cells that are not left out.
        layout: How vectors are taken from a table: "none" takes all cells as one vector, "item" one
            vector for each item, "system" one for each system.
        rounds: Whether scores are rounded, so that scores equal in exact arithmetic tie.
        missing: Number of cells left out.
    """

    gold: Floats
    metrics: tuple[Floats, ...]
    present: Present
    layout: str
    rounds: bool
    missing: int

    @classmethod
    def of(
        cls,
        gold: Floats,
        metrics: Sequence[Floats],
        *,
        layout: str,
        rounds: bool,
        complete_items: bool = False,
    ) -> "Cells":
        """Prepare scores.

        Args:
            gold: Human scores: (system, item), NaN if there is none.
            metrics: Scores of metrics, in tables of the same shape.
            layout: How vectors are taken.
            rounds: Whether to round scores.
            complete_items: Whether to leave out systems without any score, and then items that lack
                a score of one of the other systems.
        """
        tables = [np.asarray(scores, dtype=np.float64) for scores in (gold, *metrics)]
        if tables[0].ndim != 2 or any(table.shape != tables[0].shape for table in tables):
            shapes = ", ".join(str(table.shape) for table in tables)
            raise UsageError(f"Scores must be tables of the same systems and items. Got {shapes}.")
        present = np.all([np.isfinite(table) for table in tables], axis=0)
        total = present.size
        if complete_items:
            scored = present.any(axis=1)
            complete = present[scored].all(axis=0)
            tables = [table[scored][:, complete] for table in tables]
            present = present[scored][:, complete]
        scores = [_filled(table, present, rounds) for table in tables]
        missing = total - int(present.sum())
        return cls(scores[0], tuple(scores[1:]), present, layout, rounds, missing)

    def standardized(self) -> "Cells":
        """Bring the scores of the metrics to one scale: mean 0, standard deviation 1."""

        def standardize(scores: Floats) -> Floats:
            known = scores[self.present]
            standard = (scores - known.mean()) / known.std()
            # Rounding errors would make values vary that are 0 in exact arithmetic.
            standard[np.abs(standard) < TOLERANCE] = 0.0
            return _filled(standard, self.present, self.rounds)

        return replace(self, metrics=tuple(standardize(scores) for scores in self.metrics))

    def vectors(self, metric: int) -> Vectors:
        """Vectors of human scores and the scores of one of the metrics."""
        return Vectors(
            self.arranged(self.gold),
            self.arranged(self.metrics[metric]),
            self.arranged(self.present),
        )

    def arranged(self, table: Any) -> Any:
        """Take vectors from a table: (system, item) or (system, item, replicate)."""
        whole = table if table.ndim == 3 else table[..., None]
        if self.layout == "none":
            return whole.reshape(-1, 1, whole.shape[2])
        return whole if self.layout == "item" else whole.swapaxes(0, 1)

    def of_systems(self, kept: Any) -> "Cells":
        """Keep only some of the systems."""
        return replace(
            self,
            gold=self.gold[kept],
            metrics=tuple(metric[kept] for metric in self.metrics),
            present=self.present[kept],
        )


def _filled(scores: Floats, present: Present, rounds: bool) -> Floats:
    """Scores with 0 where they are missing."""
    filled = np.zeros(scores.shape)
    filled[present] = rounded(scores[present]) if rounds else scores[present]
    return filled
