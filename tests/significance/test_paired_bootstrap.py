"""The paired bootstrap against all multisets: who wins how often."""

from fractions import Fraction

import pytest
from tests.significance import _oracle
from tests.significance._cases import (
    CASES,
    PAIR,
    WAYS,
    p_of,
    sample,
    system,
    within_limits,
)
from tests.significance._oracle import Statistic

from tertium.significance.paired_bootstrap import PairedBootstrap

TRIALS = 4000


def outcome(given_sample, **parameters):
    ((found,),) = PairedBootstrap(**parameters).run(given_sample, [PAIR])
    return found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("units", [2, 4, 6])
def test_losses_count_and_ties_count_half(name, units):
    one, other = system(name, 10, units), system(name, 11, units)
    made = sample(name, one, other)
    resamples = _oracle.resamples(one, other, Statistic(CASES[name].score))
    losses = _oracle.share(resamples, lambda d: d < 0)
    wins = _oracle.share(resamples, lambda d: d > 0)
    sides = {"greater": losses, "less": wins, "two-sided": min(losses, wins)}
    for alternative, p_value in WAYS:
        found = outcome(made, trials=TRIALS, alternative=alternative, p_value=p_value)
        ties = Fraction(0) if p_value == "plain" else (1 - wins - losses) / 2
        # Half counts vary less than whole ones of the same expectation: the limits hold all the
        # more.
        assert within_limits(found.count, TRIALS, sides[alternative] + ties)
        one_sided = p_of(found.count, TRIALS, p_value)
        assert found.p == min(1, 2 * one_sided if alternative == "two-sided" else one_sided)
        assert found.cutoff == 0


@pytest.mark.parametrize(("alternative", "p_value"), WAYS)
def test_identical_systems_are_never_separated(alternative, p_value):
    # Pitfall 11: no sample is lost, so that "<" alone would give p = 0.
    same = system("bleu", 1, 6)
    found = outcome(sample("bleu", same, same), alternative=alternative, p_value=p_value)
    assert found.p == 1


def test_a_system_that_never_loses_as_papers_print_it():
    made = sample("external", [[(2, 1), (1, 1)]], [[(1, 1), (1, 1)]])
    plain = outcome(made, trials=TRIALS, alternative="greater", p_value="plain")
    assert plain.p == 0
    # Of two segments the one that ties is drawn twice in a quarter of the samples.
    found = outcome(made, trials=TRIALS, alternative="greater")
    assert within_limits(2 * found.count, TRIALS, Fraction(1, 4))
