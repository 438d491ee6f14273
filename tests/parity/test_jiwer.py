"""Equality with jiwer 4.0.0, `jiwer.process_words(references, outputs)`, stored and live.

WER is in percent here; jiwer gives a hundredth of it.
"""

from array import array
from random import Random

import jiwer
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import tertium
from tertium.kernels import wer_statistics
from tests.kernels._sequences import encoded
from tests.parity import _data
from tests.parity._data import SOME_SLOW


@pytest.mark.parametrize("name", SOME_SLOW)
def test_stored_values(name, reference_data):
    folder = reference_data / "metrics" / name
    made = _data.made_for_tokens(folder, "wer")
    cases = [
        case for case in _data.expected(folder, "other_metrics")["corpus"] if "jiwer_wer" in case
    ]
    assert len(cases) == 3
    for case in cases:
        stats = made.stats(_data.testset(folder, case["refs"], 1000), case["sys"])
        segments = _data.expected(folder, "other_metrics")["segment"][case["refs"]][case["sys"]]
        assert stats.rows[:, 0].tolist() == segments["wer_edits"]
        assert stats.rows[:, 1].tolist() == segments["ref_words"]
        counts = case["jiwer_counts"]
        edits = counts["sub"] + counts["ins"] + counts["del"]
        assert stats.sum() == [edits, counts["hits"] + counts["sub"] + counts["del"]]
        assert made.score(stats.sum()) / 100 == pytest.approx(case["jiwer_wer"], rel=1e-12)


lines = st.lists(st.sampled_from(("a", "b", "A", "ä", "cat", "cats", ".", "中")), max_size=90).map(
    " ".join
)


@given(st.lists(st.tuples(lines, lines), min_size=1, max_size=5))
@example([("a b", ""), ("", ""), ("", "a")])
def test_any_words(pairs):
    outputs, references = [list(side) for side in zip(*pairs, strict=True)]
    theirs = jiwer.process_words(references, outputs)
    ours = tertium.wer(outputs, [references])
    edits = theirs.substitutions + theirs.insertions + theirs.deletions
    assert ours.details["edits"] == edits
    if ours.details["reference_length"]:
        assert ours.value / 100 == pytest.approx(theirs.wer, rel=1e-12)
    else:  # without a word in the references jiwer gives the number of edits
        assert theirs.wer == edits
        assert ours.value == (100 if edits else 0)


def changed(random: Random, words: list[int], share: float) -> list[int]:
    """Some words substituted, left out or put in."""
    made = []
    for word in words:
        if random.random() < share:
            made += random.choice(([], [random.randrange(9)], [word, random.randrange(9)]))
        else:
            made.append(word)
    return made


# From 512 words on only a band of the table is filled, which grows until it is wide enough.
@pytest.mark.parametrize("length", [500, 511, 512, 513, 1023, 1025, 5000])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 1.0])
@pytest.mark.parametrize("cut", [0, 7, 400])
def test_long_texts_have_the_distance_that_jiwer_takes_from_rapidfuzz(length, share, cut):
    random = Random(length)
    for vocabulary in (2, 9, 1000):
        other = [random.randrange(vocabulary) for _ in range(length)]
        output = changed(random, other, share)[cut:]
        expected = Levenshtein.distance(output, other)
        for one, two in ((output, other), (other, output)):
            rows = wer_statistics(encoded([one]), array("q", [0]), encoded([two]))
            assert list(rows) == [expected, len(two)]
