"""Errors with category and severity; scores follow from the weights of errors.

The kinds of errors are a typology: by default that of Vilar et al. 2006, or MQM's own, or yours. An
output without errors is an answer of its own, so that nothing is submitted by mistake.

Reference: Vilar et al. 2006, Error analysis of statistical machine translation output; Freitag et
al. 2021, Experts, errors, and context.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tertium.campaign.tasks._spans import SpanTask
from tertium.campaign.tasks._task import AnswerError, Question, Shown, object_schema
from tertium.campaign.typology import Typology, load_typology


class Errors(SpanTask):
    """Marked errors: `{"spans": [...]}`, or `{"spans": [], "no_errors": true}`."""

    answers: ClassVar[tuple[str, ...]] = ("mqm",)
    seconds: ClassVar[float] = 60.0

    def typology(self, name: str) -> Typology:
        """The typology that the organiser has chosen."""
        return load_typology(name)

    def part_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the answer to one output."""
        part = object_schema(spans=self.spans_schema(question), no_errors={"const": True})
        some = {"properties": {"spans": {"minItems": 1}, "no_errors": False}}
        none = {"properties": {"spans": {"maxItems": 0}}, "required": ["no_errors"]}
        return {**part, "required": ["spans"], "anyOf": [some, none]}

    def read_part(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check the marks; without any, the answer must say that there are no errors."""
        if not {"spans"} <= set(given) <= {"spans", "no_errors", "suggestions"}:
            raise AnswerError("bad-answer", 'The answer must be of the form {"spans": [...]}.')
        spans = self.read_spans(given, number, shown, question)
        if spans["spans"]:
            if "no_errors" in given:
                raise AnswerError("bad-answer", "'no_errors' stands without marked errors only.")
            return spans
        if given.get("no_errors") is not True:
            raise AnswerError("bad-answer", 'No error is marked, and "no_errors" is not true.')
        return spans | {"no_errors": True}

    def part_rows(self, part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
        """Yield a row for each error, or one row without severity."""
        yield from self.span_rows(part) if part["spans"] else ({},)


TASK = Errors
