"""Error span annotation: minor and major errors are marked, then the output gets a score.

Reference: Kocmi et al. 2024, Error span annotation: a balanced approach for human evaluation of
machine translation.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tertium.campaign.scale import RANGES
from tertium.campaign.tasks._scored import read_value
from tertium.campaign.tasks._spans import SpanTask
from tertium.campaign.tasks._task import AnswerError, Question, Shown, object_schema
from tertium.campaign.typology import Typology, load_typology

_ANSWER = "slider"


class ErrorSpans(SpanTask):
    """Marked errors and a score from 0 to 100: `{"spans": [...], "value": 73}`."""

    answers: ClassVar[tuple[str, ...]] = ("esa",)
    seconds: ClassVar[float] = 40.0

    def typology(self, name: str) -> Typology:
        """Minor and major errors without categories."""
        return load_typology("esa")

    def range(self, answer: str) -> tuple[float, float]:
        """Smallest and largest score."""
        return RANGES[_ANSWER]

    def part_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the answer to one output."""
        low, high = RANGES[_ANSWER]
        score = {"type": "integer", "minimum": low, "maximum": high}
        return object_schema(spans=self.spans_schema(question), value=score)

    def read_part(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check the marks and the score."""
        if not {"spans", "value"} <= set(given) <= {"spans", "value", "suggestions"}:
            raise AnswerError(
                "bad-answer", 'The answer must be of the form {"spans": [...], "value": ...}.'
            )
        spans = self.read_spans(given, number, shown, question)
        return spans | {"value": read_value(given["value"], _ANSWER)}

    def part_rows(self, part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
        """Yield a row with the score, and one for each error."""
        yield {"value": float(part["value"])}
        yield from self.span_rows(part)


TASK = ErrorSpans
