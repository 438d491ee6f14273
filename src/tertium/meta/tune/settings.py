"""Settings of tuning."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.spec import StudySettings, option

STATISTICS = ("pearson", "spearman", "kendall-b")


@dataclass(frozen=True)
class TuneSettings(StudySettings):
    """How a metric is tuned."""

    name: ClassVar[str] = "tune"

    statistic: str = option("pearson", "Correlation to maximize.", choices=STATISTICS)
    level: str = option(
        "segment",
        "Level of the correlation: segment or system.",
        choices=("segment", "system"),
    )
    folds: int = option(5, "Number of parts, each held out in turn.", minimum=2, maximum=10_000)
    fold_level: str = option(
        "segment",
        "Hold out and resample segments or whole documents.",
        choices=("segment", "document"),
    )
    starts: int = option(
        4,
        "Number of random starting points, beside the parameters of the metric given.",
        minimum=0,
        maximum=10_000,
    )
    trials: int = option(1000, "Number of bootstrap samples.", minimum=1, maximum=MOST_TRIALS)
    confidence_level: float = option(
        0.95, "Confidence level of the interval of the gain.", above=0, below=1
    )
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
