"""HTML entities such as &amp;quot; in a text.

13a turns four of them back into characters; chrF, TER and other tokenizers take them as they are.
"""

import re
from collections.abc import Iterator

from tertium.checks._lines import whole
from tertium.core.findings import Finding, numbers
from tertium.core.testset import TestSet

_ENTITY = r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);"


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with entities."""
    for role, stream in testset.streams():
        text = whole(stream)
        example = re.search(_ENTITY, text) if "&" in text else None
        if example:
            lines = [i for i, line in enumerate(stream) if "&" in line and re.search(_ENTITY, line)]
            yield Finding(
                "html-entities",
                "warning",
                stream.origin or role,
                f"HTML entities such as {example.group()} in {numbers(lines, stream.unit)}.",
                "They match only where the other side has them too.",
                _repair,
            )


def _repair(line: str) -> str:
    import html

    return html.unescape(line)
