"""Small systems under metrics of every kind, and limits for what is drawn."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
from scipy.stats import binom
from tests.significance import _oracle
from tests.significance._oracle import Row, Score, System

from tertium.core.sample import Pair, Sample
from tertium.core.stats import Metric
from tertium.metrics.bleu import Bleu
from tertium.metrics.external import External
from tertium.metrics.ter import Ter

PAIR = Pair("x", "y")
ALTERNATIVES = ("two-sided", "greater", "less")
P_VALUES = ("plus-one", "plain")
WAYS = [*product(ALTERNATIVES, P_VALUES)]


class Case(NamedTuple):
    """A metric, and its score by definition."""

    metric: Metric
    score: Score


CASES = {
    "bleu": Case(Bleu(), _oracle.bleu),
    "ter": Case(Ter(), _oracle.ter),
    "external": Case(External(metric="judge"), _oracle.mean),
}


def row(name: str, random: Random) -> Row:
    """Statistics of one output: small integers, so that many sums are the same."""
    if name == "external":
        return (random.randint(0, 3), 1)
    if name == "ter":
        return (random.randint(0, 4), 5)
    words = random.randint(6, 8)
    totals = [words - n for n in range(4)]
    matches = [random.randint(1, most) for most in totals]
    return (*matches, *totals, words, 7)


def system(name: str, seed: int, units: int, runs: int = 1) -> System:
    """Runs of a system, drawn from the seed."""
    random = Random(seed)
    return [[row(name, random) for _ in range(units)] for _ in range(runs)]


def sample(name: str, one: System, other: System, statistic: str = "mean") -> Sample:
    rows = {
        key: tuple(np.array(run, float) for run in runs)
        for key, runs in zip(PAIR, (one, other), strict=True)
    }
    return Sample((CASES[name].metric,), rows, statistic)


def p_of(count: float, trials: int, p_value: str) -> float:
    """The share of what was counted; one more of each where the observed outputs count too."""
    return (count + 1) / (trials + 1) if p_value == "plus-one" else count / trials


def mean_of(differences: list[int]) -> tuple[System, System]:
    """Systems whose segment scores differ so much."""
    return [[(10 + one, 1) for one in differences]], [[(10, 1)] * len(differences)]


def within_limits(count: float, trials: int, share: Fraction) -> bool:
    """Whether so many of so many are what chance gives in all but 1 of 10,000 cases."""
    low, high = binom.ppf([0.00005, 0.99995], trials, float(share))
    return bool(low <= count <= high)
