"""Columns and tables in memory, of any library.

Lists, NumPy arrays, and columns and frames of pandas, polars or Arrow are recognized by their
methods: a column converts to a list, and a table has named columns. No library is imported for
this.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from tertium.core.errors import AlignmentError

# Methods that convert a column to a list: pandas and polars, Arrow, NumPy.
_TO_LIST = ("to_list", "to_pylist", "tolist")

# Types of missing values in pandas, which cannot be compared.
_MISSING = ("NAType", "NaTType")


class Column(Protocol):
    """A column of pandas or polars, or an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...


class Table(Protocol):
    """A frame of pandas or polars, or another table whose columns are found by their names."""

    @property
    def columns(self) -> Any:
        """Names of the columns."""

    def __getitem__(self, name: Any, /) -> Any: ...


def column(value: object) -> Sequence[Any] | None:
    """Return the values of a column as a sequence; None if it is not a column."""
    if type(value) in (list, tuple):
        return value  # type: ignore[return-value]
    if isinstance(value, str | bytes | bytearray | Mapping):
        return None
    if isinstance(value, Sequence):
        return value
    if is_table(value):
        return None
    for name in _TO_LIST:
        if hasattr(value, name):
            found = getattr(value, name)()
            return found if isinstance(found, list) else None
    return None


def is_table(value: object) -> bool:
    """Whether a value is a frame of pandas or polars, a table of Arrow, or similar."""
    return not isinstance(value, type) and _names(value) is not None


def table(value: Any) -> dict[str, Sequence[Any]]:
    """Return the columns of a table by name."""
    found: dict[str, Sequence[Any]] = {}
    for name in _names(value) or ():
        values = column(value[name])
        if values is None or str(name) in found:
            raise AlignmentError(f"Two columns of the table are named {name!r}.")
        found[str(name)] = values
    return found


def is_named_columns(value: object) -> bool:
    """Whether a value is a table or a mapping of columns."""
    return isinstance(value, Mapping) or is_table(value)


def cells(value: Any) -> Iterator[tuple[int, list[str]]]:
    """Rows of a table or a mapping of columns as in a file: numbered, as text, the header first."""
    index = getattr(getattr(value, "index", None), "names", [None])
    if index[0] is not None and index[0] not in value.columns:
        value = value.reset_index()  # pandas keeps group keys there
    named = {} if isinstance(value, Mapping) else table(value)
    for name, values in value.items() if isinstance(value, Mapping) else ():
        found = column(values)
        if found is None:
            raise AlignmentError(f"{name}: expected a column, found {type(values).__name__}.")
        named[str(name)] = found
    sizes = {name: len(values) for name, values in named.items()}
    if len({*sizes.values()}) > 1:
        listed = ", ".join(f"{name} has {size:,}" for name, size in sizes.items())
        raise AlignmentError(f"The columns have different numbers of values: {listed}.")
    yield 1, list(named)
    for number, row in enumerate(zip(*named.values(), strict=True), 2):
        yield number, ["" if is_missing(cell) else str(cell) for cell in row]


def is_missing(value: object) -> bool:
    """Whether a value is missing: None, NaN, or a missing value of pandas."""
    if isinstance(value, float):
        return value != value
    return value is None or type(value).__name__ in _MISSING


def _names(value: object) -> list[Any] | None:
    """Names of the columns of a table; None if the value is not a table."""
    if isinstance(value, str | bytes | Mapping) or not hasattr(value, "__getitem__"):
        return None
    names = getattr(value, "column_names", None) or getattr(value, "columns", None)
    return None if names is None or callable(names) else list(names)
