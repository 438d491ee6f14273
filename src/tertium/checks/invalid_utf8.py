"""A file is not UTF-8.

In the wrong encoding, letters beyond ASCII never match.
"""

ALLOWED = "Bytes that cannot be decoded become U+FFFD."
