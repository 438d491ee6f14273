"""Equality with NLTK 3.10.4, `sentence_bleu(references, tokens, smoothing_function=method0 ... 7)`.

Those are the smoothings 0 to 7 of Chen and Cherry 2014. NLTK takes an order without n-grams for
one with a single n-gram, max(1, t_n), so outputs of fewer than four tokens differ; the tests say
which, and that they are equal with NLTK's totals. With smoothing 6 NLTK fails where no trigram
matches; such segments are defined here.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

import tertium
from tertium.core.arrays import Floats
from tests.parity import _data
from tests.parity._data import SOME_SLOW

SMOOTHINGS = (
    *("none", "floor", "add-k", "exp"),
    *("log-length", "average", "prior", "log-length-average"),
)


def of_short_outputs(smooth: str, matches: Floats, lengths: Floats):
    """Which segments differ because NLTK has a total of 1 where there are no n-grams."""
    if smooth in ("none", "average", "prior"):
        return np.zeros(len(lengths), bool)
    shortest = 2 if smooth == "log-length-average" else 1
    return (matches > 0) & (shortest <= lengths) & (lengths < 4)


def with_their_totals(rows: Floats) -> Floats:
    orders = (rows.shape[1] - 2) // 2
    raised = rows.copy()
    raised[:, orders:-2] = np.maximum(raised[:, orders:-2], 1)
    return raised


@pytest.mark.parametrize("name", SOME_SLOW)
@pytest.mark.parametrize("smooth", SMOOTHINGS)
def test_stored_values(name, smooth, reference_data):
    folder = reference_data / "metrics" / name
    method = f"nltk_bleu_method{SMOOTHINGS.index(smooth)}"
    made = _data.made_for_tokens(folder, "bleu", smooth=smooth)
    for references, systems in _data.expected(folder, "other_metrics")["segment"].items():
        testset = _data.testset(folder, references, 1000)
        for system, values in systems.items():
            rows = made.stats(testset, system).rows
            theirs = 100 * np.array(values[method], dtype=float)
            refused = np.isnan(theirs)
            trigrams, lengths = rows[:, 2], rows[:, -2]
            assert np.array_equal(refused, (smooth == "prior") & (rows[:, 0] > 0) & (trigrams == 0))
            short = of_short_outputs(smooth, rows[:, 0], lengths)
            differs = abs(made.scores(rows) - theirs) > 1e-6
            assert np.array_equal(differs, short)
            # NLTK leaves a precision of 0 out of the product: log-length of a single word, log 1.
            same = short & ~((smooth == "log-length") & (lengths == 1))
            np.testing.assert_allclose(
                made.scores(with_their_totals(rows[same])), theirs[same], atol=1e-6, rtol=0
            )


lines = st.lists(st.sampled_from(("a", "b", "c", "d", "e")), max_size=12).map(" ".join)


@pytest.mark.slow
@pytest.mark.parametrize("smooth", SMOOTHINGS)
@given(output=lines, references=st.lists(lines, min_size=1, max_size=3))
@settings(max_examples=150)
def test_any_words(smooth, output, references):
    score = tertium.bleu([output], [[line] for line in references], tok="none", smooth=smooth)
    rows = score.stats.rows
    if of_short_outputs(smooth, rows[:, 0], rows[:, -2])[0]:
        return
    function = getattr(SmoothingFunction(), f"method{SMOOTHINGS.index(smooth)}")
    arguments = [line.split() for line in references], output.split()
    if smooth == "prior" and rows[0, 0] > 0 and rows[0, 2] == 0:
        with pytest.raises(AssertionError, match="requires non-zero precision"):
            sentence_bleu(*arguments, smoothing_function=function)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of orders without a match
        theirs = sentence_bleu(*arguments, smoothing_function=function)
    assert score.value == pytest.approx(100 * theirs, rel=1e-9, abs=1e-9)


def test_outputs_under_four_words_differ_as_the_notes_say():
    # Of three words NLTK counts one 4-gram, which does not match; here they have none.
    given = [["a", "b", "c"]], ["a", "b", "c"]
    theirs = sentence_bleu(*given, smoothing_function=SmoothingFunction().method2)
    assert 100 * theirs == pytest.approx(100 * 0.5**0.25)
    assert tertium.bleu(["a b c"], [["a b c"]], tok="none", smooth="add-k").value == 100
    four = [["a", "b", "c", "d"]], ["a", "b", "c", "d"]
    assert sentence_bleu(*four, smoothing_function=SmoothingFunction().method2) == 1
