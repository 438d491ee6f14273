"""JSONL: one object per line and segment.

Keys: `segment`, `document`, `source`, `references` (an object of texts by name, or a list; null
where a reference is missing), `outputs` (an object; a list of texts holds several runs), and
`languages` ("de-en"). `src`, `ref` (one text) and `mt` (one output), as COMET has them, are
understood too.
"""

from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet
from tertium.formats.testset._records import Record, make_testset, records_of

SUFFIXES = (".jsonl",)

_KEYS = ("source", "src", "references", "ref", "outputs", "mt")


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has one of our keys."""
    start = head.lstrip()[:1] == b"{"
    return start and any(f'"{key}"'.encode() in head for key in _KEYS)


def read(data: bytes, origin: str) -> TestSet:
    """Read all segments of a file."""
    records, languages = [], ""
    for number, line in enumerate(files.lines_of(files.decode(data, origin)), 1):
        where = f"{origin}:{number}"
        item = _parsed(line, where)
        languages = item.get("languages", languages)
        references = item.get("references", item.get("ref"))
        outputs = item.get("outputs", item.get("mt"))
        records.append(
            Record(
                where=where,
                segment=_id(item, "segment", where),
                document=_id(item, "document", where),
                source=_text(item.get("source", item.get("src")), "source", where),
                references=_references(references, where),
                outputs=_outputs(outputs, where),
            )
        )
    source_language, _, target_language = languages.partition("-")
    return make_testset(records, origin, source_language, target_language)


def write(testset: TestSet, path: str) -> None:
    """Write all segments to a file."""
    import json

    with files.writing(path) as file:
        for record in records_of(testset):
            item: dict[str, Any] = {"segment": record.segment}
            if record.document:
                item["document"] = record.document
            if testset.target_language:
                item["languages"] = f"{testset.source_language}-{testset.target_language}"
            if record.source is not None:
                item["source"] = record.source
            item["references"] = {n: record.references.get(n) for n in testset.references}
            item["outputs"] = {
                name: runs[0] if len(runs) == 1 else runs for name, runs in record.outputs.items()
            }
            file.write(json.dumps(item, ensure_ascii=False) + "\n")


def _parsed(line: str, where: str) -> dict[str, Any]:
    import json

    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"Not JSON: {error}.", where=where) from None
    if not isinstance(item, dict):
        raise FormatError(f"Expected an object, found {type(item).__name__}.", where=where)
    return item


def _id(item: dict[str, Any], key: str, where: str) -> str:
    value = item.get(key, "")
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise FormatError(f"Expected a string or number as {key}.", where=where)
    return str(value)


def _text(value: Any, what: str, where: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise FormatError(f"Expected text as {what}, found {type(value).__name__}.", where=where)
    return value


def _references(value: Any, where: str) -> dict[str, str]:
    if value is None or isinstance(value, str):
        value = {} if value is None else {"reference": value}
    elif isinstance(value, list):
        value = {str(number): text for number, text in enumerate(value, 1)}
    if not isinstance(value, dict):
        raise FormatError("Expected an object or a list as references.", where=where)
    texts = {name: _text(text, f"reference {name}", where) for name, text in value.items()}
    return {name: text for name, text in texts.items() if text is not None}


def _outputs(value: Any, where: str) -> dict[str, list[str]]:
    if value is None or isinstance(value, str):
        value = {} if value is None else {"mt": value}
    if not isinstance(value, dict):
        raise FormatError("Expected an object as outputs.", where=where)
    outputs = {}
    for name, given in value.items():
        runs = given if isinstance(given, list) else [given]
        texts = [_text(text, f"output of {name}", where) for text in runs]
        outputs[name] = [text for text in texts if text is not None]
    return outputs
