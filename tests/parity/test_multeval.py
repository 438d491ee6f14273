"""Equality with MultEval 0.5.1 (jhclark/multeval bd93ed16), `eval --metrics bleu meteor ter ...`.

It counts words as white space separates them; its inputs are tokenized. Its draws have no seed:
what they give is compared within the limits of chance.
"""

from functools import cache

import numpy as np
import pytest

from tertium.api.compare import compare
from tertium.comparison.sample import collect
from tertium.core.sample import Pair
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tertium.significance.approximate_randomization import ApproximateRandomization
from tests.parity import _data

RUNS = {
    "multeval-example": {
        ("baseline", 1): ["baseline.opt0", "baseline.opt1", "baseline.opt2"],
        ("system 1", 2): ["sys1.opt0", "sys1.opt1", "sys1.opt2"],
        ("system 2", 3): ["sys2.opt0", "sys2.opt1", "sys2.opt2"],
    },
    "multeval-set1": {
        ("baseline", 1): ["out0"],
        ("system 1", 2): ["out1"],
        ("system 2", 3): ["out2"],
        ("system 3", 4): ["out3"],
    },
}


@pytest.mark.parametrize("name", RUNS)
def test_length(name, reference_data):
    folder = reference_data / "metrics" / name
    expected = _data.expected(folder, "multeval")["cut"]
    testset = _data.testset(folder, "all", expected["segments"])
    made = metric("length-ratio(tok=none)")
    for (system, number), outputs in RUNS[name].items():
        for run, output in enumerate(outputs):
            stats = made.stats(testset, output)
            theirs = expected["results"][system]["Length"][f"OptRun {run}"]
            assert made.score(stats.sum()) == pytest.approx(theirs, abs=5e-7)
            sentences = expected["sentences"][f"sys{number}.opt{run + 1}"]["length"]
            np.testing.assert_allclose(made.scores(stats.rows), sentences, atol=0.0051, rtol=0)


# --- Several runs -------------------------------------------------------------------------------

METRICS = {
    "BLEU": "bleu(tok=none)",
    "TER": "ter(variant=tercom)",
    "Length": "length-ratio(tok=none)",
}
TRIALS = 1000


def expected(reference_data, name):
    return _data.expected(reference_data / "metrics" / name, "multeval")["cut"]["results"]


@cache
def systems(folder):
    """All systems with their runs."""
    given = _data.manifest(folder)["refs"]
    return TestSet.of(
        references={name: _data.lines(folder, name) for name in given},
        systems={
            name: [_data.lines(folder, run) for run in runs]
            for (name, _), runs in RUNS[folder.name].items()
        },
    )


def check_runs(testset, results, metrics):
    comparison = compare(
        testset, list(metrics.values()), test="run-permutation", baseline="baseline"
    )
    for metric_result, name in zip(comparison.metrics, metrics, strict=True):
        for system in metric_result.systems:
            theirs = results[system.system][name]
            scale = 100 if name == "METEOR" else 1
            runs = [theirs[f"OptRun {run}"] for run in range(3)]
            assert scale * np.array(system.runs) == pytest.approx(runs, abs=6e-7)
            assert scale * system.score == pytest.approx(theirs["AVG"], abs=6e-7)
            assert scale * system.s_opt == pytest.approx(theirs["STDDEV"], abs=6e-7)
            # A standard deviation of 10,000 values is known to about 0.7 %, here and there.
            assert scale * system.s_sel == pytest.approx(theirs["RESAMPLED_STDDEV_AVG"], rel=0.03)


def test_means_and_deviations_of_runs(reference_data):
    folder = reference_data / "metrics" / "multeval-example"
    check_runs(systems(folder), expected(reference_data, folder.name), METRICS)


@pytest.mark.slow
def test_means_and_deviations_of_runs_under_meteor(reference_data):
    folder = reference_data / "metrics" / "multeval-example"
    check_runs(
        systems(folder), expected(reference_data, folder.name), {"METEOR": "meteor(lang=en)"}
    )


# --- Significance -------------------------------------------------------------------------------


def alike(count, trials, p):
    """Whether a count is that of a share known from 10,000 shuffles, within 4.5 deviations."""
    spread = np.sqrt(p * (1 - p) * (1 / trials + 1 / 10_000))
    return abs(count / trials - p) <= 4.5 * spread + 1 / trials


def test_p_of_single_runs(reference_data):
    """Its shuffle is approximate randomization as everyone knows it.

    It divides TER's edits by a length that it truncates with several references: not compared.
    """
    folder = reference_data / "metrics" / "multeval-set1"
    results = expected(reference_data, folder.name)
    compared = {name: METRICS[name] for name in ("BLEU", "Length")}
    found = compare(systems(folder), list(compared.values()), trials=TRIALS, baseline="baseline")
    for metric_result, name in zip(found.metrics, compared, strict=True):
        for pair in metric_result.pairs:
            assert alike(pair.tests[0].count, TRIALS, results[pair.system][name]["P_VALUE"])


@pytest.mark.slow
def test_p_of_several_runs(reference_data):
    """Its shuffle of several runs is no permutation; our statistics under its shuffle give its p.

    One system takes the outputs of a segment as a permutation of runs and coins say, the other
    those of the inverse permutation: from three runs on some come twice, and some not at all.
    """
    folder = reference_data / "metrics" / "multeval-example"
    results = expected(reference_data, folder.name)
    made = collect(
        systems(folder), list(METRICS.values()), level="segment", combine_runs="pooled"
    ).sample
    for other in ("system 1", "system 2"):
        differences = np.abs(its_shuffles(made, "baseline", other))
        observed = np.abs(made.improvements([Pair("baseline", other)], made.observed))[0]
        ours = ApproximateRandomization(trials=TRIALS).run(made, [Pair("baseline", other)])
        for m, name in enumerate(METRICS):
            theirs = results[other][name]["P_VALUE"]
            if other == "system 2":  # a copy of the baseline
                assert (ours[m][0].p, theirs) == (1, 0.0001)
                continue
            assert alike(np.count_nonzero(differences[:, m] > observed[m]), TRIALS, theirs)
            assert (ours[m][0].p < 0.01) == (theirs < 0.01)


def its_shuffles(made, one, other):
    """Differences of pooled scores under MultEval's Shuffling: (shuffle, metric)."""
    random = np.random.default_rng(1)
    rows = np.stack([np.stack(made.rows[name]) for name in (one, other)])  # system, run, unit, ...
    _, runs, units, _ = rows.shape
    segments = np.arange(units)
    found = []
    for _ in range(TRIALS):
        permutation = random.permuted(np.tile(np.arange(runs), (units, 1)), axis=1).T
        inverse = np.argsort(permutation, axis=0)
        swapped = random.integers(2, size=(runs, units))
        first = rows[swapped, permutation, segments].sum(axis=(0, 1))
        second = rows[1 - swapped, inverse, segments].sum(axis=(0, 1))
        found.append(made.scores(first) - made.scores(second))
    return np.stack(found)
