"""Warns of metrics that split words at spaces if the text has no spaces between words."""

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.core import notices
from tertium.core.plain import listed
from tertium.core.stats import Metric
from tertium.core.testset import TestSet


@dataclass(frozen=True)
class Unsegmented(notices.Notice):
    """Metrics split words at spaces, but the text has no spaces between words.

    Attributes:
        origin: The file.
        appearance: What the text looks like, as in "Chinese and has no spaces between words".
        metrics: Titles of the metrics.
        advice: Metrics to use instead, as printed forms.
    """

    origin: str
    appearance: str
    metrics: tuple[str, ...]
    advice: tuple[str, ...]

    def sentence(self) -> str:
        """Name the metrics, and what to use instead."""
        where = f"{self.origin}: " if self.origin else ""
        split = "splits" if len(self.metrics) == 1 else "split"
        return (
            f"{where}The text looks {self.appearance}, but {listed(self.metrics)} {split} words at"
            f" spaces. Use {', '.join(self.advice)}. [unsegmented]"
        )


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
        appearance = f"{text.language}{text.why}"
        notice = Unsegmented(text.origin, appearance, tuple(advice), tuple(advice.values()))
        notices.warn(notice, stacklevel=3)
