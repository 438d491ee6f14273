"""Charts of results: to draw in a notebook, to save for a paper, to look at in a page.

Blue, orange and grey are told apart by colour-blind readers too, and on light and dark paper.
"""

import io
import json
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tertium.api.gold import GoldResult
from tertium.api.rank import HumanRanking
from tertium.core import marks
from tertium.core.comparison import Comparison, MetricResult, PairResult, Tested
from tertium.core.errors import MissingComponent, UsageError, did_you_mean
from tertium.core.plain import counted, visible
from tertium.core.records import to_plain
from tertium.core.results import Result, Row, Scores, jsonable
from tertium.core.stats import DIRECTIONS, Metric
from tertium.inference.verdicts import printed
from tertium.report.compare import heading, ordered, pair_matrix, with_interval
from tertium.report.gold import gold_matrices
from tertium.report.matrix import Matrix
from tertium.report.notes import made_test, title_of
from tertium.report.pairs import drawn_pairs, seen_pairs
from tertium.report.rank import ranking_matrix, score_name, shown_score

Chart = Any  # of Altair

BLUE, ORANGE, GREY = "#2a7fb8", "#d9660c", "#8c99a6"
# From few to many, on light and dark paper.
SHADES = ("#b5d4ea", "#135a94")
# The darker, the smaller p; and what is read on each.
_BLUES = ("#b5d4ea", "#5ba3d0", "#135a94")
_ON_BLUES = ("#10202c", "#10202c", "#ffffff")

# Most distributions in one chart, and most pixels of a picture.
_PANELS = 60
_PIXELS = 2**25

_WIDTH = 440
ROW = 26
_CELL = 36
# Names keep both ends: systems of a team often begin alike.
_NAME = (
    "length(datum.label) <= 36 ? datum.label"
    " : slice(datum.label, 0, 20) + '…' + slice(datum.label, -15)"
)

_INK, _SOFT, _LINE = "#1c2733", "#5c6b7a", "#e3e8ed"

# Characters that would end the title of an axis in an expression, and what looks like them.
_IN_TITLES = str.maketrans({'"': "”", "\\": "∖"})

_TIPS = {"label": "system", "shown": "interval", "p": "p, corrected"}

SUFFIXES = (".svg", ".png", ".pdf", ".html", ".json")


class Estimate(NamedTuple):
    """A number with its interval, as a chart shows it."""

    label: str
    value: float
    low: float
    high: float
    shown: str


def plot(result: Result, kind: str | None = None) -> Chart:
    """Draw a result: a chart that shows itself in a notebook, and that `save` writes to a file.

    Args:
        result: What `tertium.compare`, `tertium.score`, `tertium.rank` or `tertium.gold` gave.
        kind: "intervals" of scores, "differences", "distributions" of the tests, or "heatmap" of
            all pairs; by default the one that fits.
    """
    known = _charts_of(result)
    if not known:
        raise UsageError("There is no chart of such a result.")
    kind = kind or next(iter(known))
    if kind not in known:
        raise UsageError(
            f"No chart {kind!r} of this result.{did_you_mean(kind, known)}",
            hint=f"Known: {', '.join(known)}.",
        )
    parts = known[kind]()
    if not parts:
        raise UsageError("There is nothing to draw: no test could be made.")
    drawn = alt().vconcat(*parts, spacing=30).resolve_scale(color="independent")
    drawn = drawn.properties(config=theme(background="white", ink=_INK, soft=_SOFT, line=_LINE))
    return type(drawn).from_dict(specification(drawn), validate=False)


def specification(chart: Chart) -> dict[str, Any]:
    """Give the specification of a chart, whatever names it shows.

    Vega-Lite puts titles into expressions without escaping all of their characters, its expressions
    cannot hold line separators, and its converter aborts at characters that XML cannot hold.
    """
    drawn: dict[str, Any] = _legible(chart.to_dict())
    return drawn


def _legible(part: Any, key: str = "") -> Any:
    if isinstance(part, str):
        return visible(part).translate(_IN_TITLES) if key == "title" else visible(part)
    if isinstance(part, Mapping):
        return {
            # A data set that is one text holds lines of numbers, and needs its line ends.
            name: one if key == "datasets" and isinstance(one, str) else _legible(one, name)
            for name, one in part.items()
        }
    return [_legible(one, key) for one in part] if isinstance(part, list) else part


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Give the suffix of a file that charts can be written to."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(
            f"{os.fspath(path)}: No chart can be written to such a file.",
            hint=f"Known: {', '.join(SUFFIXES)}.",
        )
    return suffix


def save(chart: Chart, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a chart to a file, as its name ends: .svg, .png, .pdf, .html or .json.

    Args:
        chart: What `plot` gave.
        path: Where to write.
        force: Whether to replace an existing file that tertium did not write.
    """
    from tertium.core import files, outputs

    suffix = check_suffix(path)
    converter()
    content = _page(chart) if suffix == ".html" else _MARKED[suffix](_rendered(chart, suffix))
    with outputs.replacing(force):
        files.write_bytes(path, content.encode("utf-8") if isinstance(content, str) else content)


def _rendered(chart: Chart, suffix: str) -> Any:
    """Give a chart as text, or as bytes for .png and .pdf."""
    if suffix == ".png":
        return _png(chart)
    stream: Any = io.BytesIO() if suffix == ".pdf" else io.StringIO()
    chart.save(stream, format=suffix[1:])
    return stream.getvalue()


def _png(chart: Chart) -> bytes:
    """Give a picture of two dots for each unit of length; fewer where these would be too many."""
    svg = _rendered(chart, ".svg")
    size = re.search(r'<svg[^>]*? width="([\d.]+)"[^>]*? height="([\d.]+)"', svg)
    assert size is not None
    pixels = float(size[1]) * float(size[2])
    scale = min(2.0, math.sqrt(_PIXELS / pixels))
    if scale < 0.5:
        raise UsageError(
            f"The chart has {pixels / 1e6:,.0f} million pixels, too many for a .png file.",
            hint="Write .svg or .pdf, or draw fewer systems or metrics.",
        )
    made: bytes = converter().svg_to_png(svg, scale=scale)
    return made


# How a chart of each suffix says that tertium wrote it.
_MARKED: dict[str, Callable[[Any], Any]] = {
    ".svg": marks.marked_svg,
    ".png": marks.marked_png,
    ".pdf": marks.marked_pdf,
    ".json": marks.marked_vega,
}


def _page(chart: Chart) -> str:
    """A chart as a document that loads nothing.

    The one that Altair writes lets a name end the script: it is not used.
    """
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{marks.HTML}\n<title>Chart · tertium</title>\n</head>\n<body>\n"
        '<div class="chart" id="chart-1"></div>\n'
        f"<script>{script()}</script>\n"
        f'<script>vegaEmbed("#chart-1", {script_json(specification(chart))}, {{renderer: "svg"}});'
        "</script>\n</body>\n</html>\n"
    )


def script_json(data: Any) -> str:
    """JSON that can stand in a script: no text in it can end the script."""
    return json.dumps(to_plain(data), ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")


def theme(*, background: str, ink: str, soft: str, line: str) -> dict[str, Any]:
    """Give the configuration of all charts in some colours."""
    return {
        "background": background,
        "view": {"stroke": None, "continuousWidth": _WIDTH},
        "text": {"color": ink},
        "rule": {"color": soft},
        "title": {
            "anchor": "start",
            "color": ink,
            "fontSize": 13,
            "offset": 10,
            "subtitleColor": soft,
            "subtitleFontSize": 12,
        },
        "axis": {
            "domain": False,
            "gridColor": line,
            "labelColor": ink,
            "labelFlush": False,
            "labelFontSize": 12,
            "labelPadding": 6,
            "ticks": False,
            "titleColor": soft,
            "titleFontWeight": "normal",
        },
        "legend": {"labelColor": ink, "labelFontSize": 12},
    }


def alt() -> Any:
    """The module Altair, which comes with an extra."""
    try:
        import altair
    except ImportError:
        raise MissingComponent.extra("A chart", "altair", "charts") from None
    return altair


def converter() -> Any:
    """The module vl-convert, which writes charts without a browser or the network."""
    try:
        import vl_convert
    except ImportError:
        raise MissingComponent.extra("A chart", "vl-convert-python", "charts") from None
    return vl_convert


@cache
def script() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, for pages that load nothing."""
    return str(converter().javascript_bundle(vl_version=version()))


def version() -> str:
    """Version of Vega-Lite, as vl-convert names it."""
    return ".".join(alt().SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def interval_chart(
    estimates: Sequence[Estimate], title: str, higher_is_better: bool | None
) -> Chart:
    """Scores and intervals on one scale."""
    rows = [one._asdict() for one in estimates]
    return _estimates_chart(rows, title, DIRECTIONS[higher_is_better], BLUE)


def difference_chart(result: Comparison, metric: MetricResult) -> Chart:
    """Differences and intervals on one scale, with a line where there is none."""
    a = alt()
    one_baseline = not result.settings.all_pairs
    rows = [
        Estimate(
            pair.system if one_baseline else f"{pair.system} – {pair.other}",
            pair.difference,
            pair.low,
            pair.high,
            with_interval(metric, pair.difference, pair.low, pair.high, 2),
        )._asdict()
        | {"p": printed(pair.tests[0].corrected), "significant": pair.tests[0].significant}
        for pair in seen_pairs(result, metric)
    ]
    subtitle = f"difference to {result.settings.baseline}" if one_baseline else "difference"
    if metric.higher_is_better is not None:
        subtitle += f"; {'positive' if metric.higher_is_better else 'negative'} is better"
    color = a.Color(
        "significant:N",
        title=None,
        scale=a.Scale(domain=[True, False], range=[BLUE, GREY]),
        legend=a.Legend(
            orient="bottom",
            labelExpr="datum.value ? 'significant' : 'not significant'",
            symbolType="circle",
        ),
    )
    zero = a.Chart(a.InlineData(values=[{"zero": 0}])).mark_rule(strokeWidth=1.5).encode(x="zero:Q")
    return zero + _estimates_chart(rows, heading(result, metric), subtitle, color)


def distribution_chart(
    result: Comparison, metric: MetricResult, pair: PairResult, tested: Tested
) -> Chart:
    """Pseudo-statistics of a test, as Figures 5 and 6 of Graham et al. 2014 show them.

    What is counted is coloured, and lines stand where counting begins.
    """
    a = alt()
    ends = tails(metric, pair, tested)
    pair_title = f"{pair.system} – {pair.other}"
    share = f"{tested.count:,.10g} of {tested.trials:,} counted"
    histogram = a.Chart(
        a.InlineData(values=list(bars(tested, ends))),
        title=a.Title(
            pair_title,
            subtitle=[title_of(tested), f"{share}, p = {printed(tested.p)}"],
        ),
    )
    word = "higher" if metric.higher_is_better is None else "better"
    lines = a.Chart(a.InlineData(values=[{"end": end} for end in ends if math.isfinite(end)]))
    title = f"{heading(result, metric)}, right: {pair.system} {word}"
    x = {"title": title, "scale": a.Scale(zero=False)}
    return a.layer(
        histogram.mark_rect().encode(
            x=a.X("low:Q", **x),
            x2="high:Q",
            y=a.Y(
                "count:Q",
                title="ways" if tested.exact else "trials",
                axis=a.Axis(tickMinStep=1, format=",d"),
            ),
            y2=a.datum(0),
            color=a.Color(
                "counted:N",
                scale=a.Scale(domain=[True, False], range=[ORANGE, GREY]),
                legend=None,
            ),
            tooltip=[
                a.Tooltip("low:Q", title="from", format=".3f"),
                a.Tooltip("high:Q", title="to", format=".3f"),
                a.Tooltip("count:Q", format=","),
            ],
        ),
        lines.mark_rule(strokeDash=[4, 3], strokeWidth=1.5).encode(x="end:Q"),
    ).properties(width=250, height=130, description=f"{pair_title}: {share}")


def heatmap(matrix: Matrix) -> Chart:
    """All pairs, as Figures 7 and 8 of Graham et al. 2014 show them: row better than column.

    Cells are coloured where that is significant, darker where p is smaller.
    """
    a = alt()
    # Of 0.05 these are the steps that papers know: 0.01 and 0.001.
    steps = [round(matrix.alpha / divisor, 12) for divisor in (1, 5, 50)]
    names = [f"p ≤ {step:g}" for step in steps]
    rows = [
        {
            "system": better,
            "other": worse,
            "p": printed(p),
            "short": _short(p),
            "step": names[max(0, sum(p <= step for step in steps) - 1)],
            "significant": p <= matrix.alpha,
        }
        for (better, worse), p in matrix.p.items()
    ]
    scale = a.Scale(domain=list(matrix.systems), paddingInner=0.06)
    shown = f"p where the row is {matrix.word} than the column"
    title = a.Title(matrix.title, subtitle=shown)
    base = a.Chart(a.InlineData(values=rows), title=title).encode(
        x=a.X(
            "other:N",
            scale=scale,
            title=None,
            axis=names_axis(orient="top", labelAngle=-45, labelPadding=2),
        ),
        y=a.Y("system:N", scale=scale, title=None, axis=names_axis()),
        tooltip=[tip("system", matrix.word), tip("other", "than"), tip("p", "p")],
    )
    color = a.Color(
        "step:N",
        title=None,
        scale=a.Scale(domain=names, range=list(_BLUES)),
        legend=a.Legend(orient="bottom"),
    )
    on = a.Color("step:N", scale=a.Scale(domain=names, range=list(_ON_BLUES)), legend=None)
    won, open_ = (base.transform_filter(f"{sign}datum.significant") for sign in ("", "!"))
    return (
        a.layer(
            open_.mark_rect(filled=False, stroke=GREY, strokeOpacity=0.5, cornerRadius=2),
            won.mark_rect(cornerRadius=2).encode(color=color),
            open_.mark_text(fontSize=10).encode(text="short:N"),
            won.mark_text(fontSize=10).encode(text="short:N", color=on),
        )
        .resolve_scale(color="independent")
        .properties(
            width=a.Step(_CELL), height=a.Step(_CELL), description=f"{matrix.title}: {shown}"
        )
    )


def system_chart(result: Comparison, metric: MetricResult) -> Chart:
    """Scores of the systems of a comparison, the baseline first."""
    estimates = [
        Estimate(
            one.system,
            one.score,
            one.low,
            one.high,
            with_interval(metric, one.score, one.low, one.high, 2),
        )
        for one in ordered(metric, result.settings.baseline)
    ]
    return interval_chart(estimates, heading(result, metric), metric.higher_is_better)


def score_chart(scores: Scores, metric: Metric) -> Chart:
    """Scores of outputs; without an interval both its ends are the score."""
    estimates = []
    for score in scores.of(metric):
        low, high = score.interval[:2] if score.interval else (score.value, score.value)
        shown = score.shown_with_interval(2)
        estimates.append(Estimate(score.label, score.value, low, high, shown))
    return interval_chart(estimates, metric.title, metric.higher_is_better)


def ranking_chart(result: HumanRanking) -> Chart:
    """Scores of ranked systems; ranks with their ranges, where judgments are relative.

    Without an interval both its ends are the score.
    """
    made = result.ranking
    if made is None:
        estimates = [
            Estimate(one.system, rank, one.best, one.worst, f"{rank} [{one.best}, {one.worst}]")
            for rank, one in enumerate(result.systems, 1)
        ]
        return interval_chart(estimates, "rank by relative judgments", False)
    estimates = [
        Estimate(
            one.system,
            one.score,
            *((one.score, one.score) if math.isnan(one.low) else (one.low, one.high)),
            shown_score(made, one),
        )
        for one in made.systems
    ]
    return interval_chart(estimates, f"{made.task}, {score_name(made)}", True)


def distribution_charts(result: Comparison) -> list[Chart]:
    """Distributions of all tests that could be made, metric by metric, up to a number of them.

    Of all pairs, those next to each other in rank are drawn.
    """
    found = [
        [
            (metric, pair, tested)
            for pair in drawn_pairs(result, metric)
            for tested in pair.tests
            if tested.distribution is not None
        ]
        for metric in result.metrics
    ]
    drawn = [of_metric[: max(1, _PANELS // len(found))] for of_metric in found]
    count, every = sum(map(len, drawn)), sum(map(len, found))
    if not count:
        return []
    a = alt()
    parts = [
        a.concat(*(distribution_chart(result, *one) for one in of_metric), columns=columns)
        for of_metric in drawn
        for columns in [len(result.tests)]
        if of_metric
    ]
    if count < every:
        said = f"{count:,} of {counted(every, 'distribution')}, those of the best systems"
        parts[0] = parts[0].properties(title=a.Title(said, anchor="start"))
    return parts


def _charts_of(result: Result) -> Mapping[str, Callable[[], list[Any]]]:
    """What can be drawn of a result, the best fitting first."""
    if isinstance(result, HumanRanking):
        return _charts_of_ranking(result)
    if isinstance(result, GoldResult):
        three = gold_matrices(result)[:3]
        return {"heatmap": lambda: [alt().hconcat(*map(heatmap, three))]}
    if isinstance(result, Scores):
        return {"intervals": lambda: [score_chart(result, metric) for metric in result.metrics]}
    if isinstance(result, Comparison):
        return _charts_of_comparison(result)
    from tertium.report import meta_charts  # which is made of the charts here

    return meta_charts.charts_of(result)


def _charts_of_ranking(result: HumanRanking) -> Mapping[str, Callable[[], list[Any]]]:
    ranking = result.ranking
    charts: dict[str, Callable[[], list[Any]]] = {"intervals": lambda: [ranking_chart(result)]}
    if ranking is not None:
        charts["heatmap"] = lambda: [heatmap(ranking_matrix(ranking))]
    return charts


def _charts_of_comparison(result: Comparison) -> Mapping[str, Callable[[], list[Any]]]:
    metrics, settings = result.metrics, result.settings
    charts: dict[str, Callable[[], list[Any]]] = {
        "differences": lambda: [difference_chart(result, metric) for metric in metrics],
        "distributions": lambda: distribution_charts(result),
        "intervals": lambda: [system_chart(result, metric) for metric in metrics],
    }
    if settings.all_pairs:
        return {"heatmap": lambda: [heatmap(pair_matrix(result, m)) for m in metrics], **charts}
    return charts


def _estimates_chart(rows: Sequence[Row], title: str, subtitle: str, color: Any) -> Chart:
    a = alt()
    labels = [row["label"] for row in rows]
    values = [{name: finite(value) for name, value in row.items()} for row in rows]
    said = [name for name in ("label", "shown", "p") if name in rows[0]]
    base = a.Chart(a.InlineData(values=values), title=a.Title(title, subtitle=subtitle)).encode(
        y=a.Y("label:N", sort=labels, title=None, axis=names_axis()),
        color=a.value(color) if isinstance(color, str) else color,
        tooltip=[tip(name, _TIPS[name]) for name in said],
    )
    axis = {"title": None, "scale": a.Scale(zero=False), "axis": a.Axis(tickCount=8)}
    return a.layer(
        base.mark_rule(strokeWidth=3, strokeCap="round").encode(
            x=a.X("low:Q", **axis), x2="high:Q"
        ),
        base.mark_point(size=80, filled=True, opacity=1).encode(x=a.X("value:Q", **axis)),
    ).properties(height=ROW * len(rows), description=f"{title}: {subtitle}")


def tails(metric: MetricResult, pair: PairResult, tested: Tested) -> tuple[float, float]:
    """Up to where, and from where on, a test counted."""
    improvement = -pair.difference if metric.higher_is_better is False else pair.difference
    return made_test(tested.test).tails(improvement)


def bars(tested: Tested, ends: tuple[float, float]) -> Iterator[Row]:
    """Bars of a histogram, cut where counting begins."""
    drawn = tested.distribution
    assert drawn is not None
    width = (drawn.high - drawn.low) / len(drawn.counts)
    for number, count in enumerate(drawn.counts):
        low = drawn.low + number * width
        cuts = [end for end in ends if low < end < low + width]
        edges = [low, *cuts, low + width]
        for begin, end in pairwise(edges):
            middle = (begin + end) / 2
            # Where nothing is more extreme than what was observed, counting begins at the edge.
            outermost = (number == 0 and math.isclose(ends[0], drawn.low)) or (
                number == len(drawn.counts) - 1 and math.isclose(ends[1], drawn.high)
            )
            counted = outermost or middle <= ends[0] or middle >= ends[1]
            if count:
                yield {"low": begin, "high": end, "count": count, "counted": counted}


def shades(count: int) -> list[str]:
    """Colours for so many steps, from light to dark."""
    light, dark = (bytes.fromhex(color[1:]) for color in SHADES)
    shares = [step / max(1, count - 1) for step in range(count)]
    return [
        "#" + bytes(round(a + (b - a) * share) for a, b in zip(light, dark, strict=True)).hex()
        for share in shares
    ]


def names_axis(**more: Any) -> Any:
    """Give an axis of names, long ones cut in the middle."""
    return alt().Axis(labelExpr=_NAME, labelLimit=400, **more)


def _short(p: float) -> str:
    """Give p as fits a cell: ".0312"."""
    text = printed(p)
    return {"0.0000": "0", "1.0000": "1"}.get(text, text.removeprefix("0"))


def tip(name: str, title: str) -> Any:
    """Give what is said where one points at a mark."""
    return alt().Tooltip(f"{name}:N", title=title)


def finite(value: Any) -> Any:
    """Give a number that JSON can hold, None for others."""
    return jsonable(value) if isinstance(value, float) else value
