"""Human judgments: quality control, standardization, scores, rankings, agreement."""
