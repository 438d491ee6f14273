"""TSV of scores with a header.

Columns: `system`, `segment`, optionally `run` and `document`, then either `metric` and `score`, or
one column per metric, under its name. Beside `metric` and `score`, another column such as `human`
may hold scores, too. "None", "nan" and an empty cell are missing scores. Without `segment`, the
scores are system scores.
"""

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.scores import Scored, SegmentScores
from tertium.formats.scores._entries import check_writable
from tertium.formats.scores._table import KEYS, first_line, is_header, scores_from_rows

SUFFIXES = (".tsv",)


def sniff(head: bytes) -> bool:
    """Whether the header has a system and scores, between tabs."""
    return is_header(first_line(head).split("\t"))


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    lines = files.record_lines(data, origin)
    rows = ((number, line.split("\t")) for number, line in enumerate(lines, 1))
    return scores_from_rows(rows, origin, language_pair)


def write(scores: SegmentScores, path: str) -> None:
    """Write one line per output and segment, one column per metric.

    If a metric has not scored all outputs, write one line per score.
    """
    check_writable(scores, path)
    for metric in scores.metrics:
        if metric in (*KEYS, "metric"):
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
