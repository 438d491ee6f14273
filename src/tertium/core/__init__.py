"""Types and machinery: test sets, statistics, results, errors, members, resampling, executor."""
