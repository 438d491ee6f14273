"""Judge annotators: who can be trusted, and why not."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.api.ratings import check_possible, of_known_annotators, scored
from tertium.core.plain import plain_table
from tertium.core.progress import shown_as
from tertium.core.records import to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.spec import Value
from tertium.core.version import VERSION
from tertium.human.errors import Weights
from tertium.human.quality_control import QualityControl, Rules, quality_control
from tertium.human.ratings import Ratings


@dataclass(frozen=True, repr=False)
class Quality(StoredResult):
    """Verdicts on annotators.

    Attributes:
        tertium: Version.
        digest: Fingerprint of the judgments.
        tasks: What was judged.
        languages: The language pairs, as far as known.
        filters: What was done to the judgments before.
        control: The verdicts.
    """

    result: ClassVar[str] = "human quality"

    tertium: str
    digest: str
    tasks: tuple[str, ...]
    languages: tuple[str, ...]
    filters: tuple[str, ...]
    control: QualityControl

    @property
    def signature(self) -> str:
        """Everything that decides the verdicts, beside the judgments themselves."""
        filters = f"|filters:{'+'.join(self.filters)}" if self.filters else ""
        version = f"version:tertium-{self.tertium}"
        return f"{self.control.rules}{filters}|{version}|judgments:{self.digest}"

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


@shown_as("Judging annotators")
def quality(ratings: Ratings, *, weights: Weights | None = None, **rules: Value) -> Quality:
    """Judge every annotator by degraded outputs, and say what else is suspicious.

    Args:
        ratings: What `tertium.read_ratings` gives, control items included.
        weights: What errors weigh, for judgments that mark errors.
        rules: Any parameter of `tertium.human.quality_control.Rules`.
    """
    check_possible(ratings)
    known = scored(of_known_annotators(ratings), weights)
    return Quality(
        VERSION,
        ratings.digest,
        known.task.names,
        tuple(name for name in known.languages.names if name),
        known.filters,
        quality_control(known, Rules.of(rules)),
    )
