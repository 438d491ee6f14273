"""Frozen dataclasses without generated methods.

`dataclass` writes the methods of a class as text, and Python compiles them at every start, in a
quarter of a millisecond for each class. Classes that a plain score needs share these methods.
"""

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

from tertium.core.formatting import counted

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass, without comparison and printed form."""
    made: Any = dataclass(init=False, repr=False, eq=False)(cls)
    names = [item.name for item in fields(made)]
    positional = [item.name for item in fields(made) if not item.kw_only]
    defaults = {item.name: item.default for item in fields(made) if item.default is not MISSING}
    factories = [
        (item.name, item.default_factory)
        for item in fields(made)
        if item.default_factory is not MISSING
    ]
    finish = getattr(made, "__post_init__", None)

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        state = self.__dict__
        state.update(defaults, **named)
        if values:
            state.update(zip(positional, values, strict=False))
        for name, make in factories:
            if name not in state:
                state[name] = make()
        if len(state) != len(names) or len(values) > len(positional):
            raise TypeError(_complaint(cls.__name__, names, positional, state))
        if finish is not None:
            finish(self)

    made.__init__ = __init__
    made.__setattr__ = _refuse
    made.__delattr__ = _refuse
    return made  # type: ignore[no-any-return]


def _complaint(cls: str, names: list[str], positional: list[str], given: dict[str, Any]) -> str:
    for name in given:
        if name not in names:
            return f"{cls} has no field {name!r}."
    missing = [name for name in names if name not in given]
    if missing:
        return f"{cls} needs {' and '.join(map(repr, missing))}."
    return f"{cls} takes at most {counted(len(positional), 'value')} without a name."


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} cannot be changed: {name!r}.")
