"""Equality with the scorers of Moses' mert (mosesdecoder 34452895): PER, WER and CDER.

The stored values come from its classes PerScorer and CderScorer, as the scorer types PER, WER and
CDER of its command line use them. Moses gives accuracies, 1 - rate, in single precision.
"""

import numpy as np
import pytest

from tests.parity import _data
from tests.parity._data import SOME_SLOW


@pytest.fixture(params=SOME_SLOW)
def folder(request, reference_data):
    return reference_data / "metrics" / request.param


def cases(folder):
    """Corpus values with the statistics of the segments."""
    expected = _data.expected(folder, "other_metrics")
    found = [case for case in expected["corpus"] if "moses_PER" in case]
    assert len(found) == 3
    for case in found:
        testset = _data.testset(folder, case["refs"], 1000)
        yield case, expected["segment"][case["refs"]][case["sys"]], testset


@pytest.mark.parametrize(("metric", "moses"), [("wer", "WER"), ("cder", "CDER")])
def test_distances(folder, metric, moses):
    made = _data.made_for_tokens(folder, metric)
    for case, segments, testset in cases(folder):
        stats = made.stats(testset, case["sys"])
        assert stats.rows[:, 0].tolist() == segments[f"moses_{metric}_dist"]
        assert stats.rows[:, 1].tolist() == segments["ref_words"]
        corpus = case[f"moses_{moses}"]
        assert stats.sum() == [corpus["dist"], corpus["ref_len"]]
        rate = made.score(stats.sum()) / 100
        assert rate == pytest.approx(corpus["error_rate"], rel=1e-12)
        assert 1 - rate == pytest.approx(corpus["moses_corpus_score"], rel=1e-6)


def test_per(folder):
    made = _data.made_for_tokens(folder, "per")
    for case, segments, testset in cases(folder):
        stats = made.stats(testset, case["sys"])
        missing, extra, words = stats.rows.T
        correct = np.array(segments["moses_per_correct"])
        assert words.tolist() == segments["ref_words"]
        assert (words - missing).tolist() == correct.tolist()
        assert (extra + correct).tolist() == segments["hyp_words"]
        corpus = case["moses_PER"]
        assert 1 - made.score(stats.sum()) / 100 == pytest.approx(
            corpus["moses_corpus_score"], rel=1e-6
        )
        # Surplus and shortage of different segments cancel.
        longer = max(corpus["hyp_len"], corpus["ref_len"])
        assert made.details(stats.sum())["edits"] == longer - corpus["correct"]
        assert np.maximum(missing, extra).sum() > longer - corpus["correct"]
