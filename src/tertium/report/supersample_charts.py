"""Charts of super-samples: maps of wins, and planes of hybrids."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tertium.core.formatting import counted
from tertium.core.records import to_plain
from tertium.core.results import Row
from tertium.meta.supersample.results import Plane, ScoredMetric, SuperSample
from tertium.report import drawing
from tertium.report.table import number
from tertium.report.wins import Wins


def label(result: SuperSample, one: ScoredMetric) -> str:
    """Name of a metric in tables, with a minus if its sign was flipped."""
    titles = Counter(title for title, _ in {(m.title, m.metric) for m in result.metrics})
    return f"{'-' * one.flipped}{one.title if titles[one.title] == 1 else one.metric}"


def full_label(result: SuperSample, name: str) -> str:
    """Name of a metric, with the kind of its scores if there are several."""
    one = result.by_name[name]
    several = len({m.scores for m in result.metrics}) > 1
    return label(result, one) + (f", {one.scores}" if several else "")


def win_maps(result: SuperSample) -> list[Wins]:
    """Original systems and hybrids side by side, as in Figure 5 of Graham and Liu 2016."""
    return [
        Wins(
            title,
            "coloured if the row correlates better than the column",
            tuple(full_label(result, name) for name in result.hybrids.order),
            frozenset(
                (full_label(result, one.metric), full_label(result, one.other))
                for one in ranking.differences
                if one.significant
            ),
        )
        for title, ranking in (
            (f"{counted(result.original.systems, 'original system')}", result.original),
            (f"{counted(result.hybrids.systems, 'hybrid')}", result.hybrids),
        )
    ]


def scatter(result: SuperSample, name: str) -> Any:
    """Hybrids by human score and metric score, as in Figure 4 of Graham and Liu 2016."""
    a = drawing.alt()
    plane, one = result.planes[name], result.by_name[name]
    human = a.Scale(domain=_ends(plane, 0), nice=False)
    score = a.Scale(domain=_ends(plane, 1), nice=False, reverse=one.flipped)
    bare = a.Axis(labels=False, grid=False)
    y_title = f"{one.title}, axis reversed (lower is better)" if one.flipped else one.title
    x, y = (
        a.X("human:Q", scale=human, title="human score"),
        a.Y("score:Q", scale=score, title=y_title),
    )
    shade = a.Color(
        "hybrids:Q", legend=None, scale=a.Scale(type="sqrt", range=list(drawing.SHADES))
    )
    middle = a.layer(
        a.Chart(_inline(_grid(plane)))
        .mark_rect()
        .encode(x=x, x2="human_end:Q", y=y, y2="score_end:Q", color=shade),
        a.Chart(a.InlineData(values=[to_plain(point) for point in plane.points]))
        .mark_point(filled=True, size=60, color=drawing.ORANGE, opacity=1)
        .encode(
            x=x,
            y=y,
            tooltip=[
                a.Tooltip("system:N"),
                a.Tooltip("human:Q", title="human score", format=".3f"),
                a.Tooltip("score:Q", title=one.title, format=".2f"),
            ],
        ),
    ).properties(width=_SIDE, height=_SIDE)
    count = {"title": None, "axis": bare}
    over = (
        a.Chart(_inline(_margin(plane, 0)), width=_SIDE, height=_EDGE)
        .mark_rect(color=drawing.GREY)
        .encode(
            x=a.X("low:Q", scale=human, title=None, axis=bare),
            x2="high:Q",
            y=a.Y("hybrids:Q", **count),
            y2=a.datum(0),
        )
    )
    beside = (
        a.Chart(_inline(_margin(plane, 1)), width=_EDGE, height=_SIDE)
        .mark_rect(color=drawing.GREY)
        .encode(
            y=a.Y("low:Q", scale=score, title=None, axis=bare),
            y2="high:Q",
            x=a.X("hybrids:Q", **count),
            x2=a.datum(0),
        )
    )
    said = (
        f"r = {number(result.hybrids.of(name).r, 'z.3f')} over"
        f" {counted(result.hybrids.systems, 'hybrid')}" + "; axis reversed" * one.flipped
    )
    return a.vconcat(over, a.hconcat(middle, beside, spacing=4), spacing=4).properties(
        title=a.Title(full_label(result, name), subtitle=said)
    )


def _ends(plane: Plane, axis: int) -> list[float]:
    """Limits of an axis that show all hybrids and original systems."""
    ends = [(plane.human_low, plane.human_high), (plane.low, plane.high)][axis]
    points = [(point.human, point.score)[axis] for point in plane.points]
    known = [value for value in (*ends, *points) if not math.isnan(value)]
    room = 0.03 * (max(known) - min(known))
    return [min(known) - room, max(known) + room]


_SIDE, _EDGE = 260, 44


def _inline(rows: Sequence[Row]) -> Any:
    """Data of a chart as CSV, which is shorter and not checked value by value."""
    a = drawing.alt()
    lines = [",".join(rows[0]), *(",".join(f"{v:.7g}" for v in row.values()) for row in rows)]
    return a.InlineData(values="\n".join(lines), format=a.CsvDataFormat(type="csv"))


def _grid(plane: Plane) -> list[Row]:
    wide = (plane.human_high - plane.human_low) / plane.bins
    high = (plane.high - plane.low) / plane.bins
    return [
        {
            "human": plane.human_low + i * wide,
            "human_end": plane.human_low + (i + 1) * wide,
            "score": plane.low + j * high,
            "score_end": plane.low + (j + 1) * high,
            "hybrids": count,
        }
        for i, j, count in plane.cells
    ]


def _margin(plane: Plane, axis: int) -> list[Row]:
    """Number of hybrids in each row or column of the grid."""
    begin = (plane.human_low, plane.low)[axis]
    width = ((plane.human_high - plane.human_low), (plane.high - plane.low))[axis] / plane.bins
    counts: Counter[int] = Counter()
    for cell in plane.cells:
        counts[cell[axis]] += cell[2]
    return [
        {"low": begin + i * width, "high": begin + (i + 1) * width, "hybrids": counts[i]}
        for i in sorted(counts)
    ]
