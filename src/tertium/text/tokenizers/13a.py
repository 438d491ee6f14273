"""The tokenizer of mteval-v13a, the default of sacreBLEU and WMT.

For languages written like English: ASCII punctuation is separated, periods and commas only if they
are not between digits.
"""

NATIVE = "13a"


def tokenize(line: str) -> list[str]:
    """Tokens of a line, in plain Python."""
    # A plain score uses the kernel and does not load its definition.
    from tertium.kernels.reference import tokenize_13a

    return tokenize_13a(line)
