"""Fluency."""

from tests.campaign.tasks._example import ONE, TWO, scored

from tertium.campaign.tasks import Question, load_task

EXAMPLES = scored()


def test_a_value_becomes_a_rating():
    task, question = load_task("fluency"), Question(answer="slider")
    stored = task.read({"outputs": [{"value": 70}]}, ONE, question)
    assert list(task.rows(stored, question)) == [(0, {"value": 70.0})]


def test_every_output_has_a_value():
    task, question = load_task("fluency"), Question(answer="yes-no")
    stored = task.read({"outputs": [{"value": "yes"}, {"value": "no"}]}, TWO, question)
    assert list(task.rows(stored, question)) == [(0, {"value": 1.0}), (1, {"value": 0.0})]
