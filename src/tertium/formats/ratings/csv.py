"""CSV of judgments with a header, one judgment per row: tertium's own format.

Columns: `annotator`; `system` and its `run`, if there are several; `segment` and its `document`;
`task`: adequacy (the default), fluency, ranking, preference, mqm, esa, sqm or label, or slider: and
the name of a further slider; `kind`: system (the default), bad_reference, repeat or reference;
`languages`, as in de-en; `batch`; `status`; `category` and `severity` of an error; `scale`, the
name of the answer scale: slider, yes-no, or the name of a five-point scale such as ldc; `side`, the
text that the span of an error is in: output (the default) or source; `comment`; `condition`, what
was shown beside the texts if that varied at random; `annotator_kind`, which is machine for the
judgments of a program; `value`; `standardized`, the z-score, if it is known; `count`, the number of
judgments if the value is a mean; `start` and `end`, as 2025-03-03T08:19:08Z or in seconds;
`span_start` and `span_end` of an error, which count the code points of the text from 0, the end
excluded; `weight`, if segments were drawn with unequal probabilities. Only `annotator`, `system`
and `value` are required.

Values of adequacy, fluency, sqm and esa lie between 0 and 100, higher is better, and may use any
scale within that range; a count is a whole number from 1. Rows with other numbers are dropped.
Values of adequacy and fluency may also be yes and no: they are read as 1 and 0 on the scale yes-no,
and written as these numbers, with the scale. On this scale other values are dropped.

A ranking has one row per system, with its rank (1 is best) as value and the same batch. MQM and ESA
have one row per error, without value, and one row for the score or for a segment without errors.
"""

from tertium.core import files
from tertium.core.formatting import counted
from tertium.formats.cells import Records, first_record, records
from tertium.formats.ratings._judgments import Judgments
from tertium.formats.ratings._own import COLUMNS, NEEDED, cells_of, columns_of
from tertium.formats.ratings._table import header_of, lacking, meant
from tertium.human.ratings import Ratings

SUFFIXES = (".csv",)


def sniff(head: bytes) -> bool:
    """Whether the header has an annotator, a system and a value."""
    return set(NEEDED) <= set(first_record(head))


def near_miss(head: bytes) -> str:
    """The missing column, if the header has nearly all columns."""
    header = first_record(head)
    missing = [name for name in NEEDED if name not in header]
    unlike = [name for name in missing if not meant(name, header, NEEDED)]
    if len(unlike) > 1 or (unlike and len(missing) == len(NEEDED)):
        return ""
    return lacking(missing[0], header, NEEDED)


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    return ratings_from_rows(records(files.decode_records(data, origin)), origin)


def ratings_from_rows(found: Records, origin: str) -> Ratings:
    """Read judgments from rows of cells, the header first."""
    header = header_of(found, NEEDED, origin)
    unknown = [name for name in header if name not in COLUMNS]
    if unknown:
        files.warn_unused(f"{origin}: Unused columns: {', '.join(unknown)}.")
    judgments = Judgments(origin, header)
    for line, cells in found:
        if len(cells) == len(header):
            judgments.add(line, cells)
        else:
            judgments.drop(line, f"{counted(len(cells), 'cell')} instead of {len(header):,}")
    return judgments.ratings()


def write(ratings: Ratings, path: str) -> None:
    """Write the columns that hold any information."""
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
