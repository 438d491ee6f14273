"""Coefficients of agreement, on worked examples and against their definitions pair by pair."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import UnknownMember, UsageError
from tertium.inference.agreement import SCALES, cohen_kappa, fleiss_kappa, krippendorff_alpha

# Four observers, twelve units: Krippendorff 2011, Computing Krippendorff's alpha-reliability, C.
OBSERVERS = [
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
]


@pytest.mark.parametrize(
    ("scale", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_the_example_of_krippendorff(scale, alpha):
    given = [
        (int(value), unit)
        for observer in OBSERVERS
        for unit, value in enumerate(observer.split())
        if value != "."
    ]
    values, units = zip(*given, strict=True)
    assert krippendorff_alpha(values, units, scale) == pytest.approx(alpha, abs=5e-4)


def defined_alpha(values, units, scale):
    """Through the coincidences of values, as Krippendorff computes it."""
    coincidences: dict[tuple[int, int], float] = {}
    for unit in set(units):
        own = [value for value, at in zip(values, units, strict=True) if at == unit]
        for pair in permutations(own, 2):
            coincidences[pair] = coincidences.get(pair, 0) + 1 / (len(own) - 1)
    labels = sorted({value for pair in coincidences for value in pair})
    times = {a: sum(coincidences.get((a, b), 0) for b in labels) for a in labels}
    total = sum(times.values())

    def difference(a, b):
        if scale == "nominal":
            return a != b
        if scale == "interval":
            return (a - b) ** 2
        between = sum(times[one] for one in labels if min(a, b) <= one <= max(a, b))
        return 0 if a == b else (between - (times[a] + times[b]) / 2) ** 2

    observed = sum(times * difference(*pair) for pair, times in coincidences.items())
    expected = sum(times[a] * times[b] * difference(a, b) for a in labels for b in labels)
    return 1 - (total - 1) * observed / expected if expected else math.nan


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), min_size=1, max_size=20),
    st.sampled_from(SCALES),
)
def test_alpha_by_its_definition(judged, scale):
    values, units = zip(*judged, strict=True)
    found = krippendorff_alpha(values, units, scale)
    assert found == pytest.approx(defined_alpha(values, units, scale), nan_ok=True)


def test_alpha_of_large_numbers():
    values, units = np.array([1, 2, 4, 4.0]), [0, 0, 1, 1]
    far = krippendorff_alpha(values + 1e8, units)
    assert far == pytest.approx(krippendorff_alpha(values, units))


def test_alpha_of_nothing():
    assert math.isnan(krippendorff_alpha([], []))
    assert math.isnan(krippendorff_alpha([1, 2], [0, 1]))
    assert math.isnan(krippendorff_alpha([3, 3], [0, 0], "nominal"))


def test_kappa_by_hand():
    """20 times both yes, 15 both no, 5 and 10 apart: 0.7 observed, 0.5 expected."""
    one = ["yes"] * 25 + ["no"] * 25
    other = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(one, other) == pytest.approx(0.4)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=30))
def test_weighted_kappa_by_its_definition(pairs):
    one, other = zip(*pairs, strict=True)
    places = {label: place for place, label in enumerate(sorted({*one, *other}))}
    for weights, power in (("linear", 1), ("quadratic", 2)):
        observed = sum(abs(places[a] - places[b]) ** power for a, b in pairs) / len(pairs)
        expected = np.mean([abs(places[a] - places[b]) ** power for a in one for b in other])
        wanted = 1 - observed / expected if expected else math.nan
        assert cohen_kappa(one, other, weights) == pytest.approx(wanted, nan_ok=True)


def test_kappa_of_nothing():
    assert math.isnan(cohen_kappa([], []))
    assert math.isnan(cohen_kappa([1, 1], [1, 1]))


def test_the_example_of_fleiss():
    """Ten items labelled fourteen times each; by hand, P is 0.378 and P_e 0.213."""
    table = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    assert fleiss_kappa(table) == pytest.approx(0.210, abs=5e-4)
    assert math.isnan(fleiss_kappa([[2, 0], [2, 0]]))


@pytest.mark.parametrize("table", [[], [[1, 0]], [[1, 1], [2, 1]]])
def test_fleiss_needs_equally_many(table):
    with pytest.raises(UsageError) as error:
        fleiss_kappa(np.array(table).reshape(len(table), 2))
    assert str(error.value) == (
        "Fleiss' kappa needs the same number of labels, at least 2, of all items."
    )


def test_there_is_no_other_scale():
    with pytest.raises(UnknownMember) as error:
        krippendorff_alpha([1], [1], "ratio")
    assert str(error.value) == "No scale named 'ratio'. Known: interval, nominal, ordinal."
    with pytest.raises(UnknownMember) as weighting:
        cohen_kappa([1], [1], "cubic")
    assert str(weighting.value) == (
        "No weighting of kappa named 'cubic'. Known: linear, none, quadratic."
    )
