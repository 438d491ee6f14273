"""Equality with the paired tests of sacreBLEU 2.6.0, `significance.PairedTest`.

Stored p-values were made with SACREBLEU_SEED=12345. Fed with sacreBLEU's draws, our statistics give
them digit by digit, if differences count as they do there: only where they are strictly greater.
Its "paired bootstrap" is our `riezler-maxwell`.
"""

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

from tertium.comparison.sample import collect
from tertium.core.executor import Executor, use
from tertium.core.sample import BootstrapReduction, Pair
from tertium.core.sums import Sums
from tertium.significance.approximate_randomization import (
    ApproximateRandomization,
    SwappedDifferences,
)
from tertium.significance.riezler_maxwell import RiezlerMaxwell
from tests.parity import _data
from tests.parity._data import SOME_SLOW

pytestmark = pytest.mark.slow

METRICS = {"BLEU": "bleu(tok={})", "chrF2": "chrf", "TER": "ter"}
SEED = 12345
TRIALS = 4000


@cache
def sample(folder, references):
    tokenizer = _data.expected(folder, "sacrebleu_paired")["tokenizer"]
    metrics = [spec.format(tokenizer) for spec in METRICS.values()]
    testset = _data.testset(folder, references, 1000)
    return collect(testset, metrics, level="segment", combine_runs="mean").sample


def stored(folder, test):
    """Results with their p-values: metric by metric, system by system."""
    for one in _data.expected(folder, "sacrebleu_paired")["results"]:
        if one["test"] == test:
            for number, metric in enumerate(METRICS):
                for system, result in zip(
                    one["systems"][1:], one.get(metric, [])[1:], strict=False
                ):
                    yield one, number, Pair(system, one["baseline"]), result["p_value"]


def p_of(larger, trials):
    return (np.count_nonzero(larger) + 1) / (trials + 1)


@pytest.mark.parametrize("name", SOME_SLOW)
def test_approximate_randomization_with_the_same_draws(name, reference_data):
    folder = reference_data / "metrics" / name
    drawn = {}
    for one, metric, pair, expected in stored(folder, "ar"):
        made = sample(folder, one["refs"])
        if one["refs"] not in drawn:
            kept = np.random.default_rng(SEED).integers(2, size=(one["n"], made.units), dtype=bool)
            pairs = tuple(Pair(*both) for both in combinations(made.systems, 2))
            differences = SwappedDifferences.of(made, pairs)((~kept).astype(float))
            drawn[one["refs"]] = {
                frozenset(both): differences[:, number] for number, both in enumerate(pairs)
            }
        pseudo = np.abs(drawn[one["refs"]][frozenset(pair)][:, metric])
        observed = abs(made.improvements([pair], made.observed)[0, metric])
        tolerance = made.tolerance([pair])[0, metric]
        assert p_of(pseudo > observed + tolerance, one["n"]) == pytest.approx(expected, rel=1e-12)
    assert drawn


@pytest.mark.parametrize("name", SOME_SLOW)
def test_the_paired_bootstrap_with_the_same_draws(name, reference_data):
    folder = reference_data / "metrics" / name
    drawn = {}
    for one, metric, pair, expected in stored(folder, "bs"):
        made = sample(folder, one["refs"])
        if one["refs"] not in drawn:
            chosen = np.random.default_rng(SEED).choice(made.units, (one["n"], made.units))
            counts = np.stack([np.bincount(row, minlength=made.units) for row in chosen])
            drawn[one["refs"]] = BootstrapReduction(made, Sums.of(made.outputs))(
                counts.astype(float)
            )
        systems = drawn[one["refs"]]  # single runs are their systems
        differences = made.improvements([pair], systems)[:, 0, metric]
        pseudo = RiezlerMaxwell().pseudo_statistics(differences)
        observed = abs(made.improvements([pair], made.observed)[0, metric])
        tolerance = made.tolerance([pair])[0, metric]
        assert p_of(pseudo > observed + tolerance, one["n"]) == pytest.approx(expected, rel=1e-12)
    assert drawn


@pytest.mark.parametrize(
    ("test", "kind"), [(ApproximateRandomization, "ar"), (RiezlerMaxwell, "bs")]
)
@pytest.mark.parametrize("name", SOME_SLOW)
def test_our_draws_give_p_within_the_limits_of_chance(name, test, kind, reference_data):
    folder = reference_data / "metrics" / name
    found = {}
    for one, metric, pair, expected in stored(folder, kind):
        made = sample(folder, one["refs"])
        key = one["refs"], pair
        if key not in found:
            found[key] = test(trials=TRIALS).run(made, [pair])
        outcome = found[key][metric][0]
        # Ties do not count there, nor with a tolerance on the other side.
        strictly = -made.tolerance([pair])[0, metric]
        count = test().count(outcome.pseudo_statistics, outcome.cutoff, strictly)
        ours = (count + 1) / (TRIALS + 1)
        assert alike(ours, TRIALS, expected, one["n"])
        assert outcome.p >= ours
    assert found


def alike(one, trials, other, other_trials):
    """Whether two p-values differ by no more than chance, 4.5 standard deviations, and the 1."""
    share = (one + other) / 2
    spread = np.sqrt(share * (1 - share) * (1 / trials + 1 / other_trials))
    return abs(one - other) <= 4.5 * spread + 1 / min(trials, other_trials)


@pytest.mark.parametrize("kind", ["ar", "bs"])
def test_live(kind, reference_data, monkeypatch):
    """The installed program, on other draws than the stored ones."""
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    folder = reference_data / "metrics" / "wmt22-de-en"
    segments, trials = 200, 1000
    testset = _data.testset(folder, "refA", segments)
    names = list(testset.outputs)[:3]
    metrics = {"BLEU": BLEU(), "chrF2": CHRF()}
    theirs: Any
    _, theirs = PairedTest(
        [(name, list(testset.outputs[name][0])) for name in names],
        metrics,
        [list(testset.references["refA"])],
        test_type=kind,
        n_samples=trials,
    )()
    with use(Executor(1)):
        made = collect(testset, "bleu,chrf", level="segment", combine_runs="mean").sample
    test = {"ar": ApproximateRandomization, "bs": RiezlerMaxwell}[kind](trials=trials)
    ours = test.run(made, [Pair(name, names[0]) for name in names[1:]])
    for outcomes, metric in zip(ours, metrics, strict=True):
        for outcome, result in zip(outcomes, theirs[metric][1:], strict=True):
            assert alike(outcome.p, trials, result.p_value, trials)
