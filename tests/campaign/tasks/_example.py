"""Examples of answers, which every test of a task gives for the contracts."""

from typing import Any, NamedTuple

from tertium.campaign.tasks import Shown

ONE = Shown(("A first output.",), source="Eine Quelle.")
TWO = Shown(("A first output.", "A second one."), source="Eine Quelle.")


class Example(NamedTuple):
    """Answers in one form, and the number of rows of ratings that they become."""

    answer: str
    shown: Shown
    given: dict[str, Any]
    rows: int


def scored() -> list[Example]:
    """Answers of tasks with one value per output."""
    values: dict[str, list[object]] = {
        "slider": [0, 73, 100],
        "five-point": [1, 2, 3, 4, 5],
        "yes-no": ["yes", "no"],
    }
    single = [
        Example(answer, ONE, {"outputs": [{"value": value}]}, 1)
        for answer, found in values.items()
        for value in found
    ]
    return [
        *single,
        Example("slider", TWO, {"outputs": [{"value": 1}, {"value": 99}]}, 2),
        Example("slider", ONE, {"outputs": [{"value": 1, "comment": "Why?"}], "comment": "é"}, 1),
    ]
