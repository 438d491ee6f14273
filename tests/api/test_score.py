"""`tertium.score` and the one-liners, from Python."""

import json
import math
from importlib.metadata import version

import numpy as np
import pytest
from tests.segment_scores import scored

import tertium
from tertium.api.score import metric, metrics
from tertium.core.errors import AlignmentError, DataError, ParameterError, UnknownMember, UsageError
from tertium.core.resampling import Bootstrap
from tertium.core.testset import TestSet
from tertium.report.score import score_table

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


# --- Intervals ----------------------------------------------------------------------------------

JUDGED = np.random.default_rng(2).normal(50, 10, 40)


def interval_of(**how):
    (one,) = tertium.score(scored(a=JUDGED), confidence=True, **how)
    return one.interval


def samples_of(size, samples=200):
    """Means of bootstrap samples, drawn as the score draws them."""
    weights = Bootstrap(40, size).block(12345, 0, samples)
    return np.sort(weights @ JUDGED / size)


def test_intervals_can_be_elements_of_half_size_samples_as_in_algorithm_4():
    found = interval_of(samples=200, interval="element", subsample=0.5)
    means = samples_of(20)
    # The (0.025 M)-th and the (0.975 M)-th of M = 200.
    assert (found.low, found.high) == pytest.approx((means[4], means[194]), rel=1e-12)
    assert (found.method, found.subsample, found.samples) == ("element", 0.5, 200)


def test_bca_intervals_are_those_of_a_comparison():
    scores = scored(a=JUDGED, b=JUDGED**1.5)
    compared = tertium.compare(scores, interval="bca", trials=300)
    scored_alone = tertium.score(scores, confidence=True, interval="bca", samples=300)
    for one, other in zip(scored_alone, compared.metrics[0].systems, strict=True):
        assert one.interval is not None
        assert (one.interval.low, one.interval.high) == (other.low, other.high)
    plain = tertium.score(scores, confidence=True, samples=300)
    assert plain[1].interval[:2] != scored_alone[1].interval[:2]


def test_one_segment_has_no_interval():
    testset = TestSet.of(references=[["the cat sat"]], systems={"a": ["the cat sat down"]})
    (one,) = tertium.score(testset, "bleu(eff=true)", confidence=True)
    assert one.interval is not None
    assert math.isnan(one.interval.low)
    assert math.isnan(one.interval.high)
    assert one.to_dict()["interval"]["low"] is None
    json.dumps(one.to_dict(), allow_nan=False)
    assert "[–, –]" in str(one)
    table = score_table(tertium.score(testset, "bleu(eff=true)", confidence=True))
    assert (
        "A single segment has no interval: it does not tell how others would vary." in table.notes
    )


@pytest.mark.parametrize("size", [100, 299, 300])
def test_intervals_on_few_segments_come_with_a_note(size):
    scores = tertium.score(scored(a=np.arange(size)), confidence=True, samples=50)
    told = [note for note in score_table(scores).notes if "too narrow" in note]
    assert len(told) == (size < 300)


@pytest.mark.parametrize(
    ("subsample", "wanted"), [(0, "more than 0"), (-1, "more than 0"), (1.5, "at most 1")]
)
def test_samples_are_at_most_as_large_as_the_test_set(subsample, wanted):
    with pytest.raises(ParameterError, match=f"'subsample' .* must be {wanted}"):
        interval_of(subsample=subsample)


def test_an_unknown_interval_is_refused():
    with pytest.raises(UnknownMember, match="Did you mean 'bca'"):
        interval_of(interval="bcaa")
