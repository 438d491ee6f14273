"""JSONL: one object per line and segment.

Keys: `segment`, `document`, `source`, `references` (an object of texts by name, or a list; null for
a missing reference), `outputs` (an object; a list of texts holds several runs), and `languages`
("de-en"). The keys of COMET and others are recognized, too: `id`, `doc`, `src`, `ref` or
`reference` (one text) and, for one output that is named after the file, `mt`, `hyp`, `hypothesis`,
`translation`, `prediction` or `output`.
"""

from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet
from tertium.formats.json_lines import begins_with_key, objects_of
from tertium.formats.testset._records import (
    ROLES,
    TEXTS,
    Record,
    check_writable,
    languages_of,
    make_testset,
    records_of,
)

SUFFIXES = (".jsonl",)

_KEYS = {key: role for key, role in ROLES.items() if key != "system"}


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has a known key for a text."""
    return begins_with_key(head, [key for key, role in _KEYS.items() if role in TEXTS])


def read(data: bytes, origin: str) -> TestSet:
    """Read all segments of a file."""
    records, languages, unknown = [], "", set()
    unnamed = files.stem_of(origin)
    for where, item in objects_of(data, origin):
        values: dict[str, Any] = {}
        for key, value in item.items():
            role = _KEYS.get(key, "")
            if not role:
                unknown.add(key)
            elif role in values:
                raise FormatError(f"Two keys for the {role}, one of them {key!r}.", where=where)
            elif role == "output" and key != "outputs":
                values[role] = _text(value, key, where)
            else:
                values[role] = value
        here = _text(values.get("languages"), "languages", where) or languages
        if languages and here != languages:
            raise FormatError(f"{here} here, but {languages} above.", where=where)
        languages = here
        records.append(
            Record(
                where=where,
                segment=_id(values.get("segment"), "segment", where),
                document=_id(values.get("document"), "document", where),
                source=_text(values.get("source"), "source", where),
                references=_references(values.get("reference"), where),
                outputs=_outputs(values.get("output"), unnamed, where),
            )
        )
    if unknown:
        files.warn_unused(f"{origin}: Unused keys: {', '.join(sorted(unknown))}.")
    source_language, _, target_language = languages.partition("-")
    return make_testset(records, origin, source_language, target_language)


def write(testset: TestSet, path: str) -> None:
    """Write all segments to a file."""
    import json

    check_writable(testset, path, null=True)
    languages = languages_of(testset)
    with files.writing(path) as file:
        for record in records_of(testset):
            item: dict[str, Any] = {"segment": record.segment}
            if record.document:
                item["document"] = record.document
            if languages:
                item["languages"] = languages
            if record.source is not None:
                item["source"] = record.source
            item["references"] = {n: record.references.get(n) for n in testset.references}
            item["outputs"] = {
                name: runs[0] if len(runs) == 1 else runs for name, runs in record.outputs.items()
            }
            file.write(json.dumps(item, ensure_ascii=False) + "\n")


def _id(value: Any, what: str, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise FormatError(f"Expected a string or number as {what}.", where=where)
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


def _outputs(value: Any, name: str, where: str) -> dict[str, list[str]]:
    if value is None or isinstance(value, str):
        value = {} if value is None else {name: value}
    if not isinstance(value, dict):
        raise FormatError("Expected an object as outputs.", where=where)
    outputs = {}
    for name, texts in value.items():
        runs = texts if isinstance(texts, list) else [texts]
        texts = [_text(text, f"output of {name}", where) for text in runs]
        if not texts or None in texts:
            raise FormatError(f"System {name} has no output here.", where=where)
        outputs[name] = [text for text in texts if text is not None]
    return outputs
