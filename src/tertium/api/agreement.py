"""Measure inter-annotator agreement, and the agreement of non-experts with experts."""

from collections.abc import Iterable

from tertium.api._arguments import check_ratings
from tertium.core.errors import UsageError
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.spec import names_of
from tertium.human.agreement import (
    AgreementResult,
    measure_agreement,
    measure_agreement_with_experts,
)
from tertium.human.errors import Weights
from tertium.human.ratings import Ratings
from tertium.human.settings import ExpertSettings, check_unused


@reported_as("Measuring agreement")
def agreement(
    ratings: Ratings,
    *,
    experts: Ratings | None = None,
    task: str = "",
    language_pair: str = "",
    definition: str = "clean",
    include_machines: str | Iterable[str] = (),
    weights: Weights | None = None,
    non_experts: int | None = None,
    orders: int = 200,
    confidence_level: float = 0.95,
    trials: int = 1000,
    seed: int = 12345,
    progress: Advance | None = None,
) -> AgreementResult:
    """Measure inter-annotator agreement, or how many non-experts agree with experts as well as one.

    Args:
        ratings: Human judgments, from `tertium.read_ratings`.
        experts: Judgments of the same outputs by experts. The result is then the agreement of the
            means, or of the most frequent answers, of 1, 2, ... annotators with the experts.
        task: Annotation task, if the judgments are of several.
        language_pair: Language pair, if the judgments are of several.
        definition: Definition of agreement for relative judgments: "clean", or "wmt16" for the
            numbers that WMT published.
        include_machines: With experts: names of machine annotators to include.
        weights: Weights of errors, for judgments that mark errors.
        non_experts: With experts: the largest number of non-experts; by default the number that
            judged at least half of the outputs.
        orders: Number of random orders of the non-experts, whose first 1, 2, ... are averaged.
        confidence_level: Confidence level of the intervals, with experts.
        trials: Number of resamples of the segments.
        seed: Seed of the orders and of the resampling.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The agreement. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> tertium.agreement(ratings, task="adequacy").to_rows()[0]["annotator"]
        'a01'
    """
    check_ratings(ratings)
    settings = ExpertSettings(
        non_experts=non_experts,
        orders=orders,
        confidence_level=confidence_level,
        trials=trials,
        seed=seed,
    )
    machines = names_of(include_machines)
    with Executor(advance=progress).phase(1):
        if experts is None:
            check_unused("agreement without experts", settings, include_machines=machines)
            return measure_agreement(
                ratings, task=task, languages=language_pair, definition=definition, weights=weights
            )
        check_ratings(experts)
        if definition != "clean":
            raise UsageError("The definition of agreement does not apply with experts.")
        return measure_agreement_with_experts(
            ratings,
            experts,
            settings,
            task=task,
            languages=language_pair,
            machines=machines,
            weights=weights,
        )
