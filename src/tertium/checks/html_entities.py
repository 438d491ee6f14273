"""HTML entities such as `&quot;` in a text.

The tokenizer 13a replaces four of them by characters; chrF, TER and other tokenizers do not.
"""

import re
from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import whole
from tertium.core.testset import TestSet

_ENTITY = r"&(?:[a-zA-Z]\w{1,8}|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});"


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with entities."""
    for role, stream in testset.streams():
        if "&" not in whole(stream):
            continue
        found = {i: entity for i, line in enumerate(stream) if (entity := _entity(line))}
        if found:
            yield Finding(
                "warning",
                stream.origin or role,
                f"HTML entities such as {next(iter(found.values()))} in"
                f" {numbers(list(found), stream.unit)}.",
                "They match only if both the output and the reference have them.",
                _repair,
            )


def _entity(line: str) -> str:
    """First entity of a line; "" if there is none, as in "R&D;"."""
    if "&" in line:
        for match in re.finditer(_ENTITY, line):
            if _repair(match.group()) != match.group():
                return match.group()
    return ""


def _repair(line: str) -> str:
    import html
    from html.entities import html5

    def character(match: re.Match[str]) -> str:
        text = match.group()
        return html.unescape(text) if text[1] == "#" else html5.get(text[1:], text)

    return re.sub(_ENTITY, character, line)
