"""Largest values of parameters; each is far beyond any sensible use."""

# With this many trials the smallest p-value is 1e-9.
MOST_TRIALS = 10**9
# Keys of the random number generator have 64 bits.
LARGEST_SEED = 2**64 - 1
# Samples, hybrids and simulated studies; each takes much longer than a trial.
MOST_SAMPLES = 10**7
# Words of an n-gram; the memory for statistics grows with them.
LONGEST_NGRAM = 100
# Threads, processes or tasks of a cluster.
MOST_WORKERS = 1_000
# Weights and penalties: only their ratios matter.
LARGEST_WEIGHT = 1_000_000
# Exponents of shares between 0 and 1.
LARGEST_EXPONENT = 100
# Digits after the point that a floating-point number has.
MOST_DIGITS = 15
