"""Runs the checks, and measures how fixing a finding would change a score."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tertium.checks._findings import Finding, Findings
from tertium.core import plugins, wording
from tertium.core.errors import DataError, UnknownMember
from tertium.core.notices import warn
from tertium.core.stats import Metric
from tertium.core.streams import Stream
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
        found = _with_effects(found, testset, metric)
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


def _with_effects(findings: list[Finding], testset: TestSet, metric: Metric) -> list[Finding]:
    """Add how the score of an output changes if a finding is fixed in all texts.

    A finding in a reference concerns all outputs; the one whose score changes most is reported.
    """
    if not testset.references or not testset.outputs:
        return findings
    changes: dict[str, list[_Change]] = {}
    result = []
    for finding in findings:
        if finding.repair is not None:
            if finding.check not in changes:
                changes[finding.check] = _changes(testset, _repaired(testset, finding), metric)
            known = changes[finding.check]
            own = [change for change in known if change.origin == finding.where]
            most = max(own or known, key=lambda change: abs(change.after - change.before))
            finding = finding._replace(effect=f"{finding.effect} {most}")
        result.append(finding)
    return result


class _Change(NamedTuple):
    """Score of an output before and after a finding is fixed."""

    metric: str
    label: str
    origin: str
    before: float
    after: float

    def __str__(self) -> str:
        if f"{self.before:.2f}" == f"{self.after:.2f}":
            return f"Fixing it would not change {self.metric}."
        return (
            f"If fixed, {self.metric} of {self.label} would be {self.after:.2f} instead of"
            f" {self.before:.2f}."
        )


def _changes(testset: TestSet, repaired: TestSet, metric: Metric) -> list[_Change]:
    """Score every output before and after a finding is fixed."""

    def value(scored: TestSet, system: str, run: int) -> float:
        return float(metric.score(metric.stats(scored, system, run).sum()))

    return [
        _Change(
            metric.title,
            f"{system} (run {run + 1})" if len(runs) > 1 else system,
            stream.origin,
            value(testset, system, run),
            value(repaired, system, run),
        )
        for system, runs in testset.outputs.items()
        for run, stream in enumerate(runs)
    ]


def _repaired(testset: TestSet, finding: Finding) -> TestSet:
    """Fix all texts: fixing only one of two texts would leave them different."""
    repair = finding.repair
    assert repair is not None

    def fixed(stream: Stream) -> Stream:
        return replace(stream, lines=[repair(line) for line in stream])

    return replace(
        testset,
        references={name: fixed(stream) for name, stream in testset.references.items()},
        outputs={
            name: tuple(fixed(stream) for stream in runs) for name, runs in testset.outputs.items()
        },
        _memo={},
    )
