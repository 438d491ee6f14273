"""Values of JSON files, checked one by one; errors name their place in the file."""

import json
from collections.abc import Sequence
from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError, did_you_mean, shown

Json = dict[str, Any]


def parsed(data: bytes, origin: str) -> Any:
    """Parse a JSON file."""
    text = files.decode_records(data, origin)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"Not JSON: {error.msg}, column {error.colno}.", where=f"{origin}:{error.lineno}"
        ) from None
    except (RecursionError, ValueError) as error:
        sentence = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise FormatError(f"Not JSON: {sentence}.", where=origin) from None
    if "\\ud" in text.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            code = ord(error.object[error.start])
            raise FormatError(
                f"The lone surrogate U+{code:04X} is not a character.", where=origin
            ) from None
    return value


def an_object(value: object, what: str, where: str) -> Json:
    """Check that a value is an object."""
    if not isinstance(value, dict):
        raise FormatError(f"{what} must be an object. Got {shown(value)} instead.", where=where)
    return value


def a_list(value: object, what: str, where: str) -> list[Any]:
    """Check that a value is a list."""
    if not isinstance(value, list):
        raise FormatError(f"{what} must be a list. Got {shown(value)} instead.", where=where)
    return value


def a_text(value: object, what: str, where: str) -> str:
    """Check that a value is a text."""
    if not isinstance(value, str):
        raise FormatError(f"{what} must be a text. Got {shown(value)} instead.", where=where)
    return value


def a_number(value: object, what: str, where: str) -> float:
    """Check that a value is a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormatError(f"{what} must be a number. Got {shown(value)} instead.", where=where)
    return value


def a_whole_number(value: object, what: str, where: str) -> int:
    """Check that a value is a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise FormatError(
            f"{what} must be a whole number. Got {shown(value)} instead.", where=where
        )
    return value


def one_of(value: object, known: Sequence[str], what: str, where: str) -> str:
    """Check that a value is one of some words."""
    if not isinstance(value, str) or value not in known:
        near = did_you_mean(value, known) if isinstance(value, str) else ""
        raise FormatError(
            f"{what} has the unknown value {shown(value)}.{near}",
            where=where,
            hint=f"Known: {', '.join(known)}.",
        )
    return value
