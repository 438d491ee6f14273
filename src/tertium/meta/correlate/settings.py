"""Settings of correlations with human scores."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.spec import StudySettings, option
from tertium.meta.choices import AVERAGES, LEVELS, TIES

INTERVALS = ("auto", "fisher", "bootstrap", "bca", "human", "symmetric", "none")


@dataclass(frozen=True)
class CorrelateSettings(StudySettings):
    """How metrics are correlated with human scores."""

    name: ClassVar[str] = "correlate"

    level: str = option(
        "system", "Level of the scores: system, document or segment.", choices=LEVELS
    )
    average_by: str = option(
        "none",
        "Take all scores as one sample, or average the statistic over items (documents or segments)"
        " or over systems.",
        choices=AVERAGES,
    )
    interval: str = option(
        "auto",
        "Confidence intervals: Fisher's, for Pearson's r; or from a bootstrap over systems, as"
        " percentiles (bootstrap) or BCa. Two kinds are for comparison with published intervals:"
        " human resamples human scores only, as WMT did; symmetric assumes a normal r.",
        choices=INTERVALS,
    )
    confidence_level: float = option(
        0.95,
        "Confidence level of intervals and verdicts: 0.95 stands for p <= 0.05.",
        above=0,
        below=1,
    )
    absolute: bool = option(
        False, "Take absolute values of correlations, as the script of Graham and Liu 2016 does."
    )
    tie_rule: str = option(
        "rounded",
        "Tie scores that are equal in exact arithmetic (rounded), or only equal floating-point"
        " numbers (exact).",
        choices=TIES,
    )
    trials: int = option(
        1_000, "Number of trials of tests and of bootstrap samples.", minimum=1, maximum=MOST_TRIALS
    )
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
