"""Runs the checks."""

from collections.abc import Iterable, Iterator, Sequence

from tertium.checks._findings import Finding, Findings
from tertium.core import plugins, wording
from tertium.core.errors import DataError, UnknownMember
from tertium.core.notices import warn
from tertium.core.stats import Metric
from tertium.core.testset import TestSet


def run_checks(
    testset: TestSet, *, allow: Iterable[str] = (), metric: Metric | None = None
) -> Findings:
    """Run all checks.

    Args:
        testset: The test set.
        allow: Names of checks to skip.
        metric: Metric to measure the effect of findings with; None measures no effects.
    """
    allowed = allowed_names(allow)
    found = _found(testset, [name for name in plugins.names("checks") if name not in allowed])
    if metric is not None:
        from tertium.checks._effects import with_effects

        found = with_effects(found, testset, metric)
    return Findings.of(sorted(found, key=lambda finding: finding.level))


def enforce(
    testset: TestSet, *, allow: Iterable[str] = (), only: Iterable[str] | None = None
) -> None:
    """Raise the first error; warn once of the findings of each check.

    Args:
        testset: The test set.
        allow: Names of checks to skip.
        only: Names of checks to run; by default all.
    """
    if only is not None:
        allow = set(plugins.names("checks")) - allowed_names(only)
    allow = {*allowed_names(allow), *_reported_by_metrics()}
    findings = run_checks(testset, allow=allow)
    for finding in findings.errors[:1]:
        raise DataError(
            f"{finding.message} {finding.effect}", where=finding.where, check=finding.check
        )
    if findings.warnings:
        from tertium.checks._notices import grouped

        for notice in grouped(findings.warnings):
            warn(notice, stacklevel=2)


def _reported_by_metrics() -> list[str]:
    """Checks whose findings are left to the metrics that they affect."""
    names = plugins.names("checks")
    return [n for n in names if hasattr(plugins.load("checks", n), "REPORTED_BY_METRICS")]


def how_to_allow(check: str) -> str:
    """Explain how to continue despite an error that a check found, and the effect."""
    outcome = getattr(plugins.load("checks", check), "ALLOWED", "")
    return f"To continue anyway: {wording.option('allow', [check])}. {outcome}".rstrip()


def allowed_names(allow: Iterable[str]) -> set[str]:
    """Return names of checks as a set; refuse unknown names."""
    names = {allow} if isinstance(allow, str) else set(allow)
    for name in names:
        if name not in plugins.names("checks"):
            raise UnknownMember("check", name, plugins.names("checks"))
    return names


def _found(testset: TestSet, names: Sequence[str]) -> list[Finding]:
    """Run some checks; on one system at a time if the outputs are not kept in memory."""
    if testset.in_memory:
        return [finding for name in names for finding in _run(name, testset)]
    across = [n for n in names if hasattr(plugins.load("checks", n), "ACROSS_SYSTEMS")]
    others = [n for n in names if n not in across]
    found = [finding for name in across for finding in _run(name, testset)]
    for part in testset.by_system():
        found += _found(part, others)
    return list(dict.fromkeys(found))  # references are checked again with every system


def _run(name: str, testset: TestSet) -> Iterator[Finding]:
    module = plugins.load("checks", name)
    if hasattr(module, "find"):
        for finding in module.find(testset):
            yield finding._replace(check=name)
