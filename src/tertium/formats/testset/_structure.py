"""Detection of tables, JSON and XML, so that they are not scored as plain text by mistake."""

import re
from collections.abc import Sequence

from tertium.core import files
from tertium.core.formatting import counted, is_or_are
from tertium.formats import HEAD
from tertium.formats.testset._records import ROLES, TEXTS

_KEY = r'\s*\{\s*"((?:[^"\\]|\\.)*)"\s*:'
_ARRAY = r'\s*\[\s*(?:[\[{"]|-?[0-9]).*\]\s*,?\s*'
_JSON = r'\s*(?:\[\s*\{\s*"|[\[{]\s*\n\s*[\[{"])'
_DECLARATION = r"(?i)\s*<(?:\?xml|!doctype)\b"
_TAG = r"<[A-Za-z][\w:.-]*(?:\s[^<>]*)?>"

# With as many lines, a tab in every line is no coincidence.
_ENOUGH = 10

# Names of columns are not longer, and do not end like sentences.
_LONGEST_NAME, _ENDS = 40, (".", "!", "?")

_KNOWN = (
    "Known names: segment, document, languages, source, reference and, for an output, mt, hyp,"
    " hypothesis, translation, prediction or output."
)


def structure_of(head: bytes) -> str:
    """Describe the format that a file looks like; "" for plain text."""
    text = files.without_mark(head).decode("utf-8", "replace")
    lines = text.split("\n")
    if len(head) >= HEAD and len(lines) > 1:
        lines.pop()  # may be truncated
    lines = [line.removesuffix("\r") for line in lines if line.strip()]
    if not lines:
        return ""
    return _json(text, lines) or _xml(lines) or _tabs(lines) or _table(lines)


def _json(text: str, lines: Sequence[str]) -> str:
    if not any(line.lstrip().startswith(("{", "[")) for line in lines):
        return ""
    keys = [found[1] for line in lines if (found := re.match(_KEY, line))]
    if 2 * len(keys) >= len(lines):
        listed = _listed("key", _all_keys(lines[0]) or keys[:1])
        return (
            f"The file looks like JSON Lines with {listed}, but no key holds a source, reference or"
            f" output. {_KNOWN}"
        )
    arrays = sum(re.fullmatch(_ARRAY, line) is not None for line in lines)
    if re.match(_JSON, text) or 2 * arrays >= len(lines):
        return (
            "The file looks like JSON, but not like JSON Lines, which have one object in each line."
            " Convert it, for example with: jq -c '.[]'."
        )
    return ""


def _all_keys(line: str) -> list[str]:
    from tertium.core.errors import FormatError
    from tertium.formats.json_lines import object_of

    try:
        return list(object_of(line))
    except FormatError:
        return []


def _xml(lines: Sequence[str]) -> str:
    if not lines[0].lstrip().startswith("<"):
        return ""
    tags = not re.sub(_TAG, "", lines[0]).strip()
    if re.match(_DECLARATION, lines[0]) or (
        tags and len(lines) > 1 and re.match(_TAG, lines[1].lstrip()) is not None
    ):
        return (
            "The file looks like XML, but neither like WMT XML (<dataset>) nor like SGML (<srcset>,"
            " <refset>, <tstset>)."
        )
    return ""


def _tabs(lines: Sequence[str]) -> str:
    header, *rows = [line.split("\t") for line in lines]
    if len(header) < 2:
        return ""
    if any(map(_role, header)) and 2 * sum(len(row) > 1 for row in rows) >= len(rows):
        unknown = [name for name in header if not _role(name)]
        defect = (
            f"{_listed('column', unknown)} {is_or_are(len(unknown))} unknown"
            if unknown
            else "no column holds a source, reference or output"
        )
        return f"The file looks like TSV with {_listed('column', header)}, but {defect}. {_KNOWN}"
    if len(rows) >= _ENOUGH - 1 and all(len(row) == len(header) for row in rows):
        return (
            "The file looks like TSV without a header: every line has"
            f" {counted(len(header), 'column')}. Choose one of them, for example with: cut -f2."
        )
    return ""


def _table(lines: Sequence[str]) -> str:
    for mark, name in ((",", "commas"), (";", "semicolons")):
        header = [cell.strip().strip('"') for cell in lines[0].split(mark)]
        if not any(_role(cell) in TEXTS for cell in header):
            continue
        if len(header) < 2 or any(
            len(cell) > _LONGEST_NAME or cell.endswith(_ENDS) for cell in header
        ):
            continue
        from tertium.formats.cells import records

        _, *rows = [cells for _, cells in records("\n".join(lines), mark)]
        if 2 * sum(len(row) == len(header) for row in rows) >= len(rows) > 0:
            return (
                f"The file looks like a table with {_listed('column', header)}, separated by"
                f" {name}. Test sets are tables separated by tabs (TSV), or JSON Lines: convert it."
            )
    return ""


def _role(column: str) -> str:
    return ROLES.get(column.partition(":")[0].strip().lower(), "")


def _listed(what: str, names: Sequence[str]) -> str:
    several = "" if len(names) == 1 else "s"
    return f"the {what}{several} {', '.join(name[:_LONGEST_NAME] for name in names[:10])}"
