"""Score the outputs of a test set."""

from collections.abc import Iterable

from tertium import metrics as door
from tertium.api._arguments import check_testset
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.progress import Advance, reported_as
from tertium.core.results import INTERVALS, BootstrapSettings, Scores
from tertium.core.spec import check_number
from tertium.core.stats import Metric
from tertium.core.testset import TestSet

SEED = 12345


@reported_as("Scoring")
def score(
    testset: TestSet,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    confidence: bool = False,
    confidence_level: float = 0.95,
    trials: int = 1000,
    seed: int = SEED,
    interval: str = "percentile",
    subsample: float = 1.0,
    jobs: int | None = None,
    progress: Advance | None = None,
) -> Scores:
    """Score every output of a test set under every metric.

    Args:
        testset: A test set, from `tertium.read` or `tertium.testset`.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        confidence: Whether to add confidence intervals from bootstrap samples (Koehn 2004).
        confidence_level: Confidence level of the intervals.
        trials: Number of bootstrap samples.
        seed: Seed of the bootstrap.
        interval: Kind of interval: "percentile", interpolated; "element" of the sorted scores, as
            in Neubig's tutorial on machine translation (chapter 11, Algorithm 4); or "bca",
            bias-corrected and accelerated (Efron 1987).
        subsample: Size of a bootstrap sample as a share of the test set; Neubig uses 0.5.
        jobs: Number of threads; by default one for each core.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The scores, system by system. Print them, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read(["a.txt", "b.txt"], references="ref.txt")
        >>> tertium.score(news, "bleu,chrf").get("a", "bleu")
        Score(a: BLEU = 42.1)
    """
    check_testset(testset)
    chosen = door.default_metrics(testset) if metrics is None else door.metrics(metrics)
    if not testset.runs:
        raise UsageError("There is no system to score.", hint="Name at least one output file.")
    check_number("confidence_level", confidence_level, float, above=0, below=1)
    check_number("trials", trials, int, minimum=1, maximum=MOST_TRIALS)
    check_number("seed", seed, int, minimum=0, maximum=LARGEST_SEED)
    check_number("subsample", subsample, float, above=0, maximum=1)
    if interval not in INTERVALS:
        raise wording.bad_option("interval", f"one of {', '.join(INTERVALS)}", interval)
    bootstrap = BootstrapSettings(confidence_level, trials, seed, interval, subsample)
    return door.score_outputs(
        testset, chosen, bootstrap=bootstrap if confidence else None, jobs=jobs, advance=progress
    )
