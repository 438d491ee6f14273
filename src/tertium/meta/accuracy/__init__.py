"""Accuracy of metrics and tests of significance: are their verdicts those of people?

Of every two systems there are three verdicts: the first is better, the second is, or neither is
shown to be, from one-sided tests in both directions. A verdict is correct if people come to the
same at the same level.

Reference: Graham, Mathur and Baldwin 2014, Randomized significance tests in machine translation,
section 4, Tables 1 and 2. They hold proportions of correct verdicts against a coin, and compare
those of metrics by chi-square tests.
"""
