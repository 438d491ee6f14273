import pytest

import tertium
from tertium.metrics import metric


@pytest.mark.parametrize(
    ("output", "reference", "row", "rate"),
    [
        ("c b a", "a b c", [0, 0, 3], 0),
        ("a a b", "a b b", [1, 1, 3], 1 / 3),  # as often as it occurs
        ("a", "a b c d", [3, 0, 4], 3 / 4),
        ("a b c d", "a", [0, 3, 1], 3),
        ("x y", "a b c", [3, 2, 3], 1),
        ("", "a b", [2, 0, 2], 1),
        ("a b", "", [0, 2, 0], 1),  # by definition
        ("", "", [0, 0, 0], 0),
    ],
)
def test_words_on_one_side_only(output, reference, row, rate):
    score = tertium.per([output], [[reference]])
    assert score.stats.sum() == row
    assert score.value == pytest.approx(100 * rate)


def test_surplus_and_shortage_of_different_segments_cancel():
    # One word too many, one too few: 1 missing and 1 extra of 4 words, rather than 2 edits.
    score = tertium.per(["a b c", "d"], [["a b", "d e"]])
    assert score.stats.rows.tolist() == [[0, 1, 2], [1, 0, 2]]
    assert score.value == pytest.approx(25)
    assert score.segments == pytest.approx([50, 50])


@pytest.mark.parametrize(
    ("options", "row"),
    [
        # Of "a b c": 2 edits against "a x y", 2 against "a b c d e", which has the lower rate.
        ({}, [2, 0, 4]),
        ({"length": "chosen"}, [2, 0, 5]),
        ({"reference": "lowest-rate", "length": "chosen"}, [2, 0, 5]),
    ],
)
def test_several_references(options, row):
    assert tertium.per(["a b c"], [["a x y"], ["a b c d e"]], **options).stats.sum() == row
    assert tertium.per(["a b c"], [["a b c d e"], ["a x y"]], **options).stats.sum() == row


def test_a_missing_reference_does_not_count():
    score = tertium.per(["a b", "c", "e"], [["a x y", "c d", "e"], [None, "c", "e"]])
    assert score.stats.rows.tolist() == [[2, 1, 3], [0, 0, 1.5], [0, 0, 1]]


def test_case_and_tokenizer():
    assert tertium.per(["B! a"], [["a b !"]]).stats.sum() == [2, 1, 3]
    assert tertium.per(["B! a"], [["a b !"]], lc=True, tok="13a").stats.sum() == [0, 0, 3]


def test_title_columns_details_and_description():
    per = metric("per")
    assert per.title == "PER"
    assert per.columns == ("missing", "extra", "reference_length")
    assert not per.higher_is_better
    details = tertium.per(["a b x"] * 1000, [["a b c d"] * 1000]).details
    assert details == {"missing": 2000, "extra": 1000, "edits": 2000, "reference_length": 4000}
    assert per.description(details) == "2,000 edits for 4,000 words"
