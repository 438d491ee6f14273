"""Every Chinese character is a token, the rest as 13a."""

from tertium.kernels.reference import tokenize_zh as tokenize

__all__ = ["NATIVE", "tokenize"]

NATIVE = "zh"
