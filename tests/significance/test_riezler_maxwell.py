"""Riezler and Maxwell's bootstrap against all multisets."""

import pytest
from tests.significance import _oracle
from tests.significance._cases import CASES, P_VALUES, PAIR, p_of, sample, system, within_limits
from tests.significance._oracle import Statistic

from tertium.core.errors import ParameterError
from tertium.significance.bootstrap import Bootstrap
from tertium.significance.riezler_maxwell import RiezlerMaxwell

TRIALS = 4000


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("units", [2, 4, 6])
def test_absolute_differences_are_shifted(name, units):
    one, other = system(name, 10, units), system(name, 11, units)
    made = sample(name, one, other)
    statistic = Statistic(CASES[name].score)
    observed = abs(float(statistic.difference(one, other)))
    drawn = RiezlerMaxwell(trials=TRIALS).differences(made, [PAIR])[0]
    mean = float(abs(drawn).mean())
    expected = _oracle.share(
        _oracle.resamples(one, other, statistic),
        lambda d: abs(float(d)) - mean >= observed,
    )
    for p_value in P_VALUES:
        ((found,),) = RiezlerMaxwell(trials=TRIALS, p_value=p_value).run(made, [PAIR])
        assert within_limits(found.count, TRIALS, expected)
        assert found.p == p_of(found.count, TRIALS, p_value)
        assert found.cutoff == pytest.approx(observed, abs=1e-8)


def test_it_is_half_a_two_sided_test():
    # Where all samples lie on one side, it is the one-sided test under a two-sided name.
    better = [[(30 + number % 7, 1) for number in range(40)]]
    worse = [[(29 + number % 5, 1) for number in range(40)]]
    made = sample("external", better, worse)
    ((found,),) = RiezlerMaxwell(trials=TRIALS).run(made, [PAIR])
    ((one_sided,),) = Bootstrap(trials=TRIALS, alternative="greater").run(made, [PAIR])
    assert found.p == one_sided.p


def test_no_side_can_be_asked_for():
    with pytest.raises(ParameterError) as refused:
        RiezlerMaxwell(alternative="greater")
    assert str(refused.value) == (
        "The 'alternative' parameter of riezler-maxwell must be two-sided. Got 'greater' instead."
    )
