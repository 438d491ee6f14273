"""Parameters of a metric, tuned to human scores.

Outputs are reduced to statistics once; a score is a function of them, so that no output is aligned
again however many parameters are tried. What a search finds always suits the scores it was given:
what tuning is worth is therefore told by cross-validation. The units, segments or documents, are
dealt into folds; each fold is scored with the parameters that were tuned to all the others, and
correlated with people beside the metric as it was. The correlations of folds are averaged rather
than that of all held-out scores taken, since scores under different parameters are not on one
scale.

The interval of the gain is that of a bootstrap of the units of each fold, of which the parameters
know nothing. It is made wider by sqrt(1 + k / (k - 1)) for k folds, since what their parameters are
tuned to is mostly the same (Nadeau and Bengio 2003): without that, scores that are pure noise would
show a gain or a loss in 17 of 100 cases, not in 5.
"""
