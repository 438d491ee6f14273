"""Agreement: real repeats, and annotators made for the purpose."""

import math

import numpy as np
import pytest
from scipy import stats

from tertium.core.errors import UnknownMember
from tertium.core.records import from_plain, to_plain
from tertium.human.annotator_profiles import correlation, drift
from tertium.human.comparisons import Comparisons
from tertium.human.pairwise_agreement import pairwise_agreement
from tertium.human.ratings import Ratings
from tertium.human.value_agreement import Agreement, cohen_kappas, fleiss, value_agreement
from tests.human._data import mechanical_turk


def test_pairwise_agreement_by_hand():
    """x and y agree on A > B, listed in either order; x repeats it, then contradicts it."""
    lines = ["x A B 1 2", "y B A 2 1", "x A B 1 2", "x B A 1 1", "y A C 1 2"]
    rows = [line.split() for line in lines]
    ratings = Ratings.of(
        {
            "annotator": [row[0] for row in rows for _ in range(2)],
            "batch": [str(number) for number in range(len(rows)) for _ in range(2)],
            "system": [name for row in rows for name in row[1:3]],
            "task": ["preference"] * 2 * len(rows),
            "value": [float(rank) for row in rows for rank in row[3:]],
        }
    )
    compared = Comparisons.of(ratings)
    clean = pairwise_agreement(compared)
    assert (clean.inter.agree, clean.inter.comparable) == (2, 3)
    assert (clean.intra.agree, clean.intra.comparable) == (1, 3)
    assert (clean.inter.ties, clean.inter.total) == (1, 5)
    assert clean.inter.expected == pytest.approx(0.2**2 + 2 * 0.4**2)
    listed = pairwise_agreement(compared, "wmt16")
    assert (listed.inter.agree, listed.inter.comparable) == (1, 2)
    assert (listed.intra.agree, listed.intra.comparable) == (1, 1)
    assert (listed.intra.ties, listed.intra.total) == (1, 3)


def test_nothing_to_compare():
    ratings = Ratings.of(
        {"batch": ["1", "1"], "system": ["A", "B"], "task": ["ranking"] * 2, "value": [1, 1]}
    )
    found = pairwise_agreement(Comparisons.of(ratings))
    assert math.isnan(found.inter.observed)
    assert math.isnan(found.inter.kappa)
    assert found.inter.expected == 1


def test_there_is_no_other_definition():
    ratings = Ratings.of(
        {"batch": ["1", "1"], "system": ["A", "B"], "task": ["ranking"] * 2, "value": [1, 2]}
    )
    with pytest.raises(UnknownMember) as error:
        pairwise_agreement(Comparisons.of(ratings), "wmt17")
    assert str(error.value) == (
        "No definition of agreement named 'wmt17'. Did you mean 'wmt16'? Known: clean, wmt16."
    )


def made(rows):
    names = ("annotator", "segment", "kind", "value")
    return Ratings.of(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def test_fleiss_is_of_outputs_that_the_usual_number_judged():
    """Two annotators agree on two of three outputs; a fourth has three annotators, a fifth one."""
    judged = {"1": "11", "2": "22", "3": "12", "4": "333", "5": "3"}
    ratings = made(
        [
            (who, segment, "system", float(value))
            for segment, values in judged.items()
            for who, value in zip("xyz", values, strict=False)
        ]
    )
    found = fleiss(ratings)
    assert (found.outputs, found.annotators, found.others, found.reason) == (3, 2, 1, "")
    assert found.kappa == pytest.approx((2 / 3 - 1 / 2) / (1 - 1 / 2))


def test_of_two_numbers_equally_usual_fleiss_takes_the_larger():
    rows = [(who, "1", "system", 1.0) for who in "xyz"] + [
        (who, "2", "system", 1.0) for who in "xy"
    ]
    found = fleiss(made(rows))
    assert (found.outputs, found.annotators, found.others) == (1, 3, 1)
    assert math.isnan(found.kappa)
    assert found.reason == "all scores are equal"


def test_fleiss_of_outputs_judged_once_is_not_known():
    found = fleiss(made([("x", "1", "system", 1.0), ("y", "2", "system", 2.0)]))
    assert math.isnan(found.kappa)
    assert found.reason == "no output was judged by several annotators"


def test_values_by_hand():
    """The second judgment of an output by the same annotator counts only in repeats."""
    ratings = made(
        [
            *[("x", str(number), "system", number) for number in range(5)],
            *[("y", str(number), "system", number + 1) for number in range(4)],
            ("x", "0", "system", 9),
            ("x", "1", "repeat", 1),
            ("x", "2", "repeat", 4),
            ("x", "3", "bad_reference", 0),
            ("y", "4", "system", math.nan),
            ("z", "4", "reference", 7),
        ]
    )
    found = value_agreement(ratings)
    assert (found.outputs, found.judgments) == (4, 8)
    assert (found.repeats.repeats, found.repeats.same, found.repeats.difference) == (2, 0.5, 1)
    x, y = found.annotators
    assert (x.annotator, x.judgments, x.shared) == ("x", 8, 4)
    assert x.correlation == pytest.approx(1)
    assert (x.lowest, x.highest, x.distinct) == (0, 9, 6)
    assert (x.favourite, x.favourite_share) == (1, 0.25)
    assert math.isnan(x.repeats.correlation)
    assert (y.judgments, y.repeats.repeats) == (4, 0)
    assert math.isnan(y.repeats.same)
    # Each output has a squared difference of 1; of all values, the mean is 2 * 8 * 12 / 56.
    assert found.interval == pytest.approx(1 - 56 / 192)
    assert found.nominal < 0 < found.ordinal
    plain = to_plain(found)
    assert to_plain(from_plain(Agreement, plain)) == plain


def test_one_judgment():
    (one,) = value_agreement(made([("x", "1", "system", 3)])).annotators
    assert (one.judgments, one.favourite_share, one.shared) == (1, 1, 0)
    assert np.isnan([one.deviation, one.drift, one.drift_p, one.correlation]).all()


def test_repeats_of_the_mechanical_turk(reference_data):
    found = value_agreement(mechanical_turk(reference_data))
    by_name = {one.annotator: one for one in found.annotators}
    assert len(by_name) == 29
    assert found.repeats.repeats == 290
    assert 0 < found.interval < 1
    careless = by_name["W18"]
    assert (careless.favourite, careless.favourite_share) == (49, 0.975)
    assert abs(careless.correlation) < 0.2
    others = [one.correlation for one in found.annotators if one is not careless]
    assert np.nanmedian(others) > 0.4


def test_kappas_of_pairs_of_annotators():
    ratings = made(
        [
            *[("b", str(number), "system", label) for number, label in enumerate([1, 2, 3, 3])],
            *[("a", str(number), "system", label) for number, label in enumerate([1, 2, 3, 1])],
            ("c", "9", "system", 1),
        ]
    )
    (found,) = cohen_kappas(ratings)
    assert (found.annotator, found.other, found.outputs) == ("a", "b", 4)
    assert found.kappa == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    # Squared distances: those of the 4 outputs sum to 4; of all 16 pairs of labels, to 26.
    assert found.weighted == pytest.approx(1 - (4 / 4) / (26 / 16))


def test_drift_as_scipy_has_it():
    random = np.random.default_rng(2)
    times = random.permutation(50).astype(float)
    values = random.normal(size=50) + 0.02 * times
    found = drift(values, times)
    line = stats.linregress(times, values)
    assert found.change == pytest.approx(line.slope * 49 / values.std(ddof=1))
    assert found.p == pytest.approx(line.pvalue)
    in_order = drift(values[np.argsort(times)], np.full(50, math.nan))
    assert in_order == pytest.approx(found)


def test_drift_without_noise():
    found = drift(np.array([1.0, 2, 3]), np.zeros(3))
    assert found.change == pytest.approx(2)
    assert found.p == pytest.approx(0, abs=1e-6)
    assert np.isnan(drift(np.ones(9), np.zeros(9))).all()


def test_correlations_that_are_undefined():
    assert math.isnan(correlation(np.ones(4), np.arange(4.0)))
    assert math.isnan(correlation(np.arange(4.0), np.ones(4)))
    assert math.isnan(correlation(np.arange(2.0), np.arange(2.0)))
