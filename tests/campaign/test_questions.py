"""Comprehension questions."""

import json

import pytest

from tertium.campaign.questions import is_accepted, read_questions
from tertium.core.errors import FormatError

GOOD = {"segment": "1", "question": "Who won?", "choices": ["Ann", "Bob"], "answer": "Bob"}
SHORT = {"segment": 2, "question": "When?", "answers": ["1998", "in 1998"]}


def read(*lines, ids=("1", "2", "3")):
    found = [(f"q.jsonl:{number}", line) for number, line in enumerate(lines, 1)]
    return read_questions(found, ids, "q.jsonl")


def test_questions_of_both_kinds():
    first, second = read(GOOD, SHORT)
    assert (first.choices, first.accepted) == (("Ann", "Bob"), ("Bob",))
    assert (second.segment, second.choices) == ("2", ())
    page = json.dumps([first.for_page(), second.for_page()])
    assert "accepted" not in page
    assert "1998" not in page


def test_case_spaces_and_composition_do_not_matter():
    accepted = ("Zürich", "in Straße")
    for answer in (" ZÜRICH ", "Zu\u0308rich", "in  STRASSE"):
        assert is_accepted(answer, accepted)
    assert not is_accepted(None, accepted)
    for answer in ("", "Zurich", "inStraße"):
        assert not is_accepted(answer, accepted)


@pytest.mark.parametrize(
    ("lines", "where", "message"),
    [
        ([], "q.jsonl", "The file has no questions"),
        ([{**GOOD, "segment": "9"}], "q.jsonl:1", "no segment '9'"),
        ([{**GOOD, "segment": None}], "q.jsonl:1", "no segment None"),
        ([{**GOOD, "segment": ["1"]}], "q.jsonl:1", "no segment"),
        ([{"question": "Who?", "answer": "x"}], "q.jsonl:1", "has no 'segment'"),
        ([{"segment": "1", "answer": "x"}], "q.jsonl:1", "has no 'question'"),
        ([GOOD, {"segment": "1", "question": "Why?"}], "q.jsonl:2", "either 'answer'"),
        ([{**GOOD, "answers": ["Bob"]}], "q.jsonl:1", "either 'answer'"),
        ([{**GOOD, "answer": "Eve"}], "q.jsonl:1", "'Eve' is none of the choices"),
        ([{**GOOD, "answer": 3}], "q.jsonl:1", "must be a text"),
        ([{**GOOD, "choices": ["Bob"]}], "q.jsonl:1", "2 to 20 choices"),
        ([{**GOOD, "choices": ["Bob", "bob "]}], "q.jsonl:1", "1 text twice"),
        ([{**GOOD, "choices": "Bob"}], "q.jsonl:1", "must be a list of texts"),
        ([{**SHORT, "answers": []}], "q.jsonl:1", "must be a list of texts"),
        ([{**SHORT, "answers": [" "]}], "q.jsonl:1", "is empty"),
        ([{**SHORT, "right": "x"}], "q.jsonl:1", "no key 'right'"),
        ([GOOD, SHORT, {**GOOD, "question": "who  WON?"}], "q.jsonl:3", "is that of q.jsonl:1"),
        ([{**GOOD, "question": "a\0"}], "q.jsonl:1", "databases cannot keep"),
        ([{**GOOD, "question": f"{n}?"} for n in range(21)], "q.jsonl:21", "more than 20"),
    ],
)
def test_questions_that_cannot_be_asked(lines, where, message):
    with pytest.raises(FormatError, match=message) as refused:
        read(*lines)
    assert refused.value.where == where
