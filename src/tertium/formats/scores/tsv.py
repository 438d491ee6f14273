"""TSV of segment scores, with a header.

Columns: `system`, `segment`, where known `run` and `document`, then either `metric` and `score`,
or one column for each metric, under its name. "None", "nan" and an empty cell are missing scores.
"""

from collections.abc import Iterator

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats.scores._entries import number_of, run_of, scores_of

SUFFIXES = (".tsv",)

_KEYS = ("system", "run", "segment", "document")


def sniff(head: bytes) -> bool:
    """Whether the header has a system, a segment and something else."""
    header = head.split(b"\n", 1)[0].decode("utf-8", "replace").split("\t")
    return "system" in header and "segment" in header and bool(set(header) - set(_KEYS))


def read(data: bytes, origin: str) -> SegmentScores:
    """Read all scores of a file."""
    return scores_of(_entries(files.lines_of(files.decode(data, origin)), origin), origin)


def write(scores: SegmentScores, path: str) -> None:
    """Write one line per output and segment, one column per metric."""
    runs = any(run for _, run in scores.outputs)
    header = ["system"] + ["run"] * runs + ["segment"]
    header += ["document"] if scores.document_ids else []
    with files.writing(path) as file:
        file.write("\t".join([*header, *scores.metrics]) + "\n")
        for system, run in scores.outputs:
            columns = [scores.values.get(Scored(m, system, run)) for m in scores.metrics]
            for i, segment in enumerate(scores.segment_ids):
                cells = [system] + [str(run or "")] * runs + [segment]
                cells += [scores.document_ids[i]] if scores.document_ids else []
                cells += ["" if c is None else repr(float(c[i])) for c in columns]
                file.write("\t".join(cells) + "\n")


def _entries(lines: list[str], origin: str) -> Iterator[tuple[str, Entry]]:
    header = lines[0].split("\t") if lines else []
    for wanted in ("system", "segment"):
        if wanted not in header:
            raise FormatError(
                f"No column {wanted!r}; the columns are {', '.join(header) or 'none'}.",
                where=f"{origin}:1",
            )
    long = "score" in header
    metrics = [name for name in header if name not in _KEYS]
    for number, line in enumerate(lines[1:], 2):
        where = f"{origin}:{number}"
        cells = line.split("\t")
        if len(cells) != len(header):
            raise FormatError(f"{len(cells)} columns; the header has {len(header)}.", where=where)
        row = dict(zip(header, cells, strict=True))
        run = run_of(row.get("run", ""), where)
        if long:
            scored = {row.get("metric", "score"): row["score"]}
        else:
            scored = {name: row[name] for name in metrics}
        for metric, text in scored.items():
            yield (
                where,
                Entry(
                    Scored(metric, row["system"], run),
                    row["segment"],
                    row.get("document", ""),
                    number_of(text, "score" if long else metric, where),
                ),
            )
