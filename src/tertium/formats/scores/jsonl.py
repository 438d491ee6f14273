"""JSONL of segment scores: one object per line.

Keys: `system`, `segment`, where known `run` and `document`, and `scores`, an object of numbers by
metric; or `metric` and `score` for a single one. null is a missing score.
"""

from collections.abc import Iterator
from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.results import jsonable
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats._json import begins_with_key, objects_of
from tertium.formats.scores._entries import check_writable, number_of, run_of, scores_of

SUFFIXES = (".jsonl",)

_KEYS = ("system", "run", "segment", "document", "scores", "metric", "score")


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has a system and a score."""
    return begins_with_key(head, ["system"]) and begins_with_key(head, ["scores", "score"])


def read(data: bytes, origin: str) -> SegmentScores:
    """Read all scores of a file."""
    unknown: set[str] = set()
    scores = scores_of(_entries(data, origin, unknown), origin)
    if unknown:
        files.passed_over(f"{origin}: Keys that are not used: {', '.join(sorted(unknown))}.")
    return scores


def write(scores: SegmentScores, path: str) -> None:
    """Write one object per output and segment."""
    import json

    check_writable(scores, path)
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


def _entries(data: bytes, origin: str, unknown: set[str]) -> Iterator[tuple[str, Entry]]:
    for where, item in objects_of(data, origin):
        unknown.update(item.keys() - set(_KEYS))
        for key in ("system", "segment"):
            if item.get(key) in (None, ""):
                raise FormatError(f"Expected an object with a {key}.", where=where)
        system, segment = _word(item, "system", where), _word(item, "segment", where)
        document, run = _word(item, "document", where), run_of(_word(item, "run", where), where)
        for metric, value in _scores(item, where).items():
            yield where, Entry(Scored(metric, system, run), segment, document, value)


def _scores(item: dict[str, Any], where: str) -> dict[str, float]:
    if ("scores" in item) == ("score" in item):
        raise FormatError("Expected either a score or an object of scores.", where=where)
    scored = item.get("scores", {_word(item, "metric", where) or "score": item.get("score")})
    if not isinstance(scored, dict):
        raise FormatError("Expected an object as scores.", where=where)
    scores = {}
    for metric, value in scored.items():
        if isinstance(value, bool) or not isinstance(value, int | float | None):
            raise FormatError(
                f"Expected a number as score of {metric}, found {type(value).__name__}.",
                where=where,
            )
        scores[metric] = number_of("" if value is None else repr(value), metric, where)
    return scores


def _word(item: dict[str, Any], key: str, where: str) -> str:
    value = item.get(key)
    if value is None:
        return ""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise FormatError(f"Expected a string or number as {key}.", where=where)
    return str(value)
