"""Objects with parameters that print as a call, and are made from that printed form.

`bleu(lc=true,tok=intl)` is the printed form, the command-line argument and the cache key of the
same frozen dataclass. Its parameters are its fields; parameters at their default are not printed.
"""

import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, NamedTuple, Self, get_args, get_type_hints

from tertium.core import plugins, wording
from tertium.core.errors import ParameterError, UsageError
from tertium.core.numbers import number_from, whole_number_from

Value = bool | int | float | str | None


def option(
    default: Any,
    help: str,
    *,
    choices: tuple[str, ...] = (),
    members: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    above: float | None = None,
    below: float | None = None,
    shared: bool = False,
    tuned: tuple[float, ...] = (),
) -> Any:
    """Declare a parameter of a Spec.

    Args:
        default: The default value.
        help: What the parameter does, for help and documentation.
        choices: The allowed words, if they are few.
        members: The folder whose members are the allowed words.
        minimum: The smallest allowed number.
        maximum: The largest allowed number.
        above: The number must be greater than this.
        below: The number must be less than this.
        shared: Whether the command-line option of the same name sets the parameter.
        tuned: The values that tuning tries, ascending; empty if the parameter cannot be tuned.
    """
    return field(
        default=default,
        metadata={
            "help": help,
            "choices": choices,
            "members": members,
            "minimum": minimum,
            "maximum": maximum,
            "above": above,
            "below": below,
            "shared": shared,
            "tuned": tuned,
        },
    )


class Parameter(NamedTuple):
    """A parameter of a Spec, as help and documentation show it."""

    name: str
    type: str
    default: str
    help: str
    choices: tuple[str, ...]
    shared: bool


@dataclass(frozen=True)
class Spec:
    """Base of metrics, settings and other objects with parameters.

    A class that adds no fields need not be a dataclass itself: it inherits everything.
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        hints = _hints(type(self))
        for item in fields(self):
            value = getattr(self, item.name)
            wanted = complaint(value, hints[item.name], item.metadata)
            if wanted:
                raise self.bad_value(item.name, wanted, value)

    def __str__(self) -> str:
        given = [
            f"{item.name}={_printed(getattr(self, item.name))}"
            for item in sorted(fields(self), key=lambda item: item.name)
            if getattr(self, item.name) != item.default
        ]
        return f"{self.name}({','.join(given)})" if given else self.name

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """Describe the parameters in the order of their declaration."""
        hints = _hints(cls)
        return tuple(
            Parameter(
                name=item.name,
                type=_type_name(hints[item.name]),
                default="" if item.default is MISSING else _printed(item.default),
                help=item.metadata.get("help", ""),
                choices=_choices(item.metadata),
                shared=item.metadata.get("shared", False),
            )
            for item in fields(cls)
        )

    @classmethod
    def value_from(cls, name: str, text: str) -> Value:
        """Read the value of a parameter from a text."""
        hint = _hints(cls)[name]
        (metadata,) = (item.metadata for item in fields(cls) if item.name == name)
        value = cls._parsed(name, text, hint)
        wanted = complaint(value, hint, metadata)
        if wanted:
            raise cls.bad_value(name, wanted, value)
        return value

    @classmethod
    def of(cls, arguments: Mapping[str, Value]) -> Self:
        """Make an object from named arguments; strings are converted to the types of parameters."""
        hints = _hints(cls)
        known = {item.name: item for item in fields(cls)}
        values: dict[str, Value] = {}
        for name, value in arguments.items():
            if name not in known:
                raise ParameterError.unknown(cls.name, name, known)
            if isinstance(value, str):
                value = cls._parsed(name, value, hints[name])
            values[name] = value
        return cls(**values)

    @classmethod
    def bad_value(cls, name: str, wanted: str, value: object) -> ParameterError:
        """Make the error for a value that a parameter cannot take.

        Args:
            name: The parameter.
            wanted: The values that it can take, as in "at least 1".
            value: The value that was given.
        """
        return ParameterError.bad_value(cls.name, name, wanted, value)

    @classmethod
    def _parsed(cls, name: str, text: str, hint: Any) -> Value:
        try:
            return _value_from(text, hint)
        except ValueError:
            raise cls.bad_value(name, _type_in_words(hint), text) from None


class StudySettings(Spec):
    """Base of the settings of a study: options of a command and keywords of a function."""

    @classmethod
    def bad_value(cls, name: str, wanted: str, value: object) -> ParameterError:
        """Name the option in the form that the reader types."""
        return wording.bad_option(name, wanted, value)


class Member(Spec):
    """Base of Specs that are members of a folder; the name of a member is that of its file."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if "name" not in cls.__dict__:
            cls.name = plugins.member_name(cls.__module__)


def check_number(name: str, value: Any, kind: type[int] | type[float], **bounds: float) -> None:
    """Refuse an option that is not a number within bounds, as settings refuse a value."""
    wanted = complaint(value, kind, bounds)
    if wanted:
        raise wording.bad_option(name, wanted, value)


def parse_call(text: str) -> tuple[str, dict[str, Value]]:
    """Split "name(key=value,...)" into the name and its arguments."""
    name, bracket, inside = (part.strip() for part in text.partition("("))
    proper = all(character.isalnum() or character in "_.+-" for character in name)
    if not (name and proper) or (bracket and not inside.endswith(")")):
        raise UsageError(
            f"{text!r} is not of the form name(parameter=value,...).",
            hint="Quote it for the shell: 'bleu(tok=intl,lc=true)'.",
        )
    arguments: dict[str, Value] = {}
    for part in split_list(inside[:-1]):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key:
            raise UsageError(f"{part!r} in {text!r} is not of the form parameter=value.")
        if key in arguments:
            raise UsageError(f"{text!r} gives {key!r} twice.")
        arguments[key] = value
    return name, arguments


def names_of(names: str | Iterable[str]) -> list[str]:
    """List names; a string may hold several, separated by commas."""
    return split_list(names) if isinstance(names, str) else list(names)


def split_list(text: str) -> list[str]:
    """Split at the commas outside parentheses; empty items are dropped."""
    items, depth, start = [], 0, 0
    for at, character in enumerate(f"{text},"):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            items.append(text[start:at].strip())
            start = at + 1
    if depth:
        raise UsageError(f"The parentheses in {text!r} do not match.")
    return [item for item in items if item]


def _hints(cls: Any) -> dict[str, Any]:
    return _cached_hints(cls)


@cache
def _cached_hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _alternatives(hint: Any) -> tuple[type, ...]:
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _type_name(hint: Any) -> str:
    return " or ".join(
        "none" if kind is NoneType else {"bool": "true or false", "str": "word"}.get(name, name)
        for kind in _alternatives(hint)
        for name in [kind.__name__]
    )


def _type_in_words(hint: Any) -> str:
    words = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "text"}
    return " or ".join(words.get(kind.__name__, "none") for kind in _alternatives(hint))


def _choices(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    if metadata.get("members"):
        return plugins.names(metadata["members"])
    return tuple(metadata.get("choices", ()))


def complaint(value: object, hint: Any, metadata: Mapping[str, Any]) -> str:
    """What a valid value is, in words, if this value is invalid; empty if it is valid."""
    kinds = _alternatives(hint)
    fits = type(value) in kinds or (type(value) is int and float in kinds)
    choices = _choices(metadata)
    # A number of a parameter that takes words only is answered with the words.
    words_only = set(kinds) <= {str, NoneType}
    if choices and value not in choices and (isinstance(value, str) or (words_only and not fits)):
        return f"one of {', '.join(choices)}"
    if not fits:
        return _type_in_words(hint)
    if isinstance(value, float) and not math.isfinite(value):
        return "a finite number"
    return _out_of_bounds(value, metadata) if isinstance(value, int | float) else ""


# How a number is compared with each bound, and the words for it.
_BOUNDS = {
    "minimum": (operator.ge, "at least"),
    "above": (operator.gt, "more than"),
    "maximum": (operator.le, "at most"),
    "below": (operator.lt, "less than"),
}


def _out_of_bounds(value: float, metadata: Mapping[str, Any]) -> str:
    """The bounds that a number violates, in words; empty if there are none."""
    bounds = {name: metadata[name] for name in _BOUNDS if metadata.get(name) is not None}
    crossed = [name for name, bound in bounds.items() if not _BOUNDS[name][0](value, bound)]
    if crossed and list(bounds) == ["above", "below"]:
        return f"between {bounds['above']:,} and {bounds['below']:,}"
    return " and ".join(f"{_BOUNDS[name][1]} {bounds[name]:,}" for name in crossed)


def _printed(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    return str(value)


def _value_from(text: str, hint: Any) -> Value:
    word = text.lower()
    for kind in _alternatives(hint):
        if kind is bool and word in ("true", "yes", "1", "false", "no", "0"):
            return word in ("true", "yes", "1")
        if kind is NoneType and word == "none":
            return None
        if kind in (int, float):
            try:
                return whole_number_from(text) if kind is int else number_from(text)
            except ValueError:
                continue
        if kind is str:
            return text
    raise ValueError(text)
