"""Preferences between two outputs."""

import pytest
from tests.campaign.tasks._example import TWO, Example

from tertium.campaign.tasks import AnswerError, Question, Shown, load_task

EXAMPLES = [
    *[Example("preference", TWO, {"preferred": one}, rows=2) for one in (0, 1, None)],
    Example("preference", TWO, {"preferred": 1, "comment": "Only just."}, rows=2),
]


def read(preferred, shown=TWO, **question):
    given = {"preferred": preferred}
    return load_task("preference").read(given, shown, Question("preference", **question))


@pytest.mark.parametrize(("preferred", "ranks"), [(0, (1, 2)), (1, (2, 1)), (None, (1, 1))])
def test_a_preference_is_a_ranking_of_two(preferred, ranks):
    rows = load_task("preference").rows(read(preferred), Question("preference"))
    assert [(number, columns["value"]) for number, columns in rows] == list(enumerate(ranks))


@pytest.mark.parametrize("preferred", [2, -1, 10**400, True, "0", 0.0, [], "equal"])
def test_other_answers_are_refused(preferred):
    with pytest.raises(AnswerError, match=r"0, 1 or null\.$"):
        read(preferred)


def test_ties_are_refused_where_none_are_allowed():
    with pytest.raises(AnswerError, match=r"^Ties are not allowed"):
        read(None, ties=False)
    assert read(0, ties=False) == {"preferred": 0}


def test_outputs_with_the_same_text_are_always_tied():
    assert read(None, Shown(("One.", "One.")), ties=False) == {"preferred": None}
