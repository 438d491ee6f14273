"""Meta-evaluate metrics on hybrid systems (super-sampling)."""

from collections.abc import Iterable, Mapping

from tertium.api._arguments import check_ratings, check_testset
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.spec import names_of
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.human.errors import Weights
from tertium.human.join import human_scores
from tertium.human.ratings import Ratings
from tertium.meta.supersample import study
from tertium.meta.supersample.results import SuperSample
from tertium.meta.supersample.settings import SupersampleSettings


@reported_as("Super-sampling")
def supersample(
    testset: TestSet,
    ratings: Ratings,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    hybrids: int = 10_000,
    mix: str = "pairs",
    aggregate: str = "both",
    unrated: str = "human",
    scale: str = "auto",
    average: str = "judgments",
    trials: int = 10,
    confidence_level: float = 0.95,
    seed: int = 12345,
    task: str = "",
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    weights: Weights | None = None,
    rename: Mapping[str, str] | None = None,
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> SuperSample:
    """Meta-evaluate metrics on thousands of hybrids of a few systems (super-sampling).

    Args:
        testset: Outputs, from `tertium.read` or `tertium.testset`.
        ratings: Human judgments, from `tertium.read_ratings`; joined with outputs by the names of
            systems and segments.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        hybrids: Number of hybrid systems.
        mix: Whether a hybrid is made from two systems ("pairs") or from "all" systems.
        aggregate: Scores of metrics: from summed statistics ("corpus"), means of segment scores
            ("segments"), or "both".
        unrated: Outputs without judgments are left out of "human" scores only, or of "both".
        scale: "raw" or "standardized" judgments; "auto" standardizes adequacy, fluency and SQM, but
            no answers of yes or no.
        average: Human score: the mean of "judgments", or of "segments".
        trials: Number of further super-samples, which show how stable the order of metrics is.
        confidence_level: Confidence level of the intervals.
        seed: Seed of the sampling.
        task: Annotation task, if the judgments are of several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were judged.
        include_machines: Names of machine annotators whose judgments count, too.
        weights: Weights of errors, for judgments that mark errors.
        rename: Names of outputs, by the names of systems in the judgments.
        jobs: Number of workers; by default one for each core.
        engine: Where the workers run: "threads", "processes", "dask:ADDRESS" or "ray:ADDRESS".
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The super-sample. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read("outputs/*.txt", references="ref.txt")
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> sample = tertium.supersample(news, ratings, "bleu,ter", task="adequacy", hybrids=500)
        >>> sample.hybrids.order[0]
        '-ter corpus'
    """
    check_testset(testset)
    check_ratings(ratings)
    settings = SupersampleSettings(
        hybrids=hybrids,
        mix=mix,
        aggregate=aggregate,
        unrated=unrated,
        scale=scale,
        average=average,
        trials=trials,
        confidence_level=confidence_level,
        seed=seed,
    )
    human = human_scores(
        testset,
        ratings,
        task=task,
        quality=quality,
        machines=names_of(include_machines),
        weights=weights,
        scale=scale,
        average=average,
        rename=rename,
    )
    return study.supersample(testset, human, metrics, settings, Executor(jobs, progress, engine))
