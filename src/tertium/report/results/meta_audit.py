"""Published confidence intervals of correlations, compared with Fisher's."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, has_or_have, is_or_are
from tertium.meta.audit import Audit, Audited
from tertium.meta.correlate.results import shown_interval
from tertium.report.drawing import BLUE, ORANGE, Chart, alt, names_axis, tip
from tertium.report.table import Table, number


def title(result: Audit) -> str:
    """Heading of the page."""
    return "Published confidence intervals of correlations"


def data(result: Audit) -> str:
    """The number of published intervals."""
    return f"{counted(len(result.rows), 'published interval')}, compared with Fisher's."


def summary(result: Audit) -> list[str]:
    """How much wider Fisher's intervals are, and which published intervals cannot be right."""
    rows = result.rows
    said = []
    ratios = sorted(one.width_ratio for one in rows if not math.isnan(one.width_ratio))
    if ratios:
        low, high = f"{ratios[0]:.1f}", f"{ratios[-1]:.1f}"
        times = low if low == high else f"{low} to {high}"
        said.append(f"Fisher's intervals are {times} times as wide as the published intervals.")
    if result.out_of_range:
        exceed = "exceeds" if result.out_of_range == 1 else "exceed"
        said.append(
            f"{result.out_of_range:,} of {counted(len(rows), 'published interval')} {exceed} 1,"
            " which no correlation can."
        )
    symmetric = sum(one.symmetric for one in rows)
    if symmetric:
        said.append(
            f"{symmetric:,} of {counted(len(rows), 'published interval')} {is_or_are(symmetric)}"
            " symmetric; the interval of a correlation is longer towards 0."
        )
    return said


def tables(result: Audit) -> list[Table]:
    """Published intervals beside Fisher's."""
    return [audit_table(result)]


def charts(result: Audit) -> Mapping[str, Callable[[], list[Any]]]:
    """Published intervals beside Fisher's."""
    return {"intervals": lambda: [audit_chart(result)]}


def audit_table(result: Audit) -> Table:
    """Published intervals beside Fisher's; those out of range are marked."""
    rows = result.rows
    return Table(
        header=["metric", "r", "n", "published", "Fisher", "width ratio"],
        rows=[_row(one) for one in rows],
        notes=[
            *(["* exceeds 1."] if result.out_of_range else []),
            *_undefined(result),
            "Overlap of intervals is not a test of whether metrics differ;"
            f" `{wording.call('compare_metrics')}` tests differences.",
            f"audit  {result.signature}",
        ],
        raised={(i, 3): "*" for i, one in enumerate(rows) if one.out_of_range},
        caption="Published confidence intervals of correlations beside Fisher's.",
    )


def _row(one: Audited) -> list[str]:
    return [
        one.metric,
        f"{one.r:.3f}",
        f"{one.n:,}",
        f"[{one.reported.low:.3f}, {one.reported.high:.3f}]",
        shown_interval(one.fisher),
        number(one.width_ratio, ".1f"),
    ]


def _undefined(result: Audit) -> Iterator[str]:
    """Why some rows have no Fisher interval."""
    degenerate = sum(one.fisher.reason.startswith("degenerate") for one in result.rows)
    if degenerate:
        yield f"{counted(degenerate, 'correlation')} of 1 {has_or_have(degenerate)} no interval."
    few = {one.n for one in result.rows if one.fisher.reason.endswith("at least four are needed")}
    if few:
        yield (
            f"With {counted(min(few), 'system')} a correlation has no interval; four systems are"
            " needed."
        )


def audit_chart(result: Audit) -> Chart:
    """Published intervals beside Fisher's."""
    a = alt()
    rows = [
        {"metric": one.metric, "low": interval.low, "high": interval.high, "r": one.r, "kind": kind}
        for one in result.rows
        for kind, interval in (("published", one.reported), ("Fisher", one.fisher))
        if not math.isnan(interval.low)
    ]
    names = [one.metric for one in result.rows]
    kinds = ["published", "Fisher"]
    base = a.Chart(a.InlineData(values=rows), title="Published intervals beside Fisher's").encode(
        y=a.Y("metric:N", sort=names, title=None, axis=names_axis()),
        yOffset=a.YOffset("kind:N", sort=kinds),
        color=a.Color(
            "kind:N",
            title=None,
            scale=a.Scale(domain=kinds, range=[ORANGE, BLUE]),
            legend=a.Legend(orient="bottom", symbolType="stroke"),
        ),
        tooltip=[
            tip("metric", "metric"),
            tip("kind", "interval"),
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
