"""Convert dataclasses and named tuples to JSON values and back.

NaN and infinities become null, and null becomes NaN in a field of numbers.

Values that are read are checked against the types of the fields: kinds, lengths of tuples, missing
and unknown keys. A record with a method `defects` also checks what types cannot express, such as
lists of the same length; the method yields a `Defect` for each wrong field. Code that uses such a
record can rely on it.

A notice is stored with its name: `{"notice": "few-trials", ...}`.
"""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from tertium.core import notices
from tertium.core.errors import FormatError, ParameterError, did_you_mean
from tertium.core.notices import Notice
from tertium.core.wording import on_command_line

T = TypeVar("T")

# Counts and seeds have fewer bits, and larger whole numbers may not fit into a float.
_BITS = 64

_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "null",
}


class Defect(NamedTuple):
    """An error in a field of a record."""

    field: str
    message: str


Defects = Iterator[Defect]


class _Misfit(Exception):
    """Data that do not fit a type, with their place in the record."""

    def __init__(self, path: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.path, self.message, self.hint = path, message, hint


def to_plain(value: Any) -> Any:
    """Convert a record to dictionaries, lists, strings and numbers."""
    if is_dataclass(value):
        name: dict[str, Any] = {"notice": value.notice} if isinstance(value, Notice) else {}
        return name | {item.name: to_plain(getattr(value, item.name)) for item in fields(value)}
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value


def from_plain(kind: type[T], data: Any, where: str = "") -> T:
    """Make a record from the output of `to_plain`.

    Args:
        kind: Type of the record.
        data: The JSON value.
        where: Name of the file, for errors; they also name the field.
    """
    try:
        record: T = _made(kind, data, "")
    except _Misfit as misfit:
        message = f"{misfit.path}: {misfit.message}" if misfit.path else misfit.message
        raise FormatError(message, where=where, hint=misfit.hint) from None
    return record


def empty(record: Any, *names: str) -> Defects:
    """Yield the fields that must not be empty but are."""
    for name in names:
        if not getattr(record, name):
            yield Defect(name, "It must not be empty.")


def repeated(field: str, values: Collection[Any]) -> Defects:
    """Yield a field that contains a value twice."""
    if len(set(values)) < len(values):
        listed = list(values)
        twice = next(value for value in listed if listed.count(value) > 1)
        yield Defect(field, f"{twice!r} occurs twice.")


def unknown(field: str, value: Any, known: Collection[Any], kind: str) -> Defects:
    """Yield a field whose value is unknown."""
    if value not in known:
        yield Defect(field, f"{value!r} is none of the {kind}: {', '.join(map(str, known))}.")


def outside(record: Any, low: float, high: float, *names: str) -> Defects:
    """Yield the fields whose numbers are out of range; NaN is allowed."""
    for name in names:
        value = getattr(record, name)
        if value < low or value > high:
            yield Defect(name, f"Expected a number from {low:g} to {high:g}, found {value}.")


def undefined(record: Any, *names: str) -> Defects:
    """Yield the fields whose numbers must be defined but are not."""
    for name in names:
        if math.isnan(getattr(record, name)):
            yield Defect(name, "Expected a number, found null.")


def _made(kind: Any, data: Any, path: str) -> Any:
    if is_dataclass(kind) or hasattr(kind, "_fields") or kind is Notice:
        return _record(kind, data, path)
    origin, inside = get_origin(kind), get_args(kind)
    if isinstance(kind, UnionType):
        if data is None and NoneType in inside:
            return None
        return _made(next(one for one in inside if one is not NoneType), data, path)
    if origin is tuple:
        return _tuple(inside, _checked(list, data, path), path)
    if origin in (dict, Mapping):
        items = _checked(dict, data, path)
        return {key: _made(inside[1], item, _below(path, key)) for key, item in items.items()}
    if kind is float:
        return _number(data, path)
    if kind is Any:
        return data
    _checked(kind, data, path)
    if kind is int and data.bit_length() > _BITS:
        raise _Misfit(path, f"Expected a whole number of at most {_BITS} bits.")
    return data


def _tuple(inside: tuple[Any, ...], items: list[Any], path: str) -> tuple[Any, ...]:
    if inside[-1] is Ellipsis:
        inside = inside[:1] * len(items)
    elif len(items) != len(inside):
        raise _Misfit(path, f"Expected a list of {len(inside)}, found {len(items)}.")
    return tuple(
        _made(kind, item, f"{path}[{number}]")
        for number, (kind, item) in enumerate(zip(inside, items, strict=True))
    )


def _number(data: Any, path: str) -> float:
    if data is None:
        return math.nan
    try:
        value = float(_checked((int, float), data, path))
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise _Misfit(path, "Expected a finite number, or null where it is undefined.")
    return value


def _record(kind: Any, data: Any, path: str) -> Any:
    _checked(dict, data, path)
    if isinstance(kind, type) and issubclass(kind, Notice):
        kind, data = _notice(kind, data, path)
    names = [item.name for item in fields(kind)] if is_dataclass(kind) else list(kind._fields)
    for name in names:
        if name not in data:
            raise _Misfit(path, f"No {name!r}.")
    for name in data:
        if name not in names:
            raise _Misfit(
                path,
                f"Unknown key {name!r}.{did_you_mean(name, names)}",
                hint=f"Known: {', '.join(names)}.",
            )
    values = {name: _made(_hints(kind)[name], data[name], _below(path, name)) for name in names}
    try:
        with on_command_line(False):  # fields in files have the names of keywords
            record = kind(**values)
    except ParameterError as error:
        raise _Misfit(path, error.message, error.hint) from None
    for field, message in getattr(record, "defects", tuple)():
        raise _Misfit(_below(path, field), message)
    return record


def _notice(base: type[Notice], data: dict[str, Any], path: str) -> tuple[Any, dict[str, Any]]:
    """Return the class of a notice, and its fields."""
    if "notice" not in data:
        raise _Misfit(path, "No 'notice'.")
    name = _checked(str, data["notice"], _below(path, "notice"))
    known = notices.known(base)
    if name not in known:
        raise _Misfit(
            _below(path, "notice"),
            f"No notice is named {name!r}.{did_you_mean(name, known)}",
            hint="A newer version of tertium may have written the file.",
        )
    return known[name], {key: item for key, item in data.items() if key != "notice"}


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _checked(kind: Any, data: Any, path: str) -> Any:
    wanted = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(data, wanted) or (isinstance(data, bool) and bool not in wanted):
        raise _Misfit(path, f"Expected {_KINDS[wanted[-1]]}, found {_KINDS[type(data)]}.")
    return data


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
