"""Equality with the programs that define metrics, on the example texts that come with tertium.

`examples/*.json` hold what the programs gave, with program, version, command and date; they were
written by `tools/parity.py`. No other data is needed, so any clone proves these metrics.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.api.compare import compare
from tertium.core.testset import TestSet
from tertium.examples import folder
from tertium.metrics import metric

STORED = Path(__file__).parent / "examples"


def runs(kind: str) -> list[Any]:
    """Stored runs that hold a kind of numbers, from all programs."""
    found = []
    for path in sorted(STORED.glob("*.json")):
        for run in json.loads(path.read_text(encoding="utf-8"))["runs"]:
            if kind in run:
                where = [path.stem, *run.get("system", "several").split(), *run["references"]]
                found.append(pytest.param(run, id="-".join([*where, run.get("metric", "")])))
    return found


def texts(systems: dict[str, list[str]], references: list[str]) -> TestSet:
    """Outputs, one or several runs of each system, and references of the example data."""

    def lines(name: str) -> list[str]:
        return (folder() / name).read_text(encoding="utf-8").splitlines()

    return TestSet.of(
        references={name: lines(f"reference.{name}.en.txt") for name in references},
        systems={
            system: [lines(f"systems/{output}.txt") for output in outputs]
            for system, outputs in systems.items()
        },
    )


def test_every_program_has_numbers():
    programs = {path.stem: json.loads(path.read_text()) for path in STORED.glob("*.json")}
    assert len(programs) >= 8
    for stored in programs.values():
        assert stored["program"]
        assert stored["date"]
        assert all(run["command"] for run in stored["runs"])


@pytest.mark.parametrize("run", runs("metric"))
def test_corpus_segments_and_statistics(run):
    testset = texts({run["system"]: [run["system"]]}, run["references"])
    made = metric(run["metric"]).for_testset(testset)
    stats = made.stats(testset, run["system"])
    scale, tolerance = run.get("scale", 1), run["tolerance"]
    assert made.score(stats.sum()) / scale == pytest.approx(run["corpus"], abs=tolerance)
    if "segments" in run:
        scores = made.scores(stats.rows) / scale
        np.testing.assert_allclose(scores, run["segments"], atol=tolerance, rtol=0)
    if "statistics" in run:
        rows = stats.rows[:, : len(run["statistics"][0])]
        np.testing.assert_allclose(rows, run["statistics"], rtol=1e-12)


# --- MultEval: several runs, their deviations and p-values ----------------------------------------

MULTEVAL = {
    "BLEU": ("bleu(tok=none)", 1),
    "METEOR": ("meteor(lang=en)", 100),
    "TER": ("ter(variant=tercom)", 1),
    "Length": ("length-ratio(tok=none)", 1),
}
TRIALS = 2000


@pytest.mark.parametrize("run", runs("results"))
def test_means_deviations_and_p_of_multeval(run):
    testset = texts(run["systems"], run["references"])
    specs = [spec for spec, _ in MULTEVAL.values()]
    comparison = compare(testset, specs, baseline="baseline", trials=TRIALS)
    for result, (name, (_, scale)) in zip(comparison.metrics, MULTEVAL.items(), strict=True):
        for system in result.systems:
            theirs = run["results"][system.system][name]
            given = [theirs[f"OptRun {number}"] for number in range(len(system.runs))]
            assert scale * np.array(system.runs) == pytest.approx(given, abs=6e-7)
            assert scale * system.score == pytest.approx(theirs["AVG"], abs=6e-7)
            if len(given) > 1:
                assert scale * system.s_opt == pytest.approx(theirs["STDDEV"], abs=6e-7)
            # Bootstrap samples without a seed there: 2,000 and 10,000 values of a deviation.
            assert scale * system.s_sel == pytest.approx(theirs["RESAMPLED_STDDEV_AVG"], rel=0.07)
        for pair in result.pairs:
            # MultEval counts larger differences only, not equal ones, which are frequent with TER
            # and length; its shuffle of several runs is no permutation (see test_multeval.py).
            if name in ("BLEU", "METEOR") and len(run["systems"][pair.system]) == 1:
                p = run["results"][pair.system][name]["P_VALUE"]
                spread = np.sqrt(p * (1 - p) * (1 / TRIALS + 1 / 10_000))
                assert abs(pair.tests[0].count / TRIALS - p) <= 4.5 * spread + 1 / TRIALS
