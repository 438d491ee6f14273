"""`tertium.score` and the one-liners, from Python."""

from importlib.metadata import version

import numpy as np
import pytest

import tertium
from tertium.api.score import metric, metrics
from tertium.core.errors import AlignmentError, DataError, ParameterError, UnknownMember, UsageError

OUTPUTS = ["the cat sat on a mat", "it was a dark and stormy night"]
REFERENCES = ["the cat sat on the mat", "it was a dark stormy night"]


@pytest.fixture
def testset():
    return tertium.TestSet.of(
        references={"A": REFERENCES},
        systems={"a": OUTPUTS, "runs": [OUTPUTS, REFERENCES[::-1]]},
        segment_ids=("x", "y"),
    )


def test_one_liners_give_a_score_that_prints_and_is_a_number():
    # sacrebleu.corpus_bleu(OUTPUTS, [REFERENCES]).score with sacreBLEU 2.6.0
    score = tertium.bleu(OUTPUTS, [REFERENCES])
    assert score.value == float(score) == pytest.approx(51.13591498978437)
    assert str(score) == (
        "BLEU = 51.14  nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    )
    assert repr(score) == str(score)


def test_one_liners_take_parameters():
    assert tertium.chrf(OUTPUTS, [REFERENCES], word_order=2).metric.title == "chrF2++"
    with pytest.raises(ParameterError, match="chrf has no parameter 'wordorder'"):
        tertium.chrf(OUTPUTS, [REFERENCES], wordorder=2)


def test_one_liners_exist_for_every_metric():
    for name in ("bleu", "chrf", "ter"):
        assert name in dir(tertium)
        assert callable(getattr(tertium, name))
    with pytest.raises(AttributeError, match="has no attribute 'blue'"):
        tertium.blue  # noqa: B018


def test_the_shape_of_references_is_checked_never_guessed():
    with pytest.raises(AlignmentError, match=r"For a single reference write \[references\]\."):
        tertium.bleu(OUTPUTS, REFERENCES)
    with pytest.raises(AlignmentError, match="looks transposed: one list per segment"):
        tertium.bleu(OUTPUTS, [[reference] for reference in REFERENCES])


def test_as_many_references_as_segments_are_looked_at_for_their_order():
    other = ["a cat was sitting on a mat", "the night was dark and stormy"]
    by_segment = [[REFERENCES[0], other[0]], [REFERENCES[1], other[1]]]
    with pytest.raises(DataError, match="fits them much better turned round"):
        tertium.bleu(OUTPUTS, by_segment)
    assert tertium.bleu(OUTPUTS, [REFERENCES, other]).value > 50


def test_scores_come_system_by_system_and_print_as_a_table(testset):
    scores = tertium.score(testset, ["bleu(eff=true)", "ter"])
    assert [(s.label, s.metric.name) for s in scores] == [
        ("a", "bleu"),
        ("a", "ter"),
        ("runs (run 1)", "bleu"),
        ("runs (run 1)", "ter"),
        ("runs (run 2)", "bleu"),
        ("runs (run 2)", "ter"),
    ]
    assert str(scores).splitlines()[:3] == [
        "system        BLEU    TER",
        "------------  ----  -----",
        "a             51.1   16.7",
    ]
    assert scores.systems == ["a", "runs"]


def test_scores_convert_to_dictionaries_and_frames(testset):
    scores = tertium.score(testset, "ter", confidence=True, samples=20)
    frame = scores.to_frame()
    assert list(frame["system"]) == ["a", "runs", "runs"]
    assert list(frame.columns[:5]) == ["system", "run", "metric", "name", "score"]
    assert (frame["low"] <= frame["score"]).all()
    data = scores.to_dict(segments=True)
    assert data["segments"] == ["x", "y"]
    assert data["scores"][0]["segments"]["scores"] == pytest.approx([100 / 6, 100 / 6])


def test_segments_of_bleu_use_effective_order(testset):
    score = tertium.score(testset, "bleu")[0]
    assert "eff:yes" in score.segment_signature
    assert "eff:no" in score.signature
    assert isinstance(score.segments, np.ndarray)
    # sacrebleu.sentence_bleu(OUTPUTS[0], [REFERENCES[0]]).score
    assert score.segments[0] == pytest.approx(53.7284965911771)


def test_metrics_can_be_given_in_any_form():
    bleu, chrf = metrics(["bleu, chrf(word_order=2)"])
    assert metrics([bleu, "chrf(word_order=2)", "bleu"]) == [bleu, chrf]
    assert metrics("bleu,chrf", tok="intl")[0] == metric("bleu(tok=intl)")
    assert metric("bleu(tok=13a)", tok="intl") == metric("bleu(tok=13a)")
    with pytest.raises(UsageError, match="No metric is given"):
        metrics([])
    with pytest.raises(UnknownMember, match="Did you mean 'chrf'"):
        metric("chfr")


def test_progress_is_told(testset):
    told: list[float] = []
    tertium.score(testset, "bleu,ter", advance=told.append)
    assert sum(told) == pytest.approx(1)


def test_where_nothing_matches_the_score_is_zero():
    assert tertium.bleu(["x"], [["y"]]).value == 0
    assert tertium.bleu([""], [[""]]).value == 0


def test_the_version_is_the_installed_one():
    assert tertium.__version__ == version("tertium")


def test_a_score_is_found_by_output_and_metric_or_the_name_of_it(testset):
    scores = tertium.score(testset, ["bleu(eff=true)", "ter", "bleu(eff=true,lc=true)"])
    bleu, ter, _ = scores.metrics
    assert scores.get("a", ter) is scores.get("a", "ter") is scores.get("a", "TER") is scores[1]
    assert scores.get("runs (run 2)", "bleu(eff=true)") is scores[6]
    assert scores.of("bleu(eff=true)") == scores.of(bleu) == [scores[0], scores[3], scores[6]]


def test_a_score_of_nothing_names_the_outputs_and_metrics_there_are(testset):
    scores = tertium.score(testset, ["bleu(eff=true)", "ter", "bleu(eff=true,lc=true)"])
    with pytest.raises(UnknownMember) as caught:
        scores.get("runs", "ter")
    assert str(caught.value) == ("No output named 'runs'. Known: a, runs (run 1), runs (run 2).")
    known = "Known: bleu(eff=true), bleu(eff=true,lc=true), ter."
    for unknown in ("chrf", metric("chrf"), metric("bleu"), "bleu"):  # the last one is two of them
        for find in (scores.of, lambda unknown: scores.get("a", unknown)):
            with pytest.raises(UnknownMember, match=r"^No metric named") as caught:
                find(unknown)
            assert str(caught.value).endswith(known)
