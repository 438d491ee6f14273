"""Text that can be written as UTF-8, as tokenizers in other languages expect it."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def well_formed(line: str) -> str:
    """Replace lone surrogates, such as halves of an emoji in broken JSON, by U+FFFD."""
    return _SURROGATE.sub("\ufffd", line)
