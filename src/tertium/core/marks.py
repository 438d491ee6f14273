"""Marks inside files that tertium wrote, so that a later run may replace them without asking.

Result and parameter files, HTML, charts and WMT XML have a place for such a mark. Plain text, TSV,
CSV and JSONL have none: the mark would be read as data.
"""

import re

from tertium.core.version import VERSION

PROGRAM = f"tertium {VERSION}"

# The first key of every JSON file.
KEY = "tertium"

HTML = f'<meta name="generator" content="{PROGRAM}">'
XML = f"<!-- Written by {PROGRAM} -->"

# Where a mark may be: within so many bytes from either end of a file.
REACH = 4096

_PNG = b"\x89PNG\r\n\x1a\n"
# The signature, then the header chunk, which has the same size in every PNG file.
_PNG_HEADER = len(_PNG) + 25

_PATTERNS = (
    rb'\s*\{\s*"tertium":',
    rb'\s*\{\s*"usermeta": *\{\s*"tertium":',
    rb'(?is)<!doctype html>.*?<meta name="generator" content="tertium ',
    rb"(?:<\?xml[^>]*\?>\s*|<svg[^>]*>)<!-- Written by tertium ",
    rb"(?s)" + re.escape(_PNG) + rb".{25}.{4}tEXtSoftware\0tertium ",
    rb"(?s)%PDF-.*\n% Written by tertium ",
)


def is_marked(ends: bytes) -> bool:
    """Whether the beginning and the end of a file, joined, have a mark of tertium."""
    return any(re.match(pattern, ends) for pattern in _PATTERNS)


def marked_svg(text: str) -> str:
    """SVG with a comment after the tag that it begins with."""
    return re.sub(r"<svg[^>]*>", lambda tag: f"{tag[0]}{XML}", text, count=1)


def marked_vega(text: str) -> str:
    """Vega-Lite with a mark in `usermeta`, which is for what no program reads."""
    import json

    marked = {"usermeta": {KEY: VERSION}} | json.loads(text)
    return json.dumps(marked, ensure_ascii=False)


def marked_png(data: bytes) -> bytes:
    """PNG with the text chunk `Software`."""
    import zlib

    content = b"tEXt" + f"Software\0{PROGRAM}".encode("latin-1")
    length, check = len(content) - 4, zlib.crc32(content)
    chunk = length.to_bytes(4, "big") + content + check.to_bytes(4, "big")
    return data[:_PNG_HEADER] + chunk + data[_PNG_HEADER:]


def marked_pdf(data: bytes) -> bytes:
    """PDF with a comment after its last object, where it moves nothing that an offset points to."""
    place = data.rindex(b"startxref")
    return data[:place] + f"% Written by {PROGRAM}\n".encode() + data[place:]
