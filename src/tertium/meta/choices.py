"""Words that settings of meta-evaluation accept; settings are shown by `--help`, without NumPy."""

# Granularity of scores, from the coarsest to the finest.
LEVELS = ("system", "document", "segment")

# What a statistic is averaged over: nothing, the items (documents or segments), or the systems.
AVERAGES = ("none", "item", "system")

# Whether scores that are equal in exact arithmetic tie, or only equal floating-point numbers.
TIES = ("rounded", "exact")

# Name of human scores, unless they have another.
GOLD = "human"
