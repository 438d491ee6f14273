"""Compare two results: which values differ."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from tertium.comparison.comparison_result import Comparison
from tertium.core.errors import DataError
from tertium.core.formatting import counted, visible
from tertium.core.records import to_plain
from tertium.core.results import Result, Row, StoredResult

# Other versions of NumPy, or another processor, may change the last digit.
_RELATIVE = 1e-9

# Fields that describe the machine, not the result.
_VERSIONS = "versions."


@dataclass(frozen=True)
class Change:
    """A value that differs."""

    where: str
    stored: Any
    found: Any

    def __str__(self) -> str:
        return visible(f"{self.where}: {self.stored} in the file, {self.found} now")


@dataclass(frozen=True, eq=False, repr=False)
class Verification(Result):
    """Values of two results that differ.

    Attributes:
        changes: Values that differ.
        values: Number of all values.
        versions: Versions of Python and packages that differ, which does not count as a change.
    """

    result: ClassVar[str] = "verify"

    changes: tuple[Change, ...]
    values: int
    versions: tuple[Change, ...] = ()

    def __str__(self) -> str:
        values = counted(self.values, "value")
        text = f"Verified: all {values} are the same."
        if self.changes:
            differ = "differs" if len(self.changes) == 1 else "differ"
            text = f"{len(self.changes):,} of {values} {differ}:{_listed(self.changes)}"
        if self.versions:
            text += "\nVersions that differ (this does not change the result):"
            text += _listed(self.versions)
        return text

    def to_rows(self) -> list[Row]:
        """One row per change."""
        return [asdict(change) for change in self.changes]

    def to_dict(self) -> Row:
        """The whole result, as JSON can hold it."""
        return {
            "verified": not self.changes,
            "values": self.values,
            "changes": self.to_rows(),
            "versions": [asdict(change) for change in self.versions],
        }


def _listed(changes: Iterable[Change]) -> str:
    return "".join(f"\n  {change}" for change in changes)


def differences(stored: StoredResult, found: StoredResult) -> Verification:
    """Compare two results, except for how their data were read."""
    one, other = to_plain(stored), to_plain(found)
    for result in (one, other):
        result.get("data", {}).pop("inputs", None)
    changes = [change for change in _changes(one, other, "") if change is not None]
    return Verification(
        tuple(change for change in changes if not change.where.startswith(_VERSIONS)),
        sum(1 for _ in _changes(one, one, "")),
        tuple(change for change in changes if change.where.startswith(_VERSIONS)),
    )


def compared(one: StoredResult, other: StoredResult) -> Verification:
    """Compare two results; refuse those of different data."""
    check_comparable(one, other)
    return differences(one, other)


def check_comparable(one: StoredResult, other: StoredResult) -> None:
    """Refuse results of different data or signatures, and name what differs."""
    if one.result != other.result:
        raise DataError(
            f"These results cannot be compared: one is of `tertium {one.result}`, the other of"
            f" `tertium {other.result}`."
        )
    if not isinstance(one, Comparison) or not isinstance(other, Comparison):
        return
    fields = {
        "test set": (one.data.digest, other.data.digest),
        "references": (", ".join(one.data.references), ", ".join(other.data.references)),
        "target language": (one.data.languages[1], other.data.languages[1]),
        "metric signatures": tuple(
            "; ".join(metric.own_signature for metric in result.metrics) for result in (one, other)
        ),
    }
    differing = [f"{name} ({a} and {b})" for name, (a, b) in fields.items() if a != b]
    if differing:
        raise DataError(f"These results cannot be compared: they differ in {'; '.join(differing)}.")


def _changes(stored: Any, found: Any, where: str) -> Iterator[Change | None]:
    """Yield, for each value of a record, the change, or None if it is the same."""
    if isinstance(stored, dict) and isinstance(found, dict):
        for key in dict.fromkeys([*stored, *found]):
            yield from _changes(stored.get(key), found.get(key), f"{where}.{key}".lstrip("."))
    elif isinstance(stored, list) and isinstance(found, list) and len(stored) == len(found):
        for number, (one, other) in enumerate(zip(stored, found, strict=True)):
            yield from _changes(one, other, f"{where}[{_name(one) or number}]")
    else:
        yield None if _same(stored, found) else Change(where, stored, found)


def _name(item: Any) -> str:
    """The name of an item of a list."""
    if not isinstance(item, dict):
        return ""
    keys = ("metric", "system", "other") if "test" not in item else ("name",)
    return ", ".join(str(item[key]) for key in keys if key in item)


def _same(stored: Any, found: Any) -> bool:
    if isinstance(stored, float) and isinstance(found, float):
        return math.isclose(stored, found, rel_tol=_RELATIVE, abs_tol=1e-12)
    return bool(stored == found)
