"""Published correlations with symmetric intervals, held against what is possible.

A correlation cannot exceed 1, and the interval of one is not symmetric: the closer to 1, the longer
its lower part. Fisher's interval stands beside each (Graham and Liu 2016, Table 1).
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
        r: Its correlation with people.
        low: Lower end of its interval.
        high: Upper end.
        n: Number of systems.
    """

    metric: str
    r: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Audited:
    """A published correlation, and what is to be said of its interval.

    Attributes:
        metric: Name of the metric.
        r: Its correlation with people.
        n: Number of systems.
        reported: The interval that was published.
        fisher: Fisher's interval.
        beyond: Whether the published one leaves what a correlation can be.
        symmetric: Whether its two parts are equally long.
        narrower: How many times longer Fisher's interval is.
    """

    metric: str
    r: float
    n: int
    reported: Interval
    fisher: Interval
    beyond: bool
    symmetric: bool
    narrower: float


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
    def beyond(self) -> int:
        """Number of intervals that leave what a correlation can be."""
        return sum(one.beyond for one in self.rows)

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
                "beyond": one.beyond,
                "symmetric": one.symmetric,
                "narrower": one.narrower,
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
    """Hold published intervals against Fisher's."""
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
        beyond=one.high > 1 + _ROUNDING or one.low < -1 - _ROUNDING,
        # As far as printed digits tell.
        symmetric=math.isclose(one.high - one.r, one.r - one.low, abs_tol=0.0005 + _ROUNDING),
        narrower=(
            (proper.high - proper.low) / width if width > 0 and not proper.reason else math.nan
        ),
    )
