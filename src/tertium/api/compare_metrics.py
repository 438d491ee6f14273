"""Compare metrics by their correlations with human scores."""

from tertium.api.read_scores import read_scores
from tertium.core.executor import Executor, use
from tertium.core.progress import Advance, reported_as
from tertium.formats.score_files import ScoreFiles
from tertium.meta.choices import GOLD
from tertium.meta.compare_metrics import study
from tertium.meta.compare_metrics.results import MetricComparison
from tertium.meta.compare_metrics.settings import CompareMetricsSettings
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic, make_statistic


@reported_as("Comparing metrics")
def compare_metrics(
    scores: ScoreFiles | ScoreTable,
    statistic: str | Statistic = "pearson",
    *,
    test: str = "auto",
    alternative: str = "two-sided",
    correction: str = "holm",
    p_value: str = "plus-one",
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
) -> MetricComparison:
    """Compare every pair of metrics: which one agrees better with human scores?

    Args:
        scores: Scores of metrics and human scores, as for `tertium.correlate`.
        statistic: One statistic, as in "pearson".
        test: "williams", for Pearson's r; "systems", "segments", "scores" or "pairs", which swap
            scores between metrics; or "bootstrap", over systems. "auto" is "williams" for Pearson's
            r at the system level, else "systems".
        alternative: "two-sided"; or "greater": whether each metric correlates more than the
            metrics named after it.
        correction: Correction for multiple comparisons: "holm", "benjamini-hochberg" or "none".
        p_value: "plus-one" for (c + 1) / (B + 1), which is never 0; "plain" for c / B.
        gold: Name of the human scores in files or a data frame.
        level: "system", "document" or "segment" level.
        average_by: "none" takes all scores as one sample; "item" and "system" average the
            statistic over documents or segments, or over systems.
        interval: Kind of confidence interval, as for `tertium.correlate`.
        confidence_level: Confidence level of intervals and verdicts: 0.95 stands for p <= 0.05.
        absolute: Whether to take the absolute value of each correlation.
        tie_rule: "rounded" ties scores that are equal in exact arithmetic, "exact" compares
            floating-point numbers as they are.
        trials: Number of trials of the test, and of bootstrap samples.
        seed: Seed of the resampling.
        jobs: Number of workers; by default one for each core.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The comparison. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> comparison = tertium.compare_metrics("scores.tsv")
        >>> comparison.test, len(comparison.pairs)
        ('williams', 3)
    """
    settings = CompareMetricsSettings(
        test=test,
        alternative=alternative,
        correction=correction,
        p_value=p_value,
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
        return study.compare_metrics(table, make_statistic(statistic, settings), settings, progress)
