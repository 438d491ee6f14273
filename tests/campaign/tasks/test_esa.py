"""Error span annotation."""

import jsonschema_rs
import pytest
from tests.campaign.tasks._example import ONE, TWO, Example

from tertium.campaign.tasks import AnswerError, Question, Shown, load_task

TASK, QUESTION = load_task("esa"), Question(answer="esa")

SPAN = {"start": 2, "end": 7, "side": "output", "severity": "minor", "category": ""}
OVERLAP = {"start": 4, "end": 15, "side": "output", "severity": "major", "category": ""}
GAP = {"start": 7, "end": 7, "side": "output", "severity": "major", "category": ""}
MISSING = {"start": 5, "end": 11, "side": "source", "severity": "minor", "category": ""}
WHOLE = {"whole": True, "severity": "major", "category": "Untranslated"}


def part(*spans, value=70, **more):
    return {"spans": list(spans), "value": value, **more}


def written(span):
    """A mark as machines write it: they have no categories to choose."""
    return {key: value for key, value in span.items() if value != ""}


EXAMPLES = [
    Example("esa", ONE, {"outputs": [part(value=100)]}, 1),
    Example(
        "esa", ONE, {"outputs": [part(*map(written, (SPAN, OVERLAP, GAP, MISSING, WHOLE)))]}, 6
    ),
    Example("esa", TWO, {"outputs": [part(written(SPAN)), part(value=0)]}, 3),
    Example(
        "esa",
        ONE,
        {"outputs": [part({**SPAN, "comment": "Why?"}, comment="é")], "comment": "all"},
        2,
    ),
]

# Emoji of several code points, combining marks, Devanagari, Arabic, letters beyond the first plane.
TEXTS = (*("A 👨‍👩‍👧‍👦 and 🇩🇪.", "cafe\u0301 tre\u0300s", "हिन्दी में", "المَدْرَسَةِ NATO", "𠮷野家 𝒳"),)


def read(*spans, shown=ONE, **more):
    return TASK.read({"outputs": [part(*spans, **more)]}, shown, QUESTION)["outputs"][0]


def suggesting(*suggestions):
    return ONE._replace(extra={"suggestions": [list(suggestions)]})


def test_errors_and_the_score_become_ratings():
    stored = read({**SPAN, "comment": "Hm"}, MISSING, GAP, WHOLE)
    rows = [columns for _, columns in TASK.rows({"outputs": [stored]}, QUESTION)]
    assert rows == [
        {"value": 70.0},
        {
            **{"severity": "minor", "category": "", "comment": "Hm"},
            **{"side": "output", "span_start": 2.0, "span_end": 7.0},
        },
        {
            **{"severity": "minor", "category": ""},
            **{"side": "source", "span_start": 5.0, "span_end": 11.0},
        },
        {
            **{"severity": "major", "category": ""},
            **{"side": "output", "span_start": 7.0, "span_end": 7.0},
        },
        {"severity": "major", "category": "Untranslated"},
    ]


def test_comments_on_an_error_on_its_output_and_on_the_item_are_all_kept():
    given = {"outputs": [part({**SPAN, "comment": "a"}, comment="b")], "comment": "c"}
    stored = TASK.read(given, ONE, QUESTION)
    found = [columns.get("comment") for _, columns in TASK.rows(stored, QUESTION)]
    assert found == ["b\nc", "a"]


@pytest.mark.parametrize("text", TEXTS)
def test_every_code_point_can_be_marked(text):
    shown = Shown((text,), source=text)
    for start in range(len(text)):
        for side in ("output", "source"):
            span = {**SPAN, "start": start, "end": start + 1, "side": side}
            assert read(span, shown=shown)["spans"] == [span]
    with pytest.raises(AnswerError, match="outside the text"):
        read({**SPAN, "start": 0, "end": len(text) + 1}, shown=shown)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"start": 9, "end": 4}, "ends before it starts"),
        ({"end": 16}, "outside the text"),
        ({"start": -1}, "outside the text"),
        ({"start": 1.0}, "whole numbers"),
        ({"start": True}, "whole numbers"),
        ({"start": None}, "whole numbers"),
        ({"side": "reference"}, "must be output or source"),
        ({"side": "source", "start": 3, "end": 3}, "must have a length"),
        ({"side": "source", "end": 13}, "outside the text"),
        ({"severity": "critical"}, "unknown severity"),
        ({"severity": None}, "unknown severity"),
        ({"severity": ["minor"]}, "unknown severity"),
        ({"category": "Untranslated"}, "not known there"),
        ({"category": {}}, "not known there"),
        ({"suggestion": 1}, "no suggestion of this number"),
        ({"whole": True}, "no position"),
        ({"color": "red"}, "unknown key"),
        ({"comment": 3}, "comment must be a text"),
    ],
)
def test_impossible_marks_are_refused(changes, message):
    with pytest.raises(AnswerError, match=message):
        read({**SPAN, **changes})


def test_marks_that_are_none():
    others: list[object] = [None, [], "x", 3, {"whole": False, "severity": "minor"}]
    for wrong in (*others, {"whole": True}):
        with pytest.raises(AnswerError):
            read(wrong)
    with pytest.raises(AnswerError, match="'spans' must be a list"):
        TASK.read({"outputs": [{"spans": {}, "value": 3}]}, ONE, QUESTION)
    with pytest.raises(AnswerError, match="At most 200 errors"):
        read(*[SPAN] * 201)
    with pytest.raises(AnswerError, match="source, which is not shown"):
        read(MISSING, shown=ONE._replace(source=None))
    with pytest.raises(AnswerError, match="between 0 and 100"):
        read(value=101)
    with pytest.raises(AnswerError, match="must be of the form"):
        TASK.read({"outputs": [{"spans": []}]}, ONE, QUESTION)


def test_it_is_kept_what_became_of_suggestions():
    kept, changed, deleted = ({**SPAN, "id": number} for number in (1, 2, 3))
    stored = read(
        {**SPAN, "suggestion": 1},
        {**SPAN, "severity": "major", "suggestion": 2},
        GAP,
        shown=suggesting(kept, changed, deleted),
    )
    assert [one.get("suggestion") for one in stored["spans"]] == [1, 2, None]
    assert stored["suggestions"] == [
        {"id": 1, "became": "kept"},
        {"id": 2, "became": "changed"},
        {"id": 3, "became": "deleted"},
    ]
    # What is stored is read again when the annotator changes the answer.
    assert read(*stored["spans"], suggestions=[], shown=suggesting(kept, changed, deleted)) == (
        stored
    )
    with pytest.raises(AnswerError, match="can become one error only"):
        read(*[{**SPAN, "suggestion": 1}] * 2, shown=suggesting(kept))


def test_a_suggested_category_that_cannot_be_chosen_is_none():
    suggested = {**SPAN, "id": 1, "category": "Untranslated"}
    stored = read({**SPAN, "suggestion": 1}, shown=suggesting(suggested))
    assert stored["suggestions"] == [{"id": 1, "became": "kept"}]


def test_machines_cannot_mark_what_people_cannot():
    schema = TASK.schema(1, QUESTION)
    for wrong in (
        {**SPAN, "severity": "critical"},
        {**SPAN, "start": -1},
        {**WHOLE, "category": "Style"},
        {"start": 1, "end": 2},
    ):
        assert not jsonschema_rs.is_valid(schema, {"outputs": [part(wrong)]})
