"""The international tokenizer of mteval-v14: separates all Unicode punctuation and symbols.

Punctuation between digits stays. As in mteval-v14, a number at the end of a line keeps its period.
"""

from tertium.kernels.reference import tokenize_intl as tokenize

__all__ = ["NATIVE", "tokenize"]

NATIVE = "intl"
