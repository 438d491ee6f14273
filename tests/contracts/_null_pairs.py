"""Simulated pairs of systems, and how often a significance test rejects their equality.

Scores of segments are normal: a part that both systems share, which makes the test a paired one,
and noise of each system. Tests that generalize to training get several runs, whose scores vary as
much from training as from the noise of their segments.
"""

from collections.abc import Iterator

import numpy as np

from tertium.core.sample import Mean, Pair, Sample
from tertium.inference.binomial import clopper_pearson
from tertium.significance import Test

ALPHA = 0.05
TRIALS = 251

# Pairs of one sample see the same draws of the test, but have scores of their own.
SAMPLES, PAIRS = 20, 20

# Of a thousand tests that hold their level, two fail; the draws are seeded.
CONFIDENCE = 0.998

# Enough units for every recommended test, and enough runs for a permutation test to reject.
UNITS, RUNS = 100, 5


def p_values(test: Test, effect: float, samples: int) -> Iterator[float]:
    """P-values of simulated pairs.

    Args:
        test: The test, whose scope decides whether systems have several runs.
        effect: How much better the first system is, in standard errors of a score.
        samples: Number of samples, each with several pairs.
    """
    trained = test.question != "these outputs"
    pairs = [Pair(f"x{number}", f"y{number}") for number in range(PAIRS)]
    for number in range(samples):
        random = np.random.default_rng([7, number])

        def run(shared, mean, random=random):
            training = random.normal() if trained else 0
            scores = shared + random.normal(size=UNITS) + (mean + training) / UNITS**0.5
            return np.column_stack([scores, np.ones(UNITS)])

        rows = {}
        for pair in pairs:
            shared = random.normal(size=UNITS)
            for system, mean in zip(pair, (effect, 0), strict=True):
                rows[system] = tuple(run(shared, mean) for _ in range(RUNS if trained else 1))
        sample = Sample((Mean("scores"),), rows)
        seeded = type(test)(trials=TRIALS, alternative=test.alternative, seed=number)
        for outcome in seeded.run(sample, pairs)[0]:
            yield outcome.p


def check_level(test: type[Test]) -> None:
    """Check that a test rejects 5 % of true nulls, and most large differences."""
    for alternative in test.alternatives:
        made = test(alternative=alternative)
        null = [p <= ALPHA for p in p_values(made, 0, SAMPLES)]
        rate = clopper_pearson(sum(null), len(null), CONFIDENCE)
        assert rate.low <= ALPHA <= rate.high, f"{made}: type I error rate {rate}"
        found = [p <= ALPHA for p in p_values(made, -6 if alternative == "less" else 6, 1)]
        assert np.mean(found) >= 0.8, f"{made}: power {np.mean(found):.2f}"


def check_observed(test: type[Test], sample: Sample) -> None:
    """Check that unswapped rows give the observed difference exactly.

    Args:
        test: The test.
        sample: Systems x and y with so few segments, and runs all alike, that some trial changes
            nothing.
    """
    pair = Pair("x", "y")
    (drawn,) = test(trials=1000).differences(sample, [pair])
    (observed,) = sample.improvements([pair], sample.observed)
    for number, metric in enumerate(sample.metrics):
        assert observed[number] in drawn[:, number] or np.isnan(observed[number]), str(metric)
