"""Check the types of arguments where Python users call a verb: `tertium.NAME` is a checked verb.

Many arguments are checked where they are used, with messages that know more than a type: which
levels there are, for example. So types are only looked at if a verb fails: the error then names the
keyword, instead of an attribute deep inside. Switches are checked before the call, because every
object is true or false, and a wrong type would not fail.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sized
from functools import cache, wraps
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from tertium.core.columns import Column, Table
from tertium.core.results import Result, StoredResult
from tertium.core.testset import TestSet
from tertium.core.wording import bad_option

P = ParamSpec("P")
T = TypeVar("T")

# Singular and plural of the types that messages name.
_WORDS = {
    str: ("a string", "strings"),
    bool: ("True or False", "True or False"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    TestSet: ("a test set", "test sets"),
    os.PathLike: ("a path", "paths"),
    Mapping: ("a dict", "dicts"),
    Callable: ("a function", "functions"),
}


def checked(verb: Callable[P, T]) -> Callable[P, T]:
    """Check the types of arguments before a verb is called."""

    @wraps(verb)
    def call(*arguments: P.args, **named: P.kwargs) -> T:
        hints = _hints(verb)
        # Python itself refuses keywords that do not exist and arguments that are too many.
        given = {**dict(zip(hints, arguments, strict=False)), **named}
        _refuse(
            {name: value for name, value in given.items() if bool in hints.get(name, ())}, hints
        )
        try:
            return verb(*arguments, **named)
        except (AttributeError, TypeError, ValueError):
            _refuse(given, hints)
            raise

    call.__module__ = "tertium"  # where `pickle` finds it
    return call


def _refuse(given: Mapping[str, object], hints: Mapping[str, tuple[Any, ...]]) -> None:
    """Refuse the first argument of a wrong type."""
    for name, value in given.items():
        members = hints.get(name, ())
        if members and not any(_fits(value, member) for member in members):
            raise bad_option(name, _wanted(members), value)


@cache
def _hints(verb: Callable[..., Any]) -> dict[str, tuple[Any, ...]]:
    """Types that each argument can have, in order; none for an argument that is not checked."""
    hints = {name: _members(hint) for name, hint in get_type_hints(verb).items()}
    hints.pop("return", None)
    return {name: members if _is_checked(members) else () for name, members in hints.items()}


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _is_checked(members: tuple[Any, ...]) -> bool:
    return not {Any, Table, Column} & {*members}


def _fits(value: object, hint: Any) -> bool:
    kind = get_origin(hint) or hint
    if kind is bool:
        return type(value).__name__ in ("bool", "bool_")  # NumPy has a type of its own
    if kind in (int, float):
        return hasattr(value, "__index__" if kind is int else "__float__")
    if kind is Mapping or get_origin(hint) is None or not issubclass(kind, Iterable):
        return isinstance(value, kind)
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return False
    # The elements of an iterator can be read only once, by the verb.
    return not isinstance(value, Sized) or all(
        any(_fits(element, member) for member in _inner(hint)) for element in value
    )


def _inner(hint: Any) -> tuple[Any, ...]:
    """Types of the elements of a list."""
    return _members(get_args(hint)[0]) if get_args(hint) else ()


def _wanted(members: tuple[Any, ...]) -> str:
    """Name the types that fit, in words; objects such as metrics only if nothing else fits."""
    words = [word for member in members if (word := _word(member))]
    if not words:
        words = [f"an object of the class {one.__name__}" for one in members if one is not NoneType]
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _word(hint: Any) -> str:
    kind = get_origin(hint) or hint
    if kind in _WORDS:
        return _WORDS[kind][0]
    if kind in (Result, StoredResult):
        return "a result, as `tertium.compare` or `tertium.read_result` returns it"
    if kind.__name__ == "Ratings":  # a class that most verbs do not load
        return "human judgments"
    inner = [get_origin(one) or one for one in _inner(hint)]
    plurals = [_WORDS[one][1] for one in inner if one in _WORDS]
    return f"a list of {' or '.join(plurals)}" if plurals else ""
