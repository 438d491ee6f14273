"""Something in a file is not used.

Segments without any reference, documents of test suites, unknown keys of JSONL: nothing of a file
is passed over silently.
"""

ALLOWED = "It is left out without a word."
