"""Judgments on scales of 1 to 5."""

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

scales = plugins.load("formats.ratings", "scales")

EXAMPLE = Example(
    lambda n: f"ann,one,s{n},{n % 5 + 1},{n % 3 + 1}",
    header="annotator,system,segment,adequacy,fluency",
)


def read(text: str) -> Ratings:
    ratings: Ratings = scales.read(text.encode(), "x.csv")
    return ratings


def test_both_scales_side_by_side():
    ratings = read("annotator,system,segment,document,fluency,adequacy\na,x,1,d,5,3\nb,x,1,d,,4\n")
    assert cells(ratings, "annotator", "segment", "document", "task", "value") == [
        ("a", "1", "d", "adequacy", 3),
        ("a", "1", "d", "fluency", 5),
        ("b", "1", "d", "adequacy", 4),
    ]


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    with pytest.warns(DataWarning):
        ratings = read("annotator,system,segment,fluency\na,x,1,5\na,x,1,6\na,x,1,4.5\na,x,1,\n")
    assert reasons(ratings) == [
        ("'6' in fluency is not on the scale from 1 to 5", "x.csv:3"),
        ("'4.5' in fluency is not on the scale from 1 to 5", "x.csv:4"),
        ("no value", "x.csv:5"),
    ]


def test_unknown_columns_are_reported():
    with pytest.warns(DataWarning) as caught:
        read("annotator,system,segment,fluency,value,mood\na,x,1,5,7,fine\n")
    assert str(caught[0].message) == "x.csv: Unused columns: value, mood. [left-out]"


def test_a_column_that_is_needed():
    with pytest.raises(FormatError) as caught:
        read("annotator,system,fluency\n")
    assert str(caught.value) == (
        "x.csv:1: The header has no column segment. The columns are annotator, system, fluency."
    )
