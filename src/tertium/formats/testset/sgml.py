"""SGML of mteval: source, references and outputs, in separate files or in one.

A `srcset` holds the source, a `refset` references, a `tstset` outputs. References and outputs are
named by the `sysid` of a document, else by the `refid` or `sysid` of the set. Line breaks within a
segment are spaces.
"""

import re
from collections.abc import Iterator

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet
from tertium.formats.testset._records import Record, make_testset

SUFFIXES = (".sgm", ".sgml")

_SET = r"(?i)<(srcset|refset|tstset)\b"
_TAG = r"(?i)<(!--|srcset\b|refset\b|tstset\b|doc\b|seg\b)([^>]*)>?"
_END = r"(?i)</seg\s*>|<seg\b"
_ATTRIBUTE = r"""(?<![\w-])([\w-]++)\s*+=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))"""


def sniff(head: bytes) -> bool:
    """Whether the file begins with one of the three sets."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and bool(
        re.search(_SET, head.decode("utf-8", "replace"))
    )


def read(data: bytes, origin: str) -> TestSet:
    """Read all sets of a file."""
    text = files.decode_records(data, origin)
    records: dict[tuple[str, str], Record] = {}
    languages: dict[str, set[str]] = {"srclang": set(), "trglang": set()}
    role, attributes, document, system = "", {}, "", ""
    for where, tag, here, content in _tags(text, origin):
        if tag.endswith("set"):
            role, attributes = tag, here
            for key, known in languages.items():
                known.add(here.get(key, ""))
        elif tag == "doc":
            document = here.get("docid", "")
            system = here.get("sysid") or attributes.get("refid") or attributes.get("sysid") or role
        elif not role:
            raise FormatError(
                "A segment stands before <srcset>, <refset> or <tstset>.", where=where
            )
        else:
            segment = here.get("id", "")
            if not segment:
                raise FormatError("A segment has no id.", where=where)
            # Some programs write 001 where others write 1.
            segment = (segment.lstrip("0") or "0") if segment.isdecimal() else segment
            record = records.setdefault((document, segment), Record(where, segment, document))
            _put(record, role, system, content, where)
    if not role:
        raise FormatError("The file has no <srcset>, <refset> or <tstset>.", where=origin)
    source_language, target_language = (
        _single(known, f"{origin}, {key}") for key, known in languages.items()
    )
    return make_testset(list(records.values()), origin, source_language, target_language)


def _tags(text: str, origin: str) -> Iterator[tuple[str, str, dict[str, str], str]]:
    """Relevant tags, each with its location, attributes and, for segments, the text."""
    tags, ends = re.compile(_TAG), re.compile(_END)
    position, line, counted = 0, 1, 0
    while tag := tags.search(text, position):
        line += text.count("\n", counted, tag.start())
        position, counted = tag.end(), tag.start()
        where, name = f"{origin}:{line}", tag.group(1).lower()
        if name == "!--":
            end_of_comment = text.find("-->", tag.start())
            if end_of_comment < 0:
                raise FormatError("A comment is not closed.", where=where)
            position = end_of_comment + 3
            continue
        content = ""
        if name == "seg":
            end = ends.search(text, position)
            if end is None or not end.group().startswith("</"):
                raise FormatError("A segment is not closed.", where=where)
            content = _plain(text[position : end.start()])
            position = end.end()
        yield where, name, _attributes(tag.group(2)), content


def _put(record: Record, role: str, system: str, text: str, where: str) -> None:
    twice = (
        record.source is not None
        if role == "srcset"
        else system in (record.references if role == "refset" else record.outputs)
    )
    if twice:
        raise FormatError(
            f"Segment {record.segment} of document {record.document} occurs twice.", where=where
        )
    if role == "srcset":
        record.source = text
    elif role == "refset":
        record.references[system] = text
    else:
        record.outputs[system] = [text]


def _plain(text: str) -> str:
    """Text of a segment; entities that end in a semicolon are replaced."""
    text = " ".join(line.strip() for line in text.strip().split("\n"))
    return re.sub(r"&#?\w+;", _character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    import html
    from html.entities import html5

    text = entity.group()
    return html.unescape(text) if text.startswith("&#") else html5.get(text[1:], text)


def _attributes(text: str) -> dict[str, str]:
    """Attributes of a tag; if one is repeated, the first counts."""
    attributes: dict[str, str] = {}
    for match in re.finditer(_ATTRIBUTE, text):
        value = next(group for group in match.groups()[1:] if group is not None)
        attributes.setdefault(match.group(1).lower(), re.sub(r"&#?\w+;", _character, value))
    return attributes


def _single(languages: set[str], where: str) -> str:
    """Language of a file; WMT wrote "any" for documents in several languages."""
    known = languages - {"", "any"}
    if len(known) > 1:
        raise FormatError(f"Several languages: {', '.join(sorted(known))}.", where=where)
    return known.pop() if known else ""
