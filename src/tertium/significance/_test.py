"""What every test of significance is made of.

X and Y are two systems, D the observed difference of their scores, positive where X is better. A
test draws pseudo-statistics, differences as they would be by chance, and counts those at least as
extreme as D. The counts give p = (c + 1) / (B + 1), which is never 0: the observed outputs are one
of the ways things could have come out. `p_value=plain` gives c / B, as the papers print it.
"""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.errors import ParameterError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.sample import Pair, Sample
from tertium.core.spec import Spec, option

ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a test finds for one pair under one metric.

    Attributes:
        p: The p-value.
        count: How many pseudo-statistics were counted; half ones where ties count half.
        pseudo_statistics: All of them, as they were compared.
        cutoff: What they were compared with.
        exact: Whether they are all there are, not a sample.
        reason: Why p is what it is, where it could not be counted.
    """

    p: float
    count: float
    pseudo_statistics: Floats
    cutoff: float
    exact: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Test(Spec):
    """Base of all tests. One file in `significance/` defines one, as `TEST`."""

    __test__: ClassVar[bool] = False  # not a test case, whatever pytest makes of the name

    recommended: ClassVar[bool] = True
    """Whether it keeps its promise: rejects a true null as often as it says, not more."""
    flaw: ClassVar[str] = ""
    """What every verdict of it must say against it."""
    enough_units: ClassVar[int] = 0
    """On fewer units than these it rejects a true null too often (docs/calibration.md)."""
    resamples: ClassVar[str] = "random relabellings"
    """What its trials are called."""
    counted: ClassVar[str] = "gave a difference this large"
    """What trials that it counts did."""
    question: ClassVar[str] = "these outputs"
    """What a verdict speaks of: "these outputs" or "the training procedure"."""
    alternatives: ClassVar[tuple[str, ...]] = ALTERNATIVES
    citations: ClassVar[tuple[str, ...]] = ("graham-2014", "noreen-1989")

    trials: int = option(
        10_000, "Number of pseudo-statistics.", minimum=1, maximum=MOST_TRIALS, shared=True
    )
    seed: int = option(
        12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED, shared=True
    )
    alternative: str = option(
        "two-sided",
        "Whether to ask if systems differ, or if one is better (greater) or worse (less).",
        choices=ALTERNATIVES,
        shared=True,
    )
    p_value: str = option(
        "plus-one",
        "(c + 1) / (B + 1), which is never 0; or plain, c / B, as papers print it.",
        choices=("plus-one", "plain"),
        shared=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alternative not in self.alternatives:
            wanted = " or ".join(self.alternatives)
            raise ParameterError.bad_value(self.name, "alternative", wanted, self.alternative)

    @abstractmethod
    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences of resampled or shuffled outputs: for each pair (trial, metric)."""

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """What is compared with the observed difference.

        Args:
            differences: Differences of resampled or shuffled outputs.
            expected: Their expectation, where it is known.
        """
        return differences

    def expected(self, sample: Sample, pair: Pair, metric: int) -> float | None:
        """Give the expectation of the differences of a pair, where it has a closed form."""
        return None

    def exact(self, sample: Sample, pair: Pair) -> bool:
        """Whether all possible differences are enumerated instead of drawn."""
        return False

    def cannot(self, sample: Sample, pair: Pair) -> str:
        """Why the test says nothing of a pair; empty where it can."""
        return ""

    def count(self, pseudo: Floats, observed: float, tolerance: float) -> float:
        """How many pseudo-statistics are at least as extreme as the observed difference."""
        import numpy as np

        if self.alternative == "greater":
            extreme = pseudo >= observed - tolerance
        elif self.alternative == "less":
            extreme = pseudo <= observed + tolerance
        else:
            extreme = np.abs(pseudo) >= abs(observed) - tolerance
        return float(np.count_nonzero(extreme))

    def cutoff(self, observed: float) -> float:
        """What pseudo-statistics are compared with."""
        return observed

    def tails(self, observed: float) -> tuple[float, float]:
        """What is counted: all up to the first number, and all from the second on."""
        if self.alternative == "greater":
            return -math.inf, observed
        if self.alternative == "less":
            return observed, math.inf
        return -abs(observed), abs(observed)

    def evidence(self, count: float, trials: int, *, exact: bool) -> str:
        """Say how many trials were counted: "none of 10,000 random relabellings gave ..."."""
        share = f"{count:,.10g}" if count else "none"
        ways = self.resamples.removeprefix("random ") if exact else self.resamples
        return f"{share} of {'all ' if exact else ''}{trials:,} {ways} {self.counted}"

    def p_of(self, count: float, trials: int, *, exact: bool = False) -> float:
        """Share of what was counted; the labelling that was observed counts too."""
        if exact or self.p_value == "plain":
            return count / trials
        return (count + 1) / (trials + 1)

    def run(self, sample: Sample, pairs: Sequence[Pair]) -> list[list[Outcome]]:
        """Test all pairs under all metrics at once.

        Returns:
            For each metric the outcomes of the pairs.
        """
        able = [pair for pair in pairs if not self.cannot(sample, pair)]
        drawn = dict(zip(able, self.differences(sample, able) if able else [], strict=True))
        observed = sample.improvements(pairs, sample.observed)
        tolerance = sample.tolerance(pairs)

        def outcome(number: int, pair: Pair, metric: int) -> Outcome:
            if pair not in drawn:
                return undefined(self.cannot(sample, pair))
            return self.outcome(
                self.pseudo_statistics(drawn[pair][:, metric], self.expected(sample, pair, metric)),
                observed[number, metric],
                tolerance[number, metric],
                exact=self.exact(sample, pair),
            )

        return [
            [outcome(number, pair, metric) for number, pair in enumerate(pairs)]
            for metric in range(len(sample.metrics))
        ]

    def outcome(
        self, pseudo: Floats, observed: float, tolerance: float, *, exact: bool = False
    ) -> Outcome:
        """Count, and give p."""
        import numpy as np

        if np.isnan(observed) or np.isnan(pseudo).any():
            return undefined("a score is undefined")
        count = self.count(pseudo, observed, tolerance)
        p = min(1.0, self.p_of(count, len(pseudo), exact=exact))
        return Outcome(p, count, pseudo, self.cutoff(observed), exact)


def undefined(reason: str) -> Outcome:
    """Say why there is no p."""
    import numpy as np

    return Outcome(np.nan, np.nan, np.empty(0), np.nan, reason=reason)
