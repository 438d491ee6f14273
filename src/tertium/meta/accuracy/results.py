"""Results of the accuracy of metrics and tests of significance."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.formatting import plain_table
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.records import Defect, Defects, empty, repeated, unknown
from tertium.core.results import Row, StoredResult, flat_row
from tertium.core.study_sample import Data
from tertium.human.join import Joined
from tertium.inference.verdicts import alpha_of
from tertium.meta.accuracy.settings import AccuracySettings
from tertium.meta.accuracy.verdicts import (
    Accuracy,
    GoldVerdicts,
    MetricsDiffer,
    TestedMetric,
    TestsAgree,
)
from tertium.meta.notices import UndecidableLevel


@dataclass(frozen=True)
class MetricUsed:
    """A metric, and everything that decides its scores."""

    metric: str
    title: str
    signature: str


@dataclass(frozen=True, eq=False, repr=False)
class AccuracyStudy(StoredResult):
    """How often verdicts of metrics and significance tests agree with human verdicts.

    Attributes:
        tertium: Version.
        settings: How verdicts were computed.
        data: The test set.
        judgments: The human judgments; None if verdicts were given.
        joined: How the judgments were joined with the outputs.
        without: Outputs without a human verdict.
        unknown: Systems with a human verdict that are not among the outputs.
        source: Signature of the human verdicts.
        systems: The systems in the order of the human ranking.
        metrics: The metrics.
        tests: Significance tests in printed form, by name.
        gold: Human verdicts, for each confidence level.
        tested: p-values of each metric and test.
        accuracies: Accuracy of each metric and test, for each confidence level.
        differences: Whether metrics differ in accuracy.
        agreements: Number of pairs on which two tests give the same verdict.
    """

    result: ClassVar[str] = "meta accuracy"

    tertium: str
    settings: AccuracySettings
    data: Data
    judgments: Judgments | None
    joined: Joined | None
    without: tuple[str, ...]
    unknown: tuple[str, ...]
    source: str
    systems: tuple[str, ...]
    metrics: tuple[MetricUsed, ...]
    tests: dict[str, str]
    gold: tuple[GoldVerdicts, ...]
    tested: tuple[TestedMetric, ...]
    accuracies: tuple[Accuracy, ...]
    differences: tuple[MetricsDiffer, ...]
    agreements: tuple[TestsAgree, ...]

    def defects(self) -> Defects:
        """All parts have the same systems, metrics, tests and confidence levels."""
        yield from empty(self, "systems", "metrics", "tests", "gold", "tested", "accuracies")
        metrics = [one.metric for one in self.metrics]
        confidence_levels = [one.confidence_level for one in self.gold]
        yield from repeated("metrics", metrics)
        yield from repeated("gold", confidence_levels)
        for number, gold in enumerate(self.gold):
            if gold.p_values.systems != self.systems:
                yield Defect(f"gold[{number}].p_values.systems", "They are not those in 'systems'.")
        for number, tested in enumerate(self.tested):
            if sorted(tested.p_values.systems) != sorted(self.systems):
                yield Defect(
                    f"tested[{number}].p_values.systems", "They are not those in 'systems'."
                )
        for name in ("tested", "accuracies", "agreements"):
            for number, one in enumerate(getattr(self, name)):
                yield from unknown(f"{name}[{number}].metric", one.metric, metrics, "metrics")
                yield from unknown(f"{name}[{number}].test", one.test, self.tests, "tests")
        for name in ("accuracies", "differences", "agreements"):
            for number, one in enumerate(getattr(self, name)):
                yield from unknown(
                    f"{name}[{number}].level",
                    one.confidence_level,
                    confidence_levels,
                    "confidence_levels",
                )
        for confidence_level in confidence_levels:
            if all(one.confidence_level != confidence_level for one in self.accuracies):
                yield Defect(
                    "accuracies", f"There is none at the confidence level {confidence_level:g}."
                )
        compared = [(one.confidence_level, one.test, one.other) for one in self.agreements]
        if any(
            {
                one.metric
                for one in self.agreements
                if (one.confidence_level, one.test, one.other) == tests
            }
            != set(metrics)
            for tests in dict.fromkeys(compared)
        ):
            yield Defect("agreements", "Expected one for every pair of tests and every metric.")

    @property
    def signature(self) -> str:
        """Everything that decides the result, except texts and judgments."""
        confidence_levels = "+".join(
            f"{one.confidence_level:g}/{one.gold_confidence_level:g}" for one in self.gold
        )
        facts = {
            "confidence_levels": confidence_levels,
            "tests": "+".join(self.tests.values()),
            "testset": self.data.digest,
            "gold": self.source,
            "version": f"tertium-{self.tertium}",
        }
        return "|".join([str(self.settings), *(f"{key}:{value}" for key, value in facts.items())])

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Confidence levels that no test can reach with so few trials."""
        smallest = 0.0 if self.settings.p_value == "plain" else 1 / (self.settings.trials + 1)
        return tuple(
            UndecidableLevel(gold.confidence_level, self.settings.trials)
            for gold in self.gold
            if smallest > alpha_of(gold.confidence_level)
        )

    def to_rows(self) -> list[Row]:
        """One row per confidence level, metric and test."""
        return [flat_row(one) for one in self.accuracies]

    def __str__(self) -> str:
        rows = [
            [f"{one.confidence_level:g}", one.metric, one.test, f"{one.correct} of {one.pairs}"]
            for one in self.accuracies
        ]
        return (
            plain_table(["confidence_level", "metric", "test", "correct"], rows)
            + f"\n\n{self.signature}"
        )
