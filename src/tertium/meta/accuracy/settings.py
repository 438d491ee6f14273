"""Settings of studies of the accuracy of metrics and significance tests."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.spec import StudySettings, option
from tertium.human.settings import LEVELS, SCALES


@dataclass(frozen=True)
class AccuracySettings(StudySettings):
    """How verdicts are computed."""

    name: ClassVar[str] = "accuracy"

    trials: int = option(10_000, "Number of trials of each test.", minimum=1, maximum=MOST_TRIALS)
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
    p_value: str = option(
        "plus-one",
        "(c + 1) / (B + 1), which is never 0; or plain, c / B, as in many papers.",
        choices=("plus-one", "plain"),
    )
    scale: str = option(
        "auto",
        "Raw or standardized human judgments; auto standardizes adequacy, fluency and SQM, but no"
        " answers of yes or no.",
        choices=SCALES,
    )
    human_level: str = option(
        "segment",
        "What the rank-sum test of human judgments compares: scores of segments or documents, or"
        " single judgments.",
        choices=LEVELS,
    )
