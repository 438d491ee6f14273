"""Drawing primitives: colours, axes, intervals, heatmaps and scatter plots, drawn with Altair.

Colour-blind readers can distinguish blue, orange and grey, on light and dark backgrounds.
"""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tertium.core.errors import MissingComponent
from tertium.core.formatting import visible
from tertium.core.records import to_plain
from tertium.core.results import Row, jsonable
from tertium.core.stats import DIRECTIONS
from tertium.inference.verdicts import printed
from tertium.report.matrix import Matrix

Chart = Any  # of Altair

BLUE, ORANGE, GREY = "#2a7fb8", "#d9660c", "#8c99a6"
# From few to many, on light and dark backgrounds.
SHADES = ("#b5d4ea", "#135a94")
# Darker for smaller p-values; and the colours of text on them.
_BLUES = ("#b5d4ea", "#5ba3d0", "#135a94")
_ON_BLUES = ("#10202c", "#10202c", "#ffffff")

_WIDTH = 440
ROW = 26
_CELL = 36
# Side of a scatter plot, and height of the distribution at its margin.
_SIDE, _MARGIN = 260, 40
# Long names keep both ends, since systems of one team often begin alike.
_NAME = (
    "length(datum.label) <= 36 ? datum.label"
    " : slice(datum.label, 0, 20) + '…' + slice(datum.label, -15)"
)

# Characters that would end the title of an axis in an expression, and look-alikes.
_IN_TITLES = str.maketrans({'"': "”", "\\": "∖"})

_TIPS = {"label": "system", "shown": "interval", "p": "p, corrected"}


class Estimate(NamedTuple):
    """A number with its interval, as a chart shows it."""

    label: str
    value: float
    low: float
    high: float
    shown: str


def specification(chart: Chart) -> dict[str, Any]:
    """Specification of a chart, safe for any names in it.

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
            # A data set that is one text consists of lines of numbers, and needs its line ends.
            name: one if key == "datasets" and isinstance(one, str) else _legible(one, name)
            for name, one in part.items()
        }
    return [_legible(one, key) for one in part] if isinstance(part, list) else part


def script_json(data: Any) -> str:
    """JSON for use in a script: no text in it can end the script."""
    return json.dumps(to_plain(data), ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")


def theme(*, background: str, ink: str, soft: str, line: str) -> dict[str, Any]:
    """Configuration of all charts, in given colours."""
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
    """The module Altair, which an extra installs."""
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
    """Vega, Vega-Lite and Vega-Embed as one script, for pages that load no other file."""
    return str(converter().javascript_bundle(vl_version=version()))


def version() -> str:
    """Version of Vega-Lite, as vl-convert names it."""
    return ".".join(alt().SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def interval_chart(
    estimates: Sequence[Estimate], title: str, higher_is_better: bool | None
) -> Chart:
    """Scores and intervals on one scale."""
    rows = [one._asdict() for one in estimates]
    return estimates_chart(rows, title, DIRECTIONS[higher_is_better], BLUE)


def estimates_chart(rows: Sequence[Row], title: str, subtitle: str, color: Any) -> Chart:
    """Numbers and intervals on one scale, in one colour or by a channel."""
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


def heatmap(matrix: Matrix) -> Chart:
    """All pairs, as in Figures 7 and 8 of Graham et al. 2014: row better than column.

    Cells are coloured if the difference is significant, darker if p is smaller.
    """
    a = alt()
    # For 0.05 these are the usual steps: 0.05, 0.01 and 0.001.
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
    shown = f"p-value of the row being {matrix.word} than the column"
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
    tips = [tip("name", "system")] if any(labels) else []
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


def shades(count: int) -> list[str]:
    """Colours for a number of steps, from light to dark."""
    light, dark = (bytes.fromhex(color[1:]) for color in SHADES)
    shares = [step / max(1, count - 1) for step in range(count)]
    return [
        "#" + bytes(round(a + (b - a) * share) for a, b in zip(light, dark, strict=True)).hex()
        for share in shares
    ]


def names_axis(**more: Any) -> Any:
    """An axis of names; long names are cut in the middle."""
    return alt().Axis(labelExpr=_NAME, labelLimit=400, **more)


def _short(p: float) -> str:
    """Format a p-value for a small cell: ".0312"."""
    text = printed(p)
    return {"0.0000": "0", "1.0000": "1"}.get(text, text.removeprefix("0"))


def tip(name: str, title: str) -> Any:
    """A tooltip."""
    return alt().Tooltip(f"{name}:N", title=title)


def finite(value: Any) -> Any:
    """A number that JSON can hold; None for infinity and NaN."""
    return jsonable(value) if isinstance(value, float) else value
