"""SGML of mteval: source, reference or test set, one file each.

A `srcset` gives the source, a `refset` the references, a `tstset` the outputs, by `sysid`.
"""

import re

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet
from tertium.formats.testset._records import Record, make_testset

SUFFIXES = (".sgm", ".sgml")

_SET = r"(?i)<(srcset|refset|tstset)\b([^>]*)>"
_TAG = r"(?i)<(doc|seg)\b([^>]*)>"
_END = r"(?i)</seg\s*>"
_ATTRIBUTE = r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))"""


def sniff(head: bytes) -> bool:
    """Whether it opens one of the three sets."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and bool(
        re.search(_SET, head.decode("utf-8", "replace"))
    )


def read(data: bytes, origin: str) -> TestSet:
    """Read the one set of a file."""
    import html

    text = files.decode(data, origin)
    opening = re.search(_SET, text)
    if opening is None:
        raise FormatError("No <srcset>, <refset> or <tstset>.", where=origin)
    role, attributes = opening.group(1).lower(), _attributes(opening.group(2))
    records: dict[tuple[str, str], Record] = {}
    document, system, position = "", "", opening.end()
    line, counted = 1, 0
    tags, ends = re.compile(_TAG), re.compile(_END)
    while tag := tags.search(text, position):
        line += text.count("\n", counted, tag.start())
        position, counted = tag.end(), tag.start()
        where = f"{origin}:{line}"
        here = _attributes(tag.group(2))
        if tag.group(1).lower() == "doc":
            document = here.get("docid", "")
            system = here.get("sysid") or attributes.get("refid") or attributes.get("sysid") or role
            continue
        end = ends.search(text, position)
        if end is None:
            raise FormatError("A segment that is not closed.", where=where)
        segment = here.get("id", "")
        if not segment:
            raise FormatError("A segment without id.", where=where)
        record = records.setdefault((document, segment), Record(where, segment, document))
        _put(record, role, system, html.unescape(text[position : end.start()].strip()), where)
        position = end.end()
    return make_testset(
        list(records.values()),
        origin,
        attributes.get("srclang", ""),
        attributes.get("trglang", "") if role != "srcset" else "",
    )


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


def _attributes(text: str) -> dict[str, str]:
    import html

    return {
        match.group(1).lower(): html.unescape(next(g for g in match.groups()[1:] if g is not None))
        for match in re.finditer(_ATTRIBUTE, text)
    }
