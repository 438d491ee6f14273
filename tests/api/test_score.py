"""`tertium.score`, from Python."""

import json
import math
from importlib.metadata import version

import numpy as np
import pytest
from tests.segment_scores import scored

import tertium
from tertium.core.errors import ParameterError, UnknownMember, UsageError
from tertium.core.resampling import Bootstrap
from tertium.core.testset import TestSet
from tertium.metrics import metric, metrics
from tertium.report.results.score import score_table

OUTPUTS = ["the cat sat on a mat", "it was a dark and stormy night"]
REFERENCES = ["the cat sat on the mat", "it was a dark stormy night"]


@pytest.fixture
def testset():
    return tertium.TestSet.of(
        references={"A": REFERENCES},
        systems={"a": OUTPUTS, "runs": [OUTPUTS, REFERENCES[::-1]]},
        segment_ids=("x", "y"),
    )


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
    scores = tertium.score(testset, "ter", confidence=True, trials=20)
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


def test_progress_is_reported(testset):
    told: list[float] = []
    tertium.score(testset, "bleu,ter", progress=told.append)
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


def samples_of(size, samples=200):
    """Means of bootstrap samples, drawn as the score draws them."""
    weights = Bootstrap(40, size).block(12345, 0, samples)
    return np.sort(weights @ JUDGED / size)


def test_intervals_can_be_elements_of_half_size_samples_as_in_algorithm_4():
    (one,) = tertium.score(
        scored(a=JUDGED), confidence=True, trials=200, interval="element", subsample=0.5
    )
    means = samples_of(20)
    # The (0.025 M)-th and the (0.975 M)-th of M = 200.
    assert one.interval is not None
    assert tuple(one.interval) == pytest.approx((means[4], means[194]), rel=1e-12)
    assert one.bootstrap == (0.95, 200, 12345, "element", 0.5)


def test_bca_intervals_are_those_of_a_comparison():
    scores = scored(a=JUDGED, b=JUDGED**1.5)
    compared = tertium.compare(scores, interval="bca", trials=300)
    scored_alone = tertium.score(scores, confidence=True, interval="bca", trials=300)
    for one, other in zip(scored_alone, compared.metrics[0].systems, strict=True):
        assert one.interval is not None
        assert one.interval == other.interval
    plain = tertium.score(scores, confidence=True, trials=300)
    assert plain[1].interval != scored_alone[1].interval


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
    assert "A single segment has no confidence interval." in table.notes


@pytest.mark.parametrize("size", [100, 299, 300])
def test_intervals_on_few_segments_come_with_a_note(size):
    scores = tertium.score(scored(a=np.arange(size)), confidence=True, trials=50)
    told = [note for note in score_table(scores).notes if "too narrow" in note]
    assert len(told) == (size < 300)


@pytest.mark.parametrize(
    ("subsample", "wanted"), [(0, "more than 0"), (-1, "more than 0"), (1.5, "at most 1")]
)
def test_samples_are_at_most_as_large_as_the_test_set(subsample, wanted):
    with pytest.raises(ParameterError, match=f"subsample must be {wanted}"):
        tertium.score(scored(a=JUDGED), confidence=True, subsample=subsample)


def test_an_unknown_interval_is_refused():
    with pytest.raises(ParameterError, match="interval must be one of percentile, element, bca"):
        tertium.score(scored(a=JUDGED), confidence=True, interval="bcaa")
