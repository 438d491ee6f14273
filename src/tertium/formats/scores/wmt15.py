"""Blank-separated tables with a header: the files of Graham and Liu 2016.

Columns `METRIC LP DATA SYSTEM SCORE HUMAN`: one row per metric and system, the human score of the
system beside each.
"""

from tertium.core import files
from tertium.core.scores import SegmentScores
from tertium.formats.scores._entries import scores_of
from tertium.formats.scores._table import entries, first_line, is_header

SUFFIXES = ()


def sniff(head: bytes) -> bool:
    """Whether the header has a system and scores, between blanks."""
    line = first_line(head)
    return "\t" not in line and "," not in line and is_header(line.split())


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    lines = files.record_lines(data, origin)
    rows = ((number, line.split()) for number, line in enumerate(lines, 1))
    return scores_of(entries(rows, origin, language_pair), origin, language_pair)
