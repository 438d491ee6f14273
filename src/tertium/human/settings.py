"""Settings of the studies of human judgments.

They are separate from the computations, so that the help of a command does not load NumPy.
"""

from dataclasses import dataclass, fields
from typing import ClassVar

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.spec import StudySettings, option
from tertium.inference.clusters import RULES

SCALES = ("auto", "standardized", "raw")
AVERAGES = ("segments", "judgments", "domains")
OF_SEGMENTS = ("judgments", "annotators")
LEVELS = ("segment", "document", "judgment")
METHODS = ("expected-wins", "bradley-terry", "trueskill")
TESTS = ("paired-t", "signed-rank")

# The test of a ranking that can use weights of segments.
RESAMPLED = "approximate-randomization"


@dataclass(frozen=True)
class RankSettings(StudySettings):
    """How systems are ranked."""

    name: ClassVar[str] = "rank"

    scale: str = option(
        "auto",
        "Raw or standardized scores (z-scores); auto standardizes adequacy, fluency and SQM, but no"
        " answers of yes or no.",
        choices=SCALES,
    )
    average: str = option(
        "segments",
        "Average the score of a system over segments, single judgments, or domains.",
        choices=AVERAGES,
    )
    of_segment: str = option(
        "judgments",
        "Average the score of a segment over judgments, or over annotators.",
        choices=OF_SEGMENTS,
    )
    test: str = option(
        "rank-sum",
        "Significance test of two systems; signed-rank tests segments judged for both, by domain."
        " Segments with unequal weights need approximate-randomization.",
        choices=("rank-sum", "signed-rank", RESAMPLED),
    )
    level: str = option(
        "segment",
        "Test and resample segments, whole documents, or single judgments.",
        choices=LEVELS,
    )
    alternative: str = option(
        "greater",
        "One-sided tests (is one system better?) or two-sided tests (do they differ?).",
        choices=("greater", "two-sided"),
    )
    segments: str = option(
        "any",
        "Segments to use: any; in tests, those judged for both systems; those judged for all.",
        choices=("any", "both", "all"),
    )
    clusters: str = option("all-pairs", "Rule for clusters.", choices=RULES)
    confidence_level: float = option(
        0.95,
        "Confidence level of intervals and verdicts; 0.95 means p <= 0.05.",
        above=0,
        below=1,
    )
    trials: int = option(
        1000,
        "Number of resamples for intervals and approximate randomization; 0 for no intervals.",
        minimum=0,
        maximum=MOST_TRIALS,
    )
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)


@dataclass(frozen=True)
class RelativeRankSettings(StudySettings):
    """How systems are ranked by relative judgments."""

    name: ClassVar[str] = "relative_rank"

    method: str = option("expected-wins", "Ranking method.", choices=METHODS)
    ties: str = option(
        "drop",
        "Ties in Expected Wins and Bradley-Terry: drop them, or count half a win each.",
        choices=("drop", "half"),
    )
    confidence_level: float = option(
        0.95, "Confidence level of the ranges of ranks.", above=0, below=1
    )
    trials: int = option(
        1000, "Number of resamples of the judgments.", minimum=1, maximum=MOST_TRIALS
    )
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)


@dataclass(frozen=True)
class ConditionSettings(StudySettings):
    """How judgments under two conditions are compared."""

    name: ClassVar[str] = "compare_conditions"

    factor: str = option(
        "",
        "Factor whose conditions are compared, as in prefill or reference, if there are several.",
    )
    level: str = option(
        "segment", "Resample segments, or whole documents.", choices=("segment", "document")
    )
    confidence_level: float = option(0.95, "Confidence level of the intervals.", above=0, below=1)
    trials: int = option(1000, "Number of resamples.", minimum=1, maximum=MOST_TRIALS)
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)


@dataclass(frozen=True)
class ExpertSettings(StudySettings):
    """How the agreement of non-experts with experts is measured."""

    name: ClassVar[str] = "experts"

    non_experts: int | None = option(
        None,
        "Largest number of non-experts; by default the number that judged at least half of the"
        " outputs.",
        minimum=1,
        maximum=1000,
    )
    orders: int = option(
        200,
        "Number of random orders of the non-experts, whose first 1, 2, ... are averaged; all orders"
        " if they are no more.",
        minimum=1,
        maximum=100_000,
    )
    confidence_level: float = option(0.95, "Confidence level of the intervals.", above=0, below=1)
    trials: int = option(
        1000, "Number of resamples of the segments.", minimum=1, maximum=MOST_TRIALS
    )
    seed: int = option(
        12345, "Seed of the orders and of the resampling.", minimum=0, maximum=LARGEST_SEED
    )


@dataclass(frozen=True)
class Rules(StudySettings):
    """Rules of quality control; the defaults are those of Graham et al. 2017."""

    name: ClassVar[str] = "quality_control"

    test: str = option("paired-t", "Test of degraded against original outputs.", choices=TESTS)
    alpha: float = option(0.05, "Largest p-value with which an annotator passes.", above=0, below=1)
    shortest: float = option(300.0, "Warn if a batch took fewer seconds.", minimum=0, maximum=10**9)
    longest_run: int = option(
        8, "Warn if more scores in a row are equal.", minimum=1, maximum=10**9
    )
    reference_mean: float = option(
        90.0,
        "Warn if references have a lower mean adequacy score.",
        minimum=-(10**9),
        maximum=10**9,
    )


def check_unused(judgments: str, settings: StudySettings, **others: object) -> None:
    """Refuse parameters that do not apply: those that differ from their defaults.

    Args:
        judgments: Description of the judgments that they do not apply to.
        settings: Parameters that must have their defaults.
        others: Further parameters, which must be false.
    """
    differing = [
        item.name for item in fields(settings) if getattr(settings, item.name) != item.default
    ]
    names = [*differing, *(name for name, value in others.items() if value)]
    if names:
        listed = ", ".join(map(wording.option, names))
        verb = "does" if len(names) == 1 else "do"
        raise UsageError(f"{listed} {verb} not apply to {judgments}.")
