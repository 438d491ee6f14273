"""Equality with mteval-v13a.pl (mosesdecoder 34452895) on real text, under all stored flags.

`perl mteval-v13a.pl -r ref.sgm -s src.sgm -t tst.sgm --metricsMATR-output [flags]`, & < > escaped.
"""

import numpy as np
import pytest

from tertium.api.score import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW

# Smoothing and brevity penalty are BLEU's alone.
_FLAGS = {
    "-c": "case_sensitive=true",
    "--international-tokenization": "tok=intl",
    "--no-smoothing": "",
    "--brevity-penalty shortest": "",
}


def options(flags: str) -> str:
    found = [option for flag, option in _FLAGS.items() if flag in flags]
    assert found or flags == "(none)"
    return ",".join(found)


@pytest.fixture(params=SOME_SLOW)
def folder(request, reference_data):
    return reference_data / "metrics" / request.param


def test_corpus_nist(folder):
    cases = _data.expected(folder, "mteval")["mteval"]
    assert {"(none)", "-c", "--international-tokenization"} <= {case["flags"] for case in cases}
    for case in cases:
        testset = _data.testset(folder, case["refs"], 1000)
        made = metric(f"nist({options(case['flags'])})")
        longer = metric(f"nist(order=9,{options(case['flags'])})")
        for system, expected in case["sys"].items():
            sums = made.stats(testset, system).sum()
            assert made.score(sums) == pytest.approx(expected["NIST"], rel=1e-12)
            details = longer.details(longer.stats(testset, system).sum())
            assert np.round(details["individual"], 4).tolist() == expected["NIST_ind"]
            assert np.round(details["cumulative"], 4).tolist() == expected["NIST_cum"]


def test_segment_nist(folder):
    cases = [case for case in _data.expected(folder, "mteval")["mteval"] if "seg_NIST" in case]
    assert {case["flags"] for case in cases} == {"(none)", "-c"}
    for case in cases:
        testset = _data.testset(folder, case["refs"], 1000)
        made = metric(f"nist({options(case['flags'])})")
        for system, scores in case["seg_NIST"].items():
            rows = made.stats(testset, system).rows
            np.testing.assert_allclose(made.scores(rows), scores, atol=1e-8, rtol=0)


def test_with_0_as_a_history_corpus_nist_is_that_of_nltk(folder):
    # NLTK 3.10.4, corpus_nist(n=5) of the tokens that the file names; with one reference the same
    # definition, but for what mteval makes of the word 0 (spec/metrics.md, finding 9).
    expected = _data.expected(folder, "other_metrics")
    tok = "13a" if "13a" in expected["tokens"] else "none"
    made = metric(f"nist(tok={tok},case_sensitive=true,zero_history=true)")
    cases = [case for case in expected["corpus"] if case["refs"] != "all"]
    assert cases
    for case in cases:
        sums = made.stats(_data.testset(folder, case["refs"], 1000), case["sys"]).sum()
        assert made.score(sums) == pytest.approx(case["nltk_nist5"], rel=1e-12)
