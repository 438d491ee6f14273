"""CSV of judgments, tertium's own."""

import math

import numpy as np
import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.examples import folder
from tertium.human.ratings import NUMBERS, Ratings

own = plugins.load("formats.ratings", "csv")

EXAMPLE = Example(
    lambda n: f"ann,one,s{n},{n % 101},2025-03-03T08:19:08Z",
    header="annotator,system,segment,value,start",
)


def read(text: str) -> Ratings:
    ratings: Ratings = own.read(text.encode(), "x.csv")
    return ratings


def test_the_ratings_of_the_example():
    ratings = formats.read("ratings", str(folder() / "ratings.csv"))
    assert len(ratings) == 3600
    assert ratings.dropped == ()
    assert set(ratings.task.names) == {"adequacy", "fluency"}
    assert set(ratings.kind.names) == {"system", "bad_reference", "repeat", "reference"}
    assert len(ratings.annotator.names) == 12
    assert ratings.run.names == ("1",)
    # 2025-03-03T08:19:08Z and 14 seconds later.
    assert (ratings.start[0], ratings.end[0]) == (1740989948, 1740989962)


def test_what_is_left_out_is_adequacy_of_a_system():
    ratings = read("value,annotator,system\n71.5,a,x\n")
    assert cells(ratings, "annotator", "system", "task", "kind", "value", "count") == [
        ("a", "x", "adequacy", "system", 71.5, 1)
    ]
    assert math.isnan(ratings.start[0])
    assert math.isnan(ratings.standardized[0])


def test_only_known_columns_are_written(tmp_path):
    path = str(tmp_path / "x.csv")
    formats.write("ratings", read("annotator,system,value,batch\na,x,71,\n"), path)
    assert (
        tmp_path / "x.csv"
    ).read_text() == "annotator,system,segment,task,value\na,x,,adequacy,71\n"


def test_times_are_dates_or_seconds():
    text = "annotator,system,value,start\n" + "".join(
        f"a,x,{value},{time}\n"
        for value, time in enumerate(
            ("1970-01-01T00:00:10Z", "1970-01-01 01:00:10.5+01:00", "10.25", "", "1e1")
        )
    )
    assert np.array_equal(read(text).start, [10, 10.5, 10.25, math.nan, 10], equal_nan=True)


def test_a_judgment_may_be_an_error_without_a_number():
    ratings = read("annotator,system,value,task,severity\na,x,,mqm,major\na,x,,mqm,\na,x,,label,\n")
    assert len(ratings) == 3
    assert np.isnan(ratings.value).all()


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    with pytest.warns(DataWarning) as caught:
        ratings = read(
            "annotator,system,value,task,kind,start\n"
            "a,x,1,fluency,system,\n"
            "a,x,one,fluency,system,\n"
            "a,x,,fluency,system,\n"
            "a,x,inf,fluency,system,\n"
            "a,,1,fluency,system,\n"
            "a,x,1,beauty,system,\n"
            "a,x,1,fluency,odd,\n"
            "a,x,1,fluency,system,2025-13-01\n"
            "a,x,1\n"
        )
    assert len(ratings) == 1
    assert reasons(ratings) == [
        ("'one' in value is not a number", "x.csv:3"),
        ("no value", "x.csv:4"),
        ("'inf' in value is not a number", "x.csv:5"),
        ("no system", "x.csv:6"),
        ("unknown task 'beauty'", "x.csv:7"),
        ("unknown kind 'odd'", "x.csv:8"),
        ("'2025-13-01' in start is not a time", "x.csv:9"),
        ("3 cells instead of 6", "x.csv:10"),
    ]
    assert str(caught[0].message) == (
        "x.csv: 8 of 9 rows not used: 'one' in value is not a number (1), no value (1), 'inf'"
        " in value is not a number (1), others; the first in line 3. [left-out]"
    )


def test_unknown_columns_are_reported():
    with pytest.warns(DataWarning) as caught:
        ratings = read("mood,annotator,system,value\nfine,a,x,1\n")
    assert str(caught[0].message) == "x.csv: Unused columns: mood. [left-out]"
    assert cells(ratings, "annotator", "system", "value") == [("a", "x", 1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.csv:1: The header has no column annotator. The columns are none."),
        (
            "annotator,value\n",
            "x.csv:1: The header has no column system. The columns are annotator, value.",
        ),
        ("annotator,system,value,value\n", "x.csv:1: Two columns are named value."),
        ("annotator,system,value\n", "x.csv: The file has no judgments."),
        (
            "annotator,system,value\na,x,\na,x,\n",
            "x.csv:2: None of the 2 rows can be used: no value.",
        ),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


def test_what_could_not_be_read_again_is_not_written(tmp_path):
    ratings = Ratings.of({"system": ["x", "x"], "value": [1, math.inf]})
    with pytest.raises(FormatError) as caught:
        own.write(ratings, str(tmp_path / "x.csv"))
    assert str(caught.value) == f"{tmp_path}/x.csv: The value of judgment 2 is not finite."


def test_blocks_change_nothing(monkeypatch):
    from tertium.formats.ratings import _judgments

    text = "annotator,system,value,start\n" + "".join(
        f"a{n % 3},x{n % 4},{'bad' if n == 7 else n},{n}\n" for n in range(20)
    )
    with pytest.warns(DataWarning):
        whole = read(text)
    monkeypatch.setattr(_judgments, "_BLOCK", 3)
    with pytest.warns(DataWarning):
        parts = read(text)
    assert parts.digest == whole.digest
    assert parts.dropped == whole.dropped
    assert len(whole) == 19
    assert set(NUMBERS) > {"value", "start"}


def test_copies_within_a_batch_or_time_are_dropped():
    header = "annotator,system,segment,batch,start,value\n"
    row = "a,x,1,7,,70\n"
    timed = "a,x,2,,12,70\n"
    with pytest.warns(DataWarning, match=r"2 of 6 rows not used: .*; the first in line 4\."):
        ratings = read(header + row + timed + row + timed + "a,x,1,8,,70\n" + "a,x,1,7,,71\n")
    assert len(ratings) == 4
    assert [one.where for one in ratings.dropped] == ["x.csv:4", "x.csv:5"]


def test_equal_rows_without_batch_and_time_are_reported_and_count():
    row = "a,x,1,70\n"
    with pytest.warns(DataWarning) as told:
        ratings = read("annotator,system,segment,value\n" + row + "a,y,1,70\n" + row)
    assert [str(one.message) for one in told] == [
        "x.csv: 1 judgment equal to others in every column was kept, the first in line 4: without a"
        " batch or a time, copies and repeats look the same."
    ]
    assert len(ratings) == 3
    assert not ratings.dropped


def test_errors_of_a_kind_are_no_copies():
    row = "a,x,1,7,mqm,Style,minor,\n"
    ratings = read("annotator,system,segment,batch,task,category,severity,value\n" + row + row)
    assert len(ratings) == 2


@pytest.mark.parametrize(
    ("header", "told"),
    [
        (
            "annotator,segment,system,score",
            "The header has no column value. If the column 'score' is meant, rename it to 'value'.",
        ),
        (
            "annotator,sytem,value",
            "The header has no column system. If the column 'sytem' is meant, rename it to"
            " 'system'.",
        ),
        (
            "Rater,Model,score",
            "The header has no column annotator. If the column 'Rater' is meant, rename it to"
            " 'annotator'.",
        ),
        (
            "annotator,system,colour",
            "The header has no column value. The columns are annotator, system, colour.",
        ),
        (
            "annotator;system;value",
            "The cells are separated by semicolons. Use commas between cells and decimal points"
            " in numbers, and the file can be read as csv.",
        ),
        ("name,colour", "The file is in no known ratings format."),
        ("annotator,colour", "The file is in no known ratings format."),
    ],
)
def test_columns_that_are_nearly_right(header, told, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(f"{header}\n" + ",".join("1" * (header.count(",") + 1)) + "\n")
    with pytest.raises(FormatError) as caught:
        formats.read("ratings", str(path))
    assert caught.value.message == f"{path}: {told}"
    assert "input_format: appraise, csv" in caught.value.hint


# An empty text file is a test set without segments, which a check reports.
@pytest.mark.parametrize("kind", [kind for kind in formats.kinds() if kind != "testset"])
@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf"])
def test_an_empty_file_of_any_kind(kind, data, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        formats.read(kind, str(path))
    assert str(caught.value) == f"{path}: The file is empty."
