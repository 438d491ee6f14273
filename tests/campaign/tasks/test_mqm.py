"""Errors with category and severity."""

from typing import Any

import jsonschema_rs
import pytest
from tests.campaign.tasks._example import ONE, TWO, Example

from tertium.campaign.sliders import Slider
from tertium.campaign.tasks import AnswerError, Question, load_task
from tertium.campaign.typology import load_typology, read_typology

TASK, QUESTION = load_task("mqm"), Question(answer="mqm")

SPAN = {
    **{"start": 2, "end": 7, "side": "output"},
    **{"severity": "minor", "category": "Incorrect words/Incorrect form"},
}
GAP = {**SPAN, "start": 7, "end": 7, "category": "Missing words/Content words"}
MISSING = {**GAP, "start": 5, "end": 11, "side": "source", "severity": "major"}
WHOLE = {"whole": True, "severity": "major", "category": "Whole output/Other language"}
NOTHING = {"spans": [], "no_errors": True}

EXAMPLES = [
    Example("mqm", ONE, {"outputs": [NOTHING]}, 1),
    Example("mqm", ONE, {"outputs": [{"spans": [SPAN, GAP, MISSING, WHOLE]}]}, 4),
    Example("mqm", TWO, {"outputs": [{"spans": [SPAN]}, NOTHING]}, 2),
    Example("mqm", ONE, {"outputs": [{"spans": [{**SPAN, "comment": "Why?"}], "comment": "é"}]}, 1),
]


def read(*spans, question=QUESTION, **more):
    return TASK.read({"outputs": [{"spans": list(spans), **more}]}, ONE, question)["outputs"][0]


def rows(stored, question=QUESTION):
    return [columns for _, columns in TASK.rows({"outputs": [stored]}, question)]


def test_errors_become_ratings():
    assert rows(read(SPAN, WHOLE)) == [
        {
            **{"severity": "minor", "category": "Incorrect words/Incorrect form"},
            **{"side": "output", "span_start": 2.0, "span_end": 7.0},
        },
        {"severity": "major", "category": "Whole output/Other language"},
    ]


def test_no_errors_is_an_answer_of_its_own():
    assert rows(read(no_errors=True)) == [{}]
    for more in ({}, {"no_errors": False}, {"no_errors": 1}):
        with pytest.raises(AnswerError, match="no_errors"):
            read(**more)
    with pytest.raises(AnswerError, match="without marked errors only"):
        read(SPAN, no_errors=True)


@pytest.mark.parametrize(
    ("span", "message"),
    [
        ({**SPAN, "category": ""}, "category that is not known there"),
        ({**SPAN, "category": "Incorrect words"}, "category that is not known there"),
        ({**GAP, "category": SPAN["category"]}, "category that is not known there"),
        ({**MISSING, "category": SPAN["category"]}, "category that is not known there"),
        ({**WHOLE, "category": SPAN["category"]}, "category that is not known there"),
        ({**SPAN, "category": GAP["category"]}, "category that is not known there"),
        ({**SPAN, "severity": "neutral"}, "unknown severity"),
    ],
)
def test_categories_belong_to_places(span, message):
    with pytest.raises(AnswerError, match=message):
        read(span)


def test_the_typology_of_the_campaign_counts():
    question = Question("mqm", typology=load_typology("mqm"))
    span = {**SPAN, "severity": "neutral", "category": "Fluency/Punctuation"}
    assert read(span, question=question)["spans"] == [span]
    own = Question("mqm", typology=read_typology('[severity]\nbad = "Bad"', "own.toml"))
    span = {**SPAN, "severity": "bad", "category": ""}
    assert read(span, question=own)["spans"] == [span]
    with pytest.raises(AnswerError, match="not marked at such a place"):
        read({**WHOLE, "severity": "bad", "category": ""}, question=own)


def test_machines_mark_errors_or_say_that_there_are_none():
    question = Question("mqm", sliders=(Slider("fluency", 0, 100, 1),))
    schema, sliders = TASK.schema(1, question), {"sliders": {"fluency": 3}}
    right: list[dict[str, Any]] = [NOTHING, {"spans": [SPAN]}]
    for part in right:
        assert jsonschema_rs.is_valid(schema, {"outputs": [{**part, **sliders}]})
    wrong: list[dict[str, Any]] = [{"spans": []}, {"spans": [SPAN], "no_errors": True}]
    for part in (*wrong, {"no_errors": True}):
        assert not jsonschema_rs.is_valid(schema, {"outputs": [{**part, **sliders}]})
        with pytest.raises(AnswerError):
            TASK.read({"outputs": [{**part, **sliders}]}, ONE, question)
