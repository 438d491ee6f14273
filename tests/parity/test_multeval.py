"""Equality with MultEval 0.5.1 (jhclark/multeval bd93ed16), `eval --metrics ... length`.

It counts words as white space separates them; its inputs are tokenized.
"""

import numpy as np
import pytest

from tertium.api.score import metric
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
    made = metric("length_ratio(tok=none)")
    for (system, number), outputs in RUNS[name].items():
        for run, output in enumerate(outputs):
            stats = made.stats(testset, output)
            theirs = expected["results"][system]["Length"][f"OptRun {run}"]
            assert made.score(stats.sum()) == pytest.approx(theirs, abs=5e-7)
            sentences = expected["sentences"][f"sys{number}.opt{run + 1}"]["length"]
            np.testing.assert_allclose(made.scores(stats.rows), sentences, atol=0.0051, rtol=0)
