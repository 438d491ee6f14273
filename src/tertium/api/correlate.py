"""Correlate metrics with human scores."""

from collections.abc import Iterable

from tertium.api.read_scores import read_scores
from tertium.core.executor import Executor, use
from tertium.core.progress import Advance, reported_as
from tertium.formats.score_files import ScoreFiles
from tertium.meta.choices import GOLD
from tertium.meta.correlate import study
from tertium.meta.correlate.results import Correlations
from tertium.meta.correlate.settings import CorrelateSettings
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic, make_statistics


@reported_as("Correlating")
def correlate(
    scores: ScoreFiles | ScoreTable,
    statistic: str | Statistic | Iterable[str | Statistic] = "pearson",
    *,
    gold: str = GOLD,
    level: str = "system",
    average_by: str = "none",
    interval: str = "auto",
    confidence_level: float = 0.95,
    absolute: bool = False,
    tie_rule: str = "rounded",
    trials: int = 1000,
    seed: int = 12345,
    jobs: int | None = None,
    progress: Advance | None = None,
) -> Correlations:
    """Correlate every metric with human scores, with confidence intervals.

    Args:
        scores: Scores of metrics and human scores: files, a data frame, or a table from
            `tertium.read_scores` or `tertium.score_table`.
        statistic: Statistics, as in "pearson,kendall-b"; see the page on meta-evaluation.
        gold: Name of the human scores in files or a data frame.
        level: "system", "document" or "segment" level.
        average_by: "none" takes all scores as one sample; "item" and "system" average the
            statistic over documents or segments, or over systems.
        interval: Kind of confidence interval; "auto" is Fisher's for Pearson's r, and a bootstrap
            over systems for other statistics.
        confidence_level: Confidence level of the intervals.
        absolute: Whether to take the absolute value of each correlation.
        tie_rule: "rounded" ties scores that are equal in exact arithmetic, "exact" compares
            floating-point numbers as they are.
        trials: Number of bootstrap samples.
        seed: Seed of the bootstrap.
        jobs: Number of workers; by default one for each core.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The correlations. Print them, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> correlations = tertium.correlate("scores.tsv", "pearson,spearman", trials=100)
        >>> correlations.to_rows()[0]["metric"]
        'chrf'
    """
    settings = CorrelateSettings(
        level=level,
        average_by=average_by,
        interval=interval,
        confidence_level=confidence_level,
        absolute=absolute,
        tie_rule=tie_rule,
        trials=trials,
        seed=seed,
    )
    if isinstance(scores, ScoreTable):
        table = scores.at_level(level)
    else:
        table = read_scores(scores, level=level, gold=gold)
    with use(Executor(jobs)):
        return study.correlate(table, make_statistics(statistic, settings), settings, progress)
