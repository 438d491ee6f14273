"""Notices about metrics and the text that they score."""

from dataclasses import dataclass

from tertium.core.formatting import listed
from tertium.core.notices import Notice


@dataclass(frozen=True)
class Unsegmented(Notice):
    """Metrics split words at spaces, but the text has no spaces between words.

    Attributes:
        origin: The file.
        appearance: Description of the text, as in "Chinese and has no spaces between words".
        metrics: Titles of the metrics.
        advice: Metrics to use instead, as printed forms.
    """

    origin: str
    appearance: str
    metrics: tuple[str, ...]
    advice: tuple[str, ...]

    def sentence(self) -> str:
        """Name the metrics, and alternatives."""
        where = f"{self.origin}: " if self.origin else ""
        split = "splits" if len(self.metrics) == 1 else "split"
        return (
            f"{where}The text looks {self.appearance}, but {listed(self.metrics)} {split} words at"
            f" spaces. Use {', '.join(self.advice)}. [unsegmented]"
        )
