"""Calibration of significance tests."""

from dataclasses import replace

from tertium.comparison.calibration_result import (
    CalibratedMetric,
    CalibratedTest,
    Calibration,
    Share,
)
from tertium.core.formatting import counted
from tertium.report.table import Table
from tertium.report.wording import confidence_interval, joined, named, percent

_EXPLANATIONS = (
    "In a null pair neither system is better, so every rejection is a false positive.",
    "A rate matches the nominal rate if its confidence interval contains the nominal rate.",
)

# More rates than these are left to the table.
_RATES = 3


def title(result: Calibration) -> str:
    """The heading of a page."""
    return "Calibration of significance tests"


def data(result: Calibration) -> str:
    """Number and size of the null pairs."""
    return (
        f"{counted(result.settings.replicates, 'null pair')} of"
        f" {counted(result.size, result.settings.level)}."
    )


def summary(result: Calibration) -> list[str]:
    """Which tests have the nominal type I error rate, by which metrics."""
    tests: dict[str, dict[str, list[str]]] = {}
    for metric in result.metrics:
        for test in metric.tests:
            by_outcome = tests.setdefault(test.name, {})
            by_outcome.setdefault(_outcome(test), []).append(metric.title)
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, by_outcome in tests.items():
        for outcome, titles in by_outcome.items():
            groups.setdefault((outcome, tuple(titles)), []).append(name)
    return [
        *(
            _sentence(result, outcome, titles, names)
            for (outcome, titles), names in sorted(groups.items(), key=lambda one: -len(one[1]))
        ),
        *_coverage(result),
    ]


def tables(result: Calibration) -> list[Table]:
    """The rates, with a verdict on each test and all notes."""
    (table,) = brief(result)
    return [replace(table, sentences=result.verdicts, notes=[*_EXPLANATIONS, *table.notes])]


def brief(result: Calibration) -> list[Table]:
    """One row per metric and test; rates above the nominal one are emphasized."""
    tests = [(metric, test) for metric in result.metrics for test in metric.tests]
    return [
        Table(
            header=["metric", "test", *result.headings],
            rows=[[metric.title, test.name, *map(str, test.rejections)] for metric, test in tests],
            notes=_notes(result),
            warned=frozenset(
                (row, column)
                for row, (_, test) in enumerate(tests)
                for column, share in enumerate(test.rejections, 2)
                if share.is_above
            ),
            caption=f"Rejections of {counted(result.settings.replicates, 'null pair')}.",
        )
    ]


def _outcome(test: CalibratedTest) -> str:
    """How the type I error rate of a test compares with the nominal rate."""
    share = test.decisive
    if share is None:
        return "matches"
    if not share.pairs:
        return "inapplicable"
    return "too often" if share.is_above else "too rarely"


def _sentence(result: Calibration, outcome: str, titles: tuple[str, ...], names: list[str]) -> str:
    """What holds for some tests under some metrics."""
    under = f" under {joined(titles)}" if len(result.metrics) > 1 else ""
    if outcome == "matches":
        return f"The type I error rate of {joined(names)} matches the nominal rate{under}."
    one = len(names) == 1
    if outcome == "inapplicable":
        return f"{joined(names)} {'does' if one else 'do'} not apply to these systems{under}."
    rates = _rates(result, titles, names)
    if outcome == "too often":
        return f"{joined(names)} {'rejects' if one else 'reject'} too often{under}{rates}."
    return f"{joined(names)} {'is' if one else 'are'} conservative{under}{rates}."


def _rates(result: Calibration, titles: tuple[str, ...], names: list[str]) -> str:
    """Observed and nominal rates of a few tests."""
    shares: list[Share] = [
        test.decisive
        for metric in result.metrics
        for test in metric.tests
        if metric.title in titles and test.name in names and test.decisive is not None
    ]
    nominal = {share.nominal for share in shares}
    if len(shares) > _RATES or len(nominal) > 1:
        return ""
    rates = joined([f"{100 * share.value:.1f} %" for share in shares])
    return f": {rates} of true nulls instead of {percent(*nominal)}"


def _coverage(result: Calibration) -> list[str]:
    """How often confidence intervals contain the true difference."""

    def shown(metric: CalibratedMetric) -> str:
        title = f" ({metric.title})" if len(result.metrics) > 1 else ""
        return f"{metric.coverage}{title}"

    level = confidence_interval(result.metrics[0].coverage.nominal)
    shares = joined([shown(metric) for metric in result.metrics])
    return [
        f"The {level} of the difference contains the true difference, 0, in {shares} of null pairs."
    ]


def _notes(result: Calibration) -> list[str]:
    settings = result.settings
    return [
        f"{counted(settings.replicates, 'null pair')} of {result.size:,} {settings.level}s: outputs"
        f" of {named(result.systems)}, swapped at random.",
        f"Intervals: exact {confidence_interval(result.limits)}."
        f" {counted(settings.trials, 'trial')}, seed {settings.seed}.",
        *(f"{metric.title}  {metric.signature}" for metric in result.metrics),
    ]
