"""The base of all significance tests.

X and Y are two systems, D is the observed difference of their scores, positive if X is better. A
test draws B pseudo-statistics, differences as they would occur under the null hypothesis, and
counts the c that are at least as extreme as D. Then p = (c + 1) / (B + 1), which is never 0,
because the observed outcome is itself possible under the null hypothesis. `p_value=plain` gives c /
B, as most papers print it.
"""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import ParameterError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.sample import Pair, Sample
from tertium.core.spec import Member, option

ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True, eq=False)
class Outcome:
    """The outcome of a test for one pair of systems under one metric.

    Attributes:
        p: The p-value; NaN if it is undefined.
        count: Number of extreme pseudo-statistics; not whole if ties count half.
        pseudo_statistics: All pseudo-statistics, as they were compared with the cutoff.
        cutoff: The value that pseudo-statistics were compared with.
        exact: Whether all possible pseudo-statistics were enumerated, not sampled.
        reason: Why the p-value is undefined; empty if it is defined.
    """

    p: float
    count: float
    pseudo_statistics: Floats
    cutoff: float
    exact: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Test(Member):
    """Base of all tests. Each file in `significance/` defines one, as `TEST`."""

    __test__: ClassVar[bool] = False  # keeps pytest from collecting it as a test case

    recommended: ClassVar[bool] = True
    """Whether its type I error rate matches the nominal level; a contract test checks it."""
    flaw: ClassVar[str] = ""
    """A warning that every verdict of the test carries; empty if there is none."""
    enough_units: ClassVar[int] = 0
    """Number of units below which it rejects a true null too often (docs/calibration.md)."""
    resamples: ClassVar[str] = "random relabellings"
    """What its trials are, in a sentence."""
    counted: ClassVar[str] = "gave a difference this large"
    """What the counted trials did, in a sentence."""
    question: ClassVar[str] = "these outputs"
    """What a verdict applies to: "these outputs" or "the training procedure"."""
    alternatives: ClassVar[tuple[str, ...]] = ALTERNATIVES

    trials: int = option(10_000, "Number of trials.", minimum=1, maximum=MOST_TRIALS, shared=True)
    seed: int = option(
        12345, "Seed of the random numbers.", minimum=0, maximum=LARGEST_SEED, shared=True
    )
    alternative: str = option(
        "two-sided",
        "Alternative hypothesis: systems differ, or the first is better (greater) or worse (less).",
        choices=ALTERNATIVES,
        shared=True,
    )
    p_value: str = option(
        "plus-one",
        "(c + 1) / (B + 1), which is never 0; or plain, c / B, as most papers print it.",
        choices=("plus-one", "plain"),
        shared=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alternative not in self.alternatives:
            wanted = " or ".join(self.alternatives)
            raise ParameterError.bad_value(self.name, "alternative", wanted, self.alternative)

    @property
    def title(self) -> str:
        """Name of the test in a sentence."""
        return self.name.replace("-", " ")

    @abstractmethod
    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences of resampled or swapped outputs: for each pair an array (trial, metric)."""

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """Turn differences into values that are compared with the observed difference.

        Args:
            differences: Differences of resampled or swapped outputs.
            expected: Their expectation, None if it is unknown.
        """
        return differences

    def expected(self, sample: Sample, pair: Pair, metric: int) -> float | None:
        """Expectation of the differences of a pair; None if it has no closed form."""
        return None

    def exact(self, sample: Sample, pair: Pair) -> bool:
        """Whether all possible differences are enumerated instead of sampled."""
        return False

    def reason_untestable(self, sample: Sample, pair: Pair) -> str:
        """Why the test cannot be applied to a pair; empty if it can."""
        return ""

    def count(self, pseudo: Floats, observed: float, tolerance: float) -> float:
        """Number of pseudo-statistics at least as extreme as the observed difference."""
        if self.alternative == "greater":
            extreme = pseudo >= observed - tolerance
        elif self.alternative == "less":
            extreme = pseudo <= observed + tolerance
        else:
            extreme = np.abs(pseudo) >= abs(observed) - tolerance
        return float(np.count_nonzero(extreme))

    def cutoff(self, observed: float) -> float:
        """The value that pseudo-statistics are compared with."""
        return observed

    def tails(self, observed: float) -> tuple[float, float]:
        """The regions that are counted: up to the first number, and from the second number on."""
        if self.alternative == "greater":
            return -math.inf, observed
        if self.alternative == "less":
            return observed, math.inf
        return -abs(observed), abs(observed)

    def evidence(self, count: float, trials: int, *, exact: bool) -> str:
        """The count in a sentence: "none of 10,000 random relabellings gave ..."."""
        number = f"{count:,.10g}" if count else "none"
        resamples = self.resamples.removeprefix("random ") if exact else self.resamples
        return f"{number} of {'all ' if exact else ''}{trials:,} {resamples} {self.counted}"

    def p_of(self, count: float, trials: int, *, exact: bool = False) -> float:
        """The p-value; the observed labelling is added to the count of a sample of labellings."""
        if exact or self.p_value == "plain":
            return count / trials
        return (count + 1) / (trials + 1)

    def run(self, sample: Sample, pairs: Sequence[Pair]) -> list[list[Outcome]]:
        """Test all pairs under all metrics at once.

        Returns:
            For each metric, the outcomes of the pairs.
        """
        testable = [pair for pair in pairs if not self.reason_untestable(sample, pair)]
        differences = self.differences(sample, testable) if testable else []
        drawn = dict(zip(testable, differences, strict=True))
        observed = sample.improvements(pairs, sample.observed)
        tolerance = sample.tolerance(pairs)

        def outcome(number: int, pair: Pair, metric: int) -> Outcome:
            if pair not in drawn:
                return undefined(self.reason_untestable(sample, pair))
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
        """Count extreme pseudo-statistics, and compute the p-value."""
        if np.isnan(observed) or np.isnan(pseudo).any():
            return undefined("a score is undefined")
        count = self.count(pseudo, observed, tolerance)
        p = min(1.0, self.p_of(count, len(pseudo), exact=exact))
        return Outcome(p, count, pseudo, self.cutoff(observed), exact)


def undefined(reason: str) -> Outcome:
    """An outcome without a p-value."""
    return Outcome(np.nan, np.nan, np.empty(0), np.nan, reason=reason)
