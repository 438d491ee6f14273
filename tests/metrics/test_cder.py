import pytest

import tertium
from tertium.metrics import metric


@pytest.mark.parametrize(
    ("output", "reference", "edits"),
    [
        ("a b c", "a b c", 0),
        ("a x c", "a b c", 1),  # a substitution
        ("a c", "a b c", 1),  # an insertion
        ("a b b c", "a b c", 1),  # a jump over one word
        ("a x y z b", "a b", 1),  # costs no more over several
        ("d e f a b c", "a b c d e f", 3),  # to the end of the output one must come, too
        ("a b", "a b a b a b", 2),  # words of the output can be used again
        ("a x y z", "a", 1),  # one jump to the end
        ("x y", "a b c", 3),
        ("", "a b c", 3),
        ("a b", "", 1),
        ("", "", 0),
    ],
)
def test_edits(output, reference, edits):
    score = tertium.cder([output], [[reference]])
    assert score.stats.sum() == [edits, len(reference.split())]


def test_sums_over_segments_are_divided_at_the_end():
    assert tertium.cder(["x", "a b"], [["y", "a b c"]]).value == pytest.approx(50)
    assert tertium.cder(["a b c"], [[""]]).value == 100


def test_several_references():
    references = [["a b c"], ["c d a b"]]
    assert tertium.cder(["a b c d"], references).stats.sum() == [1, 3.5]
    assert tertium.cder(["a b c d"], references, length="chosen").stats.sum() == [1, 3]


def test_case_and_tokenizer():
    assert tertium.cder(["A b!"], [["a b !"]]).stats.sum() == [3, 3]
    assert tertium.cder(["A b!"], [["a b !"]], lc=True, tok="13a").stats.sum() == [0, 3]


def test_title_columns_and_direction():
    cder = metric("cder")
    assert cder.title == "CDER"
    assert cder.columns == ("edits", "reference_length")
    assert not cder.higher_is_better
