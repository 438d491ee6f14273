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
    """How often metrics and tests of significance come to the verdicts of people.

    Attributes:
        tertium: Version.
        settings: How verdicts were found.
        data: The test set.
        judgments: What people said; None where their verdicts were given.
        joined: How their judgments were joined with the outputs.
        without: Outputs that a gold standard has no verdict on.
        unknown: Systems of the gold standard that are not among the outputs.
        source: What the verdicts of people rest on.
        systems: The systems, as people rank them.
        metrics: The metrics.
        tests: The tests as they print, by name.
        gold: Verdicts of people, for each level.
        tested: P-values by each metric and test.
        accuracies: How often they come to the verdicts of people.
        differences: Whether metrics differ in that.
        agreements: On how many pairs tests come to the same verdict.
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
        """All are of the same systems, metrics, tests and levels."""
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
                yield Defect("accuracies", f"There is none at the level {confidence_level:g}.")
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
            yield Defect("agreements", "Expected one of each two tests under every metric.")

    @property
    def signature(self) -> str:
        """Everything that decides the result, beside texts and judgments themselves."""
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
        """One row per level, metric and test."""
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
