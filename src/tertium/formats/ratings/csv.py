"""CSV of judgments, one a row, with a header: tertium's own layout.

Columns: `annotator`, `system` and, where there are several, its `run`; `segment` and its
`document`; `task`, which is adequacy (also where the column is left out), fluency, ranking,
preference, mqm, esa, sqm or label; `kind`, which is system (also where it is left out),
bad_reference, repeat or reference; `languages`, as in de-en; `batch`; `status`; `category` and
`severity` of an error; `value`; `standardized`, where judgments were published so; `count`, where
the value is a mean; `start` and `end`, as 2025-03-03T08:19:08Z or in seconds. All but `annotator`,
`system` and `value` may be left out.

Values of adequacy, fluency, sqm and esa lie within 0 to 100, higher for better, on any scale within
that range; a count is a whole number from 1. Rows with other numbers are dropped.

A ranking has one row for each system, with the rank, 1 for the best, as value and the same batch.
MQM and ESA have one row for each error, without value, and one for the score or for a segment
without errors.
"""

from tertium.core import files
from tertium.core.plain import counted
from tertium.formats.cells import first_record, records
from tertium.formats.ratings._judgments import Judgments
from tertium.formats.ratings._own import COLUMNS, NEEDED, cells_of, columns_of
from tertium.formats.ratings._table import header_of, lacking, meant
from tertium.human.ratings import Ratings

SUFFIXES = (".csv",)


def sniff(head: bytes) -> bool:
    """Whether the header has an annotator, a system and a value."""
    return set(NEEDED) <= set(first_record(head))


def near_miss(head: bytes) -> str:
    """What is missing, where the header has nearly all."""
    header = first_record(head)
    missing = [name for name in NEEDED if name not in header]
    unlike = [name for name in missing if not meant(name, header, NEEDED)]
    if len(unlike) > 1 or (unlike and len(missing) == len(NEEDED)):
        return ""
    return lacking(missing[0], header, NEEDED)


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    found = records(files.decode_records(data, origin))
    header = header_of(found, NEEDED, origin)
    unknown = [name for name in header if name not in COLUMNS]
    if unknown:
        files.warn_unused(f"{origin}: Columns that are not used: {', '.join(unknown)}.")
    judgments = Judgments(origin, header)
    for line, cells in found:
        if len(cells) == len(header):
            judgments.add(line, cells)
        else:
            judgments.drop(line, f"{counted(len(cells), 'cell')} instead of {len(header):,}")
    return judgments.ratings()


def write(ratings: Ratings, path: str) -> None:
    """Write the columns that something is known of."""
    columns = columns_of(ratings)
    with files.writing(path) as file:
        file.write(",".join(columns) + "\n")
        cells = (cells_of(ratings, name, path, _quoted) for name in columns)
        for row in zip(*cells, strict=True):
            file.write(",".join(row) + "\n")


def _quoted(word: str) -> str:
    if any(character in word for character in ',"\r\n'):
        return '"' + word.replace('"', '""') + '"'
    return word
