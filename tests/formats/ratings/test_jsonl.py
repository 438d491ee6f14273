"""JSONL of judgments, tertium's own."""

import json
import math

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

own = plugins.load("formats.ratings", "jsonl")


def _judgment(number: int) -> str:
    judgment = {"annotator": "ann", "system": "one", "segment": f"s{number}", "value": number % 101}
    return json.dumps(judgment)


EXAMPLE = Example(_judgment, delimiter="", word='"one"')


def read(text: str) -> Ratings:
    ratings: Ratings = own.read(text.encode(), "x.jsonl")
    return ratings


def test_keys_are_columns():
    ratings = read(
        '{"annotator": "a", "system": "x", "segment": 7, "value": 71.5, "start": 10,'
        ' "end": "1970-01-01T00:00:20Z"}\n'
        '{"annotator": "a", "system": "x", "value": null, "task": "mqm", "severity": "minor"}\n'
    )
    assert cells(ratings, "annotator", "system", "segment", "task", "severity") == [
        ("a", "x", "7", "adequacy", ""),
        ("a", "x", "", "mqm", "minor"),
    ]
    assert ratings.value[0] == 71.5
    assert math.isnan(ratings.value[1])
    assert (ratings.start[0], ratings.end[0]) == (10, 20)


def test_what_is_written(tmp_path):
    ratings = Ratings.of(
        {"annotator": ["ä", "b"], "system": ["x", '"'], "value": [1, math.nan], "end": [10, 0.5]}
    )
    own.write(ratings, str(tmp_path / "x.jsonl"))
    assert (tmp_path / "x.jsonl").read_text() == (
        '{"annotator": "ä", "system": "x", "segment": "", "task": "adequacy", "value": 1, "end":'
        ' "1970-01-01T00:00:10Z"}\n'
        '{"annotator": "b", "system": "\\"", "segment": "", "task": "adequacy", "value": null,'
        ' "end": 0.5}\n'
    )


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    with pytest.warns(DataWarning):
        ratings = read(
            '{"annotator": "a", "system": "x", "value": 1}\n'
            "{\n"
            "3\n"
            '{"annotator": "a", "system": "x", "value": "1"}\n'
            '{"annotator": "a", "system": ["x"], "value": 1}\n'
            '{"annotator": "a", "value": 1}\n'
            '{"annotator": "a", "system": "x", "value": true}\n'
        )
    assert reasons(ratings) == [
        (
            "Not JSON: Expecting property name enclosed in double quotes, column 2",
            "x.jsonl:2",
        ),
        ("Expected an object, found int", "x.jsonl:3"),
        ("expected a number as value, found str", "x.jsonl:4"),
        ("expected a string or number as system, found list", "x.jsonl:5"),
        ("no system", "x.jsonl:6"),
        ("expected a number as value, found bool", "x.jsonl:7"),
    ]


def test_unknown_keys_are_reported():
    with pytest.warns(DataWarning) as caught:
        read('{"annotator": "a", "system": "x", "value": 1, "mood": "fine"}\n')
    assert str(caught[0].message) == "x.jsonl: Unused keys: mood. [left-out]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.jsonl: The file has no judgments."),
        ("3\n", "x.jsonl:1: The only row cannot be used: Expected an object, found int."),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message
