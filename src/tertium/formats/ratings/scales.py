"""Judgments on scales from 1 to 5: CSV with a header, adequacy and fluency side by side.

Columns: `annotator`, `system`, `segment`; optionally other columns of tertium's own CSV; and
`adequacy` or `fluency` or both, whole numbers from 1 to 5, where 5 is best, or yes and no. A row
becomes one judgment per task. If the column `scale` is yes-no, 1 and 0 stand for yes and no.
"""

from collections.abc import Iterator, Sequence

from tertium.core import files
from tertium.formats.cells import first_record, records
from tertium.formats.ratings._judgments import Judgments, Unusable, answer_in
from tertium.formats.ratings._own import COLUMNS
from tertium.formats.ratings._table import header_of, named
from tertium.human.ratings import YES_NO, Ratings

SUFFIXES = ()

_NEEDED = ("annotator", "system", "segment")

_SCALES = ("adequacy", "fluency")

_POINTS = ("1", "2", "3", "4", "5")

_ANSWERS = ("0", "1")


def sniff(head: bytes) -> bool:
    """Whether the header has annotators, systems and one of the scales."""
    header = set(first_record(head))
    return header.issuperset(_NEEDED) and bool(header.intersection(_SCALES))


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    found = records(files.decode_records(data, origin))
    header = header_of(found, _NEEDED, origin)
    scales = [name for name in _SCALES if name in header]
    known = [name for name in header if name in COLUMNS and name not in ("task", "value")]
    unknown = [name for name in header if name not in (*known, *scales)]
    if unknown:
        files.warn_unused(f"{origin}: Unused columns: {', '.join(unknown)}.")
    judgments = Judgments(origin, (*known, "task", "value"))
    for line, row in named(found, header, judgments):
        judgments.add_row(line, _judged(row, known, scales))
    return judgments.ratings()


def _judged(row: dict[str, str], known: list[str], scales: list[str]) -> Iterator[Sequence[str]]:
    filled = [scale for scale in scales if row[scale]]
    if not filled:
        raise Unusable("no value")
    yes_no = row.get("scale") == YES_NO
    points = _ANSWERS if yes_no else _POINTS
    wanted = f"the scale {YES_NO}" if yes_no else "the scale from 1 to 5"
    for scale in filled:
        if not answer_in(row[scale]) and row[scale] not in points:
            raise Unusable(f"{row[scale]!r} in {scale} is not on {wanted}")
        yield [*(row[name] for name in known), scale, row[scale]]
