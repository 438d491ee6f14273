"""Files of delimited cells, with a header or without."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.formats.cells import Records
from tertium.formats.ratings._judgments import Judgments

# Other names of the columns of tertium's own formats.
_OTHER_WORDS = {
    "annotator": ("rater", "judge", "user", "username", "worker", "workerid", "evaluator"),
    "system": ("model", "engine", "mt", "sys"),
    "value": ("score", "rating", "judgment", "rank"),
    "segment": ("segment_id", "seg", "id", "item"),
}

# Number of columns that an error about a missing column names.
_COLUMNS_NAMED = 20


def header_of(found: Records, needed: Sequence[str], origin: str) -> list[str]:
    """Read the header, and check that it has the needed columns, each once."""
    line, header = next(found, (1, []))
    for name in needed:
        if name not in header:
            raise FormatError(lacking(name, header, needed), where=f"{origin}:{line}")
    for name, count in Counter(header).items():
        if name and count > 1:
            raise FormatError(f"Two columns are named {name}.", where=f"{origin}:{line}")
    return header


def lacking(name: str, header: Sequence[str], needed: Sequence[str]) -> str:
    """Error for a missing column, with a column that may be meant."""
    near = meant(name, header, needed)
    there = ", ".join(header[:_COLUMNS_NAMED]) or "none"
    advice = f"If the column {near!r} is meant, rename it to {name!r}." if near else ""
    return f"The header has no column {name}. {advice or f'The columns are {there}.'}"


def meant(name: str, header: Sequence[str], needed: Sequence[str]) -> str:
    """Name of a column that may be meant: misspelt, or a synonym; "" if there is none."""
    from difflib import get_close_matches

    others = {one.strip().lower(): one for one in header if one not in needed}
    same = [word for word in (name, *_OTHER_WORDS.get(name, ())) if word in others]
    near = same or get_close_matches(name, others, n=1, cutoff=0.75)
    return others[near[0]] if near else ""


def named(
    found: Records, header: Sequence[str], judgments: Judgments, least: int = 0
) -> Iterator[tuple[int, dict[str, str]]]:
    """Records as dictionaries; those with another number of cells than the header are dropped.

    `least` is the smallest number of cells; by default that of the header.
    """
    for line, cells in found:
        if (least or len(header)) <= len(cells) <= len(header):
            yield line, dict(zip(header, cells, strict=False))
        else:
            judgments.drop(line, f"{counted(len(cells), 'cell')} instead of {len(header):,}")
