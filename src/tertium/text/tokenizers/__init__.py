"""Tokenizers: one file each, named as in `tok=NAME`.

A member defines `tokenize(line) -> list[str]`. If a kernel does the same, `NATIVE` names it. If
tokens depend on the version of a library, `signature()` returns name and version.
"""
