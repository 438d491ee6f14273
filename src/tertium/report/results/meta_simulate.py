"""Simulated evaluations of a metric."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.core.results import Row
from tertium.meta.simulate.results import Simulation
from tertium.report.drawing import BLUE, GREY, ORANGE, Chart, alt, scatter, tip
from tertium.report.table import Table
from tertium.report.wording import percent


def title(result: Simulation) -> str:
    """Heading of the page."""
    return "Simulated evaluations of a metric"


def data(result: Simulation) -> str:
    """The true correlation, and the number of systems."""
    settings = result.settings
    return f"True correlation {settings.r:g}, samples of {counted(settings.n, 'system')}."


def tables(result: Simulation) -> list[Table]:
    """The intervals."""
    return [simulation_table(result)]


def summary(result: Simulation) -> list[str]:
    """How much the correlation varies, and how the reported interval compares."""
    settings, sampled = result.settings, result.sampled
    said = [
        f"{percent(settings.confidence_level)} of {counted(settings.trials, 'evaluation')} with"
        f" {counted(settings.n, 'system')} give r between {sampled.low:.3f} and"
        f" {sampled.high:.3f}; the true correlation is {settings.r:g}."
    ]
    if result.reported is not None:
        said.append(
            f"The reported interval contains {100 * result.within:.1f} % of them"
            + (", and exceeds 1, which no correlation can." if result.reported.high > 1 else ".")
        )
    return said


def charts(result: Simulation) -> Mapping[str, Callable[[], list[Any]]]:
    """The correlations of samples, and the population."""
    return {
        "distributions": lambda: [sampling_chart(result)],
        "scatter": lambda: [population_chart(result)],
    }


def population_chart(result: Simulation) -> Chart:
    """The population, as in Figure 1 of Graham and Liu 2016."""
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
    """Correlations of samples with intervals, as in Figure 2 of Graham and Liu 2016."""
    a = alt()
    drawn, settings = result.distribution, result.settings
    width = (drawn.high - drawn.low) / len(drawn.counts)
    bars = [
        {"low": drawn.low + i * width, "high": drawn.low + (i + 1) * width, "count": count}
        for i, count in enumerate(drawn.counts)
        if count
    ]
    level = f"{100 * settings.confidence_level:g} %"
    lines: list[Row] = [{"at": settings.r, "what": "r of the population"}]
    for name, interval in (
        (f"{level} of samples", result.sampled),
        ("Fisher's interval", result.fisher),
        ("reported", result.reported),
    ):
        if interval is not None and not math.isnan(interval.low):
            lines += [{"at": end, "what": name} for end in interval]
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
            tooltip=[tip("what", "line"), a.Tooltip("at:Q", format=".3f")],
        )
    )
    title = (
        f"{counted(settings.trials, 'sample')} of {counted(settings.n, 'system')}, r ="
        f" {settings.r:g}"
    )
    return a.layer(histogram, rules, title=title).properties(height=200, description=title)


def simulation_table(result: Simulation) -> Table:
    """The intervals of samples, of Fisher, and the reported one."""
    settings = result.settings
    level = f"{100 * settings.confidence_level:g} %"
    rows = [
        _row(f"{level} of evaluations", result.sampled, settings.r),
        _row("Fisher's", result.fisher, settings.r),
    ]
    if result.reported is not None:
        rows.append(_row("reported", result.reported, settings.r))
    return Table(
        header=["interval", "low", "high", "below r", "above r"],
        rows=rows,
        notes=[*notes(result), f"simulation  {result.signature}"],
        caption=f"Correlations of samples of {counted(settings.n, 'system')} from a population"
        f" with r = {settings.r:g}.",
    )


def notes(result: Simulation) -> list[str]:
    """Whether intervals are symmetric, and why one is undefined."""
    settings, sampled = result.settings, result.sampled
    said = []
    below, above = settings.r - sampled.low, sampled.high - settings.r
    if min(below, above) > 0 and max(below, above) > 1.2 * min(below, above):
        longer, shorter = ("below", "above") if below > above else ("above", "below")
        times = max(below, above) / min(below, above)
        said.append(
            f"The distribution is skewed: the interval reaches {times:.1f} times as far {longer} r"
            f" as {shorter}."
        )
    if result.fisher.reason:
        said.append(f"Fisher's interval: {result.fisher.reason}.")
    return said


def _row(name: str, interval: Interval, r: float) -> list[str]:
    ends = [interval.low, interval.high, r - interval.low, interval.high - r]
    return [name, *("–" if end != end else f"{end:.3f}" for end in ends)]
