"""Texts of a test set have different numbers of segments.

Some line is missing or superfluous, and from there on every segment is compared with the wrong
one. The message says where that is likely to have happened.
"""

ALLOWED = "All texts are cut to the length of the shortest."
