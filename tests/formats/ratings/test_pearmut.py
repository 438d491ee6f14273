"""Annotations of Pearmut."""

import json
import math
from typing import Any

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

pearmut = plugins.load("formats.ratings", "pearmut")


def _entry(number: int) -> str:
    error = {"start_i": 1, "end_i": 2, "category": None, "severity": "minor"}
    entry = {
        "user_id": "ann",
        "item_i": number,
        "item": [{"item_id": f"s{number}", "src": "Ja.", "tgt": {"one": "Yes."}}],
        "annotation": [{"one": {"score": number % 101, "error_spans": [error]}}],
        "actions": [{"time": 1700000000.5, "action": "load"}],
    }
    return json.dumps(entry)


EXAMPLE = Example(_entry, delimiter="", word='"one"')


def entry(user: str = "ann", number: Any = 0, **changes: Any) -> dict[str, Any]:
    made = {
        "user_id": user,
        "item_i": number,
        "item": [{"item_id": f"doc{number}:{n}", "src": "Ja."} for n in range(2)],
        "annotation": [
            {"A": {"score": 70, "error_spans": []}, "B": {"score": 90}} for _ in range(2)
        ],
        "actions": [{"time": 1000.5, "action": "load"}, {"time": 1009.5, "action": "submit"}],
    }
    return made | changes


def read(*entries: Any) -> Ratings:
    data = "".join(f"{json.dumps(one)}\n" for one in entries).encode()
    assert pearmut.sniff(data)
    ratings: Ratings = pearmut.read(data, "x.jsonl")
    return ratings


def test_scores_of_systems_and_segments():
    ratings = read(entry())
    columns = ("annotator", "batch", "segment", "system", "task", "value", "start", "end")
    assert cells(ratings, *columns) == [
        ("ann", "0", "doc0:0", "A", "adequacy", 70, 1000.5, 1009.5),
        ("ann", "0", "doc0:0", "B", "adequacy", 90, 1000.5, 1009.5),
        ("ann", "0", "doc0:1", "A", "adequacy", 70, 1000.5, 1009.5),
        ("ann", "0", "doc0:1", "B", "adequacy", 90, 1000.5, 1009.5),
    ]


@pytest.mark.parametrize(
    ("category", "task"), [(None, "esa"), ("Linguistic conventions/Spelling", "mqm")]
)
def test_errors(category, task):
    error = {"start_i": 1, "end_i": 2, "category": category, "severity": "Major"}
    given = {"score": 70, "error_spans": [error, error]}
    ratings = read(entry(annotation=[{"A": given}, None]))
    assert cells(ratings, "task", "category", "severity") == [
        (task, "", ""),
        (task, category or "", "major"),
        (task, category or "", "major"),
    ]
    assert ratings.value[0] == 70
    assert math.isnan(ratings.value[1])


def with_errors(text: str | None, *places: tuple[Any, Any], **changes: Any) -> dict[str, Any]:
    """An entry with the output `text`, and errors from unit to unit."""
    errors = [{"start_i": first, "end_i": last, "severity": "minor"} for first, last in places]
    item = {"item_id": "1", "src": "Ja."} | ({} if text is None else {"tgt": {"A": text}})
    return entry(item=[item], annotation=[{"A": {"score": 70, "error_spans": errors}}], **changes)


@pytest.mark.parametrize(
    ("text", "places", "spans"),
    [
        ("Yes.", [(0, 2), (3, 3)], [(0, 3), (3, 4)]),
        # An emoji has two units; half of it stands for all of it.
        ("a😀b", [(1, 2), (3, 3), (1, 1), (2, 2)], [(1, 2), (2, 3), (1, 2), (1, 2)]),
        # Line ends have no number, and a span over a line end includes it.
        ("a\nb\n\nc", [(1, 1), (2, 2), (0, 1)], [(2, 3), (5, 6), (0, 3)]),
        ("😀\n😀x", [(2, 3), (4, 4)], [(2, 3), (3, 4)]),
        # "[missing]" and other special tokens come after the last unit.
        ("Yes.", [(4, 4), (5, 5)], [(4, 4), (4, 4)]),
        ("😀\n😀\n", [(4, 4)], [(4, 4)]),
        ("", [(0, 0)], [(0, 0)]),
        # Without the text, units are kept.
        (None, [(1, 2), (7, 7)], [(1, 3), (7, 8)]),
    ],
)
def test_spans_are_code_points_of_the_output(text, places, spans):
    ratings = read(with_errors(text, *places))
    assert (
        list(zip(ratings.span_start[1:].tolist(), ratings.span_end[1:].tolist(), strict=True))
        == spans
    )
    assert ratings.side.to_list() == ["", *["output"] * len(spans)]
    assert math.isnan(ratings.span_start[0])


def test_errors_of_a_whole_output_have_no_span():
    ratings = read(with_errors("Yes.", (None, None)))
    assert ratings.severity.to_list() == ["", "minor"]
    assert all(map(math.isnan, [*ratings.span_start, *ratings.span_end]))
    assert ratings.side.names == ("",)


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ((2, 4), "error span outside its text"),
        ((4, 5), "error span outside its text"),
        ((-1, 2), "error span outside its text"),
        ((2, 1), "error span that ends before it begins"),
        ((None, 1), "unreadable error spans"),
        (("1", "2"), "unreadable error spans"),
    ],
)
def test_documents_with_an_impossible_span_are_dropped(place, reason):
    with pytest.warns(DataWarning):
        ratings = read(with_errors("Yes.", (0, 1)), with_errors("Yes.", (0, 1), place, user="bob"))
    assert ratings.annotator.names == ("ann",)
    assert reasons(ratings) == [(reason, "x.jsonl:2")]


def test_comments_are_those_of_the_first_judgment_of_an_output():
    item = {"item_id": "1", "tgt": {"A": "Yes.", "B": "No.", "C": "Yes."}}
    error = {"start_i": 0, "end_i": 1, "severity": "minor"}
    given = {
        "A": {"score": 70, "error_spans": [error], "textfield": 'Ja, "so".\r\nZwei'},
        "B": {"score": 60, "textfield": "No."},  # prefilled with the output, and not changed
        "C": {"score": None, "error_spans": [error], "textfield": None},
    }
    ratings = read(entry(item=[item], annotation=[given], comment="Hard."))
    assert cells(ratings, "system", "severity", "comment") == [
        ("A", "", 'Hard.\nJa, "so".\r\nZwei'),
        ("A", "minor", ""),
        ("B", "", "Hard."),
        ("C", "minor", "Hard."),
    ]


def test_sliders_of_tasks_that_are_known():
    given = {"score": None, "sliders": {"Fluency": 4, "Adequacy": 90, "Humour": 1}}
    ratings = read(entry(annotation=[{"A": given}, None]))
    assert cells(ratings, "task", "value") == [("fluency", 4), ("adequacy", 90)]


def test_ids_of_wmt():
    items = [{"item_id": f"cs-de_DE_#_edu_#_edu02178_#_{n}"} for n in range(2)]
    ratings = read(entry(item=items))
    assert cells(ratings, "languages", "document", "segment")[::2] == [
        ("cs-de_DE", "edu:edu02178", "0"),
        ("cs-de_DE", "edu:edu02178", "1"),
    ]


def test_segments_are_told_apart_whatever_their_ids():
    same = read(entry(item=[{"item_id": "a"}, {"item_id": "a"}]))
    assert same.segment.names == ("a:0", "a:1")
    older = read(entry(item=[{"doc_id": "a"}, {"doc_id": "b"}]))
    assert older.segment.names == ("a", "b")
    # Task-based campaigns number documents for each user, so the numbers do not identify them.
    texts = read(
        entry("ann", item=[{"src": "Ja."}, {"src": "Nein."}]),
        entry("bob", item=[{"src": "Nein."}, {"src": "Ja."}]),
    )
    assert texts.segment.codes.tolist() == [0, 0, 1, 1, 1, 1, 0, 0]


def test_earlier_files_have_no_items():
    ratings = read({"user_id": "a", "item_i": 3, "annotation": {"A": {"score": 85}}})
    assert cells(ratings, "segment", "system", "value") == [("3:0", "A", 85)]
    assert math.isnan(ratings.start[0])


def test_the_last_annotation_counts_unless_it_was_reset():
    with pytest.warns(DataWarning):
        ratings = read(
            entry("ann", 0),
            entry("ann", 1),
            entry("bob", 0),
            entry("ann", 0),
            {"user_id": "ann", "item_i": 1, "annotation": "__RESET__"},
            {"user_id": "cid", "item_i": 1, "annotation": "__RESET__"},
        )
    assert reasons(ratings) == [
        ("reset or repeated later", "x.jsonl:1"),
        ("reset or repeated later", "x.jsonl:2"),
        ("reset", "x.jsonl:5"),
        ("reset", "x.jsonl:6"),
    ]
    assert cells(ratings, "annotator", "batch")[::4] == [("bob", "0"), ("ann", "0")]


@pytest.mark.parametrize("indent", [None, 2])
def test_what_the_dashboard_downloads(indent):
    """One object, with the annotations of each campaign; documents are counted in each anew."""
    campaigns = {"wmt25_#_en-cs_CZ": [entry()], "mine": [entry(), entry("bob")], "empty": []}
    data = json.dumps(campaigns, indent=indent).encode()
    assert pearmut.sniff(data)
    ratings = pearmut.read(data, "annotations.json")
    assert cells(ratings, "annotator", "batch", "languages", "document", "segment")[::4] == [
        ("ann", "wmt25_#_en-cs_CZ:0", "en-cs_CZ", "wmt25_#_en-cs_CZ", "doc0:0"),
        ("ann", "mine:0", "", "mine", "doc0:0"),
        ("bob", "mine:0", "", "mine", "doc0:0"),
    ]


def test_what_was_downloaded_and_cannot_be_used_is_reported_by_its_number():
    campaigns = {"one": [entry(), entry("a", "welcome_0"), 7], "two": [entry(annotation="7")]}
    with pytest.warns(DataWarning, match=r"3 of 4 rows not used: .* the first in entry 2\."):
        ratings = pearmut.read(json.dumps(campaigns).encode(), "x.json")
    assert reasons(ratings) == [
        ("tutorial, check or form", "x.json:entry 2"),
        ("no annotation by system", "x.json:entry 3"),
        ("no annotation by system", "x.json:entry 4"),
    ]


def test_what_was_downloaded_in_part_is_refused():
    data = json.dumps({"one": [entry()]}).encode()
    with pytest.raises(FormatError, match="The only row cannot be used: Not JSON"):
        pearmut.read(data[:-9], "x.json")
    with pytest.raises(FormatError, match="has no judgments"):
        pearmut.read(b'{"one": []}', "x.json")


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    nothing: dict[str, Any] = {"A": {"score": None, "error_spans": []}}
    with pytest.warns(DataWarning):
        ratings = read(
            entry(),
            entry("a", "welcome_0"),
            entry("b", annotation=[nothing, None]),
            entry("c", annotation=[nothing]),
            entry("d", annotation=7),
            entry("e", item=[7, 7]),
            entry("f", annotation=[{"A": {"score": "good"}}, None]),
            7,
            entry("g", annotation=[{"score": 7, "error_spans": []}, None]),
        )
    assert len(ratings) == 4
    assert reasons(ratings) == [
        ("tutorial, check or form", "x.jsonl:2"),
        ("skipped: no score and no error", "x.jsonl:3"),
        ("1 annotation for 2 items", "x.jsonl:4"),
        ("no annotation by system", "x.jsonl:5"),
        ("no list of items", "x.jsonl:6"),
        ("expected a number as score, found str", "x.jsonl:7"),
        ("Expected an object, found int", "x.jsonl:8"),
        ("no annotation by system", "x.jsonl:9"),
    ]
