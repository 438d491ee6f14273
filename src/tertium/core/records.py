"""Dataclasses and named tuples as what JSON can hold, and back.

NaN and infinities become null; null becomes NaN again where a number is wanted.
"""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from tertium.core.errors import FormatError

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Give a record as dictionaries, lists, words and numbers."""
    if is_dataclass(value):
        return {item.name: to_plain(getattr(value, item.name)) for item in fields(value)}
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
    """Make a record of what `to_plain` gave; what does not fit is an error that names its place."""
    made: T = _made(kind, data, where)
    return made


def _made(kind: Any, data: Any, where: str) -> Any:
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _record(kind, data, where)
    origin, inside = get_origin(kind), get_args(kind)
    if isinstance(kind, UnionType):
        if data is None and NoneType in inside:
            return None
        return _made(next(one for one in inside if one is not NoneType), data, where)
    if origin is tuple:
        items = _checked(list, data, where)
        return tuple(_made(inside[0], item, f"{where}[{i}]") for i, item in enumerate(items))
    if origin in (dict, Mapping):
        items = _checked(dict, data, where)
        return {
            key: _made(inside[1], item, f"{where}.{key}".lstrip(".")) for key, item in items.items()
        }
    if kind is float:
        if data is None:
            return math.nan
        return float(_checked((int, float), data, where))
    return data if kind is Any else _checked(kind, data, where)


def _record(kind: Any, data: Any, where: str) -> Any:
    _checked(dict, data, where)
    names = [item.name for item in fields(kind)] if is_dataclass(kind) else kind._fields
    for name in names:
        if name not in data:
            raise FormatError(f"No {name!r}.", where=where)
    return kind(
        **{
            name: _made(_hints(kind)[name], data[name], f"{where}.{name}".lstrip("."))
            for name in names
        }
    )


def _checked(kind: Any, data: Any, where: str) -> Any:
    wanted = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(data, wanted) or (isinstance(data, bool) and bool not in wanted):
        raise FormatError(
            f"Expected {wanted[-1].__name__}, found {type(data).__name__}.", where=where
        )
    return data


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
