"""Preference: which of two outputs is better, or are they of equal quality?

A preference is a ranking of two outputs.

Reference: Zaidan and Callison-Burch 2009, Feasibility of human-in-the-loop minimum error rate
training, section 5.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tertium.campaign.tasks._compared import ComparedTask
from tertium.campaign.tasks._task import AnswerError, Question, Shown, object_schema

# Ranks of both outputs, by the number of the better one.
_RANKS: dict[int | None, tuple[int, int]] = {0: (1, 2), 1: (2, 1), None: (1, 1)}


class Preference(ComparedTask):
    """The better of two outputs, `{"preferred": 0}`; null stands for equal quality."""

    answers: ClassVar[tuple[str, ...]] = ("preference",)
    most: ClassVar[int] = 2
    usual: ClassVar[int] = 2

    def schema(self, outputs: int, question: Question) -> dict[str, Any]:
        """JSON Schema of an answer: the number of the better output, or null."""
        equal = "; null: equal quality" if question.ties else ""
        return object_schema(
            preferred={
                "description": f"0: the first output is better; 1: the second one is{equal}.",
                # Outputs with the same text are of equal quality.
                "enum": [0, 1, None],
            }
        )

    def read_answer(
        self, given: Mapping[str, Any], shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check that the answer names one of two outputs, or none."""
        if set(given) != {"preferred"}:
            raise AnswerError("bad-answer", 'The answer must be of the form {"preferred": 0}.')
        if len(shown.outputs) != len(_RANKS[None]):
            raise AnswerError("bad-answer", "A preference is between two outputs.")
        preferred = given["preferred"]
        if preferred is not None and type(preferred) is not int:
            raise AnswerError("bad-answer", "The preferred output must be 0, 1 or null.")
        if preferred not in _RANKS:
            raise AnswerError("out-of-range", "The preferred output must be 0, 1 or null.")
        self.check_ties(_RANKS[preferred], shown, question)
        return {"preferred": preferred}

    def ranks(self, stored: Mapping[str, Any]) -> Sequence[int]:
        """1 for the better output and 2 for the other one; 1 for both if they are equal."""
        return _RANKS[stored["preferred"]]


TASK = Preference
