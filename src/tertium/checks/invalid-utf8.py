"""A file is not UTF-8.

Read in the wrong encoding, letters beyond ASCII never match.
"""

ALLOWED = "Bytes that cannot be read become U+FFFD."
