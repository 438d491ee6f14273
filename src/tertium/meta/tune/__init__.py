"""Tuning the parameters of a metric to human scores.

Outputs are reduced to statistics once, and a score is a function of the statistics, so that no
output is aligned again however many parameters are tried. Parameters always fit the scores that
they were tuned to, so the gain is measured by cross-validation. Segments or documents (the units)
are divided into folds. Each fold is scored with the parameters that were tuned to all other folds,
and with the original parameters, and both are correlated with human scores. The correlations of
folds are averaged, because scores under different parameters are not on one scale.

The interval of the gain comes from a bootstrap of the units of each fold, which were held out when
its parameters were tuned. It is widened by sqrt(1 + k / (k - 1)) for k folds, because the folds
share most of their training data (Nadeau and Bengio 2003). Without this, scores that are pure noise
would show a gain or a loss in 17 of 100 cases instead of 5.
"""
