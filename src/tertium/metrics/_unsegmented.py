"""Warns of metrics that split words at spaces if the text has no spaces between words."""

from collections.abc import Iterable

from tertium.core import notices
from tertium.core.stats import Metric
from tertium.core.testset import TestSet


def warn_unsegmented(metrics: Iterable[Metric], testset: TestSet) -> None:
    """Warn of metrics that cannot split the text into words, unless that check is allowed."""
    from tertium.text.segmentation import unsegmented_text

    if testset.inputs is not None and "unsegmented" in testset.inputs.allow:
        return
    text = unsegmented_text(testset)
    if not text.tokenizers:
        return
    advice = {
        metric.title: instead
        for metric in metrics
        if (instead := metric.unsegmented_advice(testset, text.script, text.tokenizers))
    }
    if advice:
        from tertium.metrics._notices import Unsegmented

        appearance = f"{text.language}{text.why}"
        notice = Unsegmented(text.origin, appearance, tuple(advice), tuple(advice.values()))
        notices.warn(notice, stacklevel=3)
