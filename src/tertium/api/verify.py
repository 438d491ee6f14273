"""Verify a result file: compute it again, and say what differs."""

import math
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tertium.api._parameter_files import check_no_file
from tertium.api.compare import compare
from tertium.api.read import read
from tertium.api.score import metrics
from tertium.core import files
from tertium.core.comparison import Comparison, test_named
from tertium.core.errors import DataError, UsageError
from tertium.core.inputs import Inputs
from tertium.core.plain import counted, visible
from tertium.core.records import to_plain
from tertium.core.results import Result, Row, StoredResult
from tertium.core.testset import TestSet

# Other versions of NumPy or of a processor may give another last digit.
_RELATIVE = 1e-9

# Pseudo-samples of all tests and intervals together that a result file can ask for by itself; and
# the word that allows more.
MOST_TRIALS = 10_000_000
TRIALS = "trials"

# Fields that tell of the machine, not of the result.
_VERSIONS = "versions."


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
    """What is different now, and how much was looked at.

    Attributes:
        changes: Values that are different.
        values: How many values there are.
        versions: Versions of Python and packages that are different, which is no change.
    """

    changes: tuple[Change, ...]
    values: int
    versions: tuple[Change, ...] = ()

    def __str__(self) -> str:
        values = counted(self.values, "value")
        said = f"Verified: all {values} are the same."
        if self.changes:
            differ = "differs" if len(self.changes) == 1 else "differ"
            said = f"{len(self.changes):,} of {values} {differ}:{_listed(self.changes)}"
        if self.versions:
            said += "\nVersions that differ, which is no change of the result:"
            said += _listed(self.versions)
        return said

    def to_rows(self) -> list[Row]:
        """One row per change."""
        return [asdict(change) for change in self.changes]

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        return {
            "verified": not self.changes,
            "values": self.values,
            "changes": self.to_rows(),
            "versions": [asdict(change) for change in self.versions],
        }


def _listed(changes: Iterable[Change]) -> str:
    return "".join(f"\n  {change}" for change in changes)


def verify(
    result: StoredResult,
    testset: TestSet | None = None,
    *,
    folders: Sequence[str | os.PathLike[str]] = (".",),
    allow: Collection[str] = (),
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
) -> Verification:
    """Compute a comparison again from its data, and say what differs.

    A result file may come from anywhere: it chooses no files but those in the folders, no metric
    that loads a model, and no more than ten million pseudo-samples.

    Args:
        result: The comparison, as `tertium.compare` or a result file gives it.
        testset: The data; by default read from the files that the result names.
        folders: Where to look for these files.
        allow: Names of metrics that may load the model which the result names, as in "comet"; and
            "trials", for any number of pseudo-samples.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work.
        advance: Called with the share of the work done since the last call.
    """
    if not isinstance(result, Comparison):
        raise UsageError(
            f"Results of `tertium {result.result}` are not computed again here.",
            hint="Make it again with --output, and hold the two --against each other.",
        )
    _check_demands(result, allow)
    testset = testset or read(**_located(result, folders).arguments, keep_outputs=False)
    again = compare(
        testset,
        [metric.metric for metric in result.metrics],
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
    return Verification(
        tuple(change for change in changes if not change.where.startswith(_VERSIONS)),
        sum(1 for _ in _changes(one, one, "")),
        tuple(change for change in changes if change.where.startswith(_VERSIONS)),
    )


def compared(one: StoredResult, other: StoredResult) -> Verification:
    """Say in what two results differ that can be compared."""
    check_comparable(one, other)
    return differences(one, other)


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


def demands(result: Comparison) -> dict[str, str]:
    """What a result would load or compute that only the user can allow, by the word for it."""
    if result.data.judgments is not None:
        raise UsageError(
            "Comparisons of human judgments are not computed again here.",
            hint="Compare the judgments again with --output, and give both results: --against.",
        )
    found: dict[str, str] = {}
    for one in result.metrics:
        check_no_file(one.metric)
    for metric in metrics(one.metric for one in result.metrics):
        if metric.files:
            raise UsageError(
                f"{metric} reads {', '.join(metric.files)}: a result file does not choose what"
                " is read here.",
                hint="Compare again with --output, and give both results: --against.",
            )
        if metric.loads_model:
            found[metric.name] = f"{metric} loads a model, which can run code of whoever made it."
    trials = result.settings.trials + sum(test_named(test).trials for test in result.tests)
    if trials > MOST_TRIALS:
        found[TRIALS] = f"The result asks for {trials:,} pseudo-samples."
    return found


def _check_demands(result: Comparison, allow: Collection[str]) -> None:
    for word, said in demands(result).items():
        if word not in allow:
            raise UsageError(said, hint=f"If you trust the file: --allow {word}.")


def _located(result: Comparison, folders: Sequence[str | os.PathLike[str]]) -> Inputs:
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
        if name != Path(name).name or name == ".." or "\0" in name:
            raise DataError(
                "A result file names files without directories, and this is not such a name.",
                where=name,
                hint="Name the files as for `tertium compare`.",
            )
        for folder in folders:
            found = Path(folder, name)
            if files.is_file(found) or files.is_directory(found):
                return str(found)
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
