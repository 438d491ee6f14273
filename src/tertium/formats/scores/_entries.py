"""Segment scores as entries: what the formats share."""

import math
from collections.abc import Iterable

import numpy as np

from tertium.core.errors import FormatError
from tertium.core.scores import Entry, Scored, SegmentScores


def scores_of(entries: Iterable[tuple[str, Entry]], origin: str) -> SegmentScores:
    """Make the table of entries that come with their place in the file."""
    cells: dict[Scored, dict[str, float]] = {}
    documents: dict[str, str] = {}
    for where, entry in entries:
        column = cells.setdefault(entry.scored, {})
        if entry.segment in column:
            raise FormatError(
                f"A second score of {entry.scored.metric} for {entry.scored.system}, segment"
                f" {entry.segment}.",
                where=where,
            )
        if documents.setdefault(entry.segment, entry.document) != entry.document:
            raise FormatError(
                f"Segment {entry.segment} is in document {documents[entry.segment]!r} above.",
                where=where,
            )
        column[entry.segment] = entry.score
    if not cells:
        raise FormatError("No scores.", where=origin)
    segments = tuple(documents)
    return SegmentScores(
        {
            scored: np.array([column.get(segment, math.nan) for segment in segments])
            for scored, column in cells.items()
        },
        segments,
        tuple(documents.values()) if any(documents.values()) else (),
    )


def number_of(text: str, column: str, where: str) -> float:
    """Read a score; "None", "nan" and nothing stand for a missing one."""
    if text in ("", "None", "nan", "NaN"):
        return math.nan
    try:
        value = float(text)
    except ValueError:
        raise FormatError(f"{text!r} in column {column} is not a number.", where=where) from None
    if math.isinf(value):
        raise FormatError(f"{text!r} in column {column} is not finite.", where=where)
    return value


def run_of(text: str, where: str) -> int:
    """Read the number of a run; nothing stands for the only one."""
    if not text:
        return 0
    if not text.isascii() or not text.isdigit():
        raise FormatError(f"{text!r} is not the number of a run.", where=where)
    return int(text)
