"""Quality control of annotators: the result, and how it is computed."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.formatting import plain_table
from tertium.core.records import to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.version import VERSION
from tertium.human.errors import Weights
from tertium.human.machines import marked
from tertium.human.preparation import check_possible, of_known_annotators, scored
from tertium.human.quality_control import QualityControl, quality_control
from tertium.human.ratings import Ratings
from tertium.human.settings import Rules


@dataclass(frozen=True, eq=False, repr=False)
class Quality(StoredResult):
    """Verdicts on annotators.

    Attributes:
        tertium: Version.
        digest: Fingerprint of the judgments.
        tasks: Annotation tasks.
        languages: The language pairs, as far as known.
        filters: How the judgments were filtered before.
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
        """Rules, filters, version and digest, from which the verdicts can be reproduced."""
        filters = f"|filters:{'+'.join(self.filters)}" if self.filters else ""
        version = f"version:tertium-{self.tertium}"
        return f"{self.control.rules}{filters}|{version}|judgments:{self.digest}"

    def to_rows(self) -> list[Row]:
        """One row per annotator."""
        return [
            to_plain(one)
            | {
                "passed": None if one.verdict == "not tested" else one.passed,
                "verdict": one.verdict,
                "reasons": " ".join(map(str, one.reasons)),
                "cautions": " ".join(map(str, one.cautions)),
            }
            for one in self.control.annotators
        ]

    def __str__(self) -> str:
        rows = [
            [one.annotator, str(one.judgments), f"{one.p:.4f}", one.verdict]
            for one in self.control.annotators
        ]
        return plain_table(["annotator", "judgments", "p", "verdict"], rows)


def judge_annotators(
    ratings: Ratings, rules: Rules | None = None, *, weights: Weights | None = None
) -> Quality:
    """Test whether each annotator scores degraded outputs lower, and find suspicious behaviour.

    Args:
        ratings: Human judgments, control items included.
        rules: Rules of quality control.
        weights: Weights of errors, for judgments that mark errors.
    """
    check_possible(ratings)
    known = scored(marked(of_known_annotators(ratings)), weights)
    return Quality(
        VERSION,
        ratings.digest,
        known.task.names,
        tuple(name for name in known.languages.names if name),
        known.filters,
        quality_control(known, rules),
    )
