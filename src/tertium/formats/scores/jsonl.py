"""JSONL of segment scores: one object per line.

Keys: `system`, `segment`, where known `run` and `document`, and `scores`, an object of numbers by
metric; or `metric` and `score` for a single one. null is a missing score.
"""

from collections.abc import Iterator

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.results import jsonable
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats.scores._entries import number_of, run_of, scores_of

SUFFIXES = (".jsonl",)


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has a system and a score."""
    return head.lstrip()[:1] == b"{" and b'"system"' in head and b'"score' in head


def read(data: bytes, origin: str) -> SegmentScores:
    """Read all scores of a file."""
    return scores_of(_entries(files.lines_of(files.decode(data, origin)), origin), origin)


def write(scores: SegmentScores, path: str) -> None:
    """Write one object per output and segment."""
    import json

    with files.writing(path) as file:
        for system, run in scores.outputs:
            for i, segment in enumerate(scores.segment_ids):
                item: dict[str, object] = {"system": system}
                if run:
                    item["run"] = run
                item["segment"] = segment
                if scores.document_ids:
                    item["document"] = scores.document_ids[i]
                item["scores"] = {
                    metric: jsonable(float(scores.values[Scored(metric, system, run)][i]))
                    for metric in scores.metrics
                    if Scored(metric, system, run) in scores.values
                }
                file.write(json.dumps(item, ensure_ascii=False) + "\n")


def _entries(lines: list[str], origin: str) -> Iterator[tuple[str, Entry]]:
    import json

    for number, line in enumerate(lines, 1):
        where = f"{origin}:{number}"
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"Not JSON: {error}.", where=where) from None
        if not isinstance(item, dict) or "system" not in item or "segment" not in item:
            raise FormatError("Expected an object with a system and a segment.", where=where)
        scored = item.get("scores", {item.get("metric", "score"): item.get("score")})
        if not isinstance(scored, dict):
            raise FormatError("Expected an object as scores.", where=where)
        for metric, value in scored.items():
            yield (
                where,
                Entry(
                    Scored(
                        str(metric), str(item["system"]), run_of(str(item.get("run", "")), where)
                    ),
                    str(item["segment"]),
                    str(item.get("document", "")),
                    number_of("" if value is None else str(value), str(metric), where),
                ),
            )
