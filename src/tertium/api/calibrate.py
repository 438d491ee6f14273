"""Calibrate: measure the type I error rate of significance tests on these data."""

import math
from collections.abc import Iterable

from tertium.api._arguments import checked_testsets
from tertium.comparison.calibrate import calibrate_tests
from tertium.comparison.calibration_result import Calibration
from tertium.comparison.sample import collect
from tertium.comparison.settings import CalibrateSettings
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.significance import Test


@reported_as("Calibrating")
def calibrate(
    testset: TestSet | Iterable[TestSet],
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    test: str | Test | Iterable[str | Test] | None = None,
    replicates: int = 2_000,
    size: int | None = None,
    trials: int = 1_000,
    seed: int = 12345,
    level: str = "segment",
    combine_runs: str = "mean",
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> Calibration:
    """Measure how often significance tests reject a true null hypothesis.

    Null pairs are made from the systems of the test set: each segment is swapped between two
    systems by the toss of a coin, so that every rejection is a false positive.

    Args:
        testset: A test set, from `tertium.read` or `tertium.testset`, with at least two
            systems; null pairs are made from all pairs of systems in turn.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        test: Significance tests; by default all that apply to these systems.
        replicates: Number of null pairs.
        size: Number of segments or documents of a null pair, drawn anew for each; by default all.
        trials: Number of trials of each test, and of bootstrap samples.
        seed: Seed of the resampling.
        level: What is swapped and resampled: "segment" or "document".
        combine_runs: Score of several training runs: the "mean" of their scores, or the score of
            "pooled" statistics.
        jobs: Number of workers; by default one for each core.
        engine: Where the workers run: "threads", "processes", "dask:ADDRESS" or "ray:ADDRESS".
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The calibration. Print it, or use `.verdicts`, `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read(["a.txt", "b.txt"], references="ref.txt")
        >>> calibration = tertium.calibrate(news, replicates=50, trials=100)
        >>> calibration.metrics[0].tests[0].rejections[0].nominal
        0.05
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
        return calibrate_tests(collected, settings, test)
