"""CSV of scores, with a header: the columns of TSV, in the case of shared tasks too.

As in `LP,SYSTEM,HUMAN,BLEU,TER`, the tables of the WMT metrics task: LP is the language pair.
"""

from tertium.core import files
from tertium.core.scores import SegmentScores
from tertium.formats._cells import first_record, records
from tertium.formats.scores._entries import scores_of
from tertium.formats.scores._table import entries, is_header

SUFFIXES = ()


def sniff(head: bytes) -> bool:
    """Whether the header has a system and scores, between commas."""
    return is_header(first_record(head))


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    rows = records(files.decode_records(data, origin))
    return scores_of(entries(rows, origin, language_pair), origin, language_pair)
