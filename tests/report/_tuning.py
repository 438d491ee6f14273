"""Tuned metrics to make tables, charts and pages of, computed once."""

from functools import cache

from tests.meta._tuning import METEOR, example, noise, scored

import tertium
from tertium.meta.tune.results import Tuning


@cache
def with_gain() -> Tuning:
    """Human scores made by other parameters, of documents of two segments."""
    testset = example(40, documents=2)
    return tertium.tune(testset, METEOR, scored(testset), folds=2, starts=0, trials=20)


@cache
def of_noise() -> Tuning:
    """Human scores that have nothing to do with the outputs."""
    testset = example(120)
    return tertium.tune(testset, METEOR, noise(testset, 2), folds=2, starts=0, trials=50)


TUNED = {"tuning": with_gain, "tuning to noise": of_noise}
