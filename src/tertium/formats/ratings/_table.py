"""Files of delimited cells, with a header or without."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tertium.core.errors import FormatError
from tertium.core.plain import counted
from tertium.formats.cells import Records
from tertium.formats.ratings._judgments import Judgments

# What else columns of our own are called.
_OTHER_WORDS = {
    "annotator": ("rater", "judge", "user", "username", "worker", "workerid", "evaluator"),
    "system": ("model", "engine", "mt", "sys"),
    "value": ("score", "rating", "judgment", "rank"),
    "segment": ("segment_id", "seg", "id", "item"),
}

# So many columns of a header are named where one of them is missing.
_COLUMNS_NAMED = 20


def header_of(found: Records, needed: Sequence[str], origin: str) -> list[str]:
    """Take the header from the records, and check that it has what is needed, once."""
    line, header = next(found, (1, []))
    for name in needed:
        if name not in header:
            raise FormatError(lacking(name, header, needed), where=f"{origin}:{line}")
    for name, count in Counter(header).items():
        if name and count > 1:
            raise FormatError(f"Two columns are named {name}.", where=f"{origin}:{line}")
    return header


def lacking(name: str, header: Sequence[str], needed: Sequence[str]) -> str:
    """Say that a column is missing, and which one of those that are there may be it."""
    near = meant(name, header, needed)
    there = ", ".join(header[:_COLUMNS_NAMED]) or "none"
    said = f"Is it the one named {near!r}? Then name it {name!r}." if near else ""
    return f"No column {name} in the header. {said or f'The columns are {there}.'}"


def meant(name: str, header: Sequence[str], needed: Sequence[str]) -> str:
    """Name of a column that may be the one wanted: misspelt, or by another word; empty if none."""
    from difflib import get_close_matches

    others = {one.strip().lower(): one for one in header if one not in needed}
    same = [word for word in (name, *_OTHER_WORDS.get(name, ())) if word in others]
    near = same or get_close_matches(name, others, n=1, cutoff=0.75)
    return others[near[0]] if near else ""


def named(
    found: Records, header: Sequence[str], judgments: Judgments, least: int = 0
) -> Iterator[tuple[int, dict[str, str]]]:
    """Records by the names of their columns; those of another size than the header are dropped.

    With `least`, the last columns may be missing: so many there must be.
    """
    for line, cells in found:
        if (least or len(header)) <= len(cells) <= len(header):
            yield line, dict(zip(header, cells, strict=False))
        else:
            judgments.drop(line, f"{counted(len(cells), 'cell')} instead of {len(header):,}")
