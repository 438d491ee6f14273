"""From human judgments to the sample that is resampled."""

from tertium.api._sample import Collected
from tertium.api.ratings import Prepared
from tertium.core.comparison import Data
from tertium.core.errors import DataError
from tertium.core.version import VERSION
from tertium.human.cautions import document_cautions
from tertium.human.segments import JudgedSegments, sample_of


def collect_judgments(ready: Prepared, *, scale: str, unit: str) -> Collected:
    """Reduce judgments to rows: the mean of the judgments of each segment of each system.

    Several judgments of one output are averaged first: they are not further segments.

    Args:
        ready: Judgments of one task in one language pair, ready to be compared.
        scale: "raw" or "standardized" values; "auto" takes these where they are known.
        unit: "segment" or "document".
    """
    judged = JudgedSegments.of(ready.ratings, scale)
    if len(judged.systems) < 2:
        raise DataError("A comparison needs judgments of two systems.", where=judged.ratings.origin)
    judged = judged.complete()
    sample = sample_of(judged, unit=unit)
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
    warnings = tuple(document_cautions(judged, unit))
    return Collected(sample, data, ((signature, signature),), warnings)
