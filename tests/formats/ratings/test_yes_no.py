"""Answers of yes and no, in all formats that have them."""

import json

import pytest
from tests.formats.ratings._table import cells, reasons

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

HEADER = "annotator,system,segment,task,value\n"
ROWS = "a,x,1,adequacy,yes\na,x,2,adequacy,No\na,x,3,fluency, YES \n"
JUDGED = [("adequacy", "yes-no", 1), ("adequacy", "yes-no", 0), ("fluency", "yes-no", 1)]


def read(text: str, name: str = "csv") -> Ratings:
    ratings: Ratings = plugins.load("formats.ratings", name).read(text.encode(), f"x.{name}")
    return ratings


def json_lines(text: str) -> str:
    """The same rows in JSONL."""
    names = text.splitlines()[0].split(",")
    rows = [dict(zip(names, line.split(","), strict=True)) for line in text.splitlines()[1:]]
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def test_yes_and_no_are_1_and_0_on_the_yes_no_scale():
    assert cells(read(HEADER + ROWS), "task", "scale", "value") == JUDGED
    assert cells(read(json_lines(HEADER + ROWS), "jsonl"), "task", "scale", "value") == JUDGED


def test_numbers_and_words_on_a_named_scale():
    header = "annotator,system,segment,scale,value\n"
    ratings = read(header + "a,x,1,yes-no,1\na,x,2,yes-no,no\na,x,3,ldc,4\na,x,4,,yes\na,x,5,,7\n")
    assert cells(ratings, "scale", "value") == [
        ("yes-no", 1),
        ("yes-no", 0),
        ("ldc", 4),
        ("yes-no", 1),
        ("", 7),
    ]


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_written_and_read_again(tmp_path, suffix):
    ratings = read(HEADER + ROWS + "a,x,4,adequacy,55\n")
    path = str(tmp_path / f"x.{suffix}")
    formats.write("ratings", ratings, path)
    assert formats.read("ratings", path) == ratings


def test_numbers_are_written_with_their_scale(tmp_path):
    formats.write("ratings", read(HEADER + ROWS), str(tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").read_text() == (
        "annotator,system,segment,task,scale,value\n"
        "a,x,1,adequacy,yes-no,1\na,x,2,adequacy,yes-no,0\na,x,3,fluency,yes-no,1\n"
    )


def test_a_scale_that_is_unknown_is_not_written(tmp_path):
    formats.write("ratings", read(HEADER + "a,x,1,adequacy,7\n"), str(tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").read_text() == HEADER + "a,x,1,adequacy,7\n"


def test_other_tasks_have_no_answers():
    with pytest.warns(DataWarning):
        ratings = read(HEADER + ROWS + "a,x,1,sqm,yes\na,x,1,esa,no\n")
    assert reasons(ratings) == [
        ("'yes' in value is not a number", "x.csv:5"),
        ("'no' in value is not a number", "x.csv:6"),
    ]


def test_words_on_another_scale_are_dropped():
    header = "annotator,system,segment,scale,value\n"
    with pytest.warns(DataWarning):
        ratings = read(header + "a,x,1,slider,yes\na,x,2,slider,80\n")
    assert reasons(ratings) == [("'yes' in value is not on the scale 'slider'", "x.csv:2")]
    assert cells(ratings, "scale", "value") == [("slider", 80)]


def test_other_values_on_the_scale_are_dropped():
    header = "annotator,system,segment,scale,value\n"
    good = "".join(f"a,x,{n},yes-no,{n % 2}\n" for n in range(20))
    with pytest.warns(DataWarning, match=r"1 of 21 rows not used: a value other than 1 \(yes\)"):
        ratings = read(header + good + "a,x,20,yes-no,0.5\n")
    assert reasons(ratings) == [
        ("a value other than 1 (yes) or 0 (no) on the yes-no scale", "x.csv:22")
    ]


def test_a_file_of_many_other_values_is_refused():
    with pytest.raises(FormatError) as caught:
        read("annotator,system,scale,value\n" + "a,x,yes-no,80\n" * 3 + "a,x,yes-no,1\n" * 3)
    assert str(caught.value) == (
        "x.csv:2: 3 of 6 rows have a value other than 1 (yes) or 0 (no) on the yes-no scale."
        " Answers on the yes-no scale are yes and no, or 1 and 0. If the values have more steps,"
        " change the name of the scale in the column `scale`."
    )


def test_a_mean_of_answers_is_the_share_of_yes():
    ratings = read("annotator,system,scale,count,value\na,x,yes-no,4,0.75\n")
    assert cells(ratings, "scale", "count", "value") == [("yes-no", 4, 0.75)]


def test_adequacy_and_fluency_side_by_side():
    header = "annotator,system,segment,adequacy,fluency\n"
    ratings = read(header + "a,x,1,yes,No\na,x,2,4,\n", "scales")
    assert cells(ratings, "task", "scale", "value") == [
        ("adequacy", "yes-no", 1),
        ("fluency", "yes-no", 0),
        ("adequacy", "", 4),
    ]
    with pytest.warns(DataWarning):
        ratings = read(
            "annotator,system,segment,scale,adequacy\na,x,1,yes-no,0\na,x,2,yes-no,4\n", "scales"
        )
    assert cells(ratings, "scale", "value") == [("yes-no", 0)]
    assert reasons(ratings) == [("'4' in adequacy is not on the scale yes-no", "x.scales:3")]
