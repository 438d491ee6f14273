"""Result files: everything that was found, to be rendered again or verified."""

import json
import os
from importlib import import_module
from typing import TypeVar

from tertium.core import files
from tertium.core.errors import DataError, FormatError, ParameterError
from tertium.core.results import StoredResult

# What every result file begins with, after the brace.
_FIRST_KEY = '"tertium":'

# Where the results of each command are.
_HOMES = {
    "compare": ("tertium.core.comparison", "Comparison"),
    "human rank": ("tertium.api.rank", "HumanRanking"),
    "human quality": ("tertium.api.quality", "Quality"),
    "human agreement": ("tertium.api.agreement", "AgreementResult"),
    "human gold": ("tertium.api.gold", "GoldResult"),
    "meta supersample": ("tertium.api.supersample", "SuperSample"),
    "meta accuracy": ("tertium.api.accuracy", "AccuracyStudy"),
    "meta audit": ("tertium.meta.audit", "Audit"),
    "meta compare": ("tertium.meta.comparison", "MetricComparison"),
    "meta correlate": ("tertium.meta.comparison", "Correlations"),
    "meta simulate": ("tertium.meta.simulation", "Simulation"),
    "meta tune": ("tertium.meta.tuning", "Tuning"),
}

T = TypeVar("T", bound=StoredResult)


def write_result(result: StoredResult, path: str | os.PathLike[str]) -> None:
    """Write a result file; the same result gives the same bytes."""
    files.write_text(path, json.dumps(result.to_dict(), ensure_ascii=False, indent=1) + "\n")


def read_result(path: str | os.PathLike[str]) -> StoredResult:
    """Read a result file, whatever command it is the result of."""
    origin = os.fspath(path)
    try:
        data = json.loads(files.read_text(path))
    except ValueError as error:
        raise FormatError(f"Not a result file: {error}.", where=origin) from None
    command = data.get("result", "compare") if isinstance(data, dict) else "compare"
    if command not in _HOMES:
        raise FormatError(
            f"Not a result file: {command!r} is no command whose results are known.",
            where=origin,
            hint=f"Known: {', '.join(_HOMES)}.",
        )
    module, name = _HOMES[command]
    found: type[StoredResult] = getattr(import_module(module), name)
    try:
        return found.from_dict(data, origin)
    except ParameterError as error:
        raise FormatError(f"Not a result file: {error}", where=origin) from None


def read_result_of(kind: type[T], path: str | os.PathLike[str]) -> T:
    """Read a result file of one kind; another is an error that tells what shows it."""
    found = read_result(path)
    if not isinstance(found, kind):
        raise DataError(
            f"The file is a result of `tertium {found.result}`, not of `tertium {kind.result}`.",
            where=os.fspath(path),
            hint=f"`tertium {found.result}` shows it.",
        )
    return found


def is_result(path: str | os.PathLike[str]) -> bool:
    """Whether a file looks like a result file."""
    from pathlib import Path

    if not files.is_file(path):
        return False
    with Path(path).open("rb") as file:
        head = file.read(64).decode("utf-8", "replace")
    return head.lstrip("{ \n\r\t").startswith(_FIRST_KEY)
