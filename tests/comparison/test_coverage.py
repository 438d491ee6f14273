"""Coverage: whether intervals of scores on small test sets hold the score of the whole."""

import json
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom
from tests.segment_scores import scored

import tertium
from tertium.core.errors import ParameterError
from tertium.core.resampling import SMALL_TEST_SETS, generator
from tertium.examples import folder

SCORES = np.random.default_rng(1).normal(50, 10, 400)


def shares(result):
    (one,) = result.scores
    return {method: share.value for method, share in one.intervals.items()}


@pytest.mark.slow
def test_coverage_is_nominal_on_enough_segments_and_too_low_on_few():
    enough = tertium.coverage(scored(a=SCORES), size=150, replicates=600, trials=400)
    low, high = binom.ppf([0.0005, 0.9995], 600, 0.95) / 600
    for value in shares(enough).values():
        assert low <= value <= high
    assert enough.verdicts == []
    # The standard deviation of five values is too small by (4/5)^0.5, and t has 4 degrees.
    few = tertium.coverage(scored(a=SCORES), size=5, replicates=600, trials=400)
    assert 0.75 < shares(few)["percentile"] < 0.88
    assert few.verdicts[0].startswith(
        "points of a: 95 % percentile intervals on 5 segments contain the true score less often"
        " than 95 % of the time: 8"
    )


def test_small_test_sets_are_drawn_from_the_whole_with_replacement():
    # Of two values three are drawn; only where all are the same does the interval miss their mean.
    result = tertium.coverage(scored(a=[1, 2] * 10), size=3, replicates=50, trials=400)
    missed = 0
    for number in range(50):
        drawn = generator(12345, SMALL_TEST_SETS, number).integers(0, 20, 3)
        missed += len(set(drawn % 2)) == 1
    (one,) = result.scores
    assert 0 < missed < 50
    assert one.intervals["percentile"].count == 50 - missed
    assert (one.score, one.intervals["percentile"].pairs) == (1.5, 50)


def test_everything_is_in_json_and_in_rows():
    systems = folder() / "systems"
    testset = tertium.read(
        {name: systems / f"{name}.txt" for name in ("large", "pivot")},
        references=[folder() / "reference.A.en.txt"],
    )
    given: Any = {"size": 30, "replicates": 8, "trials": 50}
    result = tertium.coverage(testset, "bleu,ter", **given)
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert (data["size"], data["confidence_level"], len(data["scores"])) == (30, 0.95, 4)
    assert data["scores"][0]["intervals"].keys() == {"percentile", "bca"}
    rows = result.to_rows()
    assert [(row["metric"], row["system"], row["interval"]) for row in rows[:3]] == [
        ("bleu", "large", "percentile"),
        ("bleu", "large", "bca"),
        ("bleu", "pivot", "percentile"),
    ]
    again = tertium.coverage(testset, "bleu,ter", jobs=1, **given)
    assert again.to_dict() == result.to_dict()
    assert "percentile coverage" in str(result)


def test_a_size_beyond_the_test_set_is_refused():
    with pytest.raises(ParameterError, match="at most 400, the number of segments"):
        tertium.coverage(scored(a=SCORES), size=401)
