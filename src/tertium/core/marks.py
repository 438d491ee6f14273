"""Marks in files that tertium wrote, so that a later run can replace them.

Result and parameter files, HTML, charts and WMT XML have a place for a mark. Plain text, TSV, CSV
and JSONL do not: a mark would be read as data.
"""

import re

from tertium.core.version import VERSION

PROGRAM = f"tertium {VERSION}"

# The first key of every JSON file.
KEY = "tertium"

HTML = f'<meta name="generator" content="{PROGRAM}">'
XML = f"<!-- Written by {PROGRAM} -->"

# A mark is within this number of bytes from the beginning or the end of a file.
REACH = 4096

_PNG = b"\x89PNG\r\n\x1a\n"
# The signature and the header chunk, which has a fixed size.
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
    """Add a comment after the first tag of an SVG."""
    return re.sub(r"<svg[^>]*>", lambda tag: f"{tag[0]}{XML}", text, count=1)


def marked_vega(text: str) -> str:
    """Add a mark to the `usermeta` of Vega-Lite, which programs ignore."""
    import json

    marked = {"usermeta": {KEY: VERSION}} | json.loads(text)
    return json.dumps(marked, ensure_ascii=False)


def marked_png(data: bytes) -> bytes:
    """Add the text chunk `Software` to a PNG."""
    import zlib

    content = b"tEXt" + f"Software\0{PROGRAM}".encode("latin-1")
    length, check = len(content) - 4, zlib.crc32(content)
    chunk = length.to_bytes(4, "big") + content + check.to_bytes(4, "big")
    return data[:_PNG_HEADER] + chunk + data[_PNG_HEADER:]


def marked_pdf(data: bytes) -> bytes:
    """Add a comment after the last object of a PDF, where it changes no offset."""
    place = data.rindex(b"startxref")
    return data[:place] + f"% Written by {PROGRAM}\n".encode() + data[place:]
