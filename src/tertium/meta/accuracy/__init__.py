"""Accuracy of metrics and significance tests: do their verdicts agree with human verdicts?

There are three verdicts on two systems: the first is better, the second is better, or neither is
significantly better, from one-sided tests in both directions. A verdict is correct if human
judgments give the same verdict at the same confidence level.

Reference: Graham, Mathur and Baldwin 2014, Randomized significance tests in machine translation,
section 4, Tables 1 and 2. They test proportions of correct verdicts against 50 %, and compare
metrics by chi-square tests.
"""
