"""Weighted scores of segments drawn by disagreement estimate the scores of all segments.

Full figures: python -m benchmarks.segment_selection 2000, in docs/calibration.md.
"""

from itertools import combinations

import numpy as np
import pytest
from benchmarks.segment_selection import estimates, false_winners, population

pytestmark = pytest.mark.slow

CAMPAIGNS = 500


def test_weighted_scores_have_no_bias_and_a_smaller_error():
    everything = population(np.random.default_rng(1))
    true = everything.scores.mean(axis=1)
    found = estimates(everything, CAMPAIGNS)
    error = found.weighted.std(axis=0) / CAMPAIGNS**0.5
    assert (np.abs(found.weighted.mean(axis=0) - true) < 3.3 * error).all()
    # Without weights, hard segments are too frequent.
    assert (found.unweighted.mean(axis=0) < true - 1).all()
    weighted, simple = (
        np.mean([np.var(part[:, i] - part[:, j]) for i, j in combinations(range(len(true)), 2)])
        for part in (found.weighted, found.random)
    )
    assert weighted < simple


def test_equal_systems_have_no_winner():
    assert false_winners(CAMPAIGNS) <= 0.05 * CAMPAIGNS
