"""TSV of segment scores, with a header.

Columns: `system`, `segment`, where known `run` and `document`, then either `metric` and `score`,
or one column for each metric, under its name. "None", "nan" and an empty cell are missing scores.
"""

from collections.abc import Iterator

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats.scores._entries import check_writable, number_of, run_of, scores_of

SUFFIXES = (".tsv",)

_KEYS = ("system", "run", "segment", "document")


def sniff(head: bytes) -> bool:
    """Whether the header has a system, a segment and something else."""
    line = files.without_mark(head).split(b"\n", 1)[0].removesuffix(b"\r")
    header = line.decode("utf-8", "replace").split("\t")
    return "system" in header and "segment" in header and bool(set(header) - set(_KEYS))


def read(data: bytes, origin: str) -> SegmentScores:
    """Read all scores of a file."""
    return scores_of(_entries(files.record_lines(data, origin), origin), origin)


def write(scores: SegmentScores, path: str) -> None:
    """Write one line per output and segment, one column per metric.

    Where a metric has not scored all outputs, one line per score.
    """
    check_writable(scores, path)
    for metric in scores.metrics:
        if metric in (*_KEYS, "metric"):
            raise FormatError(f"A metric cannot be named {metric!r} in TSV.", where=path)
    whole = len(scores.values) == len(scores.metrics) * len(scores.outputs)
    keys = ["system"] + ["run"] * any(run for _, run in scores.outputs) + ["segment"]
    keys += ["document"] * bool(scores.document_ids)
    with files.writing(path) as file:
        file.write(_line([*keys, *(scores.metrics if whole else ("metric", "score"))], path))
        for system, run in scores.outputs:
            columns = {
                metric: scores.values[Scored(metric, system, run)]
                for metric in scores.metrics
                if Scored(metric, system, run) in scores.values
            }
            for i, segment in enumerate(scores.segment_ids):
                known = {"system": system, "run": str(run or ""), "segment": segment}
                known["document"] = scores.document_ids[i] if scores.document_ids else ""
                cells = [known[key] for key in keys]
                numbers = {metric: repr(float(column[i])) for metric, column in columns.items()}
                if whole:
                    file.write(_line([*cells, *numbers.values()], path))
                else:
                    for metric, number in numbers.items():
                        file.write(_line([*cells, metric, number], path))


def _line(cells: list[str], path: str) -> str:
    line = "\t".join(cells)
    if line.count("\t") >= len(cells) or "\n" in line or line.endswith("\r"):
        raise FormatError(
            f"A name or id has a tab or an end of line, which TSV cannot hold: {line!r}.",
            where=path,
            hint="Write jsonl instead.",
        )
    return f"{line}\n"


def _entries(lines: list[str], origin: str) -> Iterator[tuple[str, Entry]]:
    header = lines[0].split("\t") if lines else []
    _check_header(header, f"{origin}:1")
    long = "metric" in header
    for number, line in enumerate(lines[1:], 2):
        where = f"{origin}:{number}"
        cells = line.split("\t")
        if len(cells) != len(header):
            raise FormatError(f"{len(cells)} columns; the header has {len(header)}.", where=where)
        row = dict(zip(header, cells, strict=True))
        system, segment, document = row["system"], row["segment"], row.get("document", "")
        run = run_of(row.get("run", ""), where)
        if long:
            scored = {row["metric"]: row["score"]}
        else:
            scored = {name: row[name] for name in header if name not in _KEYS}
        for metric, text in scored.items():
            score = number_of(text, "score" if long else metric, where)
            yield where, Entry(Scored(metric, system, run), segment, document, score)


def _check_header(header: list[str], where: str) -> None:
    wanted = ["system", "segment"] + ["score"] * ("metric" in header)
    for column in wanted:
        if column not in header:
            raise FormatError(
                f"No column {column!r}; the columns are {', '.join(header) or 'none'}.",
                where=where,
            )
    for column in header:
        if header.count(column) > 1:
            raise FormatError(f"{header.count(column)} columns are named {column!r}.", where=where)
        if "metric" in header and column not in (*_KEYS, "metric", "score"):
            raise FormatError(f"Unknown column {column!r} beside metric and score.", where=where)
