"""The study: compare verdicts of metrics and tests of significance with human verdicts."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations

from tertium.comparison.sample import collect
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.executor import Executor
from tertium.core.sample import Pair, Sample
from tertium.core.spec import Value, check_number
from tertium.core.stats import Metric
from tertium.core.study_sample import StudySample
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.core.wording import Placeholder
from tertium.human.gold import check_confidence_levels
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy.human_verdicts import HumanVerdicts
from tertium.meta.accuracy.results import AccuracyStudy, MetricUsed
from tertium.meta.accuracy.settings import AccuracySettings
from tertium.meta.accuracy.verdicts import (
    GoldVerdicts,
    TestedMetric,
    accuracy_of,
    agreement_of_tests,
    metrics_differ,
)
from tertium.significance import Test, all_tests, make_tests


def accuracy(
    testset: TestSet,
    metrics: str | Metric | Iterable[str | Metric] | None,
    human: HumanVerdicts,
    settings: AccuracySettings,
    *,
    test: str | Test | Iterable[str | Test] | None,
    confidence_levels: Sequence[float],
    gold_confidence_level: float | None,
    workers: Executor,
) -> AccuracyStudy:
    """Compare verdicts of metrics and tests of significance with human verdicts.

    Args:
        testset: The outputs.
        metrics: Metrics in printed form; by default BLEU, and any scores in the test set.
        human: Human verdicts.
        settings: How verdicts are computed.
        test: Significance tests; by default all that can ask which system is better.
        confidence_levels: Confidence levels of verdicts.
        gold_confidence_level: Confidence level of human verdicts; by default the same.
        workers: Spreads the work.
    """
    check_confidence_levels(confidence_levels)
    if gold_confidence_level is not None:
        check_number("gold_confidence_level", gold_confidence_level, float, above=0, below=1)
    gold = human.gold
    systems = gold.p_values.systems
    if len(systems) < 2:
        raise UsageError(
            f"Only one of the systems was judged, {', '.join(systems)}; a verdict compares two.",
            hint="Name more output files, or map names of systems in the ratings to outputs:"
            f" {wording.option('rename', {Placeholder('JUDGED'): Placeholder('OUTPUT')})}.",
        )
    verdicts = tuple(
        GoldVerdicts(at, gold_confidence_level or at, gold.at(gold_confidence_level or at))
        for at in confidence_levels
    )
    if testset.outputs:
        testset = replace(testset, outputs={s: testset.outputs[s] for s in systems}, _memo={})
    with workers.phase(0.3):
        collected = collect(testset, metrics, level="segment", combine_runs="mean")
    _check_directions(collected.sample)
    chosen = make_tests(test or _default_tests(), **_for_tests(settings))
    with workers.phase(0.7, len(chosen)):
        tested = _tested(collected.sample, chosen, systems)
    accuracies = tuple(accuracy_of(one, at_level) for at_level in verdicts for one in tested)
    names = [str(metric) for metric in collected.sample.metrics]
    return AccuracyStudy(
        tertium=VERSION,
        settings=settings,
        data=collected.data,
        judgments=human.judgments,
        joined=human.joined,
        without=human.without,
        unknown=human.unknown,
        source=gold.source,
        systems=systems,
        metrics=_metrics(collected),
        tests={test.name: str(test) for test in chosen},
        gold=verdicts,
        tested=tuple(tested),
        accuracies=accuracies,
        differences=tuple(
            metrics_differ(
                [
                    o
                    for o in accuracies
                    if (o.confidence_level, o.test) == (confidence_level, test.name)
                ]
            )
            for confidence_level in confidence_levels
            for test in chosen
        ),
        agreements=tuple(
            agreement
            for confidence_level in confidence_levels
            for name in names
            for agreement in agreement_of_tests(
                [t for t in tested if t.metric == name], confidence_level
            )
        ),
    )


def _check_directions(sample: Sample) -> None:
    for metric in sample.metrics:
        if metric.higher_is_better is None:
            raise UsageError(
                f"{metric} has no direction, so that neither of two systems is better."
            )


def _default_tests() -> list[str]:
    """Tests that can ask whether one system is better, as in Graham et al. 2014."""
    return [
        name
        for name, test in all_tests().items()
        if "greater" in test.alternatives and test.question == "these outputs"
    ]


def _for_tests(settings: AccuracySettings) -> dict[str, Value]:
    return {
        "trials": settings.trials,
        "seed": settings.seed,
        "p_value": settings.p_value,
        "alternative": "greater",
    }


def _tested(sample: Sample, tests: Sequence[Test], systems: tuple[str, ...]) -> list[TestedMetric]:
    """P-values of all ordered pairs, metric by metric."""
    pairs = [Pair(*both) for both in permutations(systems, 2)]
    found: dict[tuple[str, str], TestedMetric] = {}
    for test in tests:
        if test.alternative != "greater":
            raise UsageError(
                f"{test} is not one-sided; verdicts need a test of whether a system is better."
            )
        if [one.name for one in tests].count(test.name) > 1:
            raise UsageError(f"The test {test.name} is given twice.")
        for metric, outcomes in zip(sample.metrics, test.run(sample, pairs), strict=True):
            p = {pair: one.p for pair, one in zip(pairs, outcomes, strict=True)}
            matrix = tuple(
                tuple(p.get(Pair(one, other), math.nan) for other in systems) for one in systems
            )
            key = str(metric), test.name
            found[key] = TestedMetric(*key, PValues(systems, matrix))
    return [found[str(metric), test.name] for metric in sample.metrics for test in tests]


def _metrics(collected: StudySample) -> tuple[MetricUsed, ...]:
    return tuple(
        MetricUsed(str(metric), metric.title, signature)
        for metric, (signature, _) in zip(
            collected.sample.metrics, collected.signatures, strict=True
        )
    )
