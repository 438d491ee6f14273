"""Post-editing: the output is changed until it is an adequate translation.

Annotators change as little as possible. Edits per word are HTER, and the seconds of work are a
measure of their own.

Reference: Snover et al. 2006.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tertium.campaign.tasks._task import (
    AnswerError,
    OutputTask,
    Question,
    Shown,
    is_text,
    object_schema,
)
from tertium.core.formatting import counted

# Longest post-edit in characters. As UTF-8 it fits into a request.
LONGEST_POST_EDIT = 10_000


class PostEditing(OutputTask):
    """Corrected text of the output."""

    contexts: ClassVar[tuple[str, ...]] = ("source", "both", "reference")
    answers: ClassVar[tuple[str, ...]] = ("edit",)
    most: ClassVar[int] = 1
    controls: ClassVar[bool] = False
    seconds: ClassVar[float] = 60.0
    longest_output: ClassVar[int] = LONGEST_POST_EDIT

    def part_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the answer to one output."""
        return object_schema(text={"type": "string", "maxLength": LONGEST_POST_EDIT})

    def read_part(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check the text; it is empty only if the output is, because HTER cannot use it."""
        if set(given) != {"text"}:
            raise AnswerError("bad-answer", 'The answer must be of the form {"text": "..."}.')
        text = given["text"]
        if not is_text(text, LONGEST_POST_EDIT):
            raise AnswerError(
                "bad-answer",
                f"A post-edit must be a text of at most {counted(LONGEST_POST_EDIT, 'character')}.",
            )
        if not text.strip() and shown.outputs[number].strip():
            raise AnswerError("bad-answer", "The text is empty. Translate the source.")
        return {"text": text}

    def part_rows(self, part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
        """Yield one row without a value; texts are exported by themselves."""
        if not isinstance(part["text"], str):
            raise TypeError
        yield {}


TASK = PostEditing
