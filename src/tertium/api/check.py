"""Look for what is wrong with a test set."""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tertium.core import plugins
from tertium.core.errors import DataError, DataWarning, UnknownMember
from tertium.core.findings import Finding
from tertium.core.results import Result, Row
from tertium.core.testset import Stream, TestSet


@dataclass(frozen=True)
class Findings(Result):
    """What the checks found, errors first."""

    findings: tuple[Finding, ...]

    @property
    def errors(self) -> list[Finding]:
        """What would stop scoring."""
        return [finding for finding in self.findings if finding.level == "error"]

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __str__(self) -> str:
        if not self.findings:
            return "Nothing found."
        return "\n".join(f"{f.level}: {f} [{f.check}]" for f in self.findings)

    def to_rows(self) -> list[Row]:
        """One row per finding."""
        return [
            {
                "level": finding.level,
                "check": finding.check,
                "where": finding.where,
                "message": finding.message,
                "effect": finding.effect,
            }
            for finding in self.findings
        ]

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        return {"findings": self.to_rows()}


def check(testset: TestSet, *, allow: Iterable[str] = (), effects: bool = True) -> Findings:
    """Run all checks.

    Args:
        testset: What to look at.
        allow: Names of checks to leave out.
        effects: Whether to measure, where a repair is known, what it would do to BLEU.
    """
    allowed = allowed_names(allow)
    found = [
        finding
        for name in plugins.names("checks")
        if name not in allowed
        for finding in _run(name, testset)
    ]
    if effects:
        found = [_with_effect(finding, testset) for finding in found]
    return Findings(tuple(sorted(found, key=lambda finding: finding.level)))


def check_files(**inputs: Any) -> Findings:
    """Run all checks on files; takes what `read` takes.

    What would stop reading is a finding too, and passed over to look for more.
    """
    from tertium.api.read import read

    allow = set(inputs.pop("allow", ()))
    found: list[Finding] = []
    while True:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DataWarning)
                passed = [finding.check for finding in found]
                testset = read(**inputs, allow=[*allow, *passed], enforce_checks=False)
        except DataError as error:
            if not error.check or error.check in passed:
                raise
            found.append(Finding(error.check, "error", error.where, error.message, error.hint))
            continue
        rest = check(testset, allow=allow)
        return Findings((*found, *rest))


def enforce(testset: TestSet, *, allow: Iterable[str] = ()) -> None:
    """Stop at the first error; warn of everything else."""
    for finding in check(testset, allow=allow, effects=False):
        if finding.level == "error":
            raise DataError(
                f"{finding.message} {finding.effect}", where=finding.where, check=finding.check
            )
        warnings.warn(f"{finding} [{finding.check}]", DataWarning, stacklevel=2)


def allowed_names(allow: Iterable[str]) -> set[str]:
    """Check that these are names of checks."""
    names = set(allow)
    for name in names:
        if name not in plugins.names("checks"):
            raise UnknownMember("check", name, plugins.names("checks"))
    return names


def _run(name: str, testset: TestSet) -> Iterator[Finding]:
    module = plugins.load("checks", name)
    if hasattr(module, "find"):
        yield from module.find(testset)


def _with_effect(finding: Finding, testset: TestSet) -> Finding:
    """Add what the repair would do to the BLEU of the first output concerned."""
    if finding.repair is None or not testset.references or not testset.outputs:
        return finding
    from tertium.api.score import score

    repaired = _repaired(testset, finding)
    changes = [
        (before.label, before.value, after.value)
        for before, after in zip(score(testset, "bleu"), score(repaired, "bleu"), strict=True)
        if f"{before.value:.2f}" != f"{after.value:.2f}"
    ]
    if not changes:
        return finding._replace(effect=f"{finding.effect} BLEU stays the same without it.")
    label, before, after = max(changes, key=lambda change: abs(change[2] - change[1]))
    return finding._replace(
        effect=f"{finding.effect} Mended, BLEU of {label} would be {after:.2f} instead of"
        f" {before:.2f}.",
    )


def _repaired(testset: TestSet, finding: Finding) -> TestSet:
    """Mend all texts: one side alone would only turn the mismatch round."""
    repair = finding.repair
    assert repair is not None

    def mended(stream: Stream) -> Stream:
        return replace(stream, lines=[repair(line) for line in stream])

    return replace(
        testset,
        references={name: mended(stream) for name, stream in testset.references.items()},
        outputs={
            name: tuple(mended(stream) for stream in runs) for name, runs in testset.outputs.items()
        },
        _memo={},
    )
