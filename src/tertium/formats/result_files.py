"""Result files: the whole result, to be shown again or verified."""

import json
import os
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from tertium.core import files, outputs
from tertium.core.errors import DataError, FormatError
from tertium.core.marks import KEY
from tertium.core.results import StoredResult, shortened
from tertium.core.version import VERSION
from tertium.formats.json_lines import object_of

# Every result file begins with this mark of tertium, after the brace.
_FIRST_KEY = f'"{KEY}":'

# Class of the result of each command.
_HOMES = {
    "compare": ("tertium.comparison.comparison_result", "Comparison"),
    "human rank": ("tertium.human.rank", "HumanRanking"),
    "human quality": ("tertium.human.quality", "Quality"),
    "human agreement": ("tertium.human.agreement", "AgreementResult"),
    "human compare-conditions": ("tertium.human.condition_comparison", "ConditionComparison"),
    "human gold": ("tertium.human.gold", "GoldResult"),
    "meta supersample": ("tertium.meta.supersample.results", "SuperSample"),
    "meta accuracy": ("tertium.meta.accuracy.results", "AccuracyStudy"),
    "meta audit": ("tertium.meta.audit", "Audit"),
    "meta compare": ("tertium.meta.compare_metrics.results", "MetricComparison"),
    "meta correlate": ("tertium.meta.correlate.results", "Correlations"),
    "meta simulate": ("tertium.meta.simulate.results", "Simulation"),
    "meta tune": ("tertium.meta.tune.results", "Tuning"),
}

T = TypeVar("T", bound=StoredResult)


def write_result(
    result: StoredResult, path: str | os.PathLike[str], *, force: bool = False
) -> None:
    """Write a result file; the same result gives the same bytes.

    Args:
        result: The result.
        path: Where to write.
        force: Whether to replace an existing file that tertium did not write.
    """
    text = json.dumps(result.to_dict(), ensure_ascii=False, indent=1) + "\n"
    with outputs.replacing(force):
        files.write_text(path, text)


def read_result(path: str | os.PathLike[str]) -> StoredResult:
    """Read the result file of any command.

    All fields are checked, so that reports can rely on their types and sizes.
    """
    origin = os.fspath(path)
    data = object_of(files.read_text(path), origin)
    command = data.get("result", "compare")
    if not isinstance(command, str) or command not in _HOMES:
        raise FormatError(
            f"Not a result file: {shortened(command)} is not a known command.",
            where=origin,
            hint=f"Known: {', '.join(_HOMES)}.",
        )
    module, name = _HOMES[command]
    found: type[StoredResult] = getattr(import_module(module), name)
    try:
        return found.from_dict(data, origin)
    except FormatError as error:
        written_by = data.get("tertium")
        if isinstance(written_by, str) and written_by != VERSION:
            error.hint += f" The file was written by tertium {written_by}; this is {VERSION}."
            error.hint = error.hint.strip()
        raise


def read_result_of(kind: type[T], path: str | os.PathLike[str]) -> T:
    """Read a result file of one kind; refuse others with the command that shows them."""
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
    if not files.is_file(path):
        return False
    try:
        with Path(path).open("rb") as file:
            head = file.read(64).decode("utf-8", "replace")
    except OSError:
        return False
    return head.lstrip("{ \n\r\t").startswith(_FIRST_KEY)
