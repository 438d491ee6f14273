"""No tokenization: split at white space. For text that is tokenized already."""

from tertium.kernels.reference import tokenize_words as tokenize

__all__ = ["NATIVE", "tokenize"]

NATIVE = "words"
