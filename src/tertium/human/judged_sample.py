"""From human judgments to the sample that significance tests resample."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Number, divided
from tertium.core.errors import DataError
from tertium.core.sample import Sample
from tertium.core.spec import option
from tertium.core.stats import Scorer
from tertium.core.study_sample import Data, StudySample
from tertium.core.version import VERSION
from tertium.human.documents import document_notices
from tertium.human.factors import pooled
from tertium.human.groups import grouped
from tertium.human.preparation import Prepared
from tertium.human.ratings import YES_NO, Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import AVERAGES, SCALES
from tertium.human.shared_outputs import of_single_systems


@dataclass(frozen=True)
class Rating(Scorer):
    """Mean of the judgments, as significance tests resample them.

    If segments have weights, the statistics are multiplied by them, and the mean is weighted.
    """

    name: ClassVar[str] = "rating"

    task: str = option("adequacy", "Annotation task.")
    scale: str = option(
        "raw", "Raw or standardized scores, or shares of yes.", choices=(*SCALES[1:], YES_NO)
    )
    average: str = option("segments", "Average over segments or judgments.", choices=AVERAGES[:2])

    @property
    def title(self) -> str:
        """The task, and the scale if it is not that of the annotators."""
        scales = {"standardized": " (z)", YES_NO: " (share of yes)"}
        return self.task + scales.get(self.scale, "")

    @property
    def digits(self) -> int:  # type: ignore[override]
        """Standardized scores and shares are small, and so are those of MQM."""
        return int(self.task == "mqm") if self.scale == "raw" else 2

    @property
    def columns(self) -> tuple[str, ...]:
        """Sum of the judgments, or of the means of segments, and their number; both weighted."""
        return ("sum", self.average)

    def score(self, sums: Sequence[Number]) -> Number:
        """Mean."""
        total, number = sums
        return divided(total, number, float("nan"))


def sample_of(judged: JudgedSegments, average: str = "segments", level: str = "segment") -> Sample:
    """Turn judgments into rows of statistics, for tests that resample segments or documents.

    Only segments that were judged for all systems can be swapped between them.

    Args:
        judged: The judgments.
        average: Whether the score is the mean over segments or over judgments.
        level: Whether a row is a "segment" or the sum over a "document".
    """
    complete = judged.complete()
    weight = complete.cell_weights
    if average == "judgments":
        weight = weight * complete.cell_judgments
    rows = np.column_stack([weight * complete.cell_scores, weight])
    if level == "document":
        documents = complete.documents.codes[complete.cells.first]
        blocks = grouped(complete.cell_system, documents)
        rows = np.column_stack([blocks.sums(column) for column in rows.T])
    metric = Rating(complete.ratings.task.names[0], complete.score_scale, average)
    # Rows are sorted by system, then by unit; all systems have the same units.
    parts = np.split(rows, len(complete.systems))
    return Sample(
        (metric,), {name: (part,) for name, part in zip(complete.systems, parts, strict=True)}
    )


def judged_runs(ratings: Ratings) -> dict[str, int]:
    """Return the judged systems, each with one training run."""
    outputs = of_single_systems(ratings.where(ratings.kind.is_("system")))
    return dict.fromkeys(sorted(outputs.system.names), 1)


def collect_judgments(ready: Prepared, *, scale: str, level: str) -> StudySample:
    """Reduce judgments to rows: the mean of the judgments of each segment of each system.

    Several judgments of one output are averaged first, because they are not independent segments.

    Args:
        ready: Judgments of one task in one language pair, ready to be compared.
        scale: "raw" or "standardized" scores; "auto" uses standardized scores if there are any.
        level: "segment" or "document".
    """
    judged = JudgedSegments.of(ready.ratings, scale)
    if len(judged.systems) < 2:
        raise DataError("A comparison needs judgments of two systems.", where=judged.ratings.origin)
    judged = judged.complete()
    sample = sample_of(judged, level=level)
    ready.ledger.keep_segments(judged)
    judgments = ready.ledger.judgments(judged.systems)
    (metric,) = sample.metrics
    facts = {
        "languages": judgments.languages,
        "filters": "+".join(judged.ratings.filters),
        "judgments": judgments.digest,
        "version": f"tertium-{VERSION}",
    }
    signature = "|".join([str(metric), *(f"{key}:{v}" for key, v in facts.items() if v)])
    source, _, target = judgments.languages.partition("-")
    documents = [name for name in judged.ratings.document.names if name]
    data = Data(
        segments=len(judged.ratings.item.names),
        documents=len(documents) or None,
        units=sample.units,
        digest=judgments.digest,
        references=(),
        languages=(source, target),
        inputs=None,
        digests={"judgments": judgments.digest},
        judgments=judgments,
    )
    conditions = pooled(judged.ratings.condition.names)
    warnings = (*document_notices(judged, level), *conditions)
    return StudySample(sample, data, ((signature, signature),), warnings)
