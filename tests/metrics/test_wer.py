import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.api.score import score
from tertium.core.errors import ParameterError
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.metrics import metric


@pytest.mark.parametrize(
    ("output", "reference", "edits"),
    [
        ("a b c", "a b c", 0),
        ("a x c", "a b c", 1),
        ("a c", "a b c", 1),
        ("a b b c", "a b c", 1),
        ("b c a", "a b c", 2),  # no shifts
        ("x y", "a b c", 3),
        ("", "a b c", 3),
        ("a b", "", 2),
        ("", "", 0),
    ],
)
def test_edits(output, reference, edits):
    score = tertium.wer([output], [[reference]])
    assert score.stats.sum() == [edits, len(reference.split())]


def test_sums_over_segments_are_divided_at_the_end():
    # 1 edit of 1 word and 1 of 3: 2/4.
    assert tertium.wer(["x", "a b"], [["y", "a b c"]]).value == pytest.approx(50)
    assert tertium.wer(["x", "a b"], [["y", "a b c"]]).segments == pytest.approx([100, 100 / 3])


def test_edits_without_any_word_to_divide_by_are_100():
    assert tertium.wer(["a b c"], [[""]]).value == 100
    assert tertium.wer([""], [[""]]).value == 0
    assert tertium.wer(["a b c", ""], [["", "a"]]).value == pytest.approx(400)


# Of "a b c d": 1 edit of 3 words, 1 of 5, 4 of 8.
REFERENCES = [["a b c"], ["a b c d e"], ["a b c d e f g h"]]


@pytest.mark.parametrize(
    ("options", "row"),
    [
        ({}, [1, 16 / 3]),
        ({"length": "chosen"}, [1, 5]),  # of two with one edit that with the lower rate
        ({"reference": "lowest-rate"}, [1, 16 / 3]),
        ({"reference": "lowest-rate", "length": "chosen"}, [1, 5]),
    ],
)
def test_several_references(options, row):
    for order in (REFERENCES, REFERENCES[::-1]):
        assert tertium.wer(["a b c d"], order, **options).stats.sum() == pytest.approx(row)


def test_fewest_edits_are_not_always_the_lowest_rate():
    # 2 edits of 2 words against 3 of 5.
    references = [["x y"], ["a b c d e"]]
    fewest = tertium.wer(["a b"], references, length="chosen")
    assert fewest.stats.sum() == [2, 2]
    lowest = tertium.wer(["a b"], references, length="chosen", reference="lowest-rate")
    assert lowest.stats.sum() == [3, 5]


def test_a_missing_reference_counts_neither_for_edits_nor_for_length():
    score = tertium.wer(["a b", "c", "e"], [["a b x", "c d", "e"], [None, "c d e f", "e"]])
    assert score.stats.rows.tolist() == [[1, 3], [1, 3], [0, 1]]
    # An empty one counts for both.
    assert tertium.wer(["a b"], [["a b x"], [""]]).stats.sum() == [1, 1.5]


def test_case_and_tokenizer():
    assert tertium.wer(["A b!"], [["a b !"]]).stats.sum() == [3, 3]
    assert tertium.wer(["A b!"], [["a b !"]], lc=True).stats.sum() == [2, 3]
    assert tertium.wer(["A b!"], [["a b !"]], lc=True, tok="13a").stats.sum() == [0, 3]


lines = st.lists(st.sampled_from("abc"), max_size=9).map(" ".join)


@given(st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=4))
def test_order_ignored_per_shifted_ter_and_plain_wer_never_get_smaller(segments):
    output, *references = map(list, zip(*segments, strict=True))
    testset = TestSet.of(references=references, systems={"a": output})
    per, ter, wer = (score(testset, name)[0].segments for name in ("per", "ter", "wer"))
    assert (per <= ter + 1e-9).all()
    assert (ter <= wer + 1e-9).all()


def test_title_columns_details_and_description():
    wer = metric("wer")
    assert wer.title == "WER"
    assert wer.columns == ("edits", "reference_length")
    assert not wer.higher_is_better
    details = tertium.wer(["a b"] * 1000, [["a b c"] * 1000]).details
    assert details == {"edits": 1000, "reference_length": 3000}
    assert wer.description(details) == "1,000 edits for 3,000 words"


def test_signature():
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric("wer").signature(testset) == f"wer|nrefs:1|tok:none|version:tertium-{VERSION}"
    assert metric("wer(lc=true,length=chosen,tok=ja-mecab)").signature(testset) == (
        "wer(lc=true,length=chosen,tok=ja-mecab)|nrefs:1|tok:ja-mecab-0.996-IPA"
        f"|version:tertium-{VERSION}"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"reference": "first"},
            "The 'reference' parameter of wer must be one of fewest-edits, lowest-rate."
            " Got 'first' instead.",
        ),
        (
            {"length": "longest"},
            "The 'length' parameter of wer must be one of mean, chosen. Got 'longest' instead.",
        ),
    ],
)
def test_bad_parameters_are_refused_with_a_message(parameters, message):
    with pytest.raises(ParameterError) as error:
        tertium.wer(["a"], [["a"]], **parameters)
    assert str(error.value) == message
