"""Calibration: null pairs, and what tests make of them."""

import json
from typing import Any

import numpy as np
import pytest
from tests.members import names_of_output_tests
from tests.segment_scores import scored

import tertium
from tertium.comparison.calibrate import null_pair
from tertium.comparison.calibration_result import Calibration
from tertium.core.errors import ParameterError, UnknownMember, UsageError
from tertium.core.resampling import NULL_PAIRS, generator
from tertium.core.sample import Pair, Sample
from tertium.examples import folder
from tertium.metrics import metric

pytestmark = pytest.mark.slow

PAIR = Pair("x", "y")


@pytest.fixture(scope="module")
def testset():
    systems = folder() / "systems"
    return tertium.read(
        {"a": systems / "large.txt", "b": systems / "baseline.1.txt"},
        references=[folder() / "reference.A.en.txt"],
    )


def numbered(runs: dict[str, int], units: int = 50) -> Sample:
    """A sample whose every row says which output of which unit it is."""
    count = iter(range(sum(runs.values())))
    rows = {
        name: tuple(
            np.column_stack([np.arange(units), np.full(units, next(count))]) for _ in range(number)
        )
        for name, number in runs.items()
    }
    return Sample((metric("external"),), rows)


@pytest.mark.parametrize("runs", [{"x": 1, "y": 1}, {"x": 3, "y": 2}])
@pytest.mark.parametrize("size", [None, 20])
def test_a_null_pair_has_the_same_outputs_of_each_segment_in_other_places(runs, size):
    null = null_pair(numbered(runs), PAIR, generator(1, NULL_PAIRS, 0), size)
    assert {name: len(rows) for name, rows in null.rows.items()} == runs
    pool = np.stack([*null.rows["x"], *null.rows["y"]])
    assert pool.shape[1] == (size or 50)
    assert (pool[:, :, 0] == pool[0, :, 0]).all()
    assert len(set(pool[0, :, 0])) == (size or 50)
    assert (np.sort(pool[:, :, 1], axis=0) == np.arange(len(pool))[:, None]).all()


def test_every_output_is_as_likely_to_take_every_place():
    random = generator(1, NULL_PAIRS, 0)
    taken = [null_pair(numbered({"x": 2, "y": 1}), PAIR, random).rows["y"][0] for _ in range(400)]
    shares = np.bincount(np.concatenate(taken)[:, 1].astype(int)) / (400 * 50)
    assert shares == pytest.approx([1 / 3] * 3, abs=0.01)


def test_the_result_holds_rates_limits_and_verdicts(testset):
    result = tertium.calibrate(testset, replicates=20, trials=100, size=30)
    assert isinstance(result, Calibration)
    assert (result.systems, result.size, result.limits) == (("a", "b"), 30, 0.99)
    (bleu,) = result.metrics
    assert bleu.signature == "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    assert [one.name for one in bleu.tests] == names_of_output_tests()
    assert [one.test for one in bleu.tests][1] == "bootstrap(trials=100)"
    share = bleu.tests[0].rejections[0]
    assert (share.nominal, share.pairs, share.value) == (0.05, 20, share.count / 20)
    assert share.interval.low < share.value < share.interval.high
    assert bleu.coverage.nominal == 0.95
    assert result.verdicts[0] == (
        "The type I error rate of approximate-randomization matches the nominal rate."
    )
    assert len(result.to_rows()) == len(result.to_frame()) == 2 * len(names_of_output_tests())
    assert result.to_rows()[0] == {
        "metric": "bleu",
        "test": "approximate-randomization",
        "nominal": 0.05,
        "rejected": share.value,
        "low": share.interval.low,
        "high": share.interval.high,
        "pairs": 20,
    }
    assert json.loads(json.dumps(result.to_dict()))["settings"]["replicates"] == 20
    assert "metric  test" in str(result)
    assert repr(result) == "Calibration(2 systems, 1 metric)"


def test_several_metrics_share_the_null_pairs(testset):
    together = tertium.calibrate(testset, "bleu,ter", replicates=20, trials=100)
    alone = tertium.calibrate(testset, "ter", replicates=20, trials=100)
    assert together.metrics[1] == alone.metrics[0]
    assert together.verdicts[-1].startswith("TER: ")
    assert f" {names_of_output_tests()[-1]} " in together.verdicts[-1]


@pytest.mark.parametrize(
    "workers",
    [
        {"jobs": 1},
        {"jobs": 3},
        pytest.param({"jobs": 2, "engine": "processes"}, marks=pytest.mark.slow),
    ],
)
def test_the_result_is_the_same_for_any_workers(testset, workers):
    given: Any = {"replicates": 12, "trials": 100}
    assert tertium.calibrate(testset, **given, **workers) == tertium.calibrate(testset, **given)


def test_the_order_of_systems_changes_nothing():
    x, y = np.random.default_rng(1).normal(size=(2, 40))
    one = tertium.calibrate(scored(x=x, y=y), replicates=30, trials=100)
    other = tertium.calibrate(scored(y=y, x=x), replicates=30, trials=100)
    assert one.metrics == other.metrics


def test_another_seed_makes_other_null_pairs():
    x, y = np.random.default_rng(1).normal(size=(2, 40))
    results = [
        tertium.calibrate(scored(x=x, y=y), replicates=200, trials=50, seed=seed) for seed in (0, 1)
    ]
    assert results[0].metrics != results[1].metrics


def test_of_three_systems_all_pairs_are_used_in_turn():
    # Only y and z differ at all, which every third null pair is made of.
    random = np.random.default_rng(1)
    x = random.normal(size=30)
    same = tertium.calibrate(
        scored(w=x, x=x, y=x), test="paired-bootstrap(p_value=plain)", replicates=30, trials=50
    )
    assert same.metrics[0].tests[0].rejections[0].count == 0
    three = tertium.calibrate(scored(x=x, y=x + 0.0, z=-x), replicates=300, trials=100)
    rate = three.metrics[0].tests[0].rejections[0]
    assert 0 < rate.count < 300 * 2 / 3
    assert three.systems == ("x", "y", "z")


def test_identical_systems_are_never_rejected_and_intervals_hold_zero():
    x = np.arange(10.0)
    result = tertium.calibrate(scored(x=x, y=x), replicates=200, trials=50)
    (points,) = result.metrics
    for test in points.tests:
        assert [share.count for share in test.rejections] == [0, 0]
        assert test.verdict == (
            f"{test.name} is conservative: it rejects 0.0 % of true nulls instead of 5 %."
        )
    assert points.coverage.count == 200


def test_an_unsound_test_is_detected():
    x, y = np.random.default_rng(2).normal(size=(2, 40))
    result = tertium.calibrate(
        scored(x=x, y=y), test="bootstrap,riezler-maxwell", replicates=500, trials=200
    )
    wrong = result.metrics[0].tests[1].rejections[0]
    assert wrong.interval.low > 0.05
    assert result.verdicts == [
        "The type I error rate of bootstrap matches the nominal rate.",
        f"riezler-maxwell rejects too often: {100 * wrong.value:.1f} % of true nulls"
        " instead of 5 %.",
    ]


def test_several_runs_are_shuffled_and_their_tests_tried():
    x, y = np.random.default_rng(1).normal(size=(2, 3, 20))
    result = tertium.calibrate(scored(x=x, y=y), replicates=10, trials=50)
    assert {"run-permutation", "hierarchical-bootstrap"} <= {
        test.name for test in result.metrics[0].tests
    }


def test_a_test_that_does_not_apply_to_the_systems():
    x, y = np.random.default_rng(1).normal(size=(2, 20))
    result = tertium.calibrate(scored(x=x, y=y), test="run-permutation", replicates=10, trials=50)
    assert result.verdicts == ["run-permutation does not apply to these systems."]
    (share, _) = result.metrics[0].tests[0].rejections
    assert (share.pairs, share.interval.low, share.interval.high) == (0, 0, 1)
    assert result.to_dict()["metrics"][0]["tests"][0]["rejections"][0]["value"] is None


def test_documents_are_swapped_as_a_whole():
    testset = tertium.TestSet.of(
        references=[["x y z w"] * 40],
        systems={"a": ["x y z w", "x y"] * 20, "b": ["x z w", "x y z"] * 20},
        document_ids=[f"d{number // 4}" for number in range(40)],
    )
    result = tertium.calibrate(testset, level="document", replicates=5, trials=50)
    assert (result.size, result.data.segments) == (10, 40)
    with pytest.raises(ParameterError) as error:
        tertium.calibrate(testset, level="document", size=11)
    assert str(error.value) == ("size must be at most 10, the number of documents. Got 11 instead.")


def test_wrong_calibrations_are_refused(testset):
    with pytest.raises(UsageError) as error:
        tertium.calibrate(scored(x=[1, 2, 3]))
    assert str(error.value) == (
        "There is only one system; null pairs are made from two. Add another system, or"
        " measure the coverage of the intervals of one score: `tertium.coverage()`."
    )
    wrong: list[tuple[Any, str]] = [
        ({"replicates": 0}, "replicates must be at least 1."),
        ({"trials": 0}, "trials must be at least 1."),
        ({"size": 1}, "size must be at least 2."),
        ({"size": 201}, "size must be at most 200, the number of"),
        ({"seed": -1}, "seed must be at least 0."),
    ]
    for settings, message in wrong:
        with pytest.raises(ParameterError) as error:
            tertium.calibrate(testset, **settings)
        assert str(error.value).startswith(message)
    with pytest.raises(UnknownMember):
        tertium.calibrate(testset, test="bootstrp")


def test_progress_adds_up_to_the_whole(testset):
    shares: list[float] = []
    tertium.calibrate(testset, replicates=10, trials=20, progress=shares.append)
    assert len(shares) > 10
    assert sum(shares) == pytest.approx(1)
