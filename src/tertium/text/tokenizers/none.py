"""No tokenization: words are what white space separates. For text that is tokenized already."""

from tertium.kernels.reference import tokenize_words as tokenize

__all__ = ["NATIVE", "tokenize"]

NATIVE = "words"
