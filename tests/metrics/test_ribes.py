import math
from typing import Any

import pytest

import tertium
from tertium.core.errors import ParameterError
from tertium.core.testset import TestSet
from tertium.metrics import metric


def value(output: str, *references: str, **options: Any) -> float:
    found: float = tertium.ribes([output], [[one] for one in references], **options).value
    return found


@pytest.mark.parametrize(
    ("output", "share"),
    [
        ("a b c d", 1),
        ("a c b d", 5 / 6),
        ("b a d c", 4 / 6),
        ("d a b c", 3 / 6),
        ("c d a b", 2 / 6),
        ("d c b a", 0),
    ],
)
def test_share_of_the_pairs_in_the_same_order(output, share):
    assert value(output, "a b c d") == pytest.approx(share)


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        # Two of three words have a place.
        ("a x b", "a y b", (2 / 3) ** 0.25),
        # Half as long as the reference.
        ("a b", "a b c d", math.exp(1 - 2) ** 0.1),
        ("a b c d", "a b", (2 / 4) ** 0.25),
        # Order needs two words, unless the reference has but one.
        ("a", "a", 1),
        ("a x", "a", (1 / 2) ** 0.25),
        ("a", "a b", 0),
        ("a x", "a y", 0),
        ("x", "a", 0),
        ("", "a b", 0),
    ],
)
def test_words_without_a_place_and_brevity(output, reference, expected):
    assert value(output, reference) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        # Each "the" is matched by the word that follows it: 2 3 0 1.
        ("the a the b", "the b the a", 2 / 6),
        # By what precedes it: 2 3 0 1.
        ("b the a the", "a the b the", 2 / 6),
        # One by what follows, one by what precedes: 3 4 0 1.
        ("w b a w", "a w x w b", 2 / 6 * math.exp(1 - 5 / 4) ** 0.1),
        # "w" is at 1 by "a w" and at 3 by "w b". What it ends goes first: 0 1 4 2.
        ("a w b x", "a w x w b", 5 / 6 * math.exp(1 - 5 / 4) ** 0.1),
        # Only the first and the last one are told, by the whole text.
        ("a a a", "a a a", (2 / 3) ** 0.25),
        ("a a", "a a a", 0),
        # Two words with one place, 0 1 1 2: they are not in order.
        ("x w z w y", "x w y", 5 / 6 * (4 / 5) ** 0.25),
    ],
)
def test_words_that_occur_more_than_once_are_matched_by_their_context(output, reference, expected):
    assert value(output, reference) == pytest.approx(expected)


def test_the_best_reference_counts():
    assert value("a b c d", "d c b a", "a c b d", "x y") == pytest.approx(5 / 6)


def test_a_corpus_has_the_mean_of_its_segments():
    score = tertium.ribes(["a b", "b a", "a x b"], [["a b", "a b", "a y b"]])
    expected = [1, 0, (2 / 3) ** 0.25]
    assert score.segments.tolist() == pytest.approx(expected)
    assert score.value == pytest.approx(sum(expected) / 3)


def test_segments_without_a_word_in_any_reference_are_left_out():
    score = tertium.ribes(["a b", "a", "", ""], [["a b", "", "", "c"], [None, " ", None, ""]])
    assert score.stats.rows.tolist() == [[1, 1], [0, 0], [0, 0], [0, 1]]
    assert score.value == 0.5
    assert score.segments.tolist() == [1, 0, 0, 0]
    assert value("a", "") == 0


def test_an_empty_reference_does_not_count_beside_another():
    assert value("a b", "", "a b") == 1


def test_case():
    assert value("A b Ä", "a B ä") == 1
    assert value("A b Ä", "a B ä", case_sensitive=True) == 0


def test_weights():
    assert value("a x b", "a y b z", alpha=1, beta=0) == pytest.approx(2 / 3)
    assert value("a x b", "a y b z", alpha=0, beta=1) == pytest.approx(math.exp(1 - 4 / 3))


def test_title_columns_and_direction():
    ribes = metric("ribes")
    assert ribes.title == "RIBES"
    assert ribes.columns == ("score", "segments")
    assert ribes.higher_is_better
    assert ribes.separable
    assert ribes.for_segments() == ribes
    assert ribes.details([1.0, 2.0]) == {}


@pytest.mark.parametrize(
    ("spec", "start"),
    [
        ("ribes", "ribes|nrefs:1|version:tertium-"),
        (
            "ribes(case_sensitive=true,alpha=0.5)",
            "ribes(alpha=0.5,case_sensitive=true)|nrefs:1|version:tertium-",
        ),
    ],
)
def test_signature(spec, start):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric(spec).signature(testset).startswith(start)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": -1.0}, "The 'alpha' parameter of ribes must be at least 0. Got -1.0 instead."),
        ({"beta": "x"}, "The 'beta' parameter of ribes must be a number. Got 'x' instead."),
        ({"lc": True}, "ribes has no parameter 'lc'."),
    ],
)
def test_bad_parameters_are_refused_with_a_message(parameters, message):
    with pytest.raises(ParameterError) as error:
        tertium.ribes(["a"], [["a"]], **parameters)
    assert message in str(error.value)
