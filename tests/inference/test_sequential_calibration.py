"""Sequential tests reject a true null at most as often as they say, at every look together.

Full figures: python -m benchmarks.sequential_calibration 2000, in docs/calibration.md.
"""

import numpy as np
import pytest
from benchmarks.sequential_calibration import (
    RULES,
    equal_campaigns,
    segments_needed,
    simulated_documents,
    winners,
)

from tertium.inference.binomial import clopper_pearson
from tertium.inference.sequential import SequentialTest

pytestmark = pytest.mark.slow

CAMPAIGNS = 400


def limits(found):
    return clopper_pearson(found, CAMPAIGNS, 0.99)


def test_a_look_after_every_answer():
    found = winners(RULES, CAMPAIGNS, equal_campaigns)
    assert found["sequential, after every answer"] <= 0.05 * CAMPAIGNS
    assert limits(found["t-test, after every answer"]).low > 0.2
    assert limits(found["t-test, once at the end"]).low <= 0.05


def test_documents_judged_by_one_person():
    documents = simulated_documents(5)
    found = winners(documents.rules, CAMPAIGNS, documents.draw)
    assert limits(found["signed-rank, segments, once at the end"]).low > 0.1
    assert limits(found["signed-rank, documents, once at the end"]).low <= 0.05
    assert limits(found["sequential, segments"]).low > 0.2
    assert found["sequential, documents"] <= 0.05 * CAMPAIGNS


def test_a_difference_is_found():
    fixed, stops = segments_needed(10, 200, 1)
    assert np.isfinite(stops).all()
    assert fixed < np.median(stops) < 2 * fixed


def test_weights_that_depend_on_the_difference_are_made_up_for():
    """Segments with large differences are drawn more often; weighted, equal systems stay equal."""
    found = dict.fromkeys((True, False), 0)
    for number in range(CAMPAIGNS):
        random = np.random.default_rng(number)
        # Rare segments where the first system wins by 0.6, frequent ones where it loses by 0.2.
        wins = random.random(200) < 0.75  # drawn with 9 times the probability
        differences = np.where(wins, 0.6, -0.2)
        weights = np.where(wins, 1 / 9, 1.0)
        for use in found:
            found[use] += SequentialTest.of(differences, weights if use else None).p <= 0.05
    assert found[False] == CAMPAIGNS
    assert found[True] <= 0.05 * CAMPAIGNS
