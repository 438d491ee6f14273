"""Type I error rates: how often tests reject a true null hypothesis.

Rates are compared with exact 99 % limits. The draws are seeded, so every run gives the same rates.
"""

from functools import cache

import numpy as np
import pytest
from tests.members import names_of_output_tests
from tests.parity._data import lines
from tests.tools import ROOT, tool

import tertium
from tertium.core.intervals import Interval
from tertium.inference.binomial import clopper_pearson
from tertium.significance import all_tests

REPLICATES = 600

# The simulations of docs/calibration.md, here with fewer replicates.
SIMULATIONS = tool("calibration")


# --- Single runs: null pairs of real systems, as the command makes them -------------------------


@pytest.fixture(scope="module")
def calibration(reference_data):
    data = reference_data / "metrics" / "wmt22-de-en"
    testset = tertium.TestSet.of(
        references={"refA": lines(data, "refA")},
        systems={name: lines(data, name) for name in ("Online-B", "Online-W")},
    )
    return tertium.calibrate(testset, "bleu,chrf", replicates=600, size=500, trials=500)


def _tests(calibration, names):
    return [test for one in calibration.metrics for test in one.tests if test.name in names]


@pytest.mark.slow
def test_type_I_error_rates_match_the_nominal_rate(calibration):
    recommended = {name for name in names_of_output_tests() if all_tests()[name].recommended}
    assert recommended == {
        t.name for one in calibration.metrics for t in one.tests if t.recommended
    }
    # The paired bootstrap does so too where segments are many and scores are not discrete.
    for test in _tests(calibration, {*recommended, "paired-bootstrap"}):
        for share in test.rejections:
            assert share.interval.low <= share.nominal <= share.interval.high, test
        assert test.verdict == (f"The type I error rate of {test.name} matches the nominal rate.")


@pytest.mark.slow
def test_riezler_and_maxwell_reject_twice_as_often(calibration):
    tests = _tests(calibration, {"riezler-maxwell"})
    assert len(tests) == 2
    for test in tests:
        assert test.rejections[0].interval.low > 0.05
        assert test.rejections[0].value == pytest.approx(0.10, abs=0.03)


@pytest.mark.slow
def test_intervals_hold_the_true_difference_as_often_as_they_say(calibration):
    for one in calibration.metrics:
        assert one.coverage.interval.low <= 0.95 <= one.coverage.interval.high


# --- Several runs: simulated training -----------------------------------------------------------


@cache
def _p_values(name: str, runs: int, **variation: float) -> np.ndarray:
    found: np.ndarray = SIMULATIONS.p_of_procedures(name, runs, REPLICATES, **variation)
    return found


def _rejections(name: str, runs: int, level: float = 0.05, **variation: float) -> Interval:
    """Limits of the share of true nulls that a test rejects."""
    rejected = np.count_nonzero(_p_values(name, runs, **variation) <= level)
    return clopper_pearson(int(rejected), REPLICATES, 0.99)


@pytest.mark.slow
@pytest.mark.parametrize("level", [0.05, 0.01])
@pytest.mark.parametrize("training", [0, 1, 3])
def test_run_permutation_holds_its_level_however_training_varies(level, training):
    limits = _rejections("run-permutation", 5, level, training=training)
    assert limits.low <= level <= limits.high


@pytest.mark.slow
def test_run_permutation_of_three_runs_cannot_reject():
    assert _rejections("run-permutation", 3, training=1).low == 0


@pytest.mark.slow
@pytest.mark.parametrize("level", [0.05, 0.01])
def test_approximate_randomization_holds_its_level_for_exchangeable_runs(level):
    limits = _rejections("approximate-randomization", 3, level, training=0)
    assert limits.low <= level <= limits.high


@pytest.mark.slow
def test_approximate_randomization_does_not_test_procedures():
    # 2 (1 - Phi(1.96 / sqrt(2))) = 16.6 % by theory: the variance is twice what the test sees.
    limits = _rejections("approximate-randomization", 3, training=1)
    assert limits.low > 0.10
    assert limits.low <= 0.166 <= limits.high


@pytest.mark.slow
def test_neither_generalizes_to_other_segments_if_systems_differ_by_segment():
    assert _rejections("approximate-randomization", 3, training=0, strengths=1).low > 0.10
    assert _rejections("run-permutation", 5, training=1, strengths=1).low > 0.10


@pytest.mark.slow
def test_hierarchical_bootstrap_is_cautious_unless_training_varies_most():
    for variation in ({"training": 0}, {"training": 1}, {"training": 1, "strengths": 1}):
        assert _rejections("hierarchical-bootstrap", 3, **variation).high < 0.05
    assert _rejections("hierarchical-bootstrap", 3, training=10).low > 0.05


# --- Discrete scores and few segments -----------------------------------------------------------


def _discrete(units: int, test: str, level: float) -> Interval:
    """Limits of the share of true nulls of 0/1 scores that a test rejects."""
    p = SIMULATIONS.p_values(SIMULATIONS.right_or_wrong, units, [test], REPLICATES)
    return clopper_pearson(int(np.count_nonzero(p <= level)), REPLICATES, 0.99)


@pytest.mark.slow
def test_the_paired_bootstrap_rejects_too_often_on_few_discrete_scores():
    assert _discrete(20, "paired-bootstrap", 0.05).low > 0.05
    assert _discrete(20, "bootstrap", 0.05).high < 0.06
    assert _discrete(20, "approximate-randomization", 0.05).high < 0.05


def test_the_page_has_a_place_for_every_simulated_table():
    page = (ROOT / "docs" / "calibration.md").read_text(encoding="utf-8")
    for name in SIMULATIONS.TABLES:
        changed = SIMULATIONS.inserted(page, name, "| another table |")
        assert changed != page
        assert SIMULATIONS.inserted(changed, name, "| another table |") == changed
