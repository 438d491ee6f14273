"""Rankings of outputs."""

import pytest
from tests.campaign.tasks._example import TWO, Example

from tertium.campaign.tasks import AnswerError, Question, Shown, load_task

FIVE = Shown(tuple(f"Output number {number}." for number in range(5)), source="Eine Quelle.")

EXAMPLES = [
    Example("ranks", TWO, {"ranks": [1, 2]}, rows=2),
    Example("ranks", FIVE, {"ranks": [1, 2, 2, 5, 3], "comment": "Two are alike."}, rows=5),
    Example("ranks", FIVE, {"ranks": [1, 1, 1, 1, 1]}, rows=5),
]


def read(ranks, shown=FIVE, **question):
    return load_task("ranking").read({"ranks": ranks}, shown, Question("ranks", **question))


def test_ranks_become_ratings_as_they_were_given():
    task, question = load_task("ranking"), Question("ranks")
    stored = read([1, 5, 3, 3, 2])
    ranks = [1.0, 5.0, 3.0, 3.0, 2.0]
    assert list(task.rows(stored, question)) == [(n, {"value": r}) for n, r in enumerate(ranks)]


@pytest.mark.parametrize("ranks", [[0, 1, 2, 3, 4], [1, 2, 3, 4, 6], [1, 2, 3, 4, 10**400]])
def test_a_rank_that_no_output_can_have_is_refused(ranks):
    with pytest.raises(AnswerError, match=r"between 1 and 5\.") as refused:
        read(ranks)
    assert refused.value.code == "out-of-range"


@pytest.mark.parametrize(
    "ranks", [None, {}, "12345", [1, 2], [1, 2, 3, 4, "5"], [1, 2, 3, 4, True]]
)
def test_answers_of_another_form_are_refused(ranks):
    with pytest.raises(AnswerError) as refused:
        read(ranks)
    assert refused.value.code == "bad-answer"


def test_ties_are_refused_where_none_are_allowed():
    with pytest.raises(AnswerError, match=r"^Ties are not allowed"):
        read([1, 2, 2, 3, 4], ties=False)
    assert read([5, 4, 3, 2, 1], ties=False) == {"ranks": [5, 4, 3, 2, 1]}


def test_outputs_with_the_same_text_are_always_tied():
    same = Shown(("One.", "Two.", "One."))
    assert read([1, 2, 1], same, ties=False) == {"ranks": [1, 2, 1]}
    with pytest.raises(AnswerError):
        read([1, 1, 2], same, ties=False)
