"""Item types and tasks of the direct assessment pipeline of Graham et al., for two formats."""

from tertium.formats.ratings._judgments import Unusable

# Types of items, with current and former names.
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
        raise Unusable(f"unknown type {type_!r}")
    return _KINDS[type_.upper()]


def task_of(item: str) -> str:
    """Annotation task of an item."""
    if item not in _TASKS:
        raise Unusable(f"item is {item!r}, expected ad or fl")
    return _TASKS[item]
