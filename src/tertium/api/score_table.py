"""Score outputs, with human scores of the same outputs beside."""

from collections.abc import Iterable, Mapping

from tertium.api._arguments import check_ratings, check_testset
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.progress import shown_as
from tertium.core.spec import names_of
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.human.join import human_scores
from tertium.human.ratings import Ratings
from tertium.meta.choices import GOLD
from tertium.meta.score_table import ScoreTable
from tertium.meta.scored_outputs import table_of_outputs


@shown_as("Scoring")
def score_table(
    testset: TestSet,
    ratings: Ratings,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    level: str = "system",
    task: str = "",
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    rename: Mapping[str, str] | None = None,
    without: str | Iterable[str] = (),
    outliers: bool = True,
    lower_is_better: str | Iterable[str] = (),
) -> ScoreTable:
    """Score outputs with metrics, and join the scores with human judgments.

    The sign of metrics whose lower values are better is flipped.

    Args:
        testset: Outputs, from `tertium.read` or `tertium.testset`.
        ratings: Human judgments, from `tertium.read_ratings`.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        level: "system", "document" or "segment" level. At the system level, metrics score the
            whole output; the human score is the mean of the judgments.
        task: Annotation task, if the judgments are of several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were judged.
        include_machines: Names of machine annotators whose judgments count, too.
        rename: Names of outputs, by the names of systems in the judgments.
        without: Systems to leave out; patterns such as `Human-*` work, too.
        outliers: Whether to keep systems whose human score is far from all others.
        lower_is_better: "human" if lower human values are better, such as seconds or HTER.

    Returns:
        The scores, for `tertium.correlate` and `tertium.compare_metrics`.

    Example:
        >>> news = tertium.read("outputs/*.txt", references="ref.txt")
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> table = tertium.score_table(news, ratings, "bleu,ter", task="adequacy")
        >>> table.metrics
        ('BLEU', 'TER')
    """
    check_testset(testset)
    check_ratings(ratings)
    flipped = names_of(lower_is_better)
    if set(flipped) - {GOLD}:
        raise UsageError(
            f"{wording.option('lower_is_better')} can only be {GOLD!r} for outputs that are scored"
            " here.",
            hint="The sign of a metric whose lower values are better is flipped already.",
        )
    human = human_scores(
        testset,
        ratings,
        task=task,
        quality=quality,
        machines=names_of(include_machines),
        rename=rename,
    )
    table = table_of_outputs(testset, human, metrics, level, flipped).without(names_of(without))
    return table if outliers else table.without(table.outliers())
