"""Compare systems: is the difference real?"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from tertium.api._judged_sample import collect_judgments
from tertium.api._sample import collect
from tertium.api._study import Study
from tertium.api._tests import SCOPES, default_tests, tests_of
from tertium.api.ratings import prepared, taken_rules
from tertium.core import executor, progress
from tertium.core.comparison import Comparison, Settings
from tertium.core.errors import UnknownMember, UsageError, did_you_mean
from tertium.core.sample import Pair, Sample
from tertium.core.spec import Value
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.human.errors import Weights
from tertium.human.ratings import Ratings
from tertium.human.segments import SCALES
from tertium.human.shared_outputs import of_single_systems
from tertium.inference import corrections

# Differences that a test may hold at once without being asked to: half a gigabyte.
_NUMBERS = 2**26

if TYPE_CHECKING:
    from tertium.significance._test import Test


def compare(
    testset: TestSet | Iterable[TestSet] | Ratings,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    tests: "str | Test | Iterable[str | Test] | None" = None,
    task: str = "",
    languages: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    scale: str = "auto",
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
    **settings: Value,
) -> Comparison:
    """Compare systems: scores, differences with intervals, tests, verdicts.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives; or several with the same references; or
            human judgments, as `tertium.read_ratings` gives them.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU, and any scores that are given.
        tests: Tests of significance, of which the first decides; by default approximate
            randomization, and for several runs a test of the training procedure too.
        task: What was judged, where there are human judgments of several tasks.
        languages: The language pair, where there are human judgments of several.
        quality: Whether to take human judgments only of annotators who pass quality control; by
            default where degraded outputs were shown.
        weights: What errors weigh, for human judgments that mark errors.
        scale: Whether human judgments are compared "raw" or "standardized"; by default as
            `tertium.rank` does.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work: threads, processes, dask:ADDRESS, ray:ADDRESS.
        advance: Called with the share of the work done since the last call.
        settings: `trials`, by default 10,000 or as many as the correction needs to show anything,
            and any of `baseline`, `all_pairs`, `seed`, `alternative`, `level`,
            `correction`, `family`, `p_value`, `interval`, `subsample`, `unit`, `statistic`; see
            `tertium.core.comparison.Settings`; for human judgments also, after `quality_`, any
            parameter of `tertium.human.quality_control.Rules`.

    Returns:
        The comparison; print it, or take `.to_dict()`, `.to_frame()`, `.verdicts`.
    """
    rules = taken_rules(settings)
    chosen = Settings.of(settings)
    if isinstance(testset, Ratings):
        if metrics is not None:
            raise UsageError("Human judgments have values of their own; metrics do not apply.")
        if scale not in SCALES:
            raise UnknownMember("scale", scale, SCALES)
        ready = prepared(
            testset,
            task=task,
            languages=languages,
            quality=quality,
            rules=rules,
            weights=weights,
            scale=scale,
        )
        collected = collect_judgments(ready, scale=scale, unit=chosen.unit)
    else:
        _check_no_judgments(
            task=bool(task),
            languages=bool(languages),
            quality=quality is not None or rules is not None,
            weights=weights is not None,
            scale=scale != "auto",
        )
        testsets = 1 if isinstance(testset, TestSet) else math.inf
        with (
            progress.phase(advance, 0.3, testsets) as step,
            executor.use(executor.Executor(jobs, step, engine)),
        ):
            collected = collect(testset, metrics, unit=chosen.unit, statistic=chosen.statistic)
    sample = collected.sample
    chosen = _with_baseline(chosen, sample)
    pairs = _pairs(chosen, sample)
    if "trials" not in settings:
        chosen = replace(chosen, trials=_enough_trials(chosen, len(pairs), len(sample.metrics)))
    made = tests_of(tests or default_tests(map(len, sample.rows.values())), chosen)
    with (
        progress.phase(advance, 0.7, 1 + len(made)) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        return Study(collected, chosen, tuple(made), pairs).result()


def require_better(result: Comparison, system: str, scope: str | None = None) -> str:
    """Say why a system is not shown to be better than the baseline; empty if it is.

    It must be significantly better under every metric, by the corrected p-value of one test.

    Args:
        result: The comparison.
        system: The system.
        scope: "outputs" or "training": the first test that applies to these outputs, or that
            generalizes to the training procedure, decides; by default the first test of all.
    """
    names = [one.system for one in result.metrics[0].systems]
    baseline = _baseline_of(system, names, result.settings.baseline)
    test, said = 0, ""
    if scope is not None:
        questions = [tested.question for tested in result.metrics[0].pairs[0].tests]
        test = _test_of_scope(questions, scope, result.tests)
        said = f" for {SCOPES[scope].question}"
    for metric in result.metrics:
        if metric.winner(system, baseline, test) != system:
            return f"{system} is not shown to be better than {baseline} under {metric.title}{said}."
    return ""


def check_requirement(
    testset: TestSet | Ratings,
    system: str,
    scope: str | None = None,
    *,
    tests: "str | Test | Iterable[str | Test] | None" = None,
    **settings: Value,
) -> None:
    """See, before anything is computed, that `require_better` will have an answer.

    Args:
        testset: The test set or the human judgments to be compared.
        system: The system that is required to be better.
        scope: As for `require_better`.
        tests: As for `compare`.
        settings: As for `compare`.
    """
    taken_rules(settings)
    chosen = Settings.of(settings)
    runs = testset.runs if isinstance(testset, TestSet) else _judged_once(testset)
    first = None if chosen.all_pairs else next(iter(runs), None)
    _baseline_of(system, list(runs), chosen.baseline or first)
    if scope is not None:
        made = tests_of(tests or default_tests(runs.values()), chosen)
        _test_of_scope([test.question for test in made], scope, list(map(str, made)))


def _judged_once(ratings: Ratings) -> dict[str, int]:
    """Systems that were judged, each with one run."""
    outputs = of_single_systems(ratings.where(ratings.kind.is_("system")))
    return dict.fromkeys(sorted(outputs.system.names), 1)


def _test_of_scope(questions: Sequence[str], scope: str, tests: Sequence[str]) -> int:
    """Give the number of the first test that applies to a scope."""
    if scope not in SCOPES:
        raise UnknownMember("scope", scope, tuple(SCOPES))
    if SCOPES[scope].question in questions:
        return questions.index(SCOPES[scope].question)
    raise UsageError(
        f"No test that applies to {SCOPES[scope].question} was made.",
        hint=f"Add one to the tests: {','.join([*tests, SCOPES[scope].test])}.",
    )


def _baseline_of(system: str, systems: Sequence[str], baseline: str | None) -> str:
    """Give the baseline that a system can be required to be better than."""
    if system not in systems:
        raise UsageError(
            f"{system!r} is not among the systems.{did_you_mean(system, systems)}",
            hint=f"Systems: {', '.join(systems)}.",
        )
    if baseline is None or system == baseline:
        raise UsageError("What is required to be better needs a baseline other than itself.")
    return baseline


def _check_no_judgments(**given: bool) -> None:
    """Refuse what only human judgments can be prepared by."""
    names = [name for name, is_given in given.items() if is_given]
    if names:
        raise UsageError(
            f"Only comparisons of human judgments take: {', '.join(names)}.",
            hint="Give the judgments with --ratings FILE.",
        )


def _with_baseline(settings: Settings, sample: Sample) -> Settings:
    """See that there is something to compare, and settle with what."""
    if len(sample.rows) < 2:
        raise UsageError(
            "Only one system is given; a comparison needs two.",
            hint="Name another output file, or use: tertium score --confidence",
        )
    if settings.baseline is None:
        return (
            settings if settings.all_pairs else replace(settings, baseline=next(iter(sample.rows)))
        )
    if settings.baseline not in sample.rows:
        raise UsageError(
            f"The baseline {settings.baseline!r} is not among the systems."
            f"{did_you_mean(settings.baseline, sample.rows)}",
            hint=f"Systems: {', '.join(sample.rows)}.",
        )
    return settings


def _enough_trials(settings: Settings, pairs: int, metrics: int) -> int:
    """Give the number of trials that the correction for many comparisons needs."""
    if settings.p_value == "plain":
        return settings.trials
    return corrections.enough_trials(
        settings.trials,
        1 - settings.level,
        settings.hypotheses(pairs, metrics),
        settings.correction,
        most=_NUMBERS // (pairs * metrics),
    )


def _pairs(settings: Settings, sample: Sample) -> tuple[Pair, ...]:
    """What is compared with what; where sides are taken, both ways are asked."""
    if settings.all_pairs:
        both = combinations if settings.alternative == "two-sided" else permutations
        return tuple(Pair(*names) for names in both(sample.systems, 2))
    assert settings.baseline is not None
    return tuple(
        Pair(name, settings.baseline) for name in sample.systems if name != settings.baseline
    )
