"""Tuning metrics to human scores, from files and ratings to files of parameters."""

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.meta._tuning import METEOR, SYSTEMS, TRUTH, example, noise, scored

import tertium
from tertium import formats
from tertium.api.read_result import read_result
from tertium.api.write_result import write_result
from tertium.core.errors import FormatError, TertiumError, UsageError
from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.layers import Layer
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import TestSet
from tertium.examples import folder
from tertium.human.ratings import Ratings
from tertium.kernels.meteor import meteor_statistics
from tertium.metrics import meteor, metric

QUICK: dict[str, Any] = {"folds": 2, "starts": 0, "trials": 20}


# --- What is found --------------------------------------------------------------------------------


def test_parameters_that_made_the_scores_are_found():
    testset = example()
    found = tertium.tune(testset, METEOR, scored(testset), **QUICK)
    assert found.tuned == TRUTH
    assert found.seen.tuned == found.held_out.tuned == pytest.approx(1)
    assert found.seen.default < 0.95
    assert 0 < found.gain.interval.low < found.gain.value < found.gain.interval.high


def test_parameters_that_made_noisy_scores_are_nearly_found():
    testset = example()
    found = tertium.tune(testset, METEOR, scored(testset, noise=0.02), **QUICK)
    near = {one.name: one.tuned for one in found.parameters}
    truth = {name: one.value for name, one in metric(TRUTH).tunable.items()}
    assert near == pytest.approx(truth, abs=0.2)
    assert found.gain.interval.low > 0


def test_with_several_references_too():
    testset = example(references="AB")
    found = tertium.tune(testset, METEOR, scored(testset), **QUICK)
    assert found.seen.tuned == pytest.approx(1)
    assert found.tuned == TRUTH


def test_outputs_are_aligned_once(monkeypatch):
    calls = []

    def counted(*arguments, **options):
        calls.append(arguments)
        return meteor_statistics(*arguments, **options)

    testset = example(references="AB")
    human = scored(testset)
    monkeypatch.setattr(meteor, "meteor_statistics", counted)
    tertium.tune(testset, METEOR, human, **QUICK)
    assert len(calls) == 2  # once for each reference, all outputs together


def frames(systems: dict[str, int], size: int = 60) -> TestSet:
    """Frames of one predicate; random fillers are wrong."""
    draw, roles = random.Random(1), ("who", "what", "when", "how")
    right = Frame("did", tuple(Filler(role, "right") for role in roles))
    values = {Owner("1"): ((right,),) * size}
    for name, runs in systems.items():
        for run in range(1, runs + 1):
            values[Owner(name, run)] = tuple(
                (Frame("did", tuple(Filler(r, draw.choice(["right", "wrong"])) for r in roles)),)
                for _ in range(size)
            )
    ids = tuple(str(number) for number in range(1, size + 1))
    return TestSet.of(
        references=[["x"] * size],
        systems={name: [["x"] * size] * runs for name, runs in systems.items()},
        layers={"frames": Layer("frames", {"": (SegmentFrames(values, ids),)})},
    )


def test_weights_of_meant_and_several_runs_of_a_system():
    testset = frames({"a": 1, "b": 2})
    human = scored(testset, "meant(what=2.0,when=0.0,who=4.0)")
    found = tertium.tune(testset, "meant", human, statistic="kendall-b", **QUICK)
    assert found.seen.tuned == pytest.approx(1)
    assert found.seen.default < 0.8
    assert found.data.outputs == ("a", "b (run 1)", "b (run 2)")
    # Weights of roles that no frame has stay as they are.
    assert "whom" not in found.tuned


def test_a_metric_that_is_better_when_lower_agrees_where_its_scores_fall(monkeypatch):
    testset = example(30)
    human = scored(testset)
    turned = property(lambda self: False)
    right = tertium.tune(testset, "chrf", human, **QUICK)
    monkeypatch.setattr(type(metric("chrf")), "higher_is_better", turned)
    wrong = tertium.tune(testset, "chrf", human, **QUICK)
    assert wrong.seen.default == -right.seen.default
    assert wrong.seen.tuned >= wrong.seen.default


# --- It depends on nothing else -------------------------------------------------------------------


def test_neither_the_order_of_systems_nor_the_number_of_threads_changes_anything():
    human = scored(example(), noise=0.1)
    one = tertium.tune(example(), METEOR, human, jobs=1, **QUICK)
    turned = SegmentScores(dict(reversed(list(human.values.items()))), human.segment_ids)
    other = tertium.tune(example(systems=SYSTEMS[::-1]), METEOR, turned, jobs=3, **QUICK)
    assert one.to_dict() == other.to_dict()


def test_progress_adds_up_to_one():
    told: list[float] = []
    testset = example(30, references="AB")
    tertium.tune(testset, METEOR, scored(testset, noise=0.1), progress=told.append, **QUICK)
    assert len(told) > 4
    assert sum(told) == pytest.approx(1)


def test_segments_without_a_score_are_as_if_they_were_not_there():
    testset = example(60)
    human = scored(testset, noise=0.1)
    some = {name: np.where(np.arange(60) < 40, one, np.nan) for name, one in human.values.items()}
    lacking = tertium.tune(testset, METEOR, SegmentScores(some, human.segment_ids), **QUICK)
    alone = tertium.tune(
        example(40),
        METEOR,
        SegmentScores(
            {name: one[:40] for name, one in human.values.items()}, human.segment_ids[:40]
        ),
        **QUICK,
    )
    assert lacking.data.missing == 60
    assert (lacking.tuned, lacking.folds) == (alone.tuned, alone.folds)
    assert lacking.gain == alone.gain


# --- Where human scores come from -----------------------------------------------------------------


def test_scores_can_be_files(tmp_path):
    testset = example(40)
    human = scored(testset, noise=0.1)
    paths = []
    for one in SYSTEMS:
        values = {name: values for name, values in human.values.items() if name.system == one}
        paths.append(tmp_path / f"{one}.tsv")
        formats.write("scores", SegmentScores(values, human.segment_ids), str(paths[-1]))
    read = tertium.tune(testset, METEOR, paths, gold="human", **QUICK)
    assert read.to_dict() == tertium.tune(testset, METEOR, human, **QUICK).to_dict()


def test_human_scores_are_chosen_by_name():
    testset = example(30)
    human = scored(testset, noise=0.1)
    other = noise(testset, 1)
    both = {**human.values, **{s._replace(metric="COMET"): v for s, v in other.values.items()}}
    found = tertium.tune(testset, METEOR, SegmentScores(both, human.segment_ids), **QUICK)
    assert found.to_dict() == tertium.tune(testset, METEOR, human, **QUICK).to_dict()
    named = {s._replace(metric="mqm"): v for s, v in human.values.items()}
    only = tertium.tune(testset, METEOR, SegmentScores(named, human.segment_ids), **QUICK)
    assert only.data.gold == "mqm"


def test_scores_can_be_ratings():
    testset = example()
    ratings = tertium.read_ratings(folder() / "ratings.csv")
    found = tertium.tune(testset, METEOR, ratings, task="adequacy", **QUICK)
    assert found.data.gold == "adequacy"
    assert found.data.outputs == SYSTEMS
    assert "matched by their ids." in found.data.notes[0]


def test_outputs_and_scores_without_counterpart_are_named():
    testset = example(40, systems=("large", "pivot", "distilled"))
    human = scored(example(40, systems=("large", "pivot", "finetuned")), noise=0.1)
    found = tertium.tune(testset, METEOR, human, **QUICK)
    assert found.data.outputs == ("large", "pivot")
    assert found.data.notes == (
        "Left out, because there is no output: finetuned.",
        "Left out, because there is no human score: distilled.",
    )


# --- What is wrong --------------------------------------------------------------------------------


def of(values, ids=None):
    size = len(next(iter(values.values())))
    ids = ids or tuple(str(number) for number in range(1, size + 1))
    return SegmentScores({Scored(*s): np.array(v, float) for s, v in values.items()}, ids)


@pytest.mark.parametrize(
    ("spec", "human", "more", "message"),
    [
        (
            "bleu",
            {("human", "large"): range(20)},
            {},
            "bleu has no parameters that can be tuned. Known: chrf, meant, meteor.",
        ),
        (
            METEOR,
            {("human", "large"): range(20), ("comet", "large"): range(20)},
            {"gold": "humna"},
            "There are no scores named 'humna'. Did you mean 'human'? Name the human scores"
            " with gold: human, comet.",
        ),
        (
            METEOR,
            {("human", "other"): range(20)},
            {},
            "No output has a human score. Outputs: large, pivot; scored: other.",
        ),
        (
            METEOR,
            {("human", "large"): [np.nan] * 20},
            {},
            "No output has a human score. Outputs: large, pivot; scored: large.",
        ),
        (
            METEOR,
            {("human", "large"): [3] * 20},
            {},
            "All 20 human scores are 3; a correlation needs different scores.",
        ),
        (
            METEOR,
            {("human", "large"): [1, 2, *[np.nan] * 18]},
            {},
            "2 judged segments cannot be divided into 5 folds. Judge more segments, or use"
            " folds=2.",
        ),
        (
            METEOR,
            {("human", "large"): [1, 2, *[np.nan] * 18]},
            {"folds": 2},
            "The correlation with human scores is undefined without one of the folds: there are too"
            " few scores, or all are equal. Judge more segments, or use fewer folds.",
        ),
        (
            METEOR,
            {("human", "large"): range(20)},
            {"fold_level": "document"},
            'fold_level="document" needs the document of each segment. Give the documents with'
            " documents=FILE.",
        ),
        (
            METEOR,
            {("human", "large"): range(20)},
            {"folds": 1},
            "folds must be at least 2. Got 1 instead.",
        ),
    ],
)
def test_bad_requests_are_refused(spec, human, more, message):
    testset = example(20, systems=("large", "pivot"))
    with pytest.raises(TertiumError) as caught:
        tertium.tune(testset, spec, of(human), **more)
    assert str(caught.value) == message


def test_scores_of_whole_systems_are_not_enough():
    scores = SegmentScores({}, (), whole={Scored("human", "large"): 1.0})
    with pytest.raises(TertiumError, match="no scores of segments by 'human'"):
        tertium.tune(example(20), METEOR, scores)


def test_ratings_do_not_tell_runs():
    lines = ["the cat sat", "on the mat", "and slept"]
    testset = TestSet.of(references=[lines], systems={"a": [lines, lines]})
    ratings = Ratings.of({"system": ["a"] * 3, "segment": ["1", "2", "3"], "value": [1.0, 2, 3]})
    with pytest.raises(
        TertiumError, match="a has 2 outputs, and ratings do not name the training run"
    ):
        tertium.tune(testset, METEOR, ratings)
    with pytest.raises(TertiumError, match="gold does not apply to human judgments"):
        tertium.tune(testset, METEOR, ratings, gold="human")


def test_folds_too_small_to_be_resampled_leave_the_interval_undefined():
    testset = example(8, systems=("large",))
    human = of({("human", "large"): range(8)})
    found = tertium.tune(testset, METEOR, human, folds=2, starts=0, trials=200)
    assert found.gain.interval.reason == "folds are too small to be resampled"
    assert not found.gain.interval.is_defined
    found = tertium.tune(testset, METEOR, human, folds=4, starts=0)
    assert found.gain.interval.reason == "the correlation is undefined on a fold"


# --- Files ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found():
    testset = example(40)
    return tertium.tune(testset, METEOR, scored(testset, noise=0.1), **QUICK)


def test_a_result_file_holds_everything(found, tmp_path):
    write_result(found, tmp_path / "result.json")
    again = read_result(tmp_path / "result.json")
    assert again == found
    assert str(again) == str(found)
    assert [row["parameter"] for row in again.to_rows()] == [one.name for one in found.parameters]


def test_a_file_of_parameters_makes_the_metric_that_was_found(found, tmp_path):
    path = tmp_path / "parameters.json"
    tertium.write_parameters(found, path)
    made = metric(f"meteor(params={path})")
    assert made == metric(found.tuned)
    # A signature has the parameters, never the file.
    assert str(path) not in made.own_signature(example(5))
    lower = metric(f"meteor(params={path},alpha=0.5)")
    assert lower == replace(metric(found.tuned), alpha=0.5)  # type: ignore[call-arg]
    hypotheses, references = ["The cats sat."], [["The cat sat."]]
    assert tertium.meteor(hypotheses, references, params=str(path)).metric == made
    tertium.write_parameters(found, path)  # again: the file says that tertium wrote it
    said = json.loads(path.read_text())["found"]
    assert said["signature"] == found.signature
    assert said["gain"]["value"] == found.gain.value
    path.write_text('{"metric": "meteor", "parameters": {"alpha": 0.7}}')
    with pytest.raises(UsageError, match="The file exists"):
        tertium.write_parameters(found, path)
    tertium.write_parameters(found, path, force=True)
    assert metric(f"meteor(params={path})") == made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Not a file of parameters: Expecting property name"),
        ("[]", "expected an object with 'metric' and 'parameters'"),
        ('{"metric": "meteor"}', "expected an object with 'metric' and 'parameters'"),
        ('{"metric": "chrf", "parameters": {}}', "These are parameters of chrf, not of meteor."),
        (
            '{"metric": "meteor", "parameters": {"alhpa": 1}}',
            "meteor has no parameter 'alhpa'. Did you mean 'alpha'?",
        ),
        (
            '{"metric": "meteor", "parameters": {"alpha": -1}}',
            "The 'alpha' parameter of meteor must be at least 0. Got -1 instead.",
        ),
        (
            '{"metric": "meteor", "parameters": {"alpha": [1]}}',
            "The 'alpha' parameter of meteor must be",
        ),
        (
            '{"metric": "meteor", "parameters": {"params": "x.json"}}',
            "meteor has no parameter 'params'",
        ),
    ],
)
def test_a_file_of_parameters_that_cannot_be_used(text, message, tmp_path):
    path = tmp_path / "parameters.json"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        metric(f"meteor(params={path})")
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_a_file_of_parameters_that_is_not_there():
    with pytest.raises(TertiumError, match=r"nowhere\.json: No such file"):
        metric("meteor(params=nowhere.json)")
