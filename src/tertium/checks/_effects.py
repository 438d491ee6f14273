"""How the score of an output would change if a finding was fixed."""

from dataclasses import replace
from typing import NamedTuple

from tertium.checks._findings import Finding
from tertium.core.stats import Metric
from tertium.core.streams import Stream
from tertium.core.testset import TestSet


def with_effects(findings: list[Finding], testset: TestSet, metric: Metric) -> list[Finding]:
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
