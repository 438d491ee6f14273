"""The tokenizer of mteval-v13a, the default of sacreBLEU and WMT.

Made for languages written like English: ASCII punctuation is set apart, periods and commas
unless they stand between digits.
"""

from tertium.kernels.reference import tokenize_13a as tokenize

__all__ = ["NATIVE", "tokenize"]

NATIVE = "13a"
