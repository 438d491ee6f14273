"""Ranking: which of up to five outputs is best, second best, and so on?

Annotators give every output a rank, 1 for the best. Ranks may be tied and may have gaps, and are
kept as they are given: rankings and agreement use their order only.

Reference: Bojar et al. 2013, Findings of the 2013 workshop on statistical machine translation.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tertium.campaign.tasks._compared import ComparedTask
from tertium.campaign.tasks._task import AnswerError, Question, Shown, object_schema


class Ranking(ComparedTask):
    """Order of up to five outputs from the best to the worst: `{"ranks": [1, 2, 2]}`."""

    answers: ClassVar[tuple[str, ...]] = ("ranks",)
    usual: ClassVar[int] = 5

    def schema(self, outputs: int, question: Question) -> dict[str, Any]:
        """JSON Schema of an answer: a rank for each output."""
        ties = "ties are allowed" if question.ties else "no ties"
        return object_schema(
            ranks={
                "description": f"Rank of each output, 1 is best; {ties}.",
                "type": "array",
                "items": {"type": "integer", "minimum": 1, "maximum": outputs},
                "minItems": outputs,
                "maxItems": outputs,
            }
        )

    def read_answer(
        self, given: Mapping[str, Any], shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check that every output has a rank."""
        ranks = given.get("ranks")
        if set(given) != {"ranks"} or not isinstance(ranks, list):
            raise AnswerError("bad-answer", 'The answer must be of the form {"ranks": [1, 2, 2]}.')
        count = len(shown.outputs)
        if len(ranks) != count:
            raise AnswerError("bad-answer", "The answer must have one rank for each output.")
        if any(type(rank) is not int for rank in ranks):
            raise AnswerError("bad-answer", "A rank must be a whole number.")
        if not all(1 <= rank <= count for rank in ranks):
            raise AnswerError("out-of-range", f"A rank must be between 1 and {count}.")
        self.check_ties(ranks, shown, question)
        return {"ranks": ranks}

    def ranks(self, stored: Mapping[str, Any]) -> Sequence[int]:
        """Ranks as they were given."""
        return list(stored["ranks"])


TASK = Ranking
