"""Measure inter-annotator agreement."""

from tertium.api._arguments import check_ratings
from tertium.core.progress import shown_as
from tertium.human.agreement import AgreementResult, measure_agreement
from tertium.human.errors import Weights
from tertium.human.ratings import Ratings


@shown_as("Measuring agreement")
def agreement(
    ratings: Ratings,
    *,
    task: str = "",
    language_pair: str = "",
    definition: str = "clean",
    weights: Weights | None = None,
) -> AgreementResult:
    """Measure inter-annotator agreement and intra-annotator consistency.

    Args:
        ratings: Human judgments, from `tertium.read_ratings`.
        task: Annotation task, if the judgments are of several.
        language_pair: Language pair, if the judgments are of several.
        definition: Definition of agreement for relative judgments: "clean", or "wmt16" for the
            numbers that WMT published.
        weights: Weights of errors, for judgments that mark errors.

    Returns:
        The agreement. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> tertium.agreement(ratings, task="adequacy").to_rows()[0]["annotator"]
        'a01'
    """
    check_ratings(ratings)
    return measure_agreement(
        ratings, task=task, languages=language_pair, definition=definition, weights=weights
    )
