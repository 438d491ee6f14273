"""Compare verdicts of metrics and significance tests with human verdicts."""

import os
from collections.abc import Iterable, Mapping, Sequence

from tertium.api._arguments import check_ratings, check_testset
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.spec import names_of
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.formats.gold_standards import read_gold_standard
from tertium.human.errors import Weights
from tertium.human.gold import CONFIDENCE_LEVELS, GoldStandard
from tertium.human.join import human_scores
from tertium.human.ratings import Ratings
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy import study
from tertium.meta.accuracy.human_verdicts import verdicts_from_gold, verdicts_from_scores
from tertium.meta.accuracy.results import AccuracyStudy
from tertium.meta.accuracy.settings import AccuracySettings
from tertium.significance import Test


@reported_as("Testing")
def accuracy(
    testset: TestSet,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    ratings: Ratings | None = None,
    gold_verdicts: str | os.PathLike[str] | PValues | None = None,
    test: str | Test | Iterable[str | Test] | None = None,
    confidence_levels: Sequence[float] = CONFIDENCE_LEVELS,
    gold_confidence_level: float | None = None,
    trials: int = 10_000,
    seed: int = 12345,
    p_value: str = "plus-one",
    scale: str = "auto",
    human_level: str = "segment",
    task: str = "",
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    weights: Weights | None = None,
    rename: Mapping[str, str] | None = None,
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> AccuracyStudy:
    """Compare the verdicts of metrics and significance tests with human verdicts.

    Args:
        testset: Outputs, from `tertium.read` or `tertium.testset`.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        ratings: Human judgments, from `tertium.read_ratings`; joined with outputs by the names of
            systems and segments.
        gold_verdicts: Human verdicts instead of judgments: p-values, or a file with them.
        test: Significance tests; by default all recommended tests.
        confidence_levels: Confidence levels of verdicts: 0.95 stands for p <= 0.05.
        gold_confidence_level: Confidence level of human verdicts; by default the same.
        trials: Number of trials of each test.
        seed: Seed of the resampling.
        p_value: "plus-one" for (c + 1) / (B + 1), which is never 0; "plain" for c / B.
        scale: "raw" or "standardized" judgments; "auto" standardizes adequacy, fluency and SQM, but
            no answers of yes or no.
        human_level: What the rank-sum test of human judgments compares: scores of a "segment" or
            "document", or single values ("judgment").
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
        The accuracies. Print them, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read("outputs/*.txt", references="ref.txt")
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> study = tertium.accuracy(news, ratings=ratings, task="adequacy", trials=200)
        >>> study.accuracies[0].pairs
        10
    """
    check_testset(testset)
    if ratings is not None:
        check_ratings(ratings)
    settings = AccuracySettings(
        trials=trials, seed=seed, p_value=p_value, scale=scale, human_level=human_level
    )
    if ratings is not None and gold_verdicts is None:
        human = human_scores(
            testset,
            ratings,
            task=task,
            quality=quality,
            machines=names_of(include_machines),
            weights=weights,
            scale=scale,
            rename=rename,
        )
        verdicts = verdicts_from_scores(human, settings)
    elif gold_verdicts is not None and ratings is None:
        given = (
            GoldStandard(gold_verdicts, {}, "p-values")
            if isinstance(gold_verdicts, PValues)
            else read_gold_standard(gold_verdicts)
        )
        verdicts = verdicts_from_gold(given, tuple(testset.runs), rename or {})
    else:
        both = ratings is not None
        raise UsageError(
            f"There are {'both' if both else 'neither'} human judgments"
            f" {'and' if both else 'nor'} human verdicts.",
            hint=f"Give either judgments ({wording.option('ratings')}) or verdicts"
            f" ({wording.option('gold_verdicts')}).",
        )
    return study.accuracy(
        testset,
        metrics,
        verdicts,
        settings,
        test=test,
        confidence_levels=confidence_levels,
        gold_confidence_level=gold_confidence_level,
        workers=Executor(jobs, progress, engine),
    )
