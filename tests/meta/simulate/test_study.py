"""Samples of a population whose correlation is known (Graham and Liu 2016, Figures 1 and 2)."""

import math
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.core.errors import ParameterError
from tertium.meta.simulate import study
from tertium.meta.simulate.results import Simulation
from tertium.meta.simulate.settings import SimulateSettings
from tertium.meta.simulate.study import _population


@pytest.mark.parametrize("r", [-1.0, -0.5, 0.0, 0.91, 1.0])
def test_the_population_has_exactly_the_correlation(r: float) -> None:
    human, metric = _population(SimulateSettings(r=r, population=1_000))
    assert np.corrcoef(human, metric)[0, 1] == pytest.approx(r, abs=1e-12)


def test_samples_of_five_spread_as_the_paper_shows() -> None:
    found = tertium.simulate(r=0.91, n=5, reported=0.054)
    # Hotelling's density of r for n = 5 and rho = 0.91, integrated by scipy.integrate.quad, has its
    # 2.5 % and 97.5 % points at 0.42525 and 0.99524; populations of 10,000 differ a little.
    assert found.sampled.low == pytest.approx(0.42525, abs=0.06)
    assert found.sampled.high == pytest.approx(0.99524, abs=0.001)
    assert found.mean < 0.91
    assert found.reported is not None
    assert tuple(found.reported) == pytest.approx((0.856, 0.964))
    assert 0.4 < found.within < 0.55
    assert sum(found.distribution.counts) == 10_000


def test_samples_of_many_systems_spread_as_fishers_interval() -> None:
    found = tertium.simulate(r=0.5, n=400, trials=2_000, population=10_000)
    # Without replacement, of 10,000: the spread is smaller by sqrt(1 - 400 / 10000).
    assert found.sampled.low == pytest.approx(found.fisher.low, abs=0.02)
    assert found.sampled.high == pytest.approx(found.fisher.high, abs=0.02)


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    one, same, other = (tertium.simulate(trials=200, seed=seed) for seed in (0, 0, 1))
    assert one.to_dict() == same.to_dict()
    assert one.sampled != other.sampled


def test_it_is_the_same_after_a_file() -> None:
    found = tertium.simulate(trials=50, n=3)
    assert found.fisher.reason
    again = Simulation.from_dict(found.to_dict())
    assert again.to_dict() == found.to_dict()
    assert math.isnan(again.fisher.low)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"r": 1.5}, "at most 1"),
        ({"n": 1}, "at least 2"),
        ({"n": 20, "population": 10}, "at most the population"),
        ({"trials": 0}, "at least 1"),
        ({"confidence_level": 1.0}, "confidence_level must be"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        tertium.simulate(**settings)


def test_how_many_samples_are_in_memory_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tertium.simulate(n=7, population=100, trials=50)
    monkeypatch.setattr(study, "_DRAWN", 20)
    assert tertium.simulate(n=7, population=100, trials=50) == whole
