"""Judge annotators: who can be trusted, and why not."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.api.ratings import of_known_annotators
from tertium.core.plain import plain_table
from tertium.core.records import to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.spec import Value
from tertium.core.version import VERSION
from tertium.human.quality_control import QualityControl, Rules, quality_control
from tertium.human.ratings import Ratings


@dataclass(frozen=True, repr=False)
class Quality(StoredResult):
    """Verdicts on annotators."""

    result: ClassVar[str] = "human quality"

    tertium: str
    digest: str
    control: QualityControl

    @property
    def signature(self) -> str:
        """Everything that decides the verdicts, beside the judgments themselves."""
        return f"{self.control.rules}|version:tertium-{self.tertium}|judgments:{self.digest}"

    def to_rows(self) -> list[Row]:
        """One row per annotator."""
        return [
            to_plain(one)
            | {
                "trusted": None if one.verdict == "unknown" else one.trusted,
                "verdict": one.verdict,
                "reasons": " ".join(one.reasons),
                "cautions": " ".join(one.cautions.values()),
            }
            for one in self.control.annotators
        ]

    def __str__(self) -> str:
        rows = [
            [one.annotator, str(one.judgments), f"{one.p:.4f}", one.verdict]
            for one in self.control.annotators
        ]
        return plain_table(["annotator", "judgments", "p", "verdict"], rows)


def quality(ratings: Ratings, **rules: Value) -> Quality:
    """Judge every annotator by degraded outputs, and say what else is suspicious.

    Args:
        ratings: What `tertium.read_ratings` gives, control items included.
        rules: Any parameter of `tertium.human.quality_control.Rules`.
    """
    control = quality_control(of_known_annotators(ratings), Rules.of(rules))
    return Quality(VERSION, ratings.digest, control)
