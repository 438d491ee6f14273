"""Check a test set for errors and suspicious data."""

import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from tertium.api._arguments import check_testset
from tertium.api.read import read
from tertium.checks import Finding, Findings, allowed_names, run_checks
from tertium.core.errors import DataError, DataWarning
from tertium.core.file_notices import LeftOut
from tertium.core.progress import shown_as
from tertium.core.testset import TestSet
from tertium.metrics import metric


@shown_as("Checking")
def check(testset: TestSet, *, allow: str | Iterable[str] = (), effects: bool = True) -> Findings:
    """Check a test set for errors and suspicious data.

    Args:
        testset: A test set, from `tertium.read` or `tertium.testset`.
        allow: Names of checks to leave out.
        effects: Whether to measure how fixing a finding would change BLEU.

    Returns:
        The findings, errors first. Print them, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read("a.txt", references="ref.txt")
        >>> print(tertium.check(news))
        No problems found.
    """
    check_testset(testset)
    return run_checks(testset, allow=allow, metric=metric("bleu") if effects else None)


@shown_as("Checking")
def check_files(**inputs: Any) -> Findings:
    """Run all checks on files; takes the arguments of `tertium.read`.

    An error that stops reading is a finding too; reading then continues without that check.
    """
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
            found.append(Finding("error", error.where, _bare(error), error.hint, check=error.check))
            continue
        # Texts of different lengths are cut, so that their lines may not correspond any more.
        known = {"unrelated"} if "different-lengths" in passed else set()
        rest = run_checks(testset, allow=allow | known, metric=metric("bleu"))
        return Findings.of((*found, *rest.errors, *_left_out(caught, found), *rest.warnings))


def _bare(error: DataError) -> str:
    """Message of an error without its file and line, which a finding holds separately."""
    return error.message.removeprefix(f"{error.where}: ") if error.where else error.message


def _left_out(
    caught: Iterable[warnings.WarningMessage], found: Iterable[Finding]
) -> Iterator[Finding]:
    """Warnings of the readers, except those about errors that stopped them before."""
    for warning in caught:
        notice = warning.message.args[0] if isinstance(warning.message, DataWarning) else None
        if isinstance(notice, LeftOut):
            known = any(f.check == "invalid-utf8" and _same(f, notice.message) for f in found)
            if not known:
                yield Finding("warning", "", notice.message, check="left-out")


def _same(finding: Finding, message: str) -> bool:
    file = finding.where.rpartition(":")[0]
    return message.startswith(f"{file}: Invalid UTF-8")
