"""What is to be said of published correlations."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from tertium.core.formatting import counted, is_or_are
from tertium.meta.audit import Audit, Audited
from tertium.meta.correlate.results import shown_interval
from tertium.report.drawing import BLUE, ORANGE, Chart, alt, names_axis, tip
from tertium.report.table import Table, number


def title(result: Audit) -> str:
    """What a page calls it."""
    return "Published correlations"


def data(result: Audit) -> str:
    """How many intervals were published."""
    return f"{counted(len(result.rows), 'interval')} beside Fisher's."


def tables(result: Audit) -> list[Table]:
    """The one table."""
    return [audit_table(result)]


def charts(result: Audit) -> Mapping[str, Callable[[], list[Any]]]:
    """Reported intervals beside Fisher's."""
    return {"intervals": lambda: [audit_chart(result)]}


def audit_table(result: Audit) -> Table:
    """Reported intervals beside Fisher's; those that cannot be are marked."""
    rows = result.rows
    return Table(
        header=["metric", "r", "n", "reported", "Fisher", "times as long"],
        rows=[_row(one) for one in rows],
        sentences=_sentences(result),
        notes=[
            *(["*: beyond 1, which no correlation can be."] if result.beyond else []),
            "Neither interval tells whether one metric is better than another: overlap of single"
            " intervals is not a test. `tertium meta compare` has one.",
            f"audit  {result.signature}",
        ],
        raised={(i, 3): "*" for i, one in enumerate(rows) if one.beyond},
        caption="Published intervals of correlations beside Fisher's.",
    )


def _row(one: Audited) -> list[str]:
    return [
        one.metric,
        f"{one.r:.3f}",
        f"{one.n:,}",
        f"[{one.reported.low:.3f}, {one.reported.high:.3f}]",
        shown_interval(one.fisher),
        number(one.narrower, ".1f"),
    ]


def _sentences(result: Audit) -> list[str]:
    said = []
    rows = result.rows
    if result.beyond:
        said.append(
            f"{result.beyond} of {counted(len(rows), 'interval')}"
            f" {'exceeds' if result.beyond == 1 else 'exceed'} 1, which no correlation can."
        )
    symmetric = sum(one.symmetric for one in rows)
    if symmetric:
        said.append(
            f"{symmetric} of {counted(len(rows), 'interval')} {is_or_are(symmetric)} symmetric;"
            " the interval of a correlation is longer towards 0, the more so the closer r is to"
            " 1."
        )
    ratios = sorted(one.narrower for one in rows if not math.isnan(one.narrower))
    if ratios:
        said.append(
            f"Fisher's intervals are between {ratios[0]:.1f} and {ratios[-1]:.1f} times as long as"
            " the reported ones."
        )
    degenerate = sum(one.fisher.reason.startswith("degenerate") for one in rows)
    if degenerate:
        said.append(
            f"{degenerate} of them {is_or_are(degenerate)} of a correlation of 1, which leaves no"
            " interval."
        )
    few = {one.n for one in rows if one.fisher.reason.endswith("it takes four")}
    if few:
        said.append(f"With {counted(min(few), 'system')} there is no interval at all.")
    return said


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
