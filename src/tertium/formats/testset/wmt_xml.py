"""WMT XML since 2021: source, references and outputs of all systems in one file.

Documents of test suites are excluded. A reference is missing where a document or segment lacks it
or has an empty text. If outputs have other language labels, the label of the references counts.
"""

from collections import Counter
from typing import TYPE_CHECKING

from tertium.core import files, wording
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.testset import TestSet
from tertium.formats.testset._records import Record, check_writable, make_testset, records_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SUFFIXES = (".xml",)

# A bare carriage return would be read back as a line feed, and white space in names as a space.
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
_IN_NAMES = _ENTITIES | str.maketrans({"\t": "&#9;", "\n": "&#10;"})


def sniff(head: bytes) -> bool:
    """Whether the file is XML with a <dataset>."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<dataset" in head


def read(data: bytes, origin: str) -> TestSet:
    """Read all documents except test suites."""
    root = parse_xml(data, origin)
    records: list[Record] = []
    languages = _Languages()
    suites: Counter[str] = Counter()
    documents = 0
    for document in root.iter("doc"):
        if "testsuite" in document.attrib:
            suites[document.get("testsuite", "")] += 1
        else:
            records += _records(document, origin, languages)
            documents += 1
    if suites:
        files.warn_unused(
            f"{origin}: Test suites are excluded: {', '.join(sorted(suites))} ({suites.total():,}"
            f" of {counted(suites.total() + documents, 'document')})."
        )
    return make_testset(records, origin, languages.source(origin), languages.target(origin))


def write(testset: TestSet, path: str) -> None:
    """Write documents in the order of their segments."""
    check_writable(testset, path)
    if testset.source is None:
        raise FormatError(
            "WMT XML needs a source.",
            where=path,
            hint=f"Give it with {wording.option('source', wording.FILE)}, or write jsonl.",
        )
    for system, runs in testset.outputs.items():
        if len(runs) > 1:
            raise FormatError(
                f"System {system} has {counted(len(runs), 'run')}; WMT XML holds one output each.",
                where=path,
                hint="Write jsonl instead.",
            )

    from tertium.core.marks import XML

    def quoted(text: str) -> str:
        return f'"{_checked(text, path).translate(_IN_NAMES)}"'

    source, target = (
        quoted(language or "und") for language in (testset.source_language, testset.target_language)
    )
    with files.writing(path) as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n{XML}\n<dataset id="tertium">\n')
        for document, records in _documents(testset, path):
            file.write(f"  <doc id={quoted(document)} origlang={source}>\n")
            parts = [("src", f"lang={source}", [record.source for record in records])]
            parts += [
                (
                    "ref",
                    f"lang={target} translator={quoted(name)}",
                    [record.references.get(name) for record in records],
                )
                for name in testset.references
            ]
            parts += [
                (
                    "hyp",
                    f"lang={target} system={quoted(name)}",
                    [record.outputs[name][0] for record in records],
                )
                for name in testset.outputs
            ]
            for tag, attributes, texts in parts:
                file.write(f"    <{tag} {attributes}>\n      <p>\n")
                for record, text in zip(records, texts, strict=True):
                    if text is not None:
                        escaped = _checked(text, path).translate(_ENTITIES)
                        file.write(f"        <seg id={quoted(record.segment)}>{escaped}</seg>\n")
                file.write(f"      </p>\n    </{tag}>\n")
            file.write("  </doc>\n")
        file.write("</dataset>\n")


class _Languages:
    """Language labels of the parts of a file."""

    def __init__(self) -> None:
        self.of: dict[str, Counter[str]] = {"src": Counter(), "ref": Counter(), "hyp": Counter()}
        self.systems: dict[str, str] = {}

    def add(self, part: "Element", name: str) -> None:
        language = part.get("lang") or part.get("language") or ""
        if language not in ("", "und"):
            self.of[part.tag][language] += 1
            if part.tag == "hyp":
                self.systems[name] = language

    def source(self, origin: str) -> str:
        return self._single("src", origin)

    def target(self, origin: str) -> str:
        """Language of the references; some outputs are labelled "iv" instead of "liv"."""
        language = self._single("ref" if self.of["ref"] else "hyp", origin)
        others = {name: label for name, label in self.systems.items() if label != language}
        if others:
            labels = ", ".join(f"{name} {label!r}" for name, label in others.items())
            files.warn_unused(
                f"{origin}: The language is {language!r}; other labels are not used: {labels}."
            )
        return language

    def _single(self, tag: str, origin: str) -> str:
        if len(self.of[tag]) > 1:
            listed = ", ".join(sorted(self.of[tag]))
            raise FormatError(f"Several languages in <{tag}>: {listed}.", where=origin)
        return next(iter(self.of[tag]), "")


def parse_xml(data: bytes, origin: str) -> "Element":
    """Return the root of an XML document; an error names line and column."""
    from xml.etree import ElementTree

    if b"encoding=" not in data[:200] or b"utf-8" in data[:200].lower():
        data = files.decode_records(data, origin).encode()
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise FormatError(
            f"Not well-formed XML at column {column + 1}: {str(error).split(':')[0]}.",
            where=f"{origin}:{line}",
        ) from None
    except (ValueError, LookupError) as error:
        raise FormatError(f"Unreadable XML: {error}.", where=origin) from None


def _records(document: "Element", origin: str, languages: _Languages) -> list[Record]:
    """Records of a document: the segments of its source, else of its first part."""
    name = document.get("id", "")
    where = f"{origin}, document {name}"
    records: dict[str, Record] = {}
    parts = [part for part in document if part.tag in ("src", "ref", "hyp")]
    parts.sort(key=lambda part: part.tag != "src")
    counts: Counter[tuple[str, str]] = Counter()
    for number, part in enumerate(parts):
        called = _name(part, counts)
        languages.add(part, called)
        texts = _segments(part, where)
        for segment, text in texts.items():
            if number == 0:
                records[segment] = Record(f"{where}, segment {segment}", segment, name)
            if segment not in records:
                raise FormatError(
                    f"Segment {segment} of <{part.tag}> {called} is not in the"
                    f" {'source' if parts[0].tag == 'src' else 'first part'}.",
                    where=where,
                )
            record = records[segment]
            if part.tag == "src":
                record.source = text
            elif part.tag == "hyp":
                record.outputs.setdefault(called, []).append(text)
            elif text:
                record.references[called] = text
    for (tag, called), count in counts.items():
        if count > 1 and tag != "hyp":
            raise FormatError(f"<{tag}> {called}".rstrip() + f" occurs {count} times.", where=where)
    return list(records.values())


def _name(part: "Element", counts: Counter[tuple[str, str]]) -> str:
    """Name of a reference or system; references without one are numbered."""
    if part.tag == "src":
        name = ""
    elif part.tag == "hyp":
        name = part.get("system") or "system"
    else:
        name = part.get("translator") or "ref"
        if not part.get("translator") and ("ref", name) in counts:
            name = f"ref{1 + sum(tag == 'ref' for tag, _ in counts)}"
    counts[part.tag, name] += 1
    return name


def _segments(part: "Element", where: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for segment in part.iter("seg"):
        name = segment.get("id", "")
        if not name:
            raise FormatError("A segment has no id.", where=where)
        if name in texts:
            raise FormatError(f"Segment {name} occurs twice in <{part.tag}>.", where=where)
        texts[name] = "".join(segment.itertext())
    return texts


def _documents(testset: TestSet, path: str) -> list[tuple[str, list[Record]]]:
    documents: dict[str, list[Record]] = {}
    last = None
    for record in records_of(testset):
        name = record.document or "all"
        if name in documents and name != last:
            raise FormatError(
                f"The segments of document {name} are not contiguous.",
                where=path,
                hint="Write jsonl instead.",
            )
        documents.setdefault(name, []).append(record)
        last = name
    _shorten_ids(documents)
    return list(documents.items())


def _shorten_ids(documents: dict[str, list[Record]]) -> None:
    """Restart ids in every document if the reader makes them unique again."""
    pairs = [(f"{name}:", record) for name, records in documents.items() for record in records]
    short = {record.segment.removeprefix(prefix) for prefix, record in pairs}
    if len(short) < len(pairs) and all(r.segment.startswith(prefix) for prefix, r in pairs):
        for prefix, record in pairs:
            record.segment = record.segment.removeprefix(prefix)


def _checked(text: str, path: str) -> str:
    """Return the text; refuse characters that XML cannot hold."""
    if text.isprintable():
        return text
    for character in text:
        if (character < " " and character not in "\t\n\r") or character in "\ufffe\uffff":
            raise FormatError(
                f"XML cannot hold the character U+{ord(character):04X}.",
                where=path,
                hint="Write jsonl instead.",
            )
    return text
