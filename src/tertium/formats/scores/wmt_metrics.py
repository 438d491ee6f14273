"""Scores as submitted to the WMT metrics task: `.sys.score` and `.seg.score`, without a header.

Fields: metric, language pair, test set, then fields that differ between years (domain, document,
reference), the system, the number of the segment in `.seg.score`, the score, and in some years
remarks about the metric.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats.scores._entries import is_score, number_of, scores_of

SUFFIXES = ()

# Metric, language pair, test set, system, score.
_FEWEST = 5
# Remarks that may follow the score: whether the metric is an ensemble, and its availability.
_WORDS = 3


class _Line(NamedTuple):
    metric: str
    pair: str
    between: tuple[str, ...]
    system: str
    segment: str
    score: str


def sniff(head: bytes) -> bool:
    """Whether lines begin with a metric and a language pair, and have a score."""
    text = files.without_mark(head).decode("utf-8", "replace")
    lines = [line for line in text.splitlines()[:10] if line.strip()]
    whole = lines[:-1] or lines
    return bool(whole) and all(
        _is_pair(fields[1]) and _parsed(fields, segments=False) is not None
        for fields in (_fields(line) + [""] * 2 for line in whole)
    )


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    lines = files.record_lines(data, origin)
    some = [_fields(line) for line in islice(lines, 100)]
    segments = ".seg" in origin or (".sys" not in origin and all(map(_numbered, some)))
    entries = _entries(lines, origin, language_pair, segments=segments)
    return scores_of(entries, origin, language_pair)


def _entries(
    lines: list[str], origin: str, language_pair: str, *, segments: bool
) -> Iterator[tuple[str, Entry]]:
    parsed_lines: list[tuple[str, _Line]] = []
    for number, line in enumerate(lines, 1):
        where = f"{origin}:{number}"
        parsed = _parsed(_fields(line), segments=segments)
        if parsed is None:
            wanted = "a segment, a score" if segments else "a score"
            raise FormatError(
                f"Expected a metric, a language pair, a test set, a system, {wanted}.", where=where
            )
        if language_pair in ("", parsed.pair):
            parsed_lines.append((where, parsed))
    # A metric with another reference counts as another metric.
    references = {one.between[-1:] for _, one in parsed_lines}
    for where, one in parsed_lines:
        several = len(references) > 1 and one.between
        name = f"{one.metric}-{one.between[-1]}" if several else one.metric
        document = one.between[-2] if segments and len(one.between) > 1 else ""
        score = number_of(one.score, "score", where)
        yield where, Entry(Scored(name, one.system), one.segment, document, score, one.pair)


def _parsed(fields: Sequence[str], *, segments: bool) -> _Line | None:
    """Split a line into its fields; None if it is not a line of scores."""
    ends = range(len(fields) - 1, len(fields) - 2 - _WORDS, -1)
    last = next((place for place in ends if place >= 0 and is_score(fields[place])), -1)
    if last + 1 < _FEWEST + segments:
        return None
    before = last - segments
    if segments and not fields[before].isdigit():
        return None
    return _Line(
        fields[0],
        fields[1],
        tuple(fields[3 : before - 1]),
        fields[before - 1],
        fields[before] if segments else "",
        fields[last],
    )


def _numbered(fields: Sequence[str]) -> bool:
    return _parsed(fields, segments=True) is not None


def _fields(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()


def _is_pair(text: str) -> bool:
    source, dash, target = text.partition("-")
    return bool(dash) and all(2 <= len(part) <= 3 and part.isalpha() for part in (source, target))
