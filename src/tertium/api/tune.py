"""Tune the parameters of a metric to human scores."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tertium import formats
from tertium.api._arguments import check_testset
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.scores import SegmentScores
from tertium.core.spec import names_of
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.human.join import human_scores
from tertium.human.ratings import Ratings
from tertium.meta.tune import study
from tertium.meta.tune.human_scores import (
    TargetScores,
    target_from_ratings,
    target_from_scores,
)
from tertium.meta.tune.results import Tuning
from tertium.meta.tune.settings import TuneSettings

Path = str | os.PathLike[str]


@reported_as("Tuning")
def tune(
    testset: TestSet,
    metrics: str | Metric,
    human: SegmentScores | Ratings | Path | Sequence[Path],
    *,
    statistic: str = "pearson",
    level: str = "segment",
    folds: int = 5,
    fold_level: str = "segment",
    starts: int = 4,
    trials: int = 1000,
    confidence_level: float = 0.95,
    seed: int = 12345,
    gold: str = "",
    task: str = "",
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    rename: Mapping[str, str] | None = None,
    jobs: int | None = None,
    progress: Advance | None = None,
) -> Tuning:
    """Tune the parameters of a metric so that its scores correlate best with human scores.

    The gain is measured by cross-validation, on parts of the data that were held out.

    Args:
        testset: Outputs, from `tertium.read` or `tertium.testset`.
        metrics: One metric to start from, as in "meteor(norm=true)".
        human: Human scores of segments, higher for better: files in the formats of scores,
            their content, or human judgments from `tertium.read_ratings`.
        statistic: Correlation to maximize: "pearson", "spearman" or "kendall-b".
        level: "segment" or "system" level of the correlation.
        folds: Number of parts, each held out in turn.
        fold_level: What is held out and resampled: "segment" or "document".
        starts: Number of random starting points, beside the parameters of the metric given.
        trials: Number of bootstrap samples.
        confidence_level: Confidence level of the interval of the gain.
        seed: Seed of the search and the bootstrap.
        gold: Name of the human scores in a file; by default "human", or the only scores.
        task: Annotation task, if the judgments are of several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were judged.
        include_machines: Names of machine annotators whose judgments count, too.
        rename: Names of outputs, by the names of systems in the judgments.
        jobs: Number of threads; by default one for each core.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The parameters before and after, and their gain; `tertium.write_parameters` writes them.

    Example:
        >>> news = tertium.read("outputs/*.txt", references="ref.txt")
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> tuning = tertium.tune(news, "chrf", ratings, task="adequacy", folds=2, starts=0)
        >>> tuning.tuned.startswith("chrf")
        True
    """
    check_testset(testset)
    settings = TuneSettings(
        statistic=statistic,
        level=level,
        folds=folds,
        fold_level=fold_level,
        starts=starts,
        trials=trials,
        confidence_level=confidence_level,
        seed=seed,
    )
    start = study.tunable_metric(metrics, testset)
    target = _target(
        testset,
        human,
        gold,
        task=task,
        quality=quality,
        machines=names_of(include_machines),
        rename=rename,
    )
    return study.tune(testset, start, target, settings, Executor(jobs, progress))


def _target(
    testset: TestSet,
    human: SegmentScores | Ratings | Path | Sequence[Path],
    gold: str,
    **of_ratings: Any,
) -> TargetScores:
    """Read the human scores, unless they are in memory."""
    if isinstance(human, Ratings):
        if gold:
            raise UsageError(f"{wording.option('gold')} does not apply to human judgments.")
        return target_from_ratings(testset, human_scores(testset, human, **of_ratings))
    if not isinstance(human, SegmentScores):
        paths = [human] if isinstance(human, str | os.PathLike) else human
        if not paths:
            raise UsageError("There is no file of human scores.")
        pair = "-".join(filter(None, (testset.source_language, testset.target_language)))
        read = [
            formats.read("scores", os.fspath(path), language_pair=pair, option="") for path in paths
        ]
        human = read[0] if len(read) == 1 else SegmentScores.concatenated(read)
    return target_from_scores(testset, human, gold)
