"""What is to be said of published correlations."""

import math

from tertium.core.plain import counted, is_or_are
from tertium.meta.audit import Audit, Audited
from tertium.meta.comparison import shown_interval
from tertium.report.table import Table, number


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
