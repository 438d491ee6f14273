"""Charts of comparisons: differences, distributions of the tests, scores."""

import math
from collections.abc import Iterator
from itertools import pairwise

from tertium.comparison.comparison_result import Comparison, MetricResult, PairResult, Tested
from tertium.core.formatting import counted
from tertium.core.results import Row
from tertium.inference.verdicts import printed
from tertium.report.comparison.cells import heading, ordered, with_interval
from tertium.report.comparison.notes import title_of
from tertium.report.comparison.pairs import drawn_pairs, seen_pairs
from tertium.report.drawing import (
    BLUE,
    GREY,
    ORANGE,
    Chart,
    Estimate,
    alt,
    estimates_chart,
    interval_chart,
)
from tertium.significance import make_test

# Most distributions in one chart.
_PANELS = 60


def system_chart(result: Comparison, metric: MetricResult) -> Chart:
    """Scores of the systems of a comparison, the baseline first."""
    estimates = [
        Estimate(
            one.system,
            one.score,
            one.interval.low,
            one.interval.high,
            with_interval(metric, one.score, one.interval, 2),
        )
        for one in ordered(metric, result.settings.baseline)
    ]
    return interval_chart(estimates, heading(result, metric), metric.higher_is_better)


def difference_chart(result: Comparison, metric: MetricResult) -> Chart:
    """Differences and intervals on one scale, with a line at 0."""
    a = alt()
    one_baseline = not result.settings.all_pairs
    rows = [
        Estimate(
            pair.system if one_baseline else f"{pair.system} – {pair.other}",
            pair.difference,
            pair.interval.low,
            pair.interval.high,
            with_interval(metric, pair.difference, pair.interval, 2),
        )._asdict()
        | {"p": printed(pair.tests[0].corrected), "significant": pair.tests[0].significant}
        for pair in seen_pairs(result, metric)
    ]
    subtitle = f"difference from {result.settings.baseline}" if one_baseline else "difference"
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
    return zero + estimates_chart(rows, heading(result, metric), subtitle, color)


def distribution_charts(result: Comparison) -> list[Chart]:
    """Distributions of pseudo-statistics, metric by metric, up to a maximum number.

    If all pairs were compared, only pairs of neighbouring ranks are drawn.
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
        title = f"{count:,} of {counted(every, 'distribution')}, those of the best systems"
        parts[0] = parts[0].properties(title=a.Title(title, anchor="start"))
    return parts


def distribution_chart(
    result: Comparison, metric: MetricResult, pair: PairResult, tested: Tested
) -> Chart:
    """Pseudo-statistics of a test, as Figures 5 and 6 of Graham et al. 2014 show them.

    Values at least as extreme as the observed difference are coloured; lines show the cutoff.
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
                title="permutations" if tested.exact else "trials",
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


def tails(metric: MetricResult, pair: PairResult, tested: Tested) -> tuple[float, float]:
    """Cutoffs below and above which a test counts values as extreme."""
    improvement = -pair.difference if metric.higher_is_better is False else pair.difference
    return make_test(tested.test).tails(improvement)


def bars(tested: Tested, ends: tuple[float, float]) -> Iterator[Row]:
    """Bars of a histogram, split at the cutoffs."""
    drawn = tested.distribution
    assert drawn is not None
    width = (drawn.high - drawn.low) / len(drawn.counts)
    for number, count in enumerate(drawn.counts):
        low = drawn.low + number * width
        cuts = [end for end in ends if low < end < low + width]
        edges = [low, *cuts, low + width]
        for begin, end in pairwise(edges):
            middle = (begin + end) / 2
            # If no value is more extreme than the observed one, the cutoff is at the edge.
            outermost = (number == 0 and math.isclose(ends[0], drawn.low)) or (
                number == len(drawn.counts) - 1 and math.isclose(ends[1], drawn.high)
            )
            counted = outermost or middle <= ends[0] or middle >= ends[1]
            if count:
                yield {"low": begin, "high": end, "count": count, "counted": counted}
