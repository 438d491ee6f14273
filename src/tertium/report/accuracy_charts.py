"""Charts of accuracy studies: verdicts of metrics and tests, and of human judgments."""

from typing import Any

from tertium.inference.verdicts import alpha_of, printed
from tertium.meta.accuracy.results import AccuracyStudy
from tertium.report import drawing
from tertium.report.matrix import Matrix

_CELL = 15
# Space between heatmaps, and the width of a long word above one.
_BETWEEN, _WORD = 20, 110


def title_of(result: AccuracyStudy, metric: str) -> str:
    """Name of a metric as papers print it, unless several metrics share it."""
    titles = {one.metric: one.title for one in result.metrics}
    shown = titles[metric]
    return shown if list(titles.values()).count(shown) == 1 else metric


def gold_matrices(result: AccuracyStudy) -> list[Matrix]:
    """p-values of human judgments, once for all confidence levels that share them."""
    matrices: list[Matrix] = []
    for gold in result.gold:
        if not matrices or gold.p_values != result.gold[0].p_values:
            matrices.append(Matrix.of(gold.p_values, "human judgments", gold.gold_confidence_level))
    return matrices


def verdict_grid(result: AccuracyStudy) -> Any:
    """Figure 8 of Graham et al. 2014: heatmaps by metric and test, systems in one order."""
    a = drawing.alt()
    alphas = sorted((alpha_of(gold.confidence_level) for gold in result.gold), reverse=True)
    names = [f"p ≤ {alpha:g}" for alpha in alphas]
    shades = drawing.shades(len(names))
    rows = [
        {
            "metric": title_of(result, one.metric),
            "test": words(one.test),
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
            x=a.X("other:N", scale=scale, title=None, axis=drawing.names_axis(labelAngle=-45)),
            y=a.Y("system:N", scale=scale, title=None, axis=drawing.names_axis()),
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
            filled=False, stroke=drawing.GREY, strokeOpacity=0.4
        ),
        base.transform_filter("datum.step != ''").mark_rect().encode(color=color),
        data=a.InlineData(values=rows),
    )
    title = "Verdicts by metric and test"
    head = a.Header(title=None, labelFontSize=12)
    # One word per line: names of tests are wider than heatmaps of a few systems.
    of_tests = a.Header(title=None, labelFontSize=12, labelExpr="split(datum.label, ' ')")
    beside = max(_BETWEEN, _WORD - _CELL * len(result.systems))
    return cells.facet(
        row=a.Row(
            "metric:N", sort=[title_of(result, m.metric) for m in result.metrics], header=head
        ),
        column=a.Column("test:N", sort=[words(name) for name in result.tests], header=of_tests),
        title=a.Title(title, subtitle="coloured if the row is better than the column"),
        spacing=a.RowColnumber(row=_BETWEEN, column=beside),
    )


def words(test: str) -> str:
    """Name of a test in words."""
    return test.replace("-", " ")
