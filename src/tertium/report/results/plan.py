"""Tables of plans."""

from tertium.comparison.plan import Plan, PowerAt
from tertium.core.plain import counted
from tertium.report.table import Table


def title(result: Plan) -> str:
    """What a page calls it."""
    return "Plan of a study"


def data(result: Plan) -> str:
    """What the study is to detect."""
    return f"{result.better} beside {result.other}, by {result.title}."


def tables(result: Plan) -> list[Table]:
    """The one table."""
    return [plan_table(result)]


def plan_table(result: Plan) -> Table:
    """One row per size; the size at hand is emphasized."""
    return Table(
        header=[result.vary, "power"],
        rows=[[f"{one.size:,}", _power(one)] for one in result.sizes],
        sentences=[result.answer, *result.basis],
        notes=_notes(result),
        emphasis=frozenset(
            (row, 0) for row, one in enumerate(result.sizes) if one.size == result.at_hand
        ),
        caption=f"Power to detect a difference of {result.difference:g} {result.title}.",
    )


def _power(one: PowerAt) -> str:
    limits = f" [{one.interval.low:.2f}, {one.interval.high:.2f}]" if one.replicates else ""
    return f"{one.power:.2f}{limits}"


def _notes(result: Plan) -> list[str]:
    settings = result.settings
    notes = [f"{result.title}  {result.signature}"]
    if any(one.replicates for one in result.sizes):
        notes.append(
            f"Intervals: exact 95 % CI. {counted(settings.replicates, 'study')} of each size,"
            f" {counted(settings.trials, 'trial')}, seed {settings.seed}."
        )
    return notes
