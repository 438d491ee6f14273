"""Correlations of metrics with human scores, with confidence intervals."""
