"""Tables and charts of super-samples."""

# Longer than 400 lines: one file presents the whole result, with all tables and charts.

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.core.records import to_plain
from tertium.core.results import Row
from tertium.meta.supersample.results import Plane, ScoredMetric, SuperSample
from tertium.meta.supersample.standing import Advantage, Correlated, Standing
from tertium.report import drawing
from tertium.report.table import Table, number
from tertium.report.wins import Wins, win_map

_NONE = "–"


def title(result: SuperSample) -> str:
    """What a page calls it."""
    return "Metrics on hybrid systems"


def data(result: SuperSample) -> str:
    """What was sampled from what."""
    return (
        f"{counted(result.hybrids.systems, 'hybrid')} of {counted(len(result.systems), 'system')},"
        f" on {counted(result.data.segments, 'segment')}."
    )


def charts(result: SuperSample) -> Mapping[str, Callable[[], list[Any]]]:
    """Maps of which metrics are better, and a plane of hybrids for each metric."""
    return {
        "heatmap": lambda: [drawing.alt().hconcat(*map(win_map, win_maps(result)))],
        "scatter": lambda: [scatter(result, name) for name in result.hybrids.order],
    }


def tables(result: SuperSample) -> list[Table]:
    """Correlations with the difference to the next best; then their intervals."""
    return [next_best_table(result), interval_table(result)]


def next_best_table(result: SuperSample) -> Table:
    """Table 4 of Graham and Liu 2016: metrics in the order of the hybrids.

    Either sample has its own order, and so its own next best metric.
    """
    sizes = [f"{found.systems:,}" for found in (result.original, result.hybrids)]
    header = ["metric", "scores"]
    for size in sizes:
        header += [f"r ({size})", f"over next ({size})"]
    rows, emphasis, raised = [], set(), {}
    for place, name in enumerate(result.hybrids.order):
        one = result.by_name[name]
        cells = [label(result, one), one.scores]
        for column, found in ((3, result.original), (5, result.hybrids)):
            over = found.over_next(name)
            cells += [number(found.of(name).r, "z.3f"), _interval(over)]
            if over is not None and over.significant:
                emphasis.add((place, column))
                raised[place, column] = "*"
        if _moved(result, name):
            raised[place, 0] = "!"
        rows.append(cells)
    return Table(
        header=header,
        rows=rows,
        sentences=sentences(result),
        emphasis=frozenset(emphasis),
        raised=raised,
        caption="Correlation with human scores on the original systems and on hybrids of them, with"
        " the interval of the difference to the next best metric.",
    )


def interval_table(result: SuperSample) -> Table:
    """Each correlation with its own interval, over systems and over hybrids."""
    rows = [
        [
            label(result, one),
            one.scores,
            _with_interval(result.original.of(one.name)),
            _with_interval(result.hybrids.of(one.name)),
        ]
        for one in (result.by_name[name] for name in result.hybrids.order)
    ]
    return Table(
        header=["metric", "scores", "r over systems", "r over hybrids"],
        rows=rows,
        notes=notes(result),
        caption="Correlation with human scores and Fisher's interval, over the original systems"
        " and over hybrids of them.",
    )


def sentences(result: SuperSample) -> list[str]:
    """What the numbers say, and what they do not."""
    said = [
        f"Hybrids share {counted(len(result.systems), 'system')} and"
        f" {counted(result.data.segments, 'segment')}: an interval over {result.hybrids.systems:,}"
        " of them speaks of mixtures of these systems only. That over the original systems stands"
        " next to it.",
        *_undefined(result),
    ]
    known = sum(not math.isnan(one.r) for one in result.hybrids.metrics)
    if known > 1:
        said.append(
            f"Told apart by Zou's interval of the difference: {_apart(result.original)} of"
            f" {counted(len(result.original.advantages), 'pair')} of metrics on the original"
            f" systems, {_apart(result.hybrids)} on hybrids."
        )
    if known > 1 and result.replications:
        said.append(_same_order(result.same_order, len(result.replications)))
    if all(math.isnan(one.of_segments) for one in result.metrics):
        return said
    of_outputs = {
        label(result, one): _limits(one.of_segments, one.of_segments_interval)
        for one in result.metrics
    }
    told = ", ".join(f"{name} {shown}" for name, shown in of_outputs.items())
    said.append(f"Over single outputs, r is: {told}.")
    if not any(one.of_segments_interval.low > 0 for one in result.metrics):
        said.append(
            "So no metric is shown to agree with people on single outputs. Make sure that ids mean"
            " the same segments in outputs and judgments: what hybrids tell rests on that."
        )
    return said


def notes(result: SuperSample) -> list[str]:
    """How it was computed."""
    level = f"{100 * result.settings.confidence_level:g} %"
    mixed = (
        "two systems, all pairs equally often"
        if result.settings.mix == "pairs"
        else "all systems, each segment of any"
    )
    lacking = result.outputs - result.judged
    said = [
        f"{counted(result.hybrids.systems + result.hybrids.left_out, 'hybrid')} of {mixed}; there"
        f" are about {power_of_ten(result.population)}.",
        "over next: interval of the difference to the next best metric of that column (Zou 2007,"
        f" {level}), with * where it excludes 0. Others are of single correlations (Fisher,"
        f" {level}), whose overlap is not a test.",
        *_without_interval(result),
    ]
    if any(_moved(result, name) for name in result.hybrids.order):
        said.append("!: another rank on the original systems than on hybrids.")
    if {one.scores for one in result.metrics} >= {"corpus", "segments"}:
        said.append(
            "corpus: from the summed statistics of a system's outputs; segments: the mean of their"
            " scores."
        )
    turned = dict.fromkeys(label(result, one) for one in result.metrics if one.turned)
    if turned:
        said.append(
            f"{', '.join(turned)}: less of it is better, so its sign is turned. A positive"
            " correlation is good for every metric."
        )
    sides = "of human scores only" if result.settings.unrated == "human" else "of both sides"
    if lacking:
        said.append(
            f"Nobody judged {lacking:,} of {counted(result.outputs, 'output')}, which"
            f" {'is' if lacking == 1 else 'are'} left out {sides}."
        )
    for found, what in _samples(result):
        if found.left_out:
            said.append(f"Left out for lack of a score: {counted(found.left_out, what[:-1])}.")
        reasons = dict.fromkeys(
            one.interval.reason
            for one in found.metrics
            if one.interval.reason and not math.isnan(one.r)
        )
        said += [f"Interval of r over {what}: {reason}." for reason in reasons]
    return [
        *said,
        *result.joined.sentences,
        *(f"{title}  {signature}" for title, signature in _signatures(result).items()),
        f"super-sample  {result.signature}",
    ]


def power_of_ten(logarithm: float) -> str:
    """Give a large number by its logarithm: "3.0 x 10^302"."""
    exponent = math.floor(logarithm)
    if exponent < 6:
        return f"{round(10**logarithm):,}"
    return f"{10 ** (logarithm - exponent):.1f} x 10^{exponent}"


def label(result: SuperSample, one: ScoredMetric) -> str:
    """Name of a metric in tables, with a minus where its sign was turned."""
    titles = Counter(title for title, _ in {(m.title, m.metric) for m in result.metrics})
    return f"{'-' * one.turned}{one.title if titles[one.title] == 1 else one.metric}"


def full_label(result: SuperSample, name: str) -> str:
    """Name of a metric, and how it is scored if there are several ways."""
    one = result.by_name[name]
    several = len({m.scores for m in result.metrics}) > 1
    return label(result, one) + (f", {one.scores}" if several else "")


def win_maps(result: SuperSample) -> list[Wins]:
    """Figure 5 of Graham and Liu 2016: the original systems, and hybrids."""
    return [
        Wins(
            title,
            "coloured: the row's correlation is higher",
            tuple(full_label(result, name) for name in result.hybrids.order),
            frozenset(
                (full_label(result, one.metric), full_label(result, one.other))
                for one in found.advantages
                if one.significant
            ),
        )
        for title, found in (
            (f"{counted(result.original.systems, 'original system')}", result.original),
            (f"{counted(result.hybrids.systems, 'hybrid')}", result.hybrids),
        )
    ]


def scatter(result: SuperSample, name: str) -> Any:
    """Figure 4 of Graham and Liu 2016: hybrids by people and a metric, with both distributions."""
    a = drawing.alt()
    plane, one = result.planes[name], result.by_name[name]
    human = a.Scale(domain=_ends(plane, 0), nice=False)
    score = a.Scale(domain=_ends(plane, 1), nice=False, reverse=one.turned)
    bare = a.Axis(labels=False, grid=False)
    y_title = f"{one.title}, axis turned (less is better)" if one.turned else one.title
    x, y = a.X("human:Q", scale=human, title="people"), a.Y("score:Q", scale=score, title=y_title)
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
                a.Tooltip("human:Q", title="people", format=".3f"),
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
        f" {counted(result.hybrids.systems, 'hybrid')}" + "; axis turned" * one.turned
    )
    return a.vconcat(over, a.hconcat(middle, beside, spacing=4), spacing=4).properties(
        title=a.Title(full_label(result, name), subtitle=said)
    )


def _ends(plane: Plane, axis: int) -> list[float]:
    """Where an axis begins and ends, so that hybrids and original systems lie between."""
    ends = [(plane.human_low, plane.human_high), (plane.low, plane.high)][axis]
    points = [(point.human, point.score)[axis] for point in plane.points]
    known = [value for value in (*ends, *points) if not math.isnan(value)]
    room = 0.03 * (max(known) - min(known))
    return [min(known) - room, max(known) + room]


_SIDE, _EDGE = 260, 44


def _inline(rows: Sequence[Row]) -> Any:
    """Data of a chart as one text: shorter, and not checked one by one."""
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
    """How many hybrids are in each row or column of the grid."""
    begin = (plane.human_low, plane.low)[axis]
    width = ((plane.human_high - plane.human_low), (plane.high - plane.low))[axis] / plane.bins
    counts: Counter[int] = Counter()
    for cell in plane.cells:
        counts[cell[axis]] += cell[2]
    return [
        {"low": begin + i * width, "high": begin + (i + 1) * width, "hybrids": counts[i]}
        for i in sorted(counts)
    ]


def _interval(over: Advantage | None) -> str:
    if over is None:
        return "-"
    if not over.interval.is_defined:
        return _NONE
    return f"[{over.interval.low:z.3f}, {over.interval.high:z.3f}]"


def _with_interval(one: Correlated) -> str:
    return _limits(one.r, one.interval)


def _limits(r: float, interval: Interval) -> str:
    limits = f" [{interval.low:z.3f}, {interval.high:z.3f}]" if interval.is_defined else ""
    return number(r, "z.3f") + limits


def _apart(found: Standing) -> str:
    return f"{sum(one.significant for one in found.advantages):,}"


def _same_order(same: int, all_: int) -> str:
    if all_ == 1:
        order = "as this one does" if same else "in another order"
        return f"A further sample of hybrids ranks the metrics {order}."
    share = f"All {all_:,}" if same == all_ else f"{same:,} of {all_:,}"
    ranks = "ranks" if same == 1 else "rank"
    return f"{share} further samples of hybrids {ranks} the metrics as this one does."


def _samples(result: SuperSample) -> list[tuple[Standing, str]]:
    return [(result.original, "systems"), (result.hybrids, "hybrids")]


def _moved(result: SuperSample, name: str) -> bool:
    """Whether a metric has another rank on hybrids, however ties on either side are broken."""
    before, after = (found.places(name) for found, _ in _samples(result))
    return bool(before and after) and set(before).isdisjoint(after)


def _undefined(result: SuperSample) -> Iterator[str]:
    """Why correlations are undefined, where they are."""
    for found, what in _samples(result):
        reasons: dict[str, list[str]] = {}
        for one in found.metrics:
            if math.isnan(one.r):
                reasons.setdefault(one.interval.reason, []).append(full_label(result, one.metric))
        for reason, metrics in reasons.items():
            whose = "all metrics" if len(metrics) == len(found.metrics) else "; ".join(metrics)
            yield f"Over {what} r is undefined for {whose}: {reason}."


def _without_interval(result: SuperSample) -> Iterator[str]:
    """Why there is no interval over the next, where there is none."""
    reasons = [
        f"over {what} {reason}"
        for found, what in _samples(result)
        for reason in dict.fromkeys(
            one.interval.reason
            for one in map(found.over_next, found.order)
            if one and one.interval.reason
        )
    ]
    if reasons:
        yield f"{_NONE}: undefined, {'; '.join(reasons)}. A hyphen: there is no next metric."


def _signatures(result: SuperSample) -> dict[str, str]:
    return {label(result, one).lstrip("-"): one.signature for one in result.metrics}
