"""Plan: how large must a study be to detect a difference?"""

from collections.abc import Iterable

from tertium.api._arguments import check_testset
from tertium.comparison.plan import STEPS, plan_study
from tertium.comparison.plan_result import Plan
from tertium.comparison.sample import collect
from tertium.comparison.settings import PlanSettings
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.metrics import default_metrics


@reported_as("Planning")
def plan(
    testset: TestSet,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    difference: float | None = None,
    power: float = 0.8,
    confidence_level: float = 0.95,
    vary: str = "test-set",
    test: str = "approximate-randomization",
    replicates: int = 400,
    trials: int = 1_000,
    limit: int = 100_000,
    seed: int = 12345,
    level: str = "segment",
    combine_runs: str = "mean",
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> Plan:
    """Estimate how many segments, documents or training runs are needed to detect a difference.

    Args:
        testset: A test set, from `tertium.read` or `tertium.testset`, with two systems.
        metrics: One metric; by default BLEU, or the metric that layers of the test set imply.
        difference: Difference to detect, in points of the metric; by default the observed one.
        power: Probability that the study detects the difference.
        confidence_level: Confidence level of the test: 0.95 stands for p <= 0.05.
        vary: What is increased: the "test-set" (segments or documents), or training "runs".
        test: Significance test of the study.
        replicates: Number of simulated studies of each size.
        trials: Number of trials of the test.
        limit: Largest size to consider.
        seed: Seed of the simulation.
        level: What a study draws: "segment" or "document".
        combine_runs: Score of several training runs: the "mean" of their scores, or the score of
            "pooled" statistics.
        jobs: Number of workers; by default one for each core.
        engine: Where the workers run: "threads", "processes", "dask:ADDRESS" or "ray:ADDRESS".
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The plan. Print it, or use `.needed`, `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read(["a.txt", "b.txt"], references="ref.txt")
        >>> plan = tertium.plan(news, difference=3, replicates=50, trials=100)
        >>> 0 < plan.needed < 200
        True
    """
    check_testset(testset)
    settings = PlanSettings(
        difference=difference,
        power=power,
        confidence_level=confidence_level,
        vary=vary,
        test=test,
        replicates=replicates,
        trials=trials,
        limit=limit,
        seed=seed,
        level=level,
        combine_runs=combine_runs,
    )
    wanted = default_metrics(testset)[:1] if metrics is None else metrics
    workers = Executor(jobs, progress, engine)
    with workers.phase(0.1):
        collected = collect(testset, wanted, level=level, combine_runs=combine_runs)
    with workers.phase(0.9, STEPS):
        return plan_study(collected, settings)
