"""Require a system to be better than the baseline, as in a release pipeline."""

from collections.abc import Iterable, Mapping, Sequence

from tertium.comparison.comparison_result import Comparison
from tertium.comparison.settings import CompareSettings
from tertium.core.errors import UnknownMember, UsageError, did_you_mean
from tertium.significance import SCOPES, Test, default_tests, make_tests


def require_better(result: Comparison, system: str, scope: str | None = None) -> str:
    """Say why a system is not better than the baseline; empty if it is.

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
            return (
                f"{system} is not significantly better than {baseline} under {metric.title}{said}."
            )
    return ""


def check_requirement(
    runs: Mapping[str, int],
    settings: CompareSettings,
    system: str,
    scope: str | None = None,
    test: str | Test | Iterable[str | Test] | None = None,
) -> None:
    """Check, before anything is computed, that `require_better` can be answered.

    Args:
        runs: Number of runs of each system.
        settings: How they will be compared.
        system: The system that is required to be better.
        scope: As for `require_better`.
        test: Significance tests; the default depends on the number of runs.
    """
    first = None if settings.all_pairs else next(iter(runs), None)
    _baseline_of(system, list(runs), settings.baseline or first)
    if scope is not None:
        made = make_tests(test or default_tests(runs.values()), **settings.of_tests)
        _test_of_scope([test.question for test in made], scope, list(map(str, made)))


def _test_of_scope(questions: Sequence[str], scope: str, tests: Sequence[str]) -> int:
    """Number of the first test that applies to a scope."""
    if scope not in SCOPES:
        raise UnknownMember("scope", scope, tuple(SCOPES))
    if SCOPES[scope].question in questions:
        return questions.index(SCOPES[scope].question)
    raise UsageError(
        f"No test applies to {SCOPES[scope].question}.",
        hint=f"Add one to the tests: {','.join([*tests, SCOPES[scope].test])}.",
    )


def _baseline_of(system: str, systems: Sequence[str], baseline: str | None) -> str:
    """The baseline that a system is required to be better than."""
    if system not in systems:
        raise UsageError(
            f"{system!r} is not among the systems.{did_you_mean(system, systems)}",
            hint=f"Systems: {', '.join(systems)}.",
        )
    if baseline is None or system == baseline:
        raise UsageError(
            f"{system!r} cannot be required to be better: it needs another system as baseline."
        )
    return baseline
