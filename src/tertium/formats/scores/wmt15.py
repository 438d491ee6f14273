"""Blank-separated tables with a header: the files of Graham and Liu 2016.

Columns `METRIC LP DATA SYSTEM SCORE HUMAN`: one row per metric and system, with the human score of
the system.
"""

from tertium.core import files
from tertium.core.scores import SegmentScores
from tertium.formats.scores._entries import is_score
from tertium.formats.scores._table import is_header, scores_from_rows

SUFFIXES = ()


def sniff(head: bytes) -> bool:
    """Whether the header has a system and scores, between blanks."""
    first, *rows = files.without_mark(head).decode("utf-8", "replace").split("\n")[:2]
    if "\t" in first or "," in first or not is_header(first.split()):
        return False
    # A sentence can begin with "The system", but has no numbers below.
    cells = rows[0].split() if rows else []
    return len(cells) == len(first.split()) and is_score(cells[-1])


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    lines = files.record_lines(data, origin)
    rows = ((number, line.split()) for number, line in enumerate(lines, 1))
    return scores_from_rows(rows, origin, language_pair)
