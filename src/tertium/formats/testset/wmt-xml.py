"""WMT XML, 2021 on: source, references and outputs of all systems in one file.

Documents of test suites are left out. A reference that a document or segment lacks is missing
there.
"""

from typing import TYPE_CHECKING

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet
from tertium.formats.testset._records import Record, make_testset, records_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SUFFIXES = (".xml",)

# A bare carriage return would be read back as a line feed.
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})


def sniff(head: bytes) -> bool:
    """Whether it is XML with a data set."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<dataset" in head


def read(data: bytes, origin: str) -> TestSet:
    """Read all documents but test suites."""
    from xml.etree import ElementTree

    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise FormatError(
            f"Not well-formed XML at column {column + 1}: {str(error).split(':')[0]}.",
            where=f"{origin}:{line}",
        ) from None
    records: list[Record] = []
    source_languages, target_languages = set(), set()
    for document in root.iter("doc"):
        if "testsuite" in document.attrib:
            continue
        name = document.get("id", "")
        by_segment: dict[str, Record] = {}
        for part in document:
            role, text_of = part.tag, _segments(part, f"{origin}, document {name}")
            if role == "src":
                source_languages.add(part.get("lang", ""))
                for segment, text in text_of.items():
                    where = f"{origin}, document {name}, segment {segment}"
                    by_segment[segment] = Record(where, segment, name, source=text)
            elif role in ("ref", "hyp"):
                language = part.get("lang") or part.get("language") or ""
                target_languages.add(language)
                _add(by_segment, part, text_of, f"{origin}, document {name}")
        records += by_segment.values()
    source_language = _single(source_languages, origin)
    return make_testset(records, origin, source_language, _single(target_languages, origin))


def write(testset: TestSet, path: str) -> None:
    """Write documents in the order of their segments."""
    source = testset.source_language or "und"
    target = testset.target_language or "und"
    with files.writing(path) as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<dataset id="tertium">\n')
        for document, records in _documents(testset):
            file.write(f'  <doc id={_quoted(document)} origlang="{source}">\n')
            parts = [("src", f'lang="{source}"', [r.source or "" for r in records])]
            for reference in testset.references:
                attributes = f'lang="{target}" translator={_quoted(reference)}'
                parts.append(
                    ("ref", attributes, [r.references.get(reference, "") for r in records])
                )
            for system, runs in testset.outputs.items():
                if len(runs) > 1:
                    raise FormatError(
                        f"System {system} has {len(runs)} runs; WMT XML holds one output each.",
                        where=path,
                        hint="Write jsonl instead.",
                    )
                attributes = f'lang="{target}" system={_quoted(system)}'
                parts.append(("hyp", attributes, [r.outputs[system][0] for r in records]))
            for tag, attributes, texts in parts:
                file.write(f"    <{tag} {attributes}>\n      <p>\n")
                for record, text in zip(records, texts, strict=True):
                    name = _quoted(record.segment)
                    file.write(f"        <seg id={name}>{_escaped(text, path)}</seg>\n")
                file.write(f"      </p>\n    </{tag}>\n")
            file.write("  </doc>\n")
        file.write("</dataset>\n")


def _segments(part: "Element", where: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for segment in part.iter("seg"):
        name = segment.get("id", "")
        if not name:
            raise FormatError("A segment without id.", where=where)
        if name in texts:
            raise FormatError(f"Segment {name} occurs twice in <{part.tag}>.", where=where)
        texts[name] = "".join(segment.itertext())
    return texts


def _add(records: dict[str, Record], part: "Element", texts: dict[str, str], where: str) -> None:
    """Add the texts of a reference or an output to the records of a document."""
    reference = part.tag == "ref"
    name = part.get("translator" if reference else "system") or ("ref" if reference else "system")
    for segment, text in texts.items():
        if segment not in records:
            raise FormatError(
                f"Segment {segment} of {part.tag} {name} is not in the source.", where=where
            )
        if not reference:
            records[segment].outputs.setdefault(name, []).append(text)
        elif text:
            records[segment].references[name] = text


def _single(languages: set[str], origin: str) -> str:
    known = languages - {"", "und"}
    if len(known) > 1:
        raise FormatError(
            f"Several languages on one side: {', '.join(sorted(known))}.", where=origin
        )
    return known.pop() if known else ""


def _documents(testset: TestSet) -> list[tuple[str, list[Record]]]:
    documents: dict[str, list[Record]] = {}
    for record in records_of(testset):
        record.segment = record.segment.removeprefix(f"{record.document}:")
        documents.setdefault(record.document or "all", []).append(record)
    return list(documents.items())


def _escaped(text: str, path: str) -> str:
    """Escape markup; what no XML can hold is an error, not a loss."""
    for character in text:
        if character < " " and character not in "\t\n\r":
            raise FormatError(
                f"XML cannot hold the control character U+{ord(character):04X}.",
                where=path,
                hint="Write jsonl instead.",
            )
    return text.translate(_ENTITIES)


def _quoted(text: str) -> str:
    return f'"{text.translate(_ENTITIES)}"'
