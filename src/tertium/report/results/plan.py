"""Plan of a study."""

from dataclasses import replace

from tertium.comparison.plan_result import Plan, PowerAt
from tertium.core.formatting import counted
from tertium.report.table import Table


def title(result: Plan) -> str:
    """The heading of a page."""
    return "Plan of a study"


def data(result: Plan) -> str:
    """The systems and the metric."""
    return f"{result.better} and {result.other}, by {result.title}."


def summary(result: Plan) -> list[str]:
    """The size that is needed, and the observed difference."""
    return [result.answer, *result.basis[:1]]


def tables(result: Plan) -> list[Table]:
    """Power at each size, with all notes."""
    (table,) = brief(result)
    simulated = (
        "Studies are simulated: segments or documents are drawn with replacement from the test set."
    )
    notes = [simulated] if any(one.replicates for one in result.sizes) else []
    return [replace(table, notes=[*notes, *table.notes])]


def brief(result: Plan) -> list[Table]:
    """One row per size; the size of the present test set is emphasized."""
    table = Table(
        header=[result.vary, "power"],
        rows=[[f"{one.size:,}", _power(one)] for one in result.sizes],
        notes=[*result.basis[1:], *_notes(result)],
        emphasis=frozenset(
            (row, 0) for row, one in enumerate(result.sizes) if one.size == result.at_hand
        ),
        caption=f"Power to detect a difference of {result.difference:g} {result.title}.",
    )
    return [table]


def _power(one: PowerAt) -> str:
    interval = f" [{one.interval.low:.2f}, {one.interval.high:.2f}]" if one.replicates else ""
    return f"{one.power:.2f}{interval}"


def _notes(result: Plan) -> list[str]:
    settings = result.settings
    notes = []
    if any(one.replicates for one in result.sizes):
        notes.append(
            f"Intervals: exact 95 % CI. {counted(settings.replicates, 'study')} of each size,"
            f" {counted(settings.trials, 'trial')}, seed {settings.seed}."
        )
    return [*notes, f"{result.title}  {result.signature}"]
