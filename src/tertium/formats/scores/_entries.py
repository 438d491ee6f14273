"""Segment scores as entries, shared by the formats."""

import math
from collections.abc import Iterable

import numpy as np

from tertium.core.errors import FormatError, OtherLanguages
from tertium.core.numbers import number_from, whole_number_from
from tertium.core.scores import LARGEST, TOO_LARGE, Entry, Scored, SegmentScores, several_pairs

_MISSING = ("None", "nan", "NaN")


def scores_of(
    entries: Iterable[tuple[str, Entry]], origin: str, language_pair: str = ""
) -> SegmentScores:
    """Make a table from entries with their locations in the file.

    Segment ids that restart in every document are made unique by its name. Entries without a
    segment are system scores.
    """
    cells: dict[Scored, dict[tuple[str, str], float]] = {}
    whole: dict[Scored, float] = {}
    segments: dict[tuple[str, str], None] = {}
    pair = ""
    for where, entry in entries:
        if entry.language_pair not in ("", pair):
            if pair:
                raise several_pairs([pair, entry.language_pair], where)
            pair = entry.language_pair
        if not entry.segment:
            if entry.scored in whole:
                raise FormatError(
                    f"A second score of {entry.scored.metric} for {entry.scored.system}.",
                    where=where,
                )
            whole[entry.scored] = entry.score
            continue
        column = cells.setdefault(entry.scored, {})
        segment = entry.document, entry.segment
        if segment in column:
            raise FormatError(
                f"A second score of {entry.scored.metric} for {entry.scored.system}, segment"
                f" {entry.segment}.",
                where=where,
            )
        if segments and bool(entry.document) != bool(next(iter(segments))[0]):
            raise FormatError("Some segments have a document and some have none.", where=where)
        segments[segment] = None
        column[segment] = entry.score
    if not cells and not whole:
        if language_pair:
            raise OtherLanguages(f"No scores of {language_pair}.", where=origin)
        raise FormatError("The file has no scores.", where=origin)
    ids = [segment for _, segment in segments]
    if len(set(ids)) < len(ids):
        ids = [f"{document}:{segment}" for document, segment in segments]
    documents = tuple(document for document, _ in segments)
    return SegmentScores(
        {
            scored: np.array([column.get(segment, math.nan) for segment in segments])
            for scored, column in cells.items()
        },
        tuple(ids),
        documents if any(documents) else (),
        origin,
        whole,
        pair,
    )


def number_of(text: str, column: str, where: str) -> float:
    """Parse a score; "None", "nan" and an empty cell are missing scores."""
    if not text or text in _MISSING:
        return math.nan
    try:
        value = number_from(text)
    except ValueError:
        raise FormatError(f"{text!r} in column {column} is not a number.", where=where) from None
    if not math.isfinite(value):
        raise FormatError(f"{text!r} in column {column} is not finite.", where=where)
    if abs(value) > LARGEST:
        raise FormatError(f"{text!r} in column {column}: {TOO_LARGE}.", where=where)
    return value


def is_score(text: str) -> bool:
    """Whether a text is a score or a missing score."""
    if text in _MISSING:
        return True
    try:
        number_from(text)
    except ValueError:
        return False
    return True


def check_writable(scores: SegmentScores, path: str) -> None:
    """Refuse scores that could not be read again: infinite scores, and system scores."""
    if scores.whole:
        raise FormatError("System scores can only be read, not written.", where=path)
    for scored, values in scores.values.items():
        if np.isinf(values).any():
            segment = scores.segment_ids[int(np.isinf(values).argmax())]
            raise FormatError(
                f"The score of {scored.metric} for {scored.system}, segment {segment}, is not"
                " finite.",
                where=path,
            )


def run_of(text: str, where: str) -> int:
    """Parse the number of a run; an empty cell means the only run."""
    if not text:
        return 0
    try:
        run = whole_number_from(text)
    except ValueError:
        run = -1
    if not 0 <= run < 10**9:
        raise FormatError(f"{text!r} is not the number of a run.", where=where)
    return run
