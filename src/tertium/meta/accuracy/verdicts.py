"""Verdicts of a metric and a test of significance, compared with human verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tertium.core.intervals import Interval
from tertium.core.records import Defects, outside, undefined
from tertium.inference.binomial import against_coin, clopper_pearson
from tertium.inference.chi_square import chi_square
from tertium.inference.verdicts import PValues


@dataclass(frozen=True)
class TestedMetric:
    """p-values of all pairs of systems, by one metric and one test.

    Attributes:
        metric: The metric.
        test: The test.
        p_values: p-values of each system being better than each other system.
    """

    __test__ = False  # keeps pytest from collecting it as a test case

    metric: str
    test: str
    p_values: PValues


@dataclass(frozen=True)
class GoldVerdicts:
    """Human verdicts on all pairs of systems.

    Attributes:
        confidence_level: Confidence level of the verdicts they are compared with.
        gold_confidence_level: Confidence level of the human verdicts.
        p_values: p-values of each system being better than each other system.
    """

    confidence_level: float
    gold_confidence_level: float
    p_values: PValues

    def defects(self) -> Defects:
        """Confidence levels lie between 0 and 1."""
        yield from undefined(self, "confidence_level", "gold_confidence_level")
        yield from outside(self, 0, 1, "confidence_level", "gold_confidence_level")

    @property
    def decided(self) -> int:
        """Number of pairs that human judgments separate."""
        return sum(
            one.better is not None for one in self.p_values.verdicts(self.gold_confidence_level)
        )


@dataclass(frozen=True)
class Accuracy:
    """How often a metric and a significance test give the human verdict.

    Attributes:
        metric: The metric.
        test: The test.
        confidence_level: Confidence level of the verdicts.
        pairs: Number of pairs of systems.
        correct: Number of verdicts that agree with the human verdict.
        accuracy: Share of correct verdicts.
        interval: 95 % confidence interval of the share (Clopper and Pearson).
        p: Exact p-value of a test against an accuracy of 50 %.
        missed: Number of pairs that only human judgments separate.
        unfounded: Number of pairs that only the metric separates.
        reversed: Number of verdicts opposite to the human verdict.
        undefined: Number of pairs without a p-value, which count as not separated.
    """

    metric: str
    test: str
    confidence_level: float
    pairs: int
    correct: int
    accuracy: float
    interval: Interval
    p: float
    missed: int
    unfounded: int
    reversed: int
    undefined: int

    def defects(self) -> Defects:
        """The confidence level and the p-value lie between 0 and 1."""
        yield from undefined(self, "confidence_level")
        yield from outside(self, 0, 1, "confidence_level", "p")


@dataclass(frozen=True)
class MetricsDiffer:
    """Whether metrics differ in accuracy, by a chi-square test of correct and wrong verdicts.

    Attributes:
        test: The significance test of all metrics.
        confidence_level: Confidence level of the verdicts.
        statistic: Chi-square, without Yates' correction.
        freedom: Degrees of freedom.
        p: The p-value.
        reason: Why the test is undefined, if it is.
    """

    test: str
    confidence_level: float
    statistic: float
    freedom: int
    p: float
    reason: str


@dataclass(frozen=True)
class TestsAgree:
    """Number of pairs on which two tests give the same verdict, under one metric.

    Attributes:
        metric: The metric.
        confidence_level: Confidence level of the verdicts.
        test: A significance test.
        other: Another significance test.
        pairs: Number of pairs of systems.
        same: Number of pairs with the same verdict.
    """

    __test__ = False  # keeps pytest from collecting it as a test case

    metric: str
    confidence_level: float
    test: str
    other: str
    pairs: int
    same: int


def accuracy_of(tested: TestedMetric, gold: GoldVerdicts) -> Accuracy:
    """Compare the verdicts of a metric and a test with human verdicts."""
    systems = gold.p_values.systems
    verdicts = tested.p_values.ordered(systems).verdicts(gold.confidence_level)
    human = gold.p_values.verdicts(gold.gold_confidence_level)
    both = [(one.better, two.better) for one, two in zip(verdicts, human, strict=True)]
    pairs, correct = len(both), sum(one == two for one, two in both)
    return Accuracy(
        metric=tested.metric,
        test=tested.test,
        confidence_level=gold.confidence_level,
        pairs=pairs,
        correct=correct,
        accuracy=correct / pairs,
        interval=clopper_pearson(correct, pairs),
        p=against_coin(correct, pairs),
        missed=sum(one is None and two is not None for one, two in both),
        unfounded=sum(one is not None and two is None for one, two in both),
        reversed=sum(None not in pair and len(set(pair)) == 2 for pair in both),
        undefined=sum(one.p != one.p for one in verdicts),
    )


def metrics_differ(accuracies: Sequence[Accuracy]) -> MetricsDiffer:
    """Compare metrics that used the same test at the same level."""
    test = chi_square([one.correct for one in accuracies], [one.pairs for one in accuracies])
    first = accuracies[0]
    return MetricsDiffer(
        first.test, first.confidence_level, test.statistic, test.freedom, test.p, test.reason
    )


def agreement_of_tests(tested: Sequence[TestedMetric], confidence_level: float) -> list[TestsAgree]:
    """Compare the verdicts of all pairs of tests under one metric."""
    agreements = []
    for one, other in combinations(tested, 2):
        verdicts = one.p_values.verdicts(confidence_level)
        others = other.p_values.ordered(one.p_values.systems).verdicts(confidence_level)
        same = sum(a.better == b.better for a, b in zip(verdicts, others, strict=True))
        agreements.append(
            TestsAgree(one.metric, confidence_level, one.test, other.test, len(verdicts), same)
        )
    return agreements
