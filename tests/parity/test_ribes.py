"""Equality with NTT's RIBES.py 1.03.1 (nttcslab-nlp/RIBES 7e76cf24) on real text.

`python RIBES.py -s [-c] -r ref ... hyp`, which prints six decimals.
"""

import numpy as np
import pytest

from tertium.metrics import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW


@pytest.fixture(params=SOME_SLOW)
def folder(request, reference_data):
    return reference_data / "metrics" / request.param


def test_corpus_ribes(folder):
    cases = _data.expected(folder, "ribes")["corpus"]
    assert {case["case_sensitive"] for case in cases} == {False, True}
    for case in cases:
        made = metric(f"ribes(case_sensitive={case['case_sensitive']})")
        sums = made.stats(_data.testset(folder, case["refs"], 1000), case["sys"]).sum()
        assert f"{made.score(sums):.6f}" == f"{case['score']:.6f}"


def test_segment_ribes(folder):
    made = metric("ribes")
    for references, systems in _data.expected(folder, "ribes")["segment"].items():
        testset = _data.testset(folder, references, 1000)
        for system, scores in systems.items():
            found = made.scores(made.stats(testset, system).rows)
            np.testing.assert_allclose(found, scores, atol=5.001e-7, rtol=0)
