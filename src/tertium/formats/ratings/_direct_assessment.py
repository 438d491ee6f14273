"""The words of Graham's pipeline of direct assessment, for which two formats stand."""

from tertium.formats.ratings._judgments import Unusable

# Types of items by their names of today and of before.
_KINDS = {
    "SYSTEM": "system",
    "BAD_REF": "bad_reference",
    "CAL": "bad_reference",
    "REPEAT": "repeat",
    "REF": "reference",
}

TYPES = tuple(_KINDS)

_TASKS = {"ad": "adequacy", "fl": "fluency", "": "adequacy"}


def kind_of(type_: str) -> str:
    """Kind of an item."""
    if type_.upper() not in _KINDS:
        raise Unusable(f"no type {type_!r}")
    return _KINDS[type_.upper()]


def task_of(item: str) -> str:
    """What was asked for."""
    if item not in _TASKS:
        raise Unusable(f"neither ad nor fl, but {item!r}")
    return _TASKS[item]
