"""JSON that a database keeps; a value of the wrong kind shows that the database is damaged."""

import json
from typing import Any, TypeVar

from tertium.core.errors import DataError

T = TypeVar("T", dict[str, Any], list[Any])


def stored_json(text: str, kind: type[T], damaged: str) -> T:
    """Read a value from a database.

    Args:
        text: The value as JSON.
        kind: `dict` or `list`.
        damaged: The sentence of the error if the value is none of this kind.
    """
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        found = None
    if not isinstance(found, kind):
        raise DataError(damaged, hint="Restore the database from a backup.")
    return found
