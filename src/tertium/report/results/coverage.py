"""Coverage of intervals of scores."""

from tertium.comparison.calibration import Coverage
from tertium.core.plain import counted
from tertium.report.table import Table
from tertium.report.wording import confidence_interval


def title(result: Coverage) -> str:
    """What a page calls it."""
    return "Coverage of intervals"


def data(result: Coverage) -> str:
    """What was drawn from what."""
    return (
        f"{counted(result.settings.replicates, 'test set')} of"
        f" {counted(result.size, result.settings.level)}."
    )


def tables(result: Coverage) -> list[Table]:
    """The one table."""
    return [coverage_table(result)]


def coverage_table(result: Coverage) -> Table:
    """One row per score, one column per kind of interval; those that cover less are emphasized."""
    header, rows = result.table
    settings = result.settings
    signatures = {one.title: one.signature for one in result.scores}
    return Table(
        header=header,
        rows=rows,
        sentences=result.verdicts,
        notes=[
            *(f"{title}  {signature}" for title, signature in signatures.items()),
            f"{counted(settings.replicates, 'test set')} of {counted(result.size, settings.level)},"
            f" drawn with replacement from the {result.data.units:,} at hand: how often the"
            f" {100 * result.confidence_level:g} % CI of a score contains the score of the whole.",
            f"Intervals: exact {confidence_interval(result.limits)}."
            f" {counted(settings.trials, 'bootstrap sample')}, seed {settings.seed}.",
        ],
        warned=frozenset(
            (row, column)
            for row, one in enumerate(result.scores)
            for column, share in enumerate(one.intervals.values(), 3)
            if share.interval.high < result.confidence_level
        ),
        caption=f"Coverage of intervals on {result.size:,} {settings.level}s.",
    )
