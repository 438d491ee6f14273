"""Confidence intervals: where a value would lie on other data of the same kind."""

import math
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """A confidence interval; it unpacks into its ends: `low, high = interval`.

    Attributes:
        low: Lower end; NaN if the interval is undefined.
        high: Upper end.
        reason: Why the interval is undefined or degenerate, if it is.
    """

    low: float
    high: float
    reason: str = ""

    @classmethod
    def undefined(cls, reason: str = "") -> "Interval":
        """Give an interval without ends."""
        return cls(math.nan, math.nan, reason)

    @property
    def is_defined(self) -> bool:
        """Whether the interval has ends."""
        return not math.isnan(self.low)

    @property
    def excludes_zero(self) -> bool:
        """Whether both ends are on the same side of 0."""
        return self.low > 0 or self.high < 0

    @property
    def reversed(self) -> "Interval":
        """The interval of the same difference, taken the other way round."""
        return Interval(-self.high, -self.low, self.reason)

    def __iter__(self) -> Iterator[float]:
        yield self.low
        yield self.high
