"""Tables of calibrations."""

from tertium.core.calibration import Calibration, Coverage
from tertium.core.plain import counted
from tertium.report.table import Table


def calibration_table(result: Calibration) -> Table:
    """One row per metric and test, one column per level; promises not kept are emphasized."""
    tests = [(metric, test) for metric in result.metrics for test in metric.tests]
    return Table(
        header=["metric", "test", *result.headings],
        rows=[[metric.title, test.name, *map(str, test.rejections)] for metric, test in tests],
        sentences=[*result.verdicts, *_coverage(result)],
        notes=_notes(result),
        warned=frozenset(
            (row, column)
            for row, (_, test) in enumerate(tests)
            for column, share in enumerate(test.rejections, 2)
            if share.low > share.promised
        ),
        caption=f"Rejections of {counted(result.settings.replicates, 'null pair')}.",
    )


def _coverage(result: Calibration) -> list[str]:
    several = len(result.metrics) > 1
    return [
        f"{f'{metric.title}: ' if several else ''}{100 * metric.coverage.promised:g} % intervals"
        f" hold the true difference, 0, in {metric.coverage}."
        for metric in result.metrics
    ]


def _notes(result: Calibration) -> list[str]:
    settings = result.settings
    signatures = [f"{metric.title}  {metric.signature}" for metric in result.metrics]
    return [
        *signatures,
        f"{counted(settings.replicates, 'null pair')} of {result.size:,} {settings.unit}s:"
        f" {', '.join(result.systems)}, outputs swapped by a coin.",
        f"Brackets: exact {100 * result.limits:g} % limits. {counted(settings.trials, 'trial')},"
        f" seed {settings.seed}.",
    ]


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
            f"{counted(settings.replicates, 'test set')} of {counted(result.size, settings.unit)},"
            f" drawn with replacement from the {result.data.units:,} at hand: how often the"
            f" {100 * result.level:g} % interval of a score holds the score of the whole.",
            f"Brackets: exact {100 * result.limits:g} % limits."
            f" {counted(settings.trials, 'bootstrap sample')}, seed {settings.seed}.",
        ],
        warned=frozenset(
            (row, column)
            for row, one in enumerate(result.scores)
            for column, share in enumerate(one.intervals.values(), 3)
            if share.high < result.level
        ),
        caption=f"Coverage of intervals on {result.size:,} {settings.unit}s.",
    )
