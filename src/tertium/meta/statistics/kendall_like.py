"""The Kendall-like statistic of WMT20."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.spec import option
from tertium.meta.pair_counts import Counts, count_pairs
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._pair_statistic import PairStatistic
from tertium.meta.vectors import Counted, Vectors


@dataclass(frozen=True)
class KendallLike(PairStatistic):
    """(C - D) / (C + D) of pairs whose human scores differ clearly; metric ties are in D.

    Pairs of all vectors are counted together (Mathur et al. 2020).
    """

    title: ClassVar[str] = "Kendall-like (WMT20)"
    weighted_by_size: ClassVar[bool] = True
    drops_pairs: ClassVar[bool] = True

    threshold: float = option(
        25.0, "Pairs whose human scores differ by less do not count.", minimum=0, maximum=10**12
    )

    def of_counts(self, counts: Counts) -> Floats:
        """All pairs that are not concordant are discordant."""
        return ratio(2 * counts.concordant - counts.pairs, counts.pairs)

    def apart(self, vectors: Vectors) -> float:
        """Return the threshold minus noise: 98 / 3 - 23 / 3 reaches 25 despite rounding."""
        return max(self.threshold - self.noise(vectors.gold), self.threshold / 2)

    def sizes(self, vectors: Vectors) -> Counted:
        """Return the number of pairs whose human scores differ by the threshold."""
        gold = vectors._replace(metric=vectors.gold)
        return count_pairs(gold, apart=self.apart(gold)).pairs

    def reason(self, vectors: Vectors) -> str:
        """Say why no pair counts."""
        if vectors.cells.max(initial=0) < 2:
            return super().reason(vectors)
        return f"no two human scores differ by {self.threshold:g} or more"


STATISTIC = KendallLike

CITATIONS = (
    """
@inproceedings{mathur-2020,
  author    = {Mathur, Nitika and Wei, Johnny and Freitag, Markus and Ma, Qingsong and
               Bojar, Ond{\\v{r}}ej},
  title     = {Results of the {WMT20} Metrics Shared Task},
  booktitle = {Proceedings of the Fifth Conference on Machine Translation},
  pages     = {688--725},
  year      = {2020}
}
""",
)
