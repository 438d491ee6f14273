"""Look for what is wrong with a test set."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tertium.core import plugins
from tertium.core.errors import DataError, DataWarning, UnknownMember
from tertium.core.files import printable
from tertium.core.findings import Finding
from tertium.core.progress import shown_as
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

    @property
    def warnings(self) -> list[Finding]:
        """What would only be told."""
        return [finding for finding in self.findings if finding.level == "warning"]

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
    found = _found(testset, [name for name in plugins.names("checks") if name not in allowed])
    if effects:
        found = _with_effects(found, testset)
    return _findings(sorted(found, key=lambda finding: finding.level))


@shown_as("Checking")
def check_files(**inputs: Any) -> Findings:
    """Run all checks on files; takes what `read` takes.

    What would stop reading is a finding too, and passed over to look for more.
    """
    from tertium.api.read import read

    allow = allowed_names(inputs.pop("allow", ()))
    found: list[Finding] = []
    while True:
        passed = {finding.check for finding in found}
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", DataWarning)
                testset = read(**inputs, allow=allow | passed, enforce_checks=False)
        except DataError as error:
            if not error.check or error.check in passed:
                raise
            found.append(Finding(error.check, "error", error.where, _bare(error), error.hint))
            continue
        # Texts that were cut are out of step: that has been told.
        known = {"unrelated"} if "different-lengths" in passed else set()
        rest = check(testset, allow=allow | known)
        return _findings((*found, *rest.errors, *_left_out(caught, found), *rest.warnings))


def enforce(
    testset: TestSet, *, allow: Iterable[str] = (), only: Iterable[str] | None = None
) -> None:
    """Stop at the first error; warn of everything else."""
    if only is not None:
        allow = set(plugins.names("checks")) - allowed_names(only)
    allow = {*allowed_names(allow), *_told_by_metrics()}
    for finding in check(testset, allow=allow, effects=False):
        if finding.level == "error":
            raise DataError(
                f"{finding.message} {finding.effect}", where=finding.where, check=finding.check
            )
        warnings.warn(f"{finding} [{finding.check}]", DataWarning, stacklevel=2)


def _told_by_metrics() -> list[str]:
    """Checks of which metrics tell by themselves, if they are concerned."""
    names = plugins.names("checks")
    return [n for n in names if hasattr(plugins.load("checks", n), "TOLD_BY_METRICS")]


def allowed_names(allow: Iterable[str]) -> set[str]:
    """Check that these are names of checks."""
    names = {allow} if isinstance(allow, str) else set(allow)
    for name in names:
        if name not in plugins.names("checks"):
            raise UnknownMember("check", name, plugins.names("checks"))
    return names


def _found(testset: TestSet, names: Sequence[str]) -> list[Finding]:
    if testset.in_memory:
        return [finding for name in names for finding in _run(name, testset)]
    across = [n for n in names if hasattr(plugins.load("checks", n), "ACROSS_SYSTEMS")]
    others = [n for n in names if n not in across]
    found = [finding for name in across for finding in _run(name, testset)]
    for part in testset.by_system():
        found += _found(part, others)
    return list(dict.fromkeys(found))  # of references the same is found with every system


def _run(name: str, testset: TestSet) -> Iterator[Finding]:
    module = plugins.load("checks", name)
    if hasattr(module, "find"):
        yield from module.find(testset)


def _findings(found: Iterable[Finding]) -> Findings:
    """Make findings printable: names of files may have bytes that are not UTF-8."""
    return Findings(
        tuple(f._replace(where=printable(f.where), message=printable(f.message)) for f in found)
    )


def _bare(error: DataError) -> str:
    """Message of an error without the place, which a finding has of its own."""
    return error.message.removeprefix(f"{error.where}: ") if error.where else error.message


def _left_out(
    caught: Iterable[warnings.WarningMessage], found: Iterable[Finding]
) -> Iterator[Finding]:
    """What the readers of formats have told, except of what stopped them before."""
    mark = " [left-out]"
    for one in caught:
        message = str(one.message)
        told = any(f.check == "invalid-utf8" and _same(f, message) for f in found)
        if message.endswith(mark) and not told:
            yield Finding("left-out", "warning", "", message.removesuffix(mark))


def _same(finding: Finding, message: str) -> bool:
    file = finding.where.rpartition(":")[0]
    return message.startswith(f"{file}: Invalid UTF-8")


def _with_effects(findings: list[Finding], testset: TestSet) -> list[Finding]:
    """Add what a repair of all texts would do to the BLEU of the output concerned.

    Mending one side alone would only turn the mismatch round. Where a reference is concerned, the
    output that changes most stands for all.
    """
    if not testset.references or not testset.outputs:
        return findings
    changes: dict[str, list[_Change]] = {}
    result = []
    for finding in findings:
        if finding.repair is not None:
            if finding.check not in changes:
                changes[finding.check] = _changes(testset, _repaired(testset, finding))
            known = changes[finding.check]
            own = [change for change in known if change.origin == finding.where]
            most = max(own or known, key=lambda change: abs(change.after - change.before))
            finding = finding._replace(effect=f"{finding.effect} {most}")
        result.append(finding)
    return result


class _Change(NamedTuple):
    """BLEU of an output before and after a repair."""

    label: str
    origin: str
    before: float
    after: float

    def __str__(self) -> str:
        if f"{self.before:.2f}" == f"{self.after:.2f}":
            return "BLEU stays the same without it."
        return (
            f"Mended, BLEU of {self.label} would be {self.after:.2f} instead of {self.before:.2f}."
        )


def _changes(testset: TestSet, repaired: TestSet) -> list[_Change]:
    from tertium.api.score import score

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # a finding has told it
        pairs = zip(score(testset, "bleu"), score(repaired, "bleu"), strict=True)
    return [
        _Change(
            before.label,
            testset.outputs[before.system][(before.run or 1) - 1].origin,
            before.value,
            after.value,
        )
        for before, after in pairs
    ]


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
