"""Result files: everything a comparison found, to be rendered again or verified."""

import json
import os

from tertium.core import files
from tertium.core.comparison import Comparison
from tertium.core.errors import FormatError, ParameterError

# What every result file begins with, after the brace.
_FIRST_KEY = '"tertium":'


def write_result(result: Comparison, path: str | os.PathLike[str]) -> None:
    """Write a result file; the same result gives the same bytes."""
    files.write_text(path, json.dumps(result.to_dict(), ensure_ascii=False, indent=1) + "\n")


def read_result(path: str | os.PathLike[str]) -> Comparison:
    """Read a result file."""
    origin = os.fspath(path)
    try:
        data = json.loads(files.read_text(path))
    except ValueError as error:
        raise FormatError(f"Not a result file: {error}.", where=origin) from None
    try:
        return Comparison.from_dict(data, origin)
    except ParameterError as error:
        raise FormatError(f"Not a result file: {error}", where=origin) from None


def is_result(path: str | os.PathLike[str]) -> bool:
    """Whether a file looks like a result file."""
    from pathlib import Path

    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        head = file.read(64).decode("utf-8", "replace")
    return head.lstrip("{ \n\r\t").startswith(_FIRST_KEY)
