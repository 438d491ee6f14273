"""Comprehension questions."""

import pytest
from tests.campaign.tasks._example import Example

from tertium.campaign.questions import TextQuestion
from tertium.campaign.tasks import AnswerError, Question, load_task
from tertium.campaign.tasks._task import Shown

# The contracts use them, too.
QUESTIONS = (
    TextQuestion("1", "s1", "Who won?", ("Ann", "Bob"), ("Ann",)),
    TextQuestion("2", "s1", "When?", (), ("1998", "In  1998")),
)
SHOWN = Shown(("Ann won in 1998.",), extra={"questions": [one.for_page() for one in QUESTIONS]})
QUESTION = Question(answer="questions", accepted={one.name: one.accepted for one in QUESTIONS})

EXAMPLES = [
    Example("questions", SHOWN, {"outputs": [{"answers": {"1": first, "2": second}}]}, rows=1)
    for first, second in (("Ann", "1998"), ("Bob", None), (None, "😀 \U0001d400"))
]

TASK = load_task("comprehension")


def answered(first, second):
    return {"outputs": [{"answers": {"1": first, "2": second}}]}


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ("Ann", "1998", 1.0),
        ("Ann", " in\t1998 ", 1.0),
        ("Bob", "IN 1998", 0.5),
        ("Ann", "in 1999", 0.5),
        (None, None, 0.0),
    ],
)
def test_a_judgment_is_the_share_of_right_answers(first, second, share):
    stored = TASK.read(answered(first, second), SHOWN, QUESTION)
    assert list(TASK.rows(stored, QUESTION)) == [(0, {"value": share})]


@pytest.mark.parametrize(
    "answers",
    [
        {"1": "Ann"},
        {"1": "Ann", "2": "1998", "3": "x"},
        {"1": "ann", "2": "1998"},
        {"1": "Ann", "2": ""},
        {"1": "Ann", "2": "x" * 501},
        {"1": "Ann", "2": "\0"},
        {"1": 0, "2": "1998"},
        {"1": ["Ann"], "2": "1998"},
    ],
)
def test_other_answers_are_refused(answers):
    with pytest.raises(AnswerError):
        TASK.read({"outputs": [{"answers": answers}]}, SHOWN, QUESTION)
