"""Direct assessment as published by WMT: judgments, raw or standardized, or segment means.

A header and one judgment per row, with the columns `HITId`, `WorkerId`, `sys_id`, `type` (SYSTEM,
BAD_REF, REPEAT or REF), `sid` and `score`, and optionally `src`, `trg` and `item` (ad or fl), also
as `Input.src` and so on. If one score in ten is below 0, scores are standardized: such files, as
`ad-csen-good-stnd.csv`, have no raw scores. Or segment means, as in `ad-seg-scores-cs-en.csv`, with
the columns `SYS`, `SID`, `RAW.SCR`, `Z.SCR` and `N`, the number of judgments.

Cells are separated by commas, tabs or blanks; some files have blanks in the header and tabs below.
If no column names the languages, they are taken from the file name, as cs-en. `hit`, `rid` and
`time`, the seconds that a HIT took, are not used.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tertium.core import files
from tertium.formats.cells import Records, records
from tertium.formats.ratings._direct_assessment import kind_of, task_of
from tertium.formats.ratings._judgments import Judgments
from tertium.formats.ratings._table import header_of, named
from tertium.human.ratings import Ratings

SUFFIXES = ()

_JUDGMENTS = ("HITId", "WorkerId", "sys_id", "type", "sid", "score")
_MEANS = ("SYS", "SID", "RAW.SCR", "Z.SCR", "N")

# About half of the standardized scores are below 0, but only invalid raw scores.
_BELOW_ZERO = 0.1

_LANGUAGES = re.compile(r"(?<![a-z])[a-z]{2}-[a-z]{2}(?![a-z])")


def sniff(head: bytes) -> bool:
    """Whether the header has the columns of judgments or of means."""
    header = set(_header(files.without_mark(head).decode("utf-8", "replace")))
    return header.issuperset(_JUDGMENTS) or header.issuperset(_MEANS)


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    text = files.decode_records(data, origin)
    if "Z.SCR" in _header(text):
        return _means(text, origin)
    return _judgments(text, origin)


def _means(text: str, origin: str) -> Ratings:
    columns = ("system", "segment", "value", "standardized", "count", "languages")
    judgments = Judgments(origin, columns)
    found = _records(text)
    header = header_of(found, _MEANS, origin)
    languages = _languages(origin)
    for line, row in named(found, header, judgments):
        judgments.add(line, [*(row[name] for name in _MEANS), languages])
    return judgments.ratings()


def _judgments(text: str, origin: str) -> Ratings:
    found = _records(text)
    header = header_of(found, _JUDGMENTS, origin)
    score = header.index("score")
    cells = list(found)
    below_zero = sum(score < len(row) and row[score].startswith("-") for _, row in cells)
    standardized = below_zero > 0 and below_zero >= _BELOW_ZERO * len(cells)
    columns = ("annotator", "batch", "system", "segment", "languages", "task", "kind")
    judgments = Judgments(origin, (*columns, "standardized" if standardized else "value"))
    languages = _languages(origin)
    for line, row in named(iter(cells), header, judgments):
        judgments.add_row(line, _judged(row, languages))
    return judgments.ratings()


def _judged(row: dict[str, str], languages: str) -> Iterator[Sequence[str]]:
    source, target, item = (row.get(n) or row.get(f"Input.{n}", "") for n in ("src", "trg", "item"))
    yield (
        row["WorkerId"],
        row["HITId"],
        row["sys_id"],
        row["sid"],
        f"{source}-{target}" if source and target else languages,
        task_of(item),
        kind_of(row["type"]),
        row["score"],
    )


def _header(text: str) -> list[str]:
    return next(_records(text.partition("\n")[0]), (0, []))[1]


def _records(text: str) -> Records:
    """Records: cells separated by commas if the header has commas, else by tabs or blanks."""
    if "," in text.partition("\n")[0]:
        yield from records(text)
        return
    for number, line in enumerate(files.lines_of(text), 1):
        cells = line.strip().split("\t") if "\t" in line else line.split()
        if cells:
            yield number, cells


def _languages(origin: str) -> str:
    """The last language pair in the name of a file."""
    found: list[str] = _LANGUAGES.findall(Path(origin).name)
    return found[-1] if found else ""
