"""Texts in memory: accepted arguments of a test set, and errors for others."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tertium.core import columns
from tertium.core.columns import Table
from tertium.core.errors import AlignmentError
from tertium.core.formatting import counted
from tertium.core.streams import Stream

# One string per segment: a list or tuple, an array of NumPy, a column of pandas or polars.
Text = Sequence[str] | columns.Column
# Texts by name; each column of a table is a text.
NamedTexts = Mapping[str, Text] | Table
# One text per reference, or a single reference.
References = NamedTexts | Sequence[Text] | Text


class Reference(NamedTuple):
    """Segments of a reference, and the positions of missing segments."""

    segments: Sequence[str]
    missing: frozenset[int] = frozenset()


def segments_of(text: object, role: str) -> Sequence[str]:
    """Return the segments of a text.

    Args:
        text: A list, an array or a column of strings.
        role: Role of the text, for messages, as in "system large".
    """
    values = _values(text, role)
    if set(map(type, values)) == {str}:  # the usual case, checked fast
        return values
    return [_string(value, role, number) for number, value in enumerate(values, 1)]


def runs_of(texts: object, role: str) -> list[Sequence[str]]:
    """Return the outputs of a system: one text, or a list of texts, one for each run.

    Args:
        texts: The text or texts.
        role: The system, for messages.
    """
    values = _values(texts, role)
    if len(values) > 0 and columns.column(values[0]) is not None:
        return [segments_of(run, role) for run in values]
    return [segments_of(values, role)]


def streams_of(texts: object, role: str) -> tuple[Stream, ...]:
    """Return the outputs of a system as streams, one for each run.

    Args:
        texts: The text or texts.
        role: The system, for messages.
    """
    return tuple(Stream(segments, role, "segment") for segments in runs_of(texts, role))


def references_of(texts: object, size: int | None) -> dict[str, Reference]:
    """Return the references by name; references without a name are numbered.

    Args:
        texts: A mapping or table of references, a list of references, or a single one.
        size: Number of segments, if known.
    """
    named = named_texts(texts)
    single = False
    if named is None:
        values = _values(texts, "references")
        single = len(values) > 0 and not any(map(_is_text, values))
        named = {str(number): one for number, one in enumerate([values] if single else values, 1)}
    found = {name: _reference(one, f"reference {name}") for name, one in named.items()}
    if size is not None:
        _check_lengths(found, size, single)
    return found


def named_texts(texts: object) -> Mapping[str, Any] | None:
    """Return the columns of a mapping or table by name; None for other values."""
    if isinstance(texts, Mapping):
        return {str(name): text for name, text in texts.items()}
    return columns.table(texts) if columns.is_table(texts) else None


def _is_text(value: object) -> bool:
    return type(value) is not str and columns.column(value) is not None


def _reference(text: object, role: str) -> Reference:
    """Read a reference, which may lack segments."""
    values = _values(text, role)
    if set(map(type, values)) == {str}:
        return Reference(values)
    missing = frozenset(i for i, value in enumerate(values) if columns.is_missing(value))
    filled = ["" if i in missing else value for i, value in enumerate(values)]
    return Reference(segments_of(filled, role), missing)


def _values(text: object, role: str) -> Sequence[Any]:
    values = None if isinstance(text, os.PathLike) else columns.column(text)
    if values is not None:
        return values
    read = "Files are read with tertium.read(references=..., systems=...)."
    if isinstance(text, str):
        raise AlignmentError(
            f"{role}: expected a list of strings, found a single string.",
            hint=f"Write [text] for a single segment. {read}",
        )
    raise AlignmentError(
        f"{role}: expected a list of strings, found {type(text).__name__}.", hint=read
    )


def _string(value: object, role: str, number: int) -> str:
    if isinstance(value, str):
        return str(value)  # a string of NumPy
    if columns.is_missing(value):
        raise AlignmentError(
            f"{role}, segment {number}: the text is missing (found {value}).",
            hint='Write "" for an empty text.',
        )
    raise AlignmentError(
        f"{role}, segment {number}: expected a string, found {type(value).__name__}."
    )


def _check_lengths(references: Mapping[str, Reference], size: int, single: bool) -> None:
    lengths = {len(reference.segments) for reference in references.values()}
    if lengths <= {size}:
        return
    if len(references) == size and len(lengths) == 1 and not single:
        raise AlignmentError(
            f"`references` has {counted(size, 'list')} of {lengths.pop():,}, which looks"
            " transposed: one list per segment. Expected one list per reference, each with"
            f" {counted(size, 'string')}.",
            hint="Transpose it with: [list(one) for one in zip(*references)]",
        )
    name, count = next(
        (name, len(one.segments)) for name, one in references.items() if len(one.segments) != size
    )
    raise AlignmentError(
        f"Reference {name} has {counted(count, 'segment')}, but the outputs have {size:,}.",
        hint="Several references are one list each: [[...], [...]]." if single else "",
    )
