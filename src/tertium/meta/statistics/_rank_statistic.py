"""Statistics for which only the order of scores counts, and which of them tie."""

from dataclasses import dataclass

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.spec import option
from tertium.meta.choices import TIES
from tertium.meta.statistics._statistic import Statistic


@dataclass(frozen=True)
class RankStatistic(Statistic):
    """Base of statistics of ranks."""

    tie_rule: str = option(
        "rounded",
        "Scores tie if they are equal in exact arithmetic (rounded), or only if they are equal as"
        " floating-point numbers (exact), as in mt-metrics-eval.",
        choices=TIES,
        shared=True,
    )

    @property
    def rounds(self) -> bool:
        """Unless floating-point numbers are compared as they are."""
        return self.tie_rule == "rounded"

    def noise(self, scores: Floats) -> float:
        """Return by how much rounding can change a difference of two scores."""
        return TOLERANCE * float(np.abs(scores).max(initial=0.0)) if self.rounds else 0.0
