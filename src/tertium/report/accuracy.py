"""Tables and charts of accuracy studies."""

from itertools import groupby
from typing import Any

from tertium.api.accuracy import AccuracyStudy
from tertium.inference.verdicts import alpha_of, printed
from tertium.meta.accuracy import GoldVerdicts
from tertium.report import charts
from tertium.report.matrix import Matrix
from tertium.report.table import Table, number

_CELL = 15


def accuracy_table(result: AccuracyStudy) -> Table:
    """Tables 1 and 2 of Graham et al. 2014: how many verdicts are correct."""
    rows, emphasis = [], set()
    best = _best(result)
    for place, one in enumerate(result.accuracies):
        rows.append(
            [
                _percent(one.level),
                title_of(result, one.metric),
                one.test.replace("_", " "),
                f"{one.correct:,} of {one.pairs:,}",
                f"{100 * one.accuracy:.1f} [{100 * one.low:.1f}, {100 * one.high:.1f}]",
                printed(one.p),
            ]
        )
        if one.correct == best[one.level]:
            emphasis.add((place, 3))
    return Table(
        header=["level", "metric", "test", "correct", "accuracy, %", "coin: p"],
        rows=rows,
        sentences=sentences(result),
        notes=notes(result),
        emphasis=frozenset(emphasis),
        caption="Verdicts by metrics and tests of significance that are those of people, with exact"
        " limits, and p against a coin.",
    )


def wrong_table(result: AccuracyStudy) -> Table:
    """In what way verdicts are wrong."""
    return Table(
        header=["level", "metric", "test", "missed", "unfounded", "reversed"],
        rows=[
            [
                _percent(one.level),
                title_of(result, one.metric),
                one.test.replace("_", " "),
                str(one.missed),
                str(one.unfounded),
                str(one.reversed),
            ]
            for one in result.accuracies
        ],
        notes=[
            "missed: people decide, the metric does not; unfounded: the metric decides, people do"
            " not; reversed: both decide, for different systems.",
        ],
        caption="In what way verdicts by metrics and tests of significance are wrong.",
    )


def difference_table(result: AccuracyStudy) -> Table:
    """Whether metrics differ in accuracy."""
    return Table(
        header=["level", "test", "chi-square", "freedom", "p"],
        rows=[
            [
                _percent(one.level),
                one.test.replace("_", " "),
                number(one.statistic, ".3f"),
                str(one.freedom),
                printed(one.p),
            ]
            for one in result.differences
        ],
        notes=["Chi-square of correct and wrong verdicts by metric, without Yates' correction."],
        caption="Chi-square tests of whether metrics differ in accuracy.",
    )


def sentences(result: AccuracyStudy) -> list[str]:
    """What the numbers say, level by level."""
    said = []
    for gold in result.gold:
        at = [one for one in result.accuracies if one.level == gold.level]
        pairs, level = at[0].pairs, _percent(gold.level)
        best = max(at, key=lambda one: one.correct)
        beyond = sum(one.p <= 0.05 and one.accuracy > 0.5 for one in at)
        said.append(
            f"At {level} people decide {gold.decided:,} of {pairs:,} pairs{_other_level(gold)}:"
            f" whoever decides none is right on {pairs - gold.decided:,}. The best"
            f" ({title_of(result, best.metric)}, {best.test.replace('_', ' ')}) is right on"
            f" {best.correct:,}; {_of(beyond, len(at))} accuracies are shown to be above a coin's"
            " 50 %."
        )
        said += _differing(result, gold.level)
        said += _agreeing(result, gold.level)
    return said


def notes(result: AccuracyStudy) -> list[str]:
    """What the numbers are."""
    undefined = sum(one.undefined for one in result.accuracies)
    told = [f"{undefined:,} tests are undefined, and decide nothing."] if undefined else []
    return [
        "A verdict is: one system is better, the other is, or neither is shown to be, by one-sided"
        " tests. It is correct if people come to the same at the same level. No p-value is"
        " corrected for many pairs.",
        "Limits are exact (Clopper and Pearson, 95 %), p is an exact binomial one against 50 %."
        " Pairs share systems, so both take them for more evidence than they are.",
        *told,
        *(result.joined.sentences if result.joined else []),
        *(f"{one.title}  {one.signature}" for one in result.metrics),
        f"accuracy  {result.signature}",
    ]


def title_of(result: AccuracyStudy, metric: str) -> str:
    """Name of a metric in tables: as papers print it, unless several have that."""
    titles = {one.metric: one.title for one in result.metrics}
    shown = titles[metric]
    return shown if list(titles.values()).count(shown) == 1 else metric


def gold_matrices(result: AccuracyStudy) -> list[Matrix]:
    """P-values of people: one matrix where levels share it."""
    matrices: list[Matrix] = []
    for gold in result.gold:
        if not matrices or gold.p_values != result.gold[0].p_values:
            matrices.append(Matrix.of(gold.p_values, "people", gold.gold_level))
    return matrices


def verdict_grid(result: AccuracyStudy) -> Any:
    """Figure 8 of Graham et al. 2014: heatmaps by metric and test, systems in one order."""
    a = charts.alt()
    alphas = sorted((alpha_of(gold.level) for gold in result.gold), reverse=True)
    names = [f"p ≤ {alpha:g}" for alpha in alphas]
    shades = charts.shades(len(names))
    rows = [
        {
            "metric": title_of(result, one.metric),
            "test": one.test.replace("_", " "),
            "system": better,
            "other": worse,
            "p": printed(p),
            "step": names[sum(p <= alpha for alpha in alphas) - 1] if p <= alphas[0] else "",
        }
        for one in result.tested
        for better, of_row in zip(one.p_values.systems, one.p_values.matrix, strict=True)
        for worse, p in zip(one.p_values.systems, of_row, strict=True)
        if better != worse
    ]
    scale = a.Scale(domain=list(result.systems), paddingInner=0.06)
    base = (
        a.Chart()
        .encode(
            x=a.X("other:N", scale=scale, title=None, axis=charts.names_axis(labelAngle=-45)),
            y=a.Y("system:N", scale=scale, title=None, axis=charts.names_axis()),
            tooltip=[
                a.Tooltip("system:N", title="better"),
                a.Tooltip("other:N", title="than"),
                a.Tooltip("p:N"),
            ],
        )
        .properties(width=a.Step(_CELL), height=a.Step(_CELL))
    )
    color = a.Color(
        "step:N",
        title=None,
        scale=a.Scale(domain=names, range=shades),
        legend=a.Legend(orient="bottom"),
    )
    cells = a.layer(
        base.transform_filter("datum.step == ''").mark_rect(
            filled=False, stroke=charts.GREY, strokeOpacity=0.4
        ),
        base.transform_filter("datum.step != ''").mark_rect().encode(color=color),
        data=a.InlineData(values=rows),
    )
    title = "Verdicts by metric and test"
    head = a.Header(title=None, labelFontSize=12)
    return cells.facet(
        row=a.Row(
            "metric:N", sort=[title_of(result, m.metric) for m in result.metrics], header=head
        ),
        column=a.Column(
            "test:N", sort=[name.replace("_", " ") for name in result.tests], header=head
        ),
        title=a.Title(title, subtitle="coloured where the row is better than the column"),
    )


def _best(result: AccuracyStudy) -> dict[float, int]:
    groups = groupby(result.accuracies, key=lambda one: one.level)
    return {level: max(one.correct for one in group) for level, group in groups}


def _other_level(gold: GoldVerdicts) -> str:
    return "" if gold.gold_level == gold.level else f" (themselves at {_percent(gold.gold_level)})"


def _differing(result: AccuracyStudy, level: float) -> list[str]:
    """Whether metrics differ in accuracy at a level."""
    tested = [one for one in result.differences if one.level == level and not one.reason]
    if not tested:
        return []
    smallest = min(tested, key=lambda one: one.p)
    if smallest.p > 0.05:
        return [
            f"At {_percent(level)} metrics are not shown to differ in accuracy (chi-square,"
            f" smallest p = {printed(smallest.p)})."
        ]
    return [
        f"At {_percent(level)} metrics differ in accuracy with {smallest.test.replace('_', ' ')}"
        f" (chi-square, p = {printed(smallest.p)})."
    ]


def _agreeing(result: AccuracyStudy, level: float) -> list[str]:
    """How far tests come to the same verdicts at a level."""
    at = [one for one in result.agreements if one.level == level]
    if not at:
        return []
    differing = [
        f"{title_of(result, one.metric)}: {one.test.replace('_', ' ')} and"
        f" {one.other.replace('_', ' ')} on {one.pairs - one.same:,} of {one.pairs:,} pairs"
        for one in at
        if one.same < one.pairs
    ]
    if not differing:
        return [f"At {_percent(level)} all tests come to the same verdicts, under every metric."]
    return [f"At {_percent(level)} tests differ: {'; '.join(differing)}."]


def _of(count: int, all_: int) -> str:
    return f"all {all_:,}" if count == all_ else f"{count:,} of {all_:,}"


def _percent(level: float) -> str:
    return f"{100 * level:g} %"
