"""JSONL of segment scores."""

import math

import pytest

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.core.scores import Scored, SegmentScores

jsonl = plugins.load("formats.scores", "jsonl")


def read(text: str) -> SegmentScores:
    scores: SegmentScores = jsonl.read(text.encode(), "x.jsonl")
    return scores


def test_an_object_of_scores():
    scores = read(
        '{"system": "a", "run": 2, "segment": 1, "document": "d", "scores": {"m": 1, "n": null}}\n'
    )
    assert scores.values[Scored("m", "a", 2)].tolist() == [1.0]
    assert math.isnan(scores.values[Scored("n", "a", 2)][0])
    assert scores.segment_ids == ("1",)
    assert scores.document_ids == ("d",)


def test_a_single_score_with_or_without_a_metric():
    assert read('{"system": "a", "segment": "s", "metric": "m", "score": 2}\n').metrics == ["m"]
    assert read('{"system": "a", "segment": "s", "score": 2}\n').metrics == ["score"]


def test_unknown_keys_are_reported():
    with pytest.warns(DataWarning) as caught:
        read('{"system": "a", "segment": "s", "score": 2, "rater": "r"}\n')
    assert str(caught[0].message) == "x.jsonl: Unused keys: rater. [left-out]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.jsonl: The file has no scores."),
        (
            "{\n",
            "x.jsonl:1: Not JSON: Expecting property name enclosed in double quotes, column 2.",
        ),
        ("3\n", "x.jsonl:1: Expected an object, found int."),
        ('{"segment": 1, "score": 1}\n', "x.jsonl:1: Expected an object with a system."),
        (
            '{"system": "a", "segment": "", "score": 1}\n',
            "x.jsonl:1: Expected an object with a segment.",
        ),
        (
            '{"system": "a", "score": 1, "metric": "m", "human": 1}\n'
            '{"system": "a", "score": 1, "metric": "n", "human": 2}\n',
            "x.jsonl:2: The human score of a differs from an earlier one.",
        ),
        (
            '{"system": "a", "segment": 1}\n',
            "x.jsonl:1: Expected a score.",
        ),
        (
            '{"system": "a", "segment": 1, "scores": [1]}\n',
            "x.jsonl:1: Expected an object as scores.",
        ),
        (
            '{"system": "a", "segment": 1, "score": "1"}\n',
            "x.jsonl:1: Expected a number as score of score, found str.",
        ),
        (
            '{"system": "a", "segment": 1, "score": true}\n',
            "x.jsonl:1: Expected a number as score of score, found bool.",
        ),
        (
            '{"system": "a", "segment": 1, "score": Infinity}\n',
            "x.jsonl:1: 'inf' in column score is not finite.",
        ),
        (
            '{"system": "a", "segment": [1], "score": 1}\n',
            "x.jsonl:1: Expected a string or number as segment.",
        ),
        (
            '{"system": "a", "segment": 1, "run": -1, "score": 1}\n',
            "x.jsonl:1: '-1' is not the number of a run.",
        ),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


def test_numbers_under_keys_of_their_own():
    wide = read('{"system": "a", "segment": 1, "human": 2, "bleu": null}\n')
    assert wide.values[Scored("human", "a")].tolist() == [2.0]
    assert math.isnan(wide.values[Scored("bleu", "a")][0])
    long = read(
        '{"system": "a", "metric": "m", "score": 1, "human": 7}\n'
        '{"system": "a", "metric": "n", "score": 2, "human": 7}\n'
    )
    assert long.whole == {Scored("m", "a"): 1, Scored("n", "a"): 2, Scored("human", "a"): 7}


@pytest.mark.parametrize(
    "line",
    [
        '{"system": "a", "segment": 1, "human": 2, "bleu": null}',
        '{"system": "a", "metric": "m", "score": 1, "human": 7}',
        '{"system": "a", "segment": 1, "scores": {"m": 1}}',
    ],
)
def test_such_files_are_known(line):
    assert jsonl.sniff(f"{line}\n".encode())


def test_nan_is_a_missing_score():
    scores = read('{"system": "a", "segment": 1, "score": NaN}\n')
    assert math.isnan(scores.values[Scored("score", "a")][0])
