"""Batch results of Mechanical Turk."""

import csv
import io
import math

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning
from tertium.human.ratings import Ratings

mturk = plugins.load("formats.ratings", "mturk")


def _answers(number: int) -> str:
    types = ("SYSTEM", "BAD_REF", "REPEAT", "REF")
    return "|".join(f"one_a_{n}_{types[n % 4]}_{n}__{(n + number) % 101}" for n in range(100))


EXAMPLE = Example(
    lambda n: f"H{n},w,Approved,cs,en,ad,{_answers(n)},fine",
    ("batch",),
    header="HITId,WorkerId,AssignmentStatus,Input.src,Input.trg,Input.item,Answer.Q1,"
    "Answer.comments",
    word="fine",
    large=1_000,
)

HEADER = ["HITId", "WorkerId", "AssignmentStatus", "AcceptTime", "SubmitTime"]
HEADER += ["Input.src", "Input.trg", "Input.item"]
TYPES = ("system", "cal", "repeat", "ref")


def of_items(item: str) -> list[str]:
    """Cells of a column for each item."""
    return [f"Input.{item}_{n}" for n in range(100)]


OLD_HEADER = [*HEADER, *of_items("sys_id"), *of_items("sid"), *of_items("tst"), *of_items("rid")]
OLD_HEADER += ["Answer.Q1", "Answer.comments", "Approve", "Reject"]
NEW_HEADER = [*HEADER, "Answer.Q1"]

ASSIGNMENT = ["H1", "W1", "Rejected", "Fri Jun 06 18:52:03 GMT 2014"]
ASSIGNMENT += ["Fri Jun 06 12:15:05 PDT 2014", "cs", "en", "ad"]


def old_row(answers: str = "", assignment: list[str] | None = None) -> list[str]:
    items = [f"sys_{n % 3}" for n in range(100)], [str(n) for n in range(100)]
    types, pictures = [TYPES[n % 4] for n in range(100)], [str(7 * n) for n in range(100)]
    answers = answers or "|".join(f"{n}_{7 * n}_{n}" for n in range(100))
    return [*(assignment or ASSIGNMENT), *items[0], *items[1], *types, *pictures, answers, "a\nb"]


def new_row(answer: str = "a_b_{n}_BAD_REF_{n}__{n}") -> list[str]:
    return [*ASSIGNMENT, "|".join(answer.format(n=n) for n in range(100))]


def read(*rows: list[str]) -> Ratings:
    stream = io.StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    ratings: Ratings = mturk.read(stream.getvalue().encode(), "Batch.csv")
    return ratings


COLUMNS = (
    "annotator",
    "batch",
    "status",
    "languages",
    "task",
    "system",
    "segment",
    "kind",
    "value",
)


def test_answers_by_index_have_their_items_in_columns():
    # As Mechanical Turk does, rows leave off the last two columns of the header.
    ratings = read(OLD_HEADER, old_row())
    assert cells(ratings, *COLUMNS)[:4] == [
        ("W1", "H1", "Rejected", "cs-en", "adequacy", "sys_0", "0", "system", 0),
        ("W1", "H1", "Rejected", "cs-en", "adequacy", "sys_1", "1", "bad_reference", 1),
        ("W1", "H1", "Rejected", "cs-en", "adequacy", "sys_2", "2", "repeat", 2),
        ("W1", "H1", "Rejected", "cs-en", "adequacy", "sys_0", "3", "reference", 3),
    ]
    assert len(ratings) == 100


def test_complete_answers_need_no_columns():
    ratings = read(NEW_HEADER, new_row())
    assert cells(ratings, "system", "segment", "kind", "value")[99] == (
        "a_b",
        "99",
        "bad_reference",
        99,
    )
    single = read(NEW_HEADER, new_row("MES:.2796_{n}_REF_{n}_{n}"))
    assert cells(single, "system", "segment", "kind", "value")[5] == (
        "MES:.2796",
        "5",
        "reference",
        5,
    )


def test_times_are_those_of_the_hit_in_any_zone():
    ratings = read(NEW_HEADER, new_row())
    assert set(ratings.end - ratings.start) == {1382}
    year = "Fri Jun 06 18:52:03 GMT 201420142014"
    for times in (["", "soon"], [year, "Fri Jun 06 1_8:52:03 GMT 2014"]):
        ratings = read(NEW_HEADER, [*ASSIGNMENT[:3], *times, *ASSIGNMENT[5:], new_row()[-1]])
        assert math.isnan(ratings.start[0])
        assert math.isnan(ratings.end[0])


def test_fluency_and_words_in_quotes():
    ratings = read(NEW_HEADER, [*ASSIGNMENT[:5], "'cs'", "'en'", "'fl'", new_row()[-1]])
    assert cells(ratings, "languages", "task")[0] == ("cs-en", "fluency")


def test_assignments_that_cannot_be_used_are_dropped_whole():
    answers = new_row()[-1]
    with pytest.warns(DataWarning):
        ratings = read(
            OLD_HEADER,
            old_row(),
            old_row("0_0_5|1_7_6"),
            old_row("|".join(f"{n}_{7 * n}_undefined" for n in range(100))),
            old_row("|".join(f"{n + 1}_{7 * n}_{n}" for n in range(100))),
            old_row("|".join(f"{n}_{8 * n + 1}_{n}" for n in range(100))),
            old_row(answers.replace("a_b_7_", "a")),
            old_row(assignment=[*ASSIGNMENT[:-1], "xx"]),
            old_row(answers.replace("__99", "__9.9.9")),
            ["", ""],
        )
    assert len(ratings) == 100
    # The comment has a line end, so that a row takes two lines.
    assert reasons(ratings) == [
        ("2 answers instead of 100 in a HIT", "Batch.csv:4"),
        ("undefined answer: a picture did not load", "Batch.csv:6"),
        ("answer '1_0_0' does not belong to item 0, picture 0", "Batch.csv:8"),
        ("answer '0_1_0' does not belong to item 0, picture 0", "Batch.csv:10"),
        ("invalid answer 'aBAD_REF_7__7'", "Batch.csv:12"),
        ("item is 'xx', expected ad or fl", "Batch.csv:14"),
        ("'9.9.9' in value is not a number", "Batch.csv:16"),
        ("2 cells instead of 412", "Batch.csv:18"),
    ]


def test_a_hit_without_answers_has_none():
    with pytest.warns(DataWarning):
        ratings = read(NEW_HEADER, new_row(), [*ASSIGNMENT, ""])
    assert reasons(ratings) == [("0 answers instead of 100 in a HIT", "Batch.csv:3")]
