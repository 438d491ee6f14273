"""Settings of studies of systems: command-line options, keywords and fields of result files."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.limits import LARGEST_SEED, LARGEST_WEIGHT, MOST_SAMPLES, MOST_TRIALS
from tertium.core.spec import StudySettings, Value, option

# How the scores of several training runs are combined.
RUN_COMBINATIONS = ("mean", "pooled")

# Default number of trials, unless the correction for multiple comparisons needs more.
TRIALS = 10_000


@dataclass(frozen=True)
class CompareSettings(StudySettings):
    """How systems are compared."""

    name: ClassVar[str] = "compare"

    baseline: str | None = option(
        None, "System that the others are compared with; by default the first."
    )
    all_pairs: bool = option(False, "Compare every system with every other.")
    trials: int = option(
        TRIALS,
        "Number of trials of tests and of bootstrap samples; more by default if the correction for"
        " multiple comparisons needs them.",
        minimum=1,
        maximum=MOST_TRIALS,
    )
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
    alternative: str = option(
        "two-sided",
        "Alternative hypothesis: systems differ, or the first is better (greater) or worse (less).",
        choices=("two-sided", "greater", "less"),
    )
    confidence_level: float = option(
        0.95,
        "Confidence level of intervals and verdicts: 0.95 stands for p <= 0.05.",
        above=0,
        below=1,
    )
    correction: str = option(
        "holm",
        "Correction for multiple comparisons.",
        choices=("holm", "benjamini-hochberg", "none"),
    )
    family: str = option(
        "metric",
        "Comparisons that are corrected together: those of one metric, or all.",
        choices=("metric", "all"),
    )
    p_value: str = option(
        "plus-one",
        "(c + 1) / (B + 1), which is never 0; or plain, c / B, as in many papers.",
        choices=("plus-one", "plain"),
    )
    interval: str = option(
        "percentile",
        "Confidence intervals: percentiles, interpolated or as an element of the sample; or BCa.",
        choices=("percentile", "element", "bca"),
    )
    subsample: float = option(
        1.0,
        "Size of a bootstrap sample as a share of the test set.",
        above=0,
        maximum=1,
    )
    level: str = option(
        "segment",
        "Resample segments or whole documents; segments of a document are not independent.",
        choices=("segment", "document"),
    )
    combine_runs: str = option(
        "mean",
        "Score of several training runs: mean of their scores, or score of pooled statistics.",
        choices=RUN_COMBINATIONS,
    )

    def hypotheses(self, pairs: int, metrics: int) -> int:
        """Number of comparisons that are corrected together."""
        return pairs * (metrics if self.family == "all" else 1)

    @property
    def of_tests(self) -> dict[str, Value]:
        """Values of the parameters that all significance tests share."""
        names = ("trials", "seed", "alternative", "p_value")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class CalibrateSettings(StudySettings):
    """How tests and intervals are calibrated."""

    name: ClassVar[str] = "calibrate"

    replicates: int = option(
        2_000, "Number of null pairs, or of small test sets.", minimum=1, maximum=MOST_SAMPLES
    )
    size: int | None = option(
        None,
        "Number of segments or documents in a null pair or small test set, drawn anew for each; by"
        " default all.",
        minimum=2,
        maximum=MOST_SAMPLES,
    )
    trials: int = option(
        1_000, "Number of trials of tests and of bootstrap samples.", minimum=1, maximum=MOST_TRIALS
    )
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
    level: str = option(
        "segment",
        "Swap and resample segments or whole documents.",
        choices=("segment", "document"),
    )
    combine_runs: str = option(
        "mean",
        "Score of several training runs: mean of their scores, or score of pooled statistics.",
        choices=RUN_COMBINATIONS,
    )


@dataclass(frozen=True)
class PlanSettings(StudySettings):
    """How a study is planned."""

    name: ClassVar[str] = "plan"

    difference: float | None = option(
        None,
        "Difference to detect, in points of the metric; by default the observed one.",
        above=0,
        maximum=LARGEST_WEIGHT,
    )
    power: float = option(0.8, "Probability of detecting the difference.", above=0, below=1)
    confidence_level: float = option(
        0.95, "Confidence level of the test: 0.95 stands for p <= 0.05.", above=0, below=1
    )
    vary: str = option(
        "test-set",
        "What is increased: segments or documents (test-set), or training runs.",
        choices=("test-set", "runs"),
    )
    test: str = option("approximate-randomization", "Significance test of the study.")
    replicates: int = option(
        400, "Number of simulated studies of each size.", minimum=1, maximum=MOST_SAMPLES
    )
    trials: int = option(1_000, "Number of trials of the test.", minimum=1, maximum=MOST_TRIALS)
    limit: int = option(100_000, "Largest size to consider.", minimum=2, maximum=MOST_SAMPLES)
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)
    level: str = option(
        "segment",
        "Resample segments or whole documents; segments of a document are not independent.",
        choices=("segment", "document"),
    )
    combine_runs: str = option(
        "mean",
        "Score of several training runs: mean of their scores, or score of pooled statistics.",
        choices=RUN_COMBINATIONS,
    )

    @property
    def alpha(self) -> float:
        """The largest p-value that is significant."""
        return round(1 - self.confidence_level, 12)  # 1 - 0.95 is a little more than 0.05 in binary
