"""The study: search the best parameters, and measure their gain by cross-validation."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tertium.core import executor, wording
from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.executor import Executor
from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.core.resampling import HELD_OUT, counts, generator
from tertium.core.stats import Metric
from tertium.core.streams import digest
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.core.wording import FILE
from tertium.inference.intervals import percentile
from tertium.meta.tune.agreement import Agreement, Integers, Judged
from tertium.meta.tune.human_scores import TargetScores, named_outputs
from tertium.meta.tune.results import Correlations, Data, Fold, Gain, Parameter, Tuning
from tertium.meta.tune.search import Search
from tertium.meta.tune.settings import TuneSettings
from tertium.metrics import metric, metric_names

# Share of all work that preparing outputs takes, such as aligning them with references.
_PREPARING = 0.3

# Share of the remaining work that the searches take; the rest is the bootstrap.
_SEARCHES = 0.8


def tunable_metric(spec: str | Metric, testset: TestSet) -> Metric:
    """Make the metric to start from; refuse a metric without parameters to tune."""
    start = metric(spec).for_testset(testset)
    if not start.tunable:
        known = [name for name in metric_names() if metric(name).tunable]
        raise UsageError(
            f"{start} has no parameters that can be tuned.", hint=f"Known: {', '.join(known)}."
        )
    if not testset.runs:
        raise UsageError("There is no output to score.", hint="Name at least one output file.")
    return start


def tune(
    testset: TestSet,
    start: Metric,
    target: TargetScores,
    settings: TuneSettings,
    workers: Executor,
) -> Tuning:
    """Tune a metric to human scores.

    Args:
        testset: The outputs.
        start: The metric to start from.
        target: Human scores of the outputs.
        settings: How it is tuned.
        workers: Spreads the work, on threads.
    """
    named = named_outputs(testset)
    with workers.phase(_PREPARING, max(1, len(testset.references))):
        prepared = start.prepare(testset, [named[name] for name in target.outputs])
    judged = Judged(prepared, target.scores, _units(testset, settings.fold_level))
    with executor.use(workers.for_part(1 - _PREPARING)):
        return search_parameters(
            start, judged, settings, _data(testset, target, judged), start.own_signature(testset)
        )


def search_parameters(
    metric: Metric, judged: Judged, settings: TuneSettings, data: Data, of_metric: str
) -> Tuning:
    """Search the best parameters on all data and without each fold, and measure their gain."""
    folds = judged.folds(settings.folds, settings.seed, settings.fold_level)
    parts = [*_others(folds), _all(folds)]
    before = Agreement(metric, judged, settings)
    _check(judged, [before.on(judged.drawn(part)) for part in parts], data)

    def search(number: int) -> Metric:
        drawn = judged.drawn(parts[number])
        climb = Search(metric, lambda one: Agreement(one, judged, settings).on(drawn))
        return climb.best(settings.starts, settings.seed)

    with executor.use(executor.active().for_part(_SEARCHES)) as active:
        *of_folds, best = active.map(search, len(parts))
    after = [Agreement(one, judged, settings) for one in of_folds]
    held_out = [
        Fold(
            units=len(units),
            scores=int(judged.drawn(units)[judged.unit_of_known].sum()),
            metric=str(of_fold),
            default=before.on(judged.drawn(units)),
            tuned=agreement.on(judged.drawn(units)),
        )
        for units, of_fold, agreement in zip(folds, of_folds, after, strict=True)
    ]
    shares = [fold.scores / data.scores for fold in held_out]
    means = Correlations(
        sum(share * fold.default for share, fold in zip(shares, held_out, strict=True)),
        sum(share * fold.tuned for share, fold in zip(shares, held_out, strict=True)),
    )

    def resample(number: int) -> Floats:
        random = generator(settings.seed, HELD_OUT, number)
        return _differences(before, after[number], judged, folds[number], settings, random)

    with executor.use(executor.active().for_part(1 - _SEARCHES)) as active:
        resampled = active.map(resample, len(folds))
    whole = judged.drawn(parts[-1])
    return Tuning(
        tertium=VERSION,
        settings=settings,
        metric=str(metric),
        tuned=str(best),
        title=metric.title,
        of_metric=of_metric,
        data=data,
        parameters=tuple(_parameters(metric, best, of_folds)),
        seen=Correlations(before.on(whole), Agreement(best, judged, settings).on(whole)),
        held_out=means,
        gain=_gain(means, shares, resampled, settings),
        folds=tuple(held_out),
    )


def _all(folds: "Sequence[Integers]") -> Integers:
    return np.concatenate(folds)


def _others(folds: "Sequence[Integers]") -> "Iterator[Integers]":
    """Return the units of all other folds, for each fold."""
    for number in range(len(folds)):
        yield _all([*folds[:number], *folds[number + 1 :]])


def _check(judged: Judged, correlations: Sequence[float], data: Data) -> None:
    """Refuse human scores that define no correlation, on all data or without a fold."""
    human = judged.human[judged.known]
    if human.max() - human.min() <= TOLERANCE * abs(human).max():
        raise DataError(
            f"All {counted(data.scores, 'human score')} are {human[0]:g}; a correlation needs"
            " different scores."
        )
    if any(map(math.isnan, correlations)):
        raise DataError(
            "The correlation with human scores is undefined without one of the folds: there are"
            " too few scores, or all are equal.",
            hint="Judge more segments, or use fewer folds.",
        )


def _differences(
    before: Agreement,
    after: Agreement,
    judged: Judged,
    units: Integers,
    settings: TuneSettings,
    random: "np.random.Generator",
) -> Floats:
    """Gains of tuning on bootstrap samples of a fold."""
    times = counts(random, settings.trials, len(units), len(units)).astype(np.int64)
    drawn = (judged.drawn(units, one) for one in times)
    return np.array([after.on(one) - before.on(one) for one in drawn])


def _gain(
    means: Correlations,
    shares: Sequence[float],
    resampled: Sequence[Floats],
    settings: TuneSettings,
) -> Gain:
    value = means.tuned - means.default
    if math.isnan(value):
        reason = "the correlation is undefined on a fold"
        return Gain(math.nan, Interval.undefined(reason))
    values = np.array(shares) @ np.array(resampled)
    if np.isnan(values).any():
        return Gain(value, Interval.undefined("folds are too small to be resampled"))
    low, high = percentile(values, settings.confidence_level)
    wider = math.sqrt(1 + settings.folds / (settings.folds - 1))
    return Gain(value, Interval(value - wider * (value - low), value + wider * (high - value)))


def _parameters(metric: Metric, best: Metric, of_folds: Sequence[Metric]) -> Iterator[Parameter]:
    tuned, folds = best.tunable, [one.tunable for one in of_folds]
    for name, one in metric.tunable.items():
        yield Parameter(
            name=name,
            default=float(one.value),
            tuned=float(tuned[name].value),
            lowest=float(min(*one.tried, one.value)),
            highest=float(max(*one.tried, one.value)),
            folds=tuple(float(fold[name].value) for fold in folds),
        )


def _units(testset: TestSet, fold_level: str) -> Any:
    """Return the number of the unit of each segment."""
    if fold_level == "segment":
        return np.arange(len(testset))
    if not testset.document_ids:
        raise UsageError(
            f"{wording.option('fold_level', 'document')} needs the document of each segment.",
            hint=f"Give the documents with {wording.option('documents', FILE)}.",
        )
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in testset.document_ids])


def _data(testset: TestSet, target: TargetScores, judged: Judged) -> Data:
    scores = int(judged.known.sum())
    return Data(
        outputs=target.outputs,
        segments=len(testset),
        documents=len(set(testset.document_ids)) or None,
        units=len(set(judged.unit_of_known.tolist())),
        scores=scores,
        missing=target.scores.size - scores,
        gold=target.gold,
        languages=(testset.source_language, testset.target_language),
        testset=testset.digest,
        human=digest([*target.outputs, target.scores.astype("<f8").tobytes().hex()]),
        notes=target.notes,
    )
