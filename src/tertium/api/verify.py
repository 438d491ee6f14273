"""Verify a result file: compute it again, and say what differs."""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tertium.api.compare import compare
from tertium.api.read import read
from tertium.api.score import metrics
from tertium.core import files
from tertium.core.comparison import Comparison
from tertium.core.errors import DataError, UsageError
from tertium.core.plain import visible
from tertium.core.records import to_plain
from tertium.core.results import Result, Row, StoredResult
from tertium.core.testset import TestSet

# Other versions of NumPy or of a processor may give another last digit.
_RELATIVE = 1e-9


@dataclass(frozen=True)
class Change:
    """A value that is another one now."""

    where: str
    stored: Any
    found: Any

    def __str__(self) -> str:
        return visible(f"{self.where}: {self.stored} in the file, {self.found} now")


@dataclass(frozen=True)
class Verification(Result):
    """What is different now, and how much was looked at."""

    changes: tuple[Change, ...]
    values: int

    def __str__(self) -> str:
        if not self.changes:
            return f"Verified: all {self.values:,} values are the same."
        listed = "\n".join(f"  {change}" for change in self.changes)
        return f"{len(self.changes):,} of {self.values:,} values differ:\n{listed}"

    def to_rows(self) -> list[Row]:
        """One row per change."""
        return [asdict(change) for change in self.changes]

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        return {"verified": not self.changes, "values": self.values, "changes": self.to_rows()}


def verify(
    result: StoredResult,
    testset: TestSet | None = None,
    *,
    folders: Sequence[str | os.PathLike[str]] = (".",),
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
) -> Verification:
    """Compute a comparison again from its data, and say what differs.

    Args:
        result: The comparison, as `tertium.compare` or a result file gives it.
        testset: The data; by default read from the files that the result names.
        folders: Where to look for these files.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work.
        advance: Called with the share of the work done since the last call.
    """
    if not isinstance(result, Comparison):
        raise UsageError(
            f"Results of `tertium {result.result}` are not computed again here.",
            hint="Make it again with --output, and hold the two --against each other.",
        )
    if result.data.judgments is not None:
        raise UsageError(
            "Comparisons of human judgments are not computed again here.",
            hint="Compare the judgments again with --output, and give both results: --against.",
        )
    chosen = metrics(metric.metric for metric in result.metrics)
    for metric in chosen:
        if metric.files:
            raise UsageError(
                f"{metric} reads {', '.join(metric.files)}: a result file does not choose what"
                " is read here.",
                hint="Compare again with --output, and give both results: --against.",
            )
    testset = testset or read(**_located(result, folders).arguments, keep_outputs=False)
    again = compare(
        testset,
        chosen,
        tests=result.tests,
        jobs=jobs,
        engine=engine,
        advance=advance,
        **asdict(result.settings),
    )
    return differences(result, again)


def differences(stored: StoredResult, found: StoredResult) -> Verification:
    """Say in what two results differ, apart from how their data were read."""
    one, other = to_plain(stored), to_plain(found)
    for result in (one, other):
        result.get("data", {}).pop("inputs", None)
    changes = [change for change in _changes(one, other, "") if change is not None]
    return Verification(tuple(changes), sum(1 for _ in _changes(one, one, "")))


def check_comparable(one: StoredResult, other: StoredResult) -> None:
    """Refuse results that rest on different data or signatures, and name what differs."""
    if one.result != other.result:
        raise DataError(
            f"One of these is a result of `tertium {one.result}`, the other of"
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


def _located(result: Comparison, folders: Sequence[str | os.PathLike[str]]) -> Any:
    """Find the files that a result names."""
    if result.data.inputs is None:
        raise UsageError(
            "The result was made of data in memory, and names no files.",
            hint="Verify it from Python: tertium.verify(result, testset).",
        )

    def located(name: str) -> str:
        if name == files.STDIN:
            raise UsageError(
                "The result was made from standard input.",
                hint="Name the files on the command line.",
            )
        for folder in folders:
            if Path(folder, name).exists():
                return str(Path(folder, name))
        places = ["here" if Path(one) == Path() else f"in {one}" for one in folders]
        raise DataError(
            f"There is no such file {' or '.join(dict.fromkeys(places))}.",
            where=name,
            hint="Name the folder with --folder, or the files as for `tertium compare`.",
        )

    return result.data.inputs.with_paths(located)


def _changes(stored: Any, found: Any, where: str) -> Iterator[Change | None]:
    """For each value of a record None, or what has become of it."""
    if isinstance(stored, dict) and isinstance(found, dict):
        for key in dict.fromkeys([*stored, *found]):
            yield from _changes(stored.get(key), found.get(key), f"{where}.{key}".lstrip("."))
    elif isinstance(stored, list) and isinstance(found, list) and len(stored) == len(found):
        for number, (one, other) in enumerate(zip(stored, found, strict=True)):
            yield from _changes(one, other, f"{where}[{_name(one) or number}]")
    else:
        yield None if _same(stored, found) else Change(where, stored, found)


def _name(item: Any) -> str:
    """What an item of a list is about."""
    if not isinstance(item, dict):
        return ""
    keys = ("metric", "system", "other") if "test" not in item else ("name",)
    return ", ".join(str(item[key]) for key in keys if key in item)


def _same(stored: Any, found: Any) -> bool:
    if isinstance(stored, float) and isinstance(found, float):
        return math.isclose(stored, found, rel_tol=_RELATIVE, abs_tol=1e-12)
    return bool(stored == found)
