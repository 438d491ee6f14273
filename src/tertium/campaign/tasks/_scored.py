"""Tasks whose answer is one value: a slider, five points, or yes and no."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tertium.campaign.scale import RANGES
from tertium.campaign.tasks._task import (
    AnswerError,
    OutputTask,
    Question,
    Shown,
    object_schema,
)

_WORDS = {"yes": 1, "no": 0}


class ScoredTask(OutputTask):
    """A task with one value per output: `{"value": 73}`, `{"value": 4}` or `{"value": "yes"}`."""

    answers: ClassVar[tuple[str, ...]] = ("slider", "five-point", "yes-no")

    def range(self, answer: str) -> tuple[float, float] | None:
        """Smallest and largest value of the scale."""
        return RANGES[answer]

    def part_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the answer to one output."""
        if question.answer == "yes-no":
            return object_schema(value={"enum": list(_WORDS)})
        low, high = RANGES[question.answer]
        return object_schema(value={"type": "integer", "minimum": low, "maximum": high})

    def read_part(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check that the answer is a value of the scale."""
        if set(given) != {"value"}:
            raise AnswerError("bad-answer", 'The answer must be of the form {"value": ...}.')
        return {"value": read_value(given["value"], question.answer)}

    def part_rows(self, part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
        """Yield one row with the value as a number; yes is 1 and no is 0."""
        value = part["value"]
        yield {"value": float(_WORDS[value] if question.answer == "yes-no" else value)}


def read_value(value: object, answer: str) -> int | str:
    """Check a value of a scale."""
    if answer == "yes-no":
        if not isinstance(value, str) or value not in _WORDS:
            raise AnswerError("out-of-range", 'The answer must be "yes" or "no".')
        return value
    low, high = RANGES[answer]
    if type(value) is not int:
        raise AnswerError("bad-answer", "The answer must be a whole number.")
    if not low <= value <= high:
        raise AnswerError("out-of-range", f"The answer must be between {low} and {high}.")
    return value
