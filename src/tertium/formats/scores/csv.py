"""CSV of scores with a header: the columns of TSV, also in the upper case of shared tasks.

For example `LP,SYSTEM,HUMAN,BLEU,TER` of the WMT metrics task: LP is the language pair.
"""

from tertium.core import files
from tertium.core.scores import SegmentScores
from tertium.formats.cells import first_record, records
from tertium.formats.scores._table import is_header, scores_from_rows

SUFFIXES = ()


def sniff(head: bytes) -> bool:
    """Whether the header has a system and scores, between commas."""
    return is_header(first_record(head))


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    rows = records(files.decode_records(data, origin))
    return scores_from_rows(rows, origin, language_pair)
