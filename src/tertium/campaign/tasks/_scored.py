"""Tasks whose answer is one value: a slider, five points, or yes and no."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tertium.campaign.scale import RANGES
from tertium.campaign.settings import ANSWERS
from tertium.campaign.tasks._task import AnswerError, Task

_WORDS = {"yes": 1, "no": 0}


class ScoredTask(Task):
    """A task with one value per output: `{"value": 73}`, `{"value": 4}` or `{"value": "yes"}`."""

    answers: ClassVar[tuple[str, ...]] = ANSWERS

    def read_answer(self, given: object, answer: str) -> dict[str, Any]:
        """Check that the answer is a value of the scale."""
        if not isinstance(given, dict) or set(given) != {"value"}:
            raise AnswerError("bad-answer", 'The answer must be of the form {"value": ...}.')
        value = given["value"]
        if answer == "yes-no":
            if not isinstance(value, str) or value not in _WORDS:
                raise AnswerError("out-of-range", 'The answer must be "yes" or "no".')
            return {"value": value}
        low, high = RANGES[answer]
        if type(value) is not int:
            raise AnswerError("bad-answer", "The answer must be a whole number.")
        if not low <= value <= high:
            raise AnswerError("out-of-range", f"The answer must be between {low} and {high}.")
        return {"value": value}

    def ratings_rows(self, stored: Mapping[str, Any], answer: str) -> list[dict[str, Any]]:
        """One row with the value as a number; yes is 1 and no is 0."""
        value = stored["value"]
        return [{"value": float(_WORDS[value] if answer == "yes-no" else value)}]
