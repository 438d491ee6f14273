"""Simple diagnostics, each by hand."""

import numpy as np
import pytest

import tertium
from tertium.api.score import score
from tertium.core.errors import UsageError
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tertium.report.results.score import score_table


def corpus(outputs, *references, source=None):
    return TestSet.of(references=references, systems={"a": outputs}, source=source)


def value(spec, outputs, *references, source=None):
    return score(corpus(outputs, *references, source=source), spec)[0].value


def test_exact_match_counts_outputs_that_are_a_reference():
    outputs = ["Yes.", "No", "maybe", "x"]
    first, second = ["Yes .", "Yes", "Maybe", "y"], ["no", "No", "perhaps", None]
    assert value("exact-match", outputs, first) == 25
    assert value("exact-match", outputs, first, second) == 50
    assert value("exact-match(lc=true)", outputs, first, second) == 75
    assert value("exact-match(tok=none)", outputs, first) == 0


def test_an_output_without_words_does_not_match_a_reference_that_is_missing():
    assert value("exact-match", [""], ["a"], [None]) == 0
    assert value("exact-match", [""], [""]) == 100


def test_length_ratio_takes_the_closest_reference():
    outputs = ["a b c", "a b"]
    assert value("length-ratio", outputs, ["a b c d", "a"]) == 100
    assert value("length-ratio", outputs, ["a b c d", "a"], ["a b", "a b c"]) == pytest.approx(
        100 * 5 / (2 + 1)
    )
    assert value("length-ratio", ["a"], [""]) == 0


def test_type_token_ratio_is_a_mean_over_segments_with_words():
    assert value("type-token-ratio", ["a a b b", "a b", ""]) == 100 * (0.5 + 1) / 2
    assert value("type-token-ratio(lc=true)", ["A a"]) == 50


def test_repetition_rate_counts_ngrams_seen_before():
    assert value("repetition-rate", ["a b c d a b c d", "a b"]) == 100 * 1 / 5
    assert value("repetition-rate(order=1)", ["a b a", "c"]) == 100 * 1 / 4
    assert value("repetition-rate", ["a a a a a a"]) == pytest.approx(100 * 2 / 3)


def test_untranslated_words_are_copied_and_in_no_reference():
    source = ["Herr Schmidt kauft 3 Brote ."]
    output = ["Mr Schmidt kauft 3 breads ."]
    reference = ["Mr Schmidt buys 3 loaves ."]
    assert value("untranslated-rate", output, reference, source=source) == 100 * 1 / 4
    assert value("untranslated-rate", output, source=source) == 100 * 2 / 4
    other = ["they kauft it"]
    assert value("untranslated-rate", output, reference, other, source=source) == 0


def test_only_words_of_the_own_segment_count():
    assert value("untranslated-rate", ["Hund", "x"], ["dog", "y"], source=["Katze", "Hund"]) == 0


def test_the_source_is_asked_for():
    with pytest.raises(UsageError) as caught:
        value("untranslated-rate", ["a"], ["a"])
    assert str(caught.value) == "untranslated-rate needs the source. Give it with source=FILE."


@pytest.mark.parametrize("name", ["type-token-ratio", "repetition-rate"])
def test_some_need_nothing_but_outputs(name):
    assert np.isfinite(value(name, ["a b c"]))


def test_what_has_no_direction_has_no_best_system():
    testset = TestSet.of(references=[["a b"]], systems={"a": ["a b"], "b": ["a"]})
    table = score_table(score(testset, "length-ratio,chrf"))
    assert table.emphasis == {(0, 2)}
    assert not any("better" in note for note in table.notes)
    assert metric("length-ratio").direction == "neither is better"


def test_one_liners_take_the_source_and_need_no_references():
    found = tertium.untranslated_rate(["der dog"], [["the dog"]], source=["der Hund"])
    assert found.value == 50
    assert tertium.repetition_rate(["a a"], order=1).value == 50
    assert tertium.hter(["a b c"], post_edits=["a b"]).value == 50
