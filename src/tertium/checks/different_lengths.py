"""Texts of a test set have different numbers of segments.

A line is missing or superfluous, and all later segments are compared with wrong segments. The
message names the likely place.
"""

ALLOWED = "All texts are cut to the length of the shortest."
