"""Settings of super-sampling."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.limits import LARGEST_SEED, MOST_SAMPLES
from tertium.core.spec import StudySettings, option
from tertium.human.settings import AVERAGES, SCALES

MIXES = ("pairs", "all")


@dataclass(frozen=True)
class SupersampleSettings(StudySettings):
    """How hybrid systems are drawn and scored."""

    name: ClassVar[str] = "supersample"

    hybrids: int = option(10_000, "Number of hybrid systems.", minimum=4, maximum=MOST_SAMPLES)
    mix: str = option(
        "pairs",
        "Make a hybrid from two systems (all pairs equally often) or from all systems.",
        choices=MIXES,
    )
    aggregate: str = option(
        "both",
        "Scores of metrics: from summed statistics (corpus), or means of segment scores.",
        choices=("both", "corpus", "segments"),
    )
    unrated: str = option(
        "human",
        "Leave outputs without judgments out of human scores only, or of metric scores too.",
        choices=("human", "both"),
    )
    scale: str = option(
        "auto",
        "Raw or standardized human judgments; auto standardizes adequacy, fluency and SQM, but no"
        " answers of yes or no.",
        choices=SCALES,
    )
    average: str = option(
        "judgments",
        "Human score: the mean of judgments, or of segment scores.",
        choices=tuple(sorted(AVERAGES[:2])),
    )
    trials: int = option(
        10,
        "Number of further super-samples, which show how stable the order of metrics is.",
        minimum=0,
        maximum=10_000,
    )
    confidence_level: float = option(0.95, "Confidence level of the intervals.", above=0, below=1)
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
