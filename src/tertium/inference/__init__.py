"""From resamples and p-values to conclusions: intervals, corrections, clusters, limits, power."""
