"""Lines of JSON, shared by several formats."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from tertium.core import files
from tertium.core.errors import FormatError

if TYPE_CHECKING:
    from json import JSONDecoder


def begins_with_key(head: bytes, keys: Iterable[str]) -> bool:
    """Whether a file begins with an object that has one of the keys."""
    start = files.without_mark(head).lstrip()
    if start[:1] != b"{":
        return False
    import re

    return re.search(rb'"(?:' + "|".join(keys).encode() + rb')"\s*:', start) is not None


def objects_of(data: bytes, origin: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Objects of a file, one per line, each with its location."""
    for number, line in enumerate(files.record_lines(data, origin), 1):
        where = f"{origin}:{number}"
        yield where, object_of(line, where)


def object_of(line: str, where: str = "") -> dict[str, Any]:
    """Read the object of a line."""
    import json

    try:
        item = _decoder().decode(line)
    except json.JSONDecodeError as error:
        line_number = f"line {error.lineno}, " if "\n" in line.rstrip() else ""
        raise FormatError(
            f"Not JSON: {error.msg}, {line_number}column {error.colno}.", where=where
        ) from None
    except RecursionError:
        raise FormatError("Not JSON: nested too deeply.", where=where) from None
    except ValueError as error:
        raise FormatError(f"Not JSON: {error}.", where=where) from None
    if not isinstance(item, dict):
        raise FormatError(f"Expected an object, found {type(item).__name__}.", where=where)
    if "\\u" in line:
        _check_characters(item, where)
    return item


@cache
def _decoder() -> "JSONDecoder":
    import json

    return json.JSONDecoder(object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len(item) < len(pairs):
        from collections import Counter

        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} occurs twice")
    return item


def _check_characters(item: dict[str, Any], where: str) -> None:
    r"""Refuse lone surrogates, which JSON can express ("\ud800") but UTF-8 cannot."""
    import json

    try:
        json.dumps(item, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise FormatError("Not JSON: nested too deeply.", where=where) from None
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        raise FormatError(
            f"The lone surrogate U+{code:04X} is not a character.", where=where
        ) from None
