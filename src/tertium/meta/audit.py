"""Published confidence intervals of correlations, compared with Fisher's intervals.

A correlation cannot exceed 1, and its confidence interval is not symmetric: the closer r is to 1,
the longer is the part below r (Graham and Liu 2016, Table 1).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.records import to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.version import VERSION
from tertium.inference.correlations import fisher

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Published:
    """A correlation as it was published.

    Attributes:
        metric: Name of the metric.
        r: Its correlation with human scores.
        low: Lower limit of its confidence interval.
        high: Upper limit.
        n: Number of systems.
    """

    metric: str
    r: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Audited:
    """A published correlation, with an assessment of its confidence interval.

    Attributes:
        metric: Name of the metric.
        r: Its correlation with human scores.
        n: Number of systems.
        reported: The interval that was published.
        fisher: Fisher's interval.
        out_of_range: Whether the published interval exceeds 1 or -1.
        symmetric: Whether r is the middle of the published interval.
        width_ratio: Width of Fisher's interval divided by that of the published interval.
    """

    metric: str
    r: float
    n: int
    reported: Interval
    fisher: Interval
    out_of_range: bool
    symmetric: bool
    width_ratio: float


@dataclass(frozen=True, eq=False, repr=False)
class Audit(StoredResult):
    """All correlations of a table."""

    result: ClassVar[str] = "meta audit"

    tertium: str
    confidence_level: float
    digest: str
    rows: tuple[Audited, ...]

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        settings = f"audit(confidence_level={self.confidence_level:g})"
        return f"{settings}|table:{self.digest}|version:tertium-{self.tertium}"

    @property
    def out_of_range(self) -> int:
        """Number of published intervals that exceed 1 or -1."""
        return sum(one.out_of_range for one in self.rows)

    def to_rows(self) -> list[Row]:
        """One row per metric."""
        return [
            {
                "metric": one.metric,
                "r": one.r,
                "n": one.n,
                "reported_low": one.reported.low,
                "reported_high": one.reported.high,
                "fisher_low": one.fisher.low,
                "fisher_high": one.fisher.high,
                "out_of_range": one.out_of_range,
                "symmetric": one.symmetric,
                "width_ratio": one.width_ratio,
            }
            for one in self.rows
        ]

    def __str__(self) -> str:
        rows = [
            [
                one.metric,
                f"{one.r:.3f}",
                f"[{one.reported.low:.3f}, {one.reported.high:.3f}]",
                f"[{one.fisher.low:.3f}, {one.fisher.high:.3f}]",
            ]
            for one in self.rows
        ]
        return plain_table(["metric", "r", "reported", "Fisher"], rows)


def audit(table: Sequence[Published], confidence_level: float = 0.95) -> Audit:
    """Compare published intervals with Fisher's."""
    from tertium.core.streams import digest

    rows = tuple(_audited(one, confidence_level) for one in table)
    return Audit(VERSION, confidence_level, digest([repr(to_plain(one)) for one in table]), rows)


def _audited(one: Published, confidence_level: float) -> Audited:
    proper = fisher(one.r, one.n, confidence_level)
    width = one.high - one.low
    return Audited(
        metric=one.metric,
        r=one.r,
        n=one.n,
        reported=Interval(one.low, one.high),
        fisher=proper,
        out_of_range=one.high > 1 + _ROUNDING or one.low < -1 - _ROUNDING,
        # Published numbers are rounded to three digits.
        symmetric=math.isclose(one.high - one.r, one.r - one.low, abs_tol=0.0005 + _ROUNDING),
        width_ratio=(
            (proper.high - proper.low) / width if width > 0 and not proper.reason else math.nan
        ),
    )
