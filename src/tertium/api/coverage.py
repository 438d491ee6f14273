"""Coverage: how often does the confidence interval of a score contain the true score?"""

import math
from collections.abc import Iterable

from tertium.api._arguments import checked_testsets
from tertium.comparison.calibration_result import Coverage
from tertium.comparison.coverage import measure_coverage
from tertium.comparison.sample import collect
from tertium.comparison.settings import CalibrateSettings
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.stats import Metric
from tertium.core.testset import TestSet


@reported_as("Calibrating")
def coverage(
    testset: TestSet | Iterable[TestSet],
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    replicates: int = 2_000,
    size: int | None = None,
    trials: int = 1_000,
    seed: int = 12345,
    level: str = "segment",
    combine_runs: str = "mean",
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> Coverage:
    """Measure how often 95 % confidence intervals of a score contain the true score.

    Small test sets are drawn from the one given, whose score stands for the true one.

    Args:
        testset: A test set, from `tertium.read` or `tertium.testset`, with at least one
            system.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        replicates: Number of small test sets.
        size: Number of segments or documents of a small test set.
        trials: Number of bootstrap samples.
        seed: Seed of the resampling.
        level: What is drawn: "segment" or "document".
        combine_runs: Score of several training runs: the "mean" of their scores, or the score of
            "pooled" statistics.
        jobs: Number of workers; by default one for each core.
        engine: Where the workers run: "threads", "processes", "dask:ADDRESS" or "ray:ADDRESS".
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The coverage of percentile and BCa intervals. Print it, or use `.to_dict()` or
        `.to_frame()`.

    Example:
        >>> news = tertium.read("a.txt", references="ref.txt")
        >>> coverage = tertium.coverage(news, size=50, replicates=50, trials=100)
        >>> coverage.confidence_level
        0.95
    """
    testset = checked_testsets(testset)
    settings = CalibrateSettings(
        replicates=replicates,
        size=size,
        trials=trials,
        seed=seed,
        level=level,
        combine_runs=combine_runs,
    )
    workers = Executor(jobs, progress, engine)
    with workers.phase(0.1, 1 if isinstance(testset, TestSet) else math.inf):
        collected = collect(testset, metrics, level=level, combine_runs=combine_runs)
    with workers.phase(0.9):
        return measure_coverage(collected, settings)
