"""Equality with NLTK 3.10.4, `corpus_gleu(references, tokens)` and `sentence_gleu`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.gleu_score import corpus_gleu

import tertium
from tertium.core.testset import TestSet
from tests.parity import _data
from tests.parity._data import SOME_SLOW


@pytest.mark.parametrize("name", SOME_SLOW)
def test_stored_values(name, reference_data):
    folder = reference_data / "metrics" / name
    made = _data.made_for_tokens(folder, "gleu")
    expected = _data.expected(folder, "other_metrics")
    for case in expected["corpus"]:
        stats = made.stats(_data.testset(folder, case["refs"], 1000), case["sys"])
        assert made.score(stats.sum()) == pytest.approx(case["nltk_gleu"], rel=1e-12)
        segments = expected["segment"][case["refs"]][case["sys"]]["nltk_gleu"]
        np.testing.assert_allclose(made.scores(stats.rows), segments, atol=1e-8, rtol=0)


lines = st.lists(st.sampled_from(("a", "b", "c", "d")), max_size=9).map(" ".join)


@given(
    st.integers(1, 3).flatmap(
        lambda count: st.lists(st.tuples(lines, *([lines] * count)), min_size=1, max_size=4)
    ),
    st.integers(1, 6),
)
def test_any_words(segments, order):
    outputs = [segment[0] for segment in segments]
    references = [segment[1:] for segment in segments]
    theirs = corpus_gleu(
        [[line.split() for line in lines] for lines in references],
        [line.split() for line in outputs],
        max_len=order,
    )
    testset = TestSet.of(references=[*zip(*references, strict=True)], systems={"a": outputs})
    ours = tertium.score(testset, f"gleu(tok=none,order={order})")[0]
    assert ours.value == pytest.approx(theirs, rel=1e-12)
