"""Tables of calibrations."""

from tertium.comparison.calibration import Calibration
from tertium.core.plain import counted
from tertium.report.table import Table
from tertium.report.wording import confidence_interval


def title(result: Calibration) -> str:
    """What a page calls it."""
    return "Calibration of tests"


def data(result: Calibration) -> str:
    """What null pairs were made of."""
    return (
        f"{counted(result.settings.replicates, 'null pair')} of"
        f" {counted(result.size, result.settings.level)}."
    )


def tables(result: Calibration) -> list[Table]:
    """The one table."""
    return [calibration_table(result)]


def calibration_table(result: Calibration) -> Table:
    """One row per metric and test; rates above the nominal one are emphasized."""
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
            if share.interval.low > share.nominal
        ),
        caption=f"Rejections of {counted(result.settings.replicates, 'null pair')}.",
    )


def _coverage(result: Calibration) -> list[str]:
    several = len(result.metrics) > 1
    return [
        f"{f'{metric.title}: ' if several else ''}{100 * metric.coverage.nominal:g} % CIs contain"
        f" the true difference, 0, in {metric.coverage}."
        for metric in result.metrics
    ]


def _notes(result: Calibration) -> list[str]:
    settings = result.settings
    signatures = [f"{metric.title}  {metric.signature}" for metric in result.metrics]
    return [
        *signatures,
        f"{counted(settings.replicates, 'null pair')} of {result.size:,} {settings.level}s:"
        f" {', '.join(result.systems)}, outputs swapped at random.",
        f"Intervals: exact {confidence_interval(result.limits)}."
        f" {counted(settings.trials, 'trial')}, seed {settings.seed}.",
    ]
