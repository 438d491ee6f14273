"""Simulated annotators."""

import numpy as np
import pytest

from tertium.core.errors import UsageError
from tertium.human.annotator_model import KINDS, Annotator, simulated_annotators


class Fixed:
    """Draws that are known."""

    def below(self, limit):
        return limit - 1

    def normal(self):
        return 0.5


def test_a_rating_follows_the_formula():
    ann = Annotator("ann", 0.9, 3.0, 4.0)
    assert ann.rate(80, Fixed()) == 77  # 72 + 3 + 2
    assert Annotator("bob", 1.0, 50.0, 0.0).rate(80, Fixed()) == 100
    assert Annotator("eve", 1.0, 0.0, 0.0, careless=True).rate(0, Fixed()) == 100


def test_ratings_of_many_outputs_have_the_same_distribution():
    ann, quality = Annotator("ann", 0.8, 10.0, 6.0), 60
    found = ann.rate_all(np.full(20_000, float(quality)), np.random.default_rng(1))
    # Mean 58 with a standard error of 6 / sqrt(20,000) = 0.04; rounding adds 1/12 to the variance.
    assert found.mean() == pytest.approx(58, abs=0.2)
    assert found.std() == pytest.approx(6.0, abs=0.2)
    assert (found == np.round(found)).all()


def test_careless_annotators_do_not_read():
    eve = Annotator("eve", 0.0, 0.0, 0.0, careless=True)
    found = eve.rate_all(np.zeros(5000), np.random.default_rng(1))
    assert (found.min(), found.max()) == (30, 100)


def test_annotators_of_some_kinds():
    made = simulated_annotators({"good": 2, "careless": 1}, np.random.default_rng(1))
    assert [one.name for one in made] == ["good-1", "good-2", "careless-1"]
    assert [one.careless for one in made] == [False, False, True]
    assert made[0].scale != made[1].scale
    with pytest.raises(UsageError, match="no 'goood' annotators"):
        simulated_annotators({"goood": 1}, np.random.default_rng(1))
    assert set(KINDS) == {"good", "noisy", "careless"}
