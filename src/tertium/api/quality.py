"""Quality control of annotators."""

from tertium.api._arguments import check_ratings
from tertium.core.progress import shown_as
from tertium.human.errors import Weights
from tertium.human.quality import Quality, judge_annotators
from tertium.human.ratings import Ratings
from tertium.human.settings import Rules


@shown_as("Judging annotators")
def quality(
    ratings: Ratings,
    *,
    weights: Weights | None = None,
    test: str = "paired-t",
    alpha: float = 0.05,
    shortest: float = 300.0,
    longest_run: int = 8,
    reference_mean: float = 90.0,
) -> Quality:
    """Test whether each annotator scores degraded outputs lower, and find suspicious behaviour.

    Args:
        ratings: Human judgments with control items, as `tertium.read_ratings` returns them.
        weights: Weights of errors, for judgments that mark errors.
        test: "paired-t" or "signed-rank".
        alpha: Largest p-value of annotators who pass.
        shortest: Caution if a batch took fewer seconds.
        longest_run: Caution if more scores in a row are equal.
        reference_mean: Caution if references are rated lower for adequacy.

    Returns:
        The quality control. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> quality = tertium.quality(tertium.read_ratings("ratings.csv"))
        >>> len(quality.control.annotators)
        12
    """
    check_ratings(ratings)
    rules = Rules(
        test=test,
        alpha=alpha,
        shortest=shortest,
        longest_run=longest_run,
        reference_mean=reference_mean,
    )
    return judge_annotators(ratings, rules, weights=weights)
