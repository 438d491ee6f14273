"""Equality with mteval-v13a.pl (mosesdecoder 34452895), `-c --metricsMATR-output`: segment BLEU.

And corpus BLEU, where no order is without a match and smoothing changes nothing.
"""

import numpy as np
import pytest

from tertium.metrics import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW


@pytest.mark.parametrize("name", SOME_SLOW)
def test_segment_and_corpus_bleu(name, reference_data):
    folder = reference_data / "metrics" / name
    made = metric("bleu(smooth=mteval)")
    runs = [run for run in _data.expected(folder, "mteval")["mteval"] if run["flags"] == "-c"]
    assert runs
    for run in runs:
        testset = _data.testset(folder, run["refs"], 1000)
        for system, scores in run["seg_BLEU"].items():
            stats = made.stats(testset, system)
            np.testing.assert_allclose(made.scores(stats.rows) / 100, scores, atol=1e-8, rtol=0)
            corpus = run["sys"][system]["BLEU"]
            assert made.score(stats.sum()) / 100 == pytest.approx(corpus, rel=1e-12)
