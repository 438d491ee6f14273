"""Permutation tests between metrics, beside those of mt-metrics-eval.

python -m benchmarks.meta

CPU time of 1,000 trials on nine systems and 1,418 segments. Theirs are measured on a few trials,
without early stopping, and scaled up; what they take without any, to prepare the scores and for the
difference that is tested, is not counted. Of ours everything is.
"""

import gzip
import importlib
import json
import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.stats

from benchmarks.measure import HEADER, Comparison, call_seconds, in_turn
from benchmarks.peers import FOLDER, MT_METRICS_EVAL
from benchmarks.texts import SCORES
from tertium.core.executor import Executor, use
from tertium.core.formatting import plain_table
from tertium.meta.permutation import permutation_test
from tertium.meta.statistics import make_statistic

TRIALS = 1000
REPETITIONS = 3


class Job(NamedTuple):
    """A test, the number of mt-metrics-eval's trials to measure, and the ratio to reach."""

    name: str
    statistic: str
    average: str
    swap: str
    theirs: Callable[[Any, Any, Any, int], Any]
    trials: int
    goal: float | None


def comparisons() -> tuple[list[Comparison], list[str]]:
    """Compare the tests; or a line that says why not."""
    absence = next((peer.absence for peer in MT_METRICS_EVAL if peer.absence), "")
    if absence:
        return [], [absence]
    sys.path.insert(0, str(FOLDER))
    stats = importlib.import_module("mt_metrics_eval.stats")
    gold, first, second = _scores()
    one, two = (
        stats.Correlation(len(gold), gold.ravel().tolist(), metric.ravel().tolist())
        for metric in (second, first)  # theirs asks whether the second is better
    )
    return [_compared(job, (stats, one, two), (gold, first, second)) for job in _JOBS], []


def _compared(job: Job, theirs: tuple[Any, Any, Any], ours: tuple[Any, Any, Any]) -> Comparison:
    found: dict[str, float] = {}

    def run_theirs(trials: int) -> float:
        def run() -> None:
            found["theirs"] = job.theirs(*theirs, trials)[1]

        return call_seconds(run)

    def run_ours() -> None:
        with use(Executor(1)):
            found["ours"] = permutation_test(
                make_statistic(job.statistic),
                *ours,
                swap=job.swap,
                average=job.average,
                trials=TRIALS,
                alternative="greater",
            ).difference

    times = in_turn(
        lambda: (run_theirs(job.trials) - run_theirs(0)) * TRIALS / job.trials,
        lambda: call_seconds(run_ours),
        REPETITIONS,
    )
    # Soft pairwise accuracy has random signs of its own.
    tolerance = 0.01 if "soft" in job.statistic else 1e-9
    assert math.isclose(found["theirs"], found["ours"], abs_tol=tolerance), found
    return Comparison(job.name, *times, job.goal, "mt-metrics-eval")


def _scores() -> tuple[Any, Any, Any]:
    """MQM scores of WMT20 English-German with two metrics, or as many random scores."""
    if SCORES.exists():
        data = json.loads(gzip.decompress(SCORES.read_bytes()))
        tables = (data["gold"], data["metrics"]["chrF"], data["metrics"]["TER"])
        return tuple(np.array(scores, float) for scores in tables)  # type: ignore[return-value]
    random = np.random.default_rng(1)
    gold = -np.round(random.exponential(2, (9, 1418)), 1)
    return gold, gold + random.normal(0, 6, gold.shape), gold + random.normal(0, 9, gold.shape)


def _swapping(function: Callable[[Any], Any], average: str, **options: Any) -> Any:
    """Their test that swaps scores."""

    def run(stats: Any, one: Any, two: Any, trials: int) -> Any:
        never = stats.PermutationSigDiffParams(block_size=trials + 1)
        return stats.PermutationSigDiff(
            one, two, function(stats), average, trials, never, **options
        )

    return run


def _swapping_pairs(stats: Any, one: Any, two: Any, trials: int) -> Any:
    """Their test that swaps outcomes of pairs; both metrics are best with an epsilon of 0."""
    never = stats.PermutationSigDiffParams(block_size=trials + 1)
    return stats.PairwisePermutationSigDiff(one, two, "acc23", "item", trials, never, 0.0, 0.0)


def _soft(stats: Any, one: Any, two: Any, trials: int) -> Any:
    never = stats.PermutationSigDiffParams(block_size=trials + 1)

    def statistic(gold: Any, metric: Any) -> Any:
        return stats.PairwiseConfidenceError(gold, metric, one.num_sys)

    return stats.PermutationSigDiff(one, two, statistic, "none", trials, never)


_CALIBRATED = "acc-eq(epsilon=calibrated)" if SCORES.exists() else "acc-eq"
_JOBS = [
    Job(
        "swap scores, Pearson, none",
        "pearson",
        "none",
        "scores",
        _swapping(lambda _: scipy.stats.pearsonr, "none"),
        40,
        50,
    ),
    Job(
        "swap scores, tau-b, none (SciPy)",
        "kendall-b",
        "none",
        "scores",
        _swapping(lambda _: scipy.stats.kendalltau, "none"),
        40,
        None,
    ),
    Job(
        "swap scores, tau-b, item",
        "kendall-b",
        "item",
        "scores",
        _swapping(lambda stats: stats.KendallVariants, "item", variant="b"),
        4,
        50,
    ),
    Job(
        "swap scores, Pearson, item",
        "pearson",
        "item",
        "scores",
        _swapping(lambda _: scipy.stats.pearsonr, "item"),
        2,
        50,
    ),
    Job("swap pairs, acc-eq, item", _CALIBRATED, "item", "pairs", _swapping_pairs, 10, 50),
    Job(
        "swap scores, soft pairwise accuracy",
        "soft-pairwise-accuracy",
        "none",
        "scores",
        _soft,
        20,
        20,
    ),
]


if __name__ == "__main__":
    made, absent = comparisons()
    print(plain_table(HEADER, [comparison.to_row() for comparison in made]))
    for line in absent:
        print(line)
