"""Findings of the checks of a test set."""

from tertium.checks import Findings
from tertium.core import wording
from tertium.core.formatting import counted, visible
from tertium.core.wording import Placeholder
from tertium.report.table import Table


def title(result: Findings) -> str:
    """The heading of a page."""
    return "Check of a test set"


def data(result: Findings) -> str:
    """The number of findings."""
    return f"{counted(len(result), 'finding')}."


def tables(result: Findings) -> list[Table]:
    """The one table."""
    return [findings_table(result)]


def findings_table(findings: Findings) -> Table:
    """One row per finding."""
    return Table(
        header=["level", "check", "where", "finding"],
        rows=[[f.level, f.check, f.where, f"{f.message} {f.effect}".strip()] for f in findings],
        caption="Findings in the files.",
    )


def text(findings: Findings) -> str:
    """Findings as sentences, with their numbers at the end."""
    lines = [visible(f"{f.level}: {f} [{f.check}]") for f in findings]
    errors = len(findings.errors)
    warnings = len(findings) - errors
    if not lines:
        return "No problems found."
    counts = [
        f"{count} {word}{'s' if count > 1 else ''}"
        for count, word in ((errors, "error"), (warnings, "warning"))
        if count
    ]
    allow = wording.option("allow", Placeholder("CHECK"))
    return "\n".join([*lines, "", f"{' and '.join(counts)}. Ignore a check with {allow}."])
