"""Equality with METEOR 1.5 (cmu-mtlab/meteor 57a9ec5d), `java Meteor test ref OPTIONS`.

Segments were scored through MeteorScorer, the class the command line calls; "full" runs have the
English table of paraphrases. Statistics are those of -ssOut.
"""

import shlex

import numpy as np
import pytest

from tertium.metrics import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW

FLAGS = {"-norm": "norm", "-noPunct": "no_punct", "-lower": "lower", "-ch": "ch"}
VALUES = {"-l": "lang", "-t": "task", "-x": "beam", "-m": "modules"}


def ours(options: str) -> str:
    """METEOR's command line as our parameters."""
    words = iter(shlex.split(options))
    given = []
    for word in words:
        if word in FLAGS:
            given.append(f"{FLAGS[word]}=true")
        else:
            given.append(f"{VALUES[word]}={next(words).replace(' ', '+')}")
    return f"meteor({','.join(given)})"


@pytest.mark.slow
# Every fifth run is enough for every day.
@pytest.mark.parametrize("some", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SOME_SLOW)
def test_statistics_and_scores_are_those_of_the_program(name, some, reference_data):
    folder = reference_data / "metrics" / name
    runs = _data.expected(folder, "meteor")["runs"][::some]
    assert runs
    for run in runs:
        testset = _data.testset(folder, run["refs"], 1000)
        made = metric(ours(run["options"])).for_testset(testset)
        assert made.signature(testset) == run["eval_id"]
        for system, expected in run["segment"].items():
            stats = made.stats(testset, system)
            where = f"{name} {run['refs']} {run['options']} {system}"
            assert np.array_equal(stats.rows[:, :23], expected["stats"]), where
            scores = made.scores(stats.rows)
            assert scores == pytest.approx(expected["score"], abs=1e-10), where
            check_corpus(made, stats.sum(), run["corpus"][system])


def check_corpus(made, sums, expected):
    # The program does not add up the chunks of segments matched as one.
    assert [*sums[:20], sums[20] - sums[23], *sums[21:23]] == expected["stats"]
    assert made.score(sums) == pytest.approx(expected["score"], abs=1e-12)
    details = made.details(sums)
    for ours, theirs in (
        ("precision", "precision"),
        ("recall", "recall"),
        ("fmean", "fmean"),
        ("penalty", "frag_penalty"),
    ):
        assert details[ours] == pytest.approx(expected[theirs], abs=1e-12)
