"""Comprehension: questions on the content, answered from the output alone.

Annotators see neither source nor reference, and each segment in the output of one system only: who
has read the text before knows the answers. A judgment is the share of right answers.

Reference: Neubig's tutorial, section 11.6.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tertium.campaign.questions import LONGEST_ANSWER, is_accepted
from tertium.campaign.tasks._task import (
    AnswerError,
    OutputTask,
    Question,
    Shown,
    is_text,
    object_schema,
)
from tertium.core.formatting import counted


class Comprehension(OutputTask):
    """Right answers to questions on the output."""

    contexts: ClassVar[tuple[str, ...]] = ("nothing",)
    answers: ClassVar[tuple[str, ...]] = ("questions",)
    most: ClassVar[int] = 1
    controls: ClassVar[bool] = False
    seconds: ClassVar[float] = 40.0
    in_documents: ClassVar[bool] = False
    once: ClassVar[bool] = True

    def part_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the answer to one output: an answer, or null, for each question."""
        answer = {"type": ["string", "null"], "maxLength": LONGEST_ANSWER}
        answers = {"type": "object", "additionalProperties": answer, "minProperties": 1}
        return object_schema(answers=answers)

    def read_part(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check that each question has an answer; null says that the text does not tell."""
        answers = given.get("answers")
        if set(given) != {"answers"} or not isinstance(answers, dict):
            raise AnswerError("bad-answer", 'The answer must be of the form {"answers": {...}}.')
        asked = {one["id"]: one["choices"] for one in shown.extra.get("questions", ())}
        if set(answers) != set(asked):
            raise AnswerError("bad-answer", "Each question must have one answer.")
        return {"answers": {name: _read(answers[name], asked[name]) for name in asked}}

    def part_rows(self, part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
        """Yield one row with the share of right answers."""
        answers = part["answers"]
        right = sum(is_accepted(one, question.accepted[name]) for name, one in answers.items())
        yield {"value": right / len(answers)}


def _read(answer: object, choices: list[str]) -> str | None:
    if answer is None:
        return None
    if not is_text(answer, LONGEST_ANSWER) or not answer.strip():
        raise AnswerError(
            "bad-answer",
            f"An answer must be a text of at most {counted(LONGEST_ANSWER, 'character')}.",
        )
    if choices and answer not in choices:
        raise AnswerError("out-of-range", "An answer must be one of the choices.")
    return answer.strip() if not choices else answer


TASK = Comprehension
