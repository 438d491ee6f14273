"""Tokenizers: one file each, named as in `tok=NAME`.

A member defines `tokenize(line) -> list[str]`. Where a kernel does the same, `NATIVE` names it.
Where the tokens depend on the version of something installed, `signature()` tells.
"""
