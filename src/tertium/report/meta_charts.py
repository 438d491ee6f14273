"""Charts of meta-evaluation: how far metrics can be trusted."""

import math
from collections.abc import Callable, Mapping, Sequence

from tertium.api.accuracy import AccuracyStudy
from tertium.api.supersample import SuperSample
from tertium.core.plain import counted
from tertium.core.results import Result, Row
from tertium.meta.audit import Audit
from tertium.meta.comparison import (
    Correlations,
    MetricComparison,
    MetricCorrelation,
    shown_interval,
)
from tertium.meta.simulation import Simulation
from tertium.meta.tuning import Tuning
from tertium.report import charts, supersample
from tertium.report.accuracy import verdict_grid
from tertium.report.charts import BLUE, GREY, ORANGE, Chart, Estimate, alt
from tertium.report.correlate import difference_matrix, statistic_title
from tertium.report.wins import Wins, win_map

_SIDE = 260
_MARGIN = 40


def charts_of(result: Result) -> Mapping[str, Callable[[], list[Chart]]]:
    """What can be drawn of a result of meta-evaluation, the best fitting first."""
    if isinstance(result, Correlations):
        drawn: dict[str, Callable[[], list[Chart]]] = {
            "intervals": lambda: [forest(result, one) for one in result.statistics]
        }
        if result.scores:
            drawn["scatter"] = lambda: [alt().concat(*scatters(result), columns=2)]
        return drawn
    if isinstance(result, MetricComparison):
        return {
            "heatmap": lambda: [charts.heatmap(difference_matrix(result))],
            "wins": lambda: [wins_chart(result)],
            "intervals": lambda: [forest(result, result.statistic)],
        }
    if isinstance(result, Simulation):
        return {
            "distributions": lambda: [sampling_chart(result)],
            "scatter": lambda: [population_chart(result)],
        }
    if isinstance(result, Audit):
        return {"intervals": lambda: [audit_chart(result)]}
    if isinstance(result, SuperSample):
        return {
            "heatmap": lambda: [alt().hconcat(*map(win_map, supersample.win_maps(result)))],
            "scatter": lambda: [supersample.scatter(result, name) for name in result.hybrids.order],
        }
    if isinstance(result, AccuracyStudy):
        return {"heatmap": lambda: [verdict_grid(result)]}
    if isinstance(result, Tuning):
        return {"folds": lambda: [tuning_chart(result)]}
    return {}


def forest(result: Correlations | MetricComparison, statistic: str) -> Chart:
    """Correlations with their intervals on one scale."""
    found: Sequence[MetricCorrelation] = (
        result.of(statistic) if isinstance(result, Correlations) else result.correlations
    )
    estimates = [
        Estimate(
            one.metric,
            one.value,
            *((one.value, one.value) if math.isnan(one.interval.low) else one.interval[:2]),
            f"{one.value:.3f} {shown_interval(one.interval)}",
        )
        for one in found
        if not math.isnan(one.value)
    ]
    return charts.interval_chart(
        estimates, f"{statistic_title(result, statistic)} with {result.data.gold}", True
    )


def wins_chart(result: MetricComparison) -> Chart:
    """Wins by single intervals that do not overlap, beside those by intervals of differences.

    As Figure 3 of Graham and Liu 2016.
    """
    names = tuple(one.metric for one in result.correlations)
    sides = [
        ("single intervals do not overlap, which is no test", result.apart),
        ("interval of the difference excludes 0", result.supported),
    ]
    maps = [
        Wins(
            f"{counted(len(pairs), 'win')}, row over column",
            title,
            names,
            frozenset(pair.ahead for pair in pairs),
        )
        for title, pairs in sides
    ]
    return alt().hconcat(*map(win_map, maps))


def scatters(result: Correlations) -> list[Chart]:
    """Human against metric scores of the systems, with their distributions, for each metric."""
    human = result.scores[result.data.gold]
    values = {one.metric: one.value for one in result.of(result.statistics[0])}
    return [
        scatter(
            human,
            result.scores[metric],
            names=result.data.systems,
            title=f"{metric}: {value:.3f}",
            x=result.data.gold,
            y=metric,
        )
        for metric, value in values.items()
    ]


def scatter(
    human: Sequence[float],
    metric: Sequence[float],
    *,
    title: str,
    x: str,
    y: str,
    names: Sequence[str] = (),
) -> Chart:
    """Two scores of the same systems, with the distribution of each at the margin."""
    a = alt()
    labels = names or [""] * len(human)
    rows = [
        {"x": one, "y": two, "name": name}
        for one, two, name in zip(human, metric, labels, strict=True)
        if math.isfinite(one) and math.isfinite(two)
    ]
    data = a.InlineData(values=rows)
    size = 60 if len(rows) <= 50 else 6
    x_axis = a.X("x:Q", title=x, scale=a.Scale(zero=False))
    y_axis = a.Y("y:Q", title=y, scale=a.Scale(zero=False))
    tips = [charts.tip("name", "system")] if any(labels) else []
    tips += [a.Tooltip("x:Q", title=x, format=".4g"), a.Tooltip("y:Q", title=y, format=".4g")]
    points = (
        a.Chart(data)
        .mark_point(filled=True, size=size, opacity=0.8 if len(rows) <= 50 else 0.35, color=BLUE)
        .encode(x=x_axis, y=y_axis, tooltip=tips)
        .properties(width=_SIDE, height=_SIDE)
    )
    bins = a.Bin(maxbins=30)
    above = (
        a.Chart(data)
        .mark_bar(color=GREY)
        .encode(x=a.X("x:Q", bin=bins, axis=None), y=a.Y("count()", axis=None))
        .properties(width=_SIDE, height=_MARGIN)
    )
    beside = (
        a.Chart(data)
        .mark_bar(color=GREY)
        .encode(y=a.Y("y:Q", bin=bins, axis=None), x=a.X("count()", axis=None))
        .properties(width=_MARGIN, height=_SIDE)
    )
    return a.vconcat(above, a.hconcat(points, beside, spacing=4), spacing=4, title=title)


def population_chart(result: Simulation) -> Chart:
    """The population, as Figure 1 of Graham and Liu 2016 shows it."""
    human, metric = zip(*result.systems, strict=True)
    settings = result.settings
    return scatter(
        human,
        metric,
        title=f"{len(human):,} of {counted(settings.population, 'system')}, r = {settings.r:g}",
        x="human score",
        y="metric score",
    )


def sampling_chart(result: Simulation) -> Chart:
    """Correlations of samples with intervals, as Figure 2 of Graham and Liu 2016 shows them."""
    a = alt()
    drawn, settings = result.distribution, result.settings
    width = (drawn.high - drawn.low) / len(drawn.counts)
    bars = [
        {"low": drawn.low + i * width, "high": drawn.low + (i + 1) * width, "count": count}
        for i, count in enumerate(drawn.counts)
        if count
    ]
    level = f"{100 * settings.level:g} %"
    lines: list[Row] = [{"at": settings.r, "what": "r of the population"}]
    for name, interval in (
        (f"{level} of samples", result.sampled),
        ("Fisher's interval", result.fisher),
        ("reported", result.reported),
    ):
        if interval is not None and not math.isnan(interval.low):
            lines += [{"at": end, "what": name} for end in interval[:2]]
    x = a.X("low:Q", title="correlation of a sample", scale=a.Scale(zero=False))
    histogram = (
        a.Chart(a.InlineData(values=bars))
        .mark_rect(color=GREY)
        .encode(x=x, x2="high:Q", y=a.Y("count:Q", title="samples"), y2=a.datum(0))
    )
    rules = (
        a.Chart(a.InlineData(values=lines))
        .mark_rule(strokeWidth=2)
        .encode(
            x="at:Q",
            color=a.Color(
                "what:N",
                title=None,
                scale=a.Scale(
                    domain=list(dict.fromkeys(line["what"] for line in lines)),
                    range=["#1c7c54", BLUE, "#7b5ea7", ORANGE],
                ),
                legend=a.Legend(orient="bottom", symbolType="stroke"),
            ),
            tooltip=[charts.tip("what", "line"), a.Tooltip("at:Q", format=".3f")],
        )
    )
    title = (
        f"{counted(settings.samples, 'sample')} of {counted(settings.n, 'system')}, r ="
        f" {settings.r:g}"
    )
    return a.layer(histogram, rules, title=title).properties(height=200, description=title)


def audit_chart(result: Audit) -> Chart:
    """Reported intervals beside Fisher's."""
    a = alt()
    rows = [
        {"metric": one.metric, "low": interval.low, "high": interval.high, "r": one.r, "kind": kind}
        for one in result.rows
        for kind, interval in (("reported", one.reported), ("Fisher", one.fisher))
        if not math.isnan(interval.low)
    ]
    names = [one.metric for one in result.rows]
    kinds = ["reported", "Fisher"]
    base = a.Chart(a.InlineData(values=rows), title="Reported intervals beside Fisher's").encode(
        y=a.Y("metric:N", sort=names, title=None, axis=charts.names_axis()),
        yOffset=a.YOffset("kind:N", sort=kinds),
        color=a.Color(
            "kind:N",
            title=None,
            scale=a.Scale(domain=kinds, range=[ORANGE, BLUE]),
            legend=a.Legend(orient="bottom", symbolType="stroke"),
        ),
        tooltip=[
            charts.tip("metric", "metric"),
            charts.tip("kind", "interval"),
            a.Tooltip("low:Q", format=".3f"),
            a.Tooltip("high:Q", format=".3f"),
        ],
    )
    scale = a.Scale(zero=False)
    one = a.Chart(a.InlineData(values=[{"one": 1}])).mark_rule(strokeDash=[4, 3]).encode(x="one:Q")
    return a.layer(
        base.mark_rule(strokeWidth=3).encode(x=a.X("low:Q", title=None, scale=scale), x2="high:Q"),
        one,
    ).properties(height=28 * len(names))


def tuning_chart(result: Tuning) -> Chart:
    """Correlations of each fold before and after tuning to the others, joined by a line."""
    a = alt()
    folds = [
        {
            "label": f"fold {i}",
            "default": charts.finite(fold.default),
            "tuned": charts.finite(fold.tuned),
        }
        for i, fold in enumerate(result.folds, 1)
    ]
    title = f"{result.title}, {result.correlation} with people"
    subtitle = "on parts that were held out; right is better"
    axis = {"title": None, "scale": a.Scale(zero=False), "axis": a.Axis(tickCount=8)}
    colors = a.Scale(domain=["default", "tuned"], range=[ORANGE, BLUE])
    base = a.Chart(a.InlineData(values=folds), title=a.Title(title, subtitle=subtitle)).encode(
        y=a.Y(
            "label:N", sort=[fold["label"] for fold in folds], title=None, axis=charts.names_axis()
        ),
        tooltip=[
            charts.tip("label", "held out"),
            *(a.Tooltip(f"{name}:Q", format=".3f") for name in ("default", "tuned")),
        ],
    )
    return a.layer(
        base.mark_rule(strokeWidth=2, color=GREY).encode(x=a.X("default:Q", **axis), x2="tuned:Q"),
        base.transform_fold(["default", "tuned"], as_=["parameters", "correlation"])
        .mark_point(size=80, filled=True, opacity=1)
        .encode(
            x=a.X("correlation:Q", **axis), color=a.Color("parameters:N", title=None, scale=colors)
        ),
    ).properties(height=charts.ROW * len(folds), description=f"{title}: {subtitle}")
