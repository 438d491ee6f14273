"""Tell how far annotators agree."""

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
    """Tell how far annotators agree with each other and with themselves.

    Args:
        ratings: What `tertium.read_ratings` gives.
        task: What was judged, where there are several tasks.
        language_pair: The language pair, where there are several.
        definition: For relative judgments "clean", or "wmt16" for the numbers WMT published.
        weights: What errors weigh, for judgments that mark errors.
    """
    return measure_agreement(
        ratings, task=task, languages=language_pair, definition=definition, weights=weights
    )
