"""Tables of scores with a header, for any separator of cells."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats.scores._entries import number_of, run_of, scores_of

KEYS = ("system", "run", "segment", "document")

# Column names of shared tasks; LP is the language pair, DATA the test set.
_OTHER_NAMES = {"sys": "system", "seg": "segment", "sid": "segment", "doc": "document"}
_TOLD = ("lp", "language_pair", "data", "testset")


def first_line(head: bytes) -> str:
    """The first line of a file."""
    line = files.without_mark(head).split(b"\n", 1)[0].removesuffix(b"\r")
    return line.decode("utf-8", "replace")


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells can be a header: a system, and a column of scores."""
    names = [_name(cell) for cell in cells]
    if cells and cells[0].startswith("<"):  # <!DOCTYPE mteval SYSTEM "mteval.dtd">
        return False
    if "annotator" in names or "value" in names:  # which judgments have
        return False
    return "system" in names and bool(set(names) - {*KEYS, *_TOLD, "metric"})


def scores_from_rows(
    rows: Iterable[tuple[int, Sequence[str]]], origin: str, language_pair: str = ""
) -> SegmentScores:
    """Read the scores of a table.

    Args:
        rows: Numbers of lines, and cells; the first row is the header.
        origin: The file.
        language_pair: The language pair to read, if there are several.
    """
    return scores_of(_entries(rows, origin, language_pair), origin, language_pair)


def _entries(
    rows: Iterable[tuple[int, Sequence[str]]], origin: str, language_pair: str = ""
) -> Iterator[tuple[str, Entry]]:
    """Scores of the rows of a table, each with its location."""
    numbered = iter(rows)
    line, header = next(numbered, (1, []))
    names = [_name(cell) for cell in header]
    _check_header(header, names, f"{origin}:{line}")
    long = "metric" in names
    known = (*KEYS, *_TOLD, *(("metric", "score") if long else ()))
    scored = [number for number, name in enumerate(names) if name not in known]
    beside: dict[tuple[str, ...], float] = {}
    for line, cells in numbered:
        where = f"{origin}:{line}"
        if len(cells) != len(names):
            raise FormatError(
                f"{counted(len(cells), 'column')}; the header has {len(names)}.", where=where
            )
        row = dict(zip(names, cells, strict=True))
        pair = row.get("lp") or row.get("language_pair") or ""
        if pair and language_pair and pair != language_pair:
            continue
        system, segment, document = row["system"], row.get("segment", ""), row.get("document", "")
        if not system or ("segment" in names and not segment):
            raise FormatError(f"No {'segment' if system else 'system'}.", where=where)
        run = run_of(row.get("run", ""), where)
        for number in scored:
            score = number_of(cells[number], header[number], where)
            entry = Entry(Scored(header[number], system, run), segment, document, score, pair)
            if not long:
                yield where, entry
                continue
            # The human score is repeated beside the score of every metric.
            key = (header[number], system, str(run), document, segment, pair)
            if repr(beside.setdefault(key, score)) != repr(score):
                raise FormatError(
                    f"The score in column {header[number]} for {system} differs from an earlier"
                    " one.",
                    where=where,
                )
        if long:
            metric = Scored(row["metric"], system, run)
            score = number_of(row["score"], "score", where)
            yield where, Entry(metric, segment, document, score, pair)
    for (name, system, of_run, document, segment, pair), score in beside.items():
        yield origin, Entry(Scored(name, system, int(of_run)), segment, document, score, pair)


def _name(cell: str) -> str:
    """Our name of a column; names of metrics stay unchanged."""
    name = cell.strip().lower()
    name = _OTHER_NAMES.get(name, name)
    return name if name in (*KEYS, *_TOLD, "metric", "score", "annotator", "value") else cell


def _check_header(header: Sequence[str], names: Sequence[str], where: str) -> None:
    for column in ["system", *(["score"] if "metric" in names else [])]:
        if column not in names:
            raise FormatError(
                f"No column {column!r}; the columns are {', '.join(header) or 'none'}.",
                where=where,
            )
    for column, count in Counter(names).items():
        if count > 1:
            raise FormatError(f"{count} columns are named {column!r}.", where=where)
