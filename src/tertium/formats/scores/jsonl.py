"""JSONL of scores: one object per line.

Keys: `system`, `segment`, optionally `run` and `document`, and `scores`, an object of numbers by
metric; or `metric` and `score` for a single score; or each number under its own key, as `human`.
null is a missing score. Without `segment` the scores are system scores. `lp` or
`language_pair` is the language pair.
"""

from collections.abc import Iterator
from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.results import jsonable
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats.json_lines import begins_with_key, object_of, objects_of
from tertium.formats.scores._entries import check_writable, number_of, run_of, scores_of

SUFFIXES = (".jsonl",)

_PAIR = ("lp", "language_pair")
_KEYS = ("system", "run", "segment", "document", "scores", "metric", "score", *_PAIR)


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has a system and a score."""
    if not begins_with_key(head, ["system"]):
        return False
    try:
        first = object_of(files.without_mark(head).decode("utf-8", "replace").splitlines()[0])
    except (FormatError, IndexError):
        return begins_with_key(head, ["scores", "score"])
    judged = first.keys() & {"annotator", "value", "source", "outputs", "frames"}
    return "system" in first and not judged and bool(_numbers(first) or {"scores"} & first.keys())


def read(data: bytes, origin: str, language_pair: str = "") -> SegmentScores:
    """Read all scores of a file."""
    unknown: set[str] = set()
    scores = scores_of(_entries(data, origin, language_pair, unknown), origin, language_pair)
    if unknown:
        files.warn_unused(f"{origin}: Unused keys: {', '.join(sorted(unknown))}.")
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


def _entries(
    data: bytes, origin: str, language_pair: str, unknown: set[str]
) -> Iterator[tuple[str, Entry]]:
    beside: dict[Entry, float] = {}
    for where, item in objects_of(data, origin):
        others = _numbers(item)
        unknown.update(item.keys() - {*_KEYS, *others})
        if item.get("system") in (None, ""):
            raise FormatError("Expected an object with a system.", where=where)
        if "segment" in item and item["segment"] in (None, ""):
            raise FormatError("Expected an object with a segment.", where=where)
        system, segment = _word(item, "system", where), _word(item, "segment", where)
        document, run = _word(item, "document", where), run_of(_word(item, "run", where), where)
        pair = next((_word(item, key, where) for key in _PAIR if item.get(key)), "")
        if pair and language_pair and pair != language_pair:
            continue
        for metric, value in _scores(item, others, where).items():
            yield where, Entry(Scored(metric, system, run), segment, document, value, pair)
        if "score" not in item:
            continue
        for metric, value in _checked(others, where).items():
            # The human score is repeated beside the score of every metric.
            entry = Entry(Scored(metric, system, run), segment, document, 0.0, pair)
            if repr(beside.setdefault(entry, value)) != repr(value):
                raise FormatError(
                    f"The {metric} score of {system} differs from an earlier one.", where=where
                )
    for entry, value in beside.items():
        yield origin, entry._replace(score=value)


def _scores(item: dict[str, Any], others: dict[str, Any], where: str) -> dict[str, float]:
    if "scores" in item and "score" in item:
        raise FormatError("Expected either a score or an object of scores.", where=where)
    if "score" in item:
        return _checked({_word(item, "metric", where) or "score": item["score"]}, where)
    if "scores" not in item:
        if not others:
            raise FormatError("Expected a score.", where=where)
        return _checked(others, where)
    if not isinstance(item["scores"], dict):
        raise FormatError("Expected an object as scores.", where=where)
    return _checked(item["scores"] | others, where)


def _numbers(item: dict[str, Any]) -> dict[str, Any]:
    """Scores under separate keys."""
    return {
        key: value
        for key, value in item.items()
        if key not in _KEYS and (value is None or _is_number(value))
    }


def _checked(scored: dict[str, Any], where: str) -> dict[str, float]:
    scores = {}
    for metric, value in scored.items():
        if value is not None and not _is_number(value):
            raise FormatError(
                f"Expected a number as score of {metric}, found {type(value).__name__}.",
                where=where,
            )
        scores[metric] = number_of("" if value is None else repr(value), metric, where)
    return scores


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _word(item: dict[str, Any], key: str, where: str) -> str:
    value = item.get(key)
    if value is None:
        return ""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise FormatError(f"Expected a string or number as {key}.", where=where)
    return str(value)
