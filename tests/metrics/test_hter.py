"""HTER: post-edits as references of their own."""

import pytest

from tertium.api.read import read
from tertium.api.score import score
from tertium.core.errors import DataError, UsageError
from tertium.core.layers import Layer
from tertium.core.testset import TestSet
from tertium.metrics import metric

OUTPUTS = {"a": ["the cat sat on mat", "a dog"], "b": ["cat", "the dog"]}
REFERENCE = ["the cat was sitting on the mat", "a small dog barked"]


def corpus(post_edits, outputs=OUTPUTS, references=(REFERENCE,), **layers):
    layer = Layer.of_texts("post_edits", post_edits)
    return TestSet.of(references=references, systems=outputs, layers={"post_edits": layer})


POST_EDITS = {"a": ["the cat sat on the mat", "a dog"], "b": ["the cat", "the dog"]}


def test_every_system_has_its_own_references():
    result = score(corpus(POST_EDITS), "hter")
    # One insertion for 8 words; one for 4.
    assert [one.value for one in result] == [pytest.approx(100 / 8), pytest.approx(100 / 4)]


def test_it_is_ter_against_the_post_edits():
    testset = corpus(POST_EDITS)
    for system in OUTPUTS:
        alone = TestSet.of(references=[POST_EDITS[system]], systems={system: OUTPUTS[system]})
        assert (
            metric("hter").stats(testset, system).sum() == metric("ter").stats(alone, system).sum()
        )


def test_the_length_of_the_references_can_divide():
    other = ["cats", "dogs bark and bite"]
    testset = corpus(POST_EDITS, references=(REFERENCE, other))
    result = score(testset, "hter(length=references)")
    # Mean lengths are (7 + 1) / 2 and (4 + 4) / 2.
    assert [one.value for one in result] == [pytest.approx(100 / 8)] * 2
    assert result[0].signature.startswith("hter(length=references)|post_edits:")
    assert "|nrefs:2|" in result[0].signature


def test_a_missing_reference_has_no_length():
    testset = corpus(POST_EDITS, references=(REFERENCE, ["cats", None]))
    rows = metric("hter(length=references)").stats(testset, "a").rows
    assert rows[:, 1].tolist() == [4, 4]


def test_options_are_those_of_ter():
    testset = corpus({"a": ["The CAT sat on the mat", "a dog"], "b": ["cat", "the dog"]})
    assert score(testset, "hter(case_sensitive=true)")[0].value > score(testset, "hter")[0].value


def test_several_runs_have_several_post_edits():
    runs = {"a": [["one two"], ["one three"]]}
    testset = corpus({"a": [["one two"], ["one two"]]}, runs, ([["x"]][0],))
    assert [one.value for one in score(testset, "hter")] == [0, 50]


def test_a_file_of_nobody_is_that_of_the_only_system(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("the cat sat on mat\na dog\n")
    (tmp_path / "pe.txt").write_text("the cat sat on the mat\na dog\n")
    testset = read("a.txt", layers={"post_edits": "pe.txt"})
    assert score(testset, "hter")[0].value == pytest.approx(100 / 8)


@pytest.mark.parametrize(
    ("post_edits", "message"),
    [
        (
            {"a": POST_EDITS["a"]},
            'There are no post-edits of b. Give them with layers={"post_edits": {"b": FILE}}.',
        ),
        (
            {"": POST_EDITS["a"]},
            'There are no post-edits of a, b. Give them with layers={"post_edits": {"a": FILE}}.',
        ),
        (
            {"a": [POST_EDITS["a"]] * 2, "b": POST_EDITS["b"]},
            "System a has 1 output, but 2 post-edits. Give them with"
            ' layers={"post_edits": {"a": FILE}}.',
        ),
    ],
)
def test_post_edits_that_do_not_fit(post_edits, message):
    with pytest.raises(DataError) as caught:
        score(corpus(post_edits), "hter")
    assert str(caught.value) == message


def test_a_missing_post_edit_is_found_by_file_and_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("one\n\nthree\n")
    (tmp_path / "pe.txt").write_text("one\n\n  \n")
    testset = read("a.txt", layers={"post_edits": "pe.txt"}, enforce_checks=False)
    with pytest.raises(DataError) as caught:
        score(testset, "hter")
    assert str(caught.value) == "pe.txt:3: The post-edit is empty, but the output is not."


def test_what_is_needed_is_asked_for():
    with pytest.raises(UsageError) as caught:
        score(TestSet.of(systems=OUTPUTS), "hter")
    assert str(caught.value) == (
        "hter needs the layer 'post_edits', which is not given."
        ' Give it with layers={"post_edits": FILE}.'
    )
    with pytest.raises(UsageError) as references:
        score(corpus(POST_EDITS, references=()), "hter(length=references)")
    assert str(references.value) == (
        "hter(length=references) needs references. Give them with references=FILE."
    )
