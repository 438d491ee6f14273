"""The international tokenizer of mteval-v14: all Unicode punctuation and symbols set apart.

Punctuation between digits stays. As in mteval-v14 a number at the end of a line keeps its period.
"""

import re

from tertium.text._unicode import NUMBERS, PUNCTUATION, SYMBOLS

_RULES = (
    (re.compile(f"([^{NUMBERS}])([{PUNCTUATION}])"), r"\1 \2 "),
    (re.compile(f"([{PUNCTUATION}])([^{NUMBERS}])"), r" \1 \2"),
    (re.compile(f"([{SYMBOLS}])"), r" \1 "),
)


def tokenize(line: str) -> list[str]:
    """Tokens of a line."""
    for pattern, replacement in _RULES:
        line = pattern.sub(replacement, line)
    return line.split()
