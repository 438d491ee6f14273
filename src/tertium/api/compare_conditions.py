"""Compare human judgments under two conditions."""

from collections.abc import Mapping

from tertium.api._arguments import check_ratings, check_testset
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.testset import TestSet
from tertium.human import conditions
from tertium.human.condition_comparison import ConditionComparison
from tertium.human.errors import Weights
from tertium.human.ratings import Ratings
from tertium.human.settings import ConditionSettings


@reported_as("Comparing conditions")
def compare_conditions(
    ratings: Ratings,
    other: Ratings | None = None,
    *,
    testset: TestSet | None = None,
    task: str = "",
    language_pair: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    rename: Mapping[str, str] | None = None,
    factor: str = "",
    level: str = "segment",
    confidence_level: float = 0.95,
    trials: int = 1000,
    seed: int = 12345,
    progress: Advance | None = None,
) -> ConditionComparison:
    """Compare human judgments under two conditions, as with and without the reference.

    Args:
        ratings: Judgments under both conditions, which the column `condition` tells apart; or
            under the first condition.
        other: Judgments under the second condition, if `ratings` hold only the first.
        testset: Outputs and references, to measure whether judgments move with the overlap of
            outputs and reference (chrF).
        task: Annotation task, if the judgments are of several.
        language_pair: Language pair, if the judgments are of several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        weights: Weights of errors, for judgments that mark errors.
        rename: Names of outputs by names of systems in the judgments.
        factor: Factor whose conditions are compared, as in "prefill" or "reference", if there are
            several.
        level: What is resampled: "segment" or "document".
        confidence_level: Confidence level of the intervals.
        trials: Number of resamples.
        seed: Seed of the resampling.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The comparison. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> tertium.compare_conditions(ratings, ratings, task="adequacy", trials=100).shifts[0].p
        1.0
    """
    check_ratings(ratings)
    if other is not None:
        check_ratings(other)
    if testset is not None:
        check_testset(testset)
    elif rename:
        raise UsageError(f"{wording.option('rename')} changes nothing without outputs.")
    settings = ConditionSettings(
        factor=factor,
        level=level,
        confidence_level=confidence_level,
        trials=trials,
        seed=seed,
    )
    with Executor(advance=progress).phase(1, 1 if testset is None else 2):
        return conditions.compare_conditions(
            ratings,
            other,
            settings,
            task=task,
            languages=language_pair,
            quality=quality,
            weights=weights,
            testset=testset,
            rename=rename,
        )
