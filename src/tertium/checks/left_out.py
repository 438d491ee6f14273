"""Something in a file is not used.

Segments without any reference, documents of test suites, unknown keys of JSONL: every part of a
file that is not used is reported.
"""

ALLOWED = "It is ignored without a warning."
