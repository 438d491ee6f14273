"""The tokenizer of mteval-v13a, the default of sacreBLEU and WMT.

Made for languages written like English: ASCII punctuation is set apart, periods and commas
unless they stand between digits.
"""

NATIVE = "13a"


def tokenize(line: str) -> list[str]:
    """Tokens of a line, in plain Python."""
    # A plain score uses the kernel and does not load its slow twin.
    from tertium.kernels.reference import tokenize_13a

    return tokenize_13a(line)
