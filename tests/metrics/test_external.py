"""Scores made elsewhere."""

import json

import numpy as np
import pytest

import tertium
from tertium.api.score import score
from tertium.core.errors import DataError, TertiumError, UsageError
from tertium.core.layers import Layer
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tests.command import run

COMET = "system\tsegment\tcomet\na\t1\t0.5\na\t2\t0.75\nb\t1\t0.25\nb\t2\t0.5\n"
JUDGE = "system\tsegment\trun\tmetric\tscore\na\t2\t\tjudge\t4\na\t1\t\tjudge\t1\n"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"It is {name} that rains.\nThen {name} shines.\n")
    (tmp_path / "comet.tsv").write_text(COMET)
    (tmp_path / "judge.tsv").write_text(JUDGE)
    return tmp_path


def given(values, segments=("1", "2"), **texts):
    """A test set with scores, by metric, system and, where there are several, run."""
    found = {Scored(*scored): np.array(numbers, float) for scored, numbers in values.items()}
    layer = Layer("scores", {"": (SegmentScores(found, segments),)})
    return TestSet.of(**texts, layers={"scores": layer})


def test_the_corpus_score_is_the_mean():
    result = score(given({("comet", "a"): [0.5, 0.75], ("comet", "b"): [0, 1]}), "external")
    assert [(one.system, one.value) for one in result] == [("a", 0.625), ("b", 0.5)]
    assert result[0].segments.tolist() == [0.5, 0.75]
    assert result[0].stats.rows.tolist() == [[0.5, 1], [0.75, 1]]
    assert (result[0].metric.title, str(result[0].metric)) == ("comet", "external(metric=comet)")


def test_scores_go_with_texts_by_the_ids_of_segments():
    testset = given(
        {("comet", "a"): [1, 2, 3]},
        ("z", "x", "y"),
        systems={"a": ["p", "q", "r"]},
        segment_ids=("x", "y", "z"),
    )
    assert score(testset, "external")[0].segments.tolist() == [2, 3, 1]


def test_runs_have_scores_of_their_own():
    values = {("m", "a", 1): [1, 2], ("m", "a", 2): [3, 4], ("m", "b"): [5, 6]}
    texts = {"a": [["x", "y"], ["x", "z"]], "b": ["x", "w"]}
    for testset in (given(values), given(values, systems=texts)):
        result = score(testset, "external")
        assert [(s.system, s.run, s.value) for s in result] == [
            ("a", 1, 1.5),
            ("a", 2, 3.5),
            ("b", None, 5.5),
        ]


def test_the_direction_is_what_the_user_says():
    assert metric("external").higher_is_better
    assert not metric("external(lower_is_better=true)").higher_is_better


def test_the_signature_tells_name_and_scores():
    one, other = {("m", "a"): [1, 2]}, {("m", "a"): [1, 3]}
    first, second, third = (
        score(given(values), "external(metric=m)")[0].signature
        for values in (one, other, one | {("n", "a"): [3, 4]})
    )
    assert first.startswith("external(metric=m)|scores:")
    assert "|name:m|version:tertium-" in first
    assert first == third != second
    reordered = given({("m", "a"): [2, 1]}, ("2", "1"), systems={"a": ["x", "y"]})
    assert score(reordered, "external")[0].signature == first


@pytest.mark.parametrize(
    ("values", "texts", "spec", "message"),
    [
        (
            {("m", "a"): [1, np.nan]},
            {},
            "external",
            "1 of the 2 segments of a have no score of m, the first of them 2.",
        ),
        (
            {("m", "a", 1): [1, 1], ("m", "a", 2): [np.nan, np.nan]},
            {},
            "external",
            "2 of the 2 segments of a, run 2, have no score of m, the first of them 1.",
        ),
        (
            {("m", "a"): [1, 1]},
            {"systems": {"a": ["x", "y", "z"]}},
            "external",
            "1 of the 3 segments of a have no score of m, the first of them 3.",
        ),
        (
            {("comet", "a"): [1, 1], ("judge", "a"): [1, 1]},
            {},
            "external",
            "There are scores of several metrics: comet, judge. Choose one:"
            " external(metric=comet).",
        ),
        (
            {("comet", "a"): [1, 1]},
            {},
            "external(metric=commet)",
            "There are no scores of 'commet'. Did you mean 'comet'? Known: comet.",
        ),
        (
            {("m", "large"): [1, 1], ("n", "larch"): [1, 1]},
            {"systems": {"larch": ["x", "y"]}},
            "external(metric=m)",
            "There are no scores of m for larch. Did you mean 'large'? Known systems: large.",
        ),
        (
            {("m", "a", 1): [1, 1], ("m", "a", 2): [1, 1]},
            {"systems": {"a": ["x", "y"]}},
            "external",
            "a has 1 run, but scores of m for 2 runs.",
        ),
    ],
)
def test_scores_that_do_not_fit(values, texts, spec, message):
    with pytest.raises(TertiumError) as caught:
        score(given(values, **texts), spec)
    assert str(caught.value) == message


def test_two_files_must_not_score_the_same():
    scores = SegmentScores({Scored("m", "a"): np.ones(1)}, ("1",))
    testset = TestSet(layers={"scores": Layer("scores", {"": (scores, scores)})})
    with pytest.raises(DataError) as caught:
        score(testset, "external")
    assert str(caught.value) == "2 files have scores of m for a."


def test_files_name_their_systems_themselves():
    testset = tertium.read("a.txt", layers={"scores": {"a": "comet.tsv"}})
    with pytest.raises(UsageError) as caught:
        score(testset, "external")
    assert str(caught.value) == (
        "Files of scores contain the names of their systems."
        ' Give them with layers={"scores": FILE}.'
    )


def test_other_candidates_have_no_scores():
    with pytest.raises(UsageError) as caught:
        metric("external").rows(["x"], np.zeros(1), given({("m", "a"): [1, 2]}))
    assert str(caught.value) == (
        "external is computed from layers of the test set, and cannot score other texts."
    )


# --- On the command line ------------------------------------------------------------------------


def test_scores_without_texts():
    result = run("score", "--layer", "scores=comet.tsv", "-m", "external")
    assert result.code == 0, result.stderr
    assert result.stdout.splitlines()[:4] == [
        "system  comet",
        "------  -----",
        "a       0.625",
        "b       0.375",
    ]
    made = json.loads(
        run("score", "--layer", "scores=comet.tsv", "-m", "external", "-f", "json")[1]
    )
    assert made["testset"]["segments"] == 2
    assert made["testset"]["references"] == []


def test_scores_beside_other_metrics_from_several_files():
    result = run(
        *("score", "-r", "ref.txt", "a.txt", "--layer", "scores=comet.tsv"),
        *("--layer", "scores=judge.tsv", "-b"),
        *("-m", "ter,external(metric=comet),external(metric=judge,lower_is_better=true)"),
    )
    assert result.code == 0, result.stderr
    assert result.stdout == "25.0\t0.625\t2.500\n"


def test_metrics_that_need_outputs_say_so():
    assert run("score", "-r", "ref.txt", "--layer", "scores=comet.tsv", "-m", "bleu") == (
        2,
        "",
        "error: bleu needs the outputs of the systems.\nName at least one output file.\n",
    )


def test_segment_scores_written_are_read_again():
    assert run("score", "-r", "ref.txt", "a.txt", "b.txt", "--segment-scores", "out.tsv").code == 0
    again = run("score", "--layer", "scores=out.tsv", "-m", "external(metric=bleu)")
    assert again.stdout.startswith("system    bleu\n")


@pytest.mark.slow
def test_pages_and_segments_need_no_texts(files):
    arguments = ("score", "--layer", "scores=comet.tsv", "-m", "external")
    assert run(*arguments, "--report", "page.html", "-sl").stdout.splitlines()[2].split() == [
        *("a", "1", "0.500")
    ]
    assert "<svg" in (files / "page.html").read_text()
