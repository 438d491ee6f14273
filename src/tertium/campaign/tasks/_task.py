"""What an annotation task defines: which texts are shown, and what its answers mean.

The page sends an answer as JSON. `read` checks it and returns the form that is stored; `rows` turns
a stored answer into rows of ratings. Every answer may have a comment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeGuard

from tertium.campaign.items import LONGEST_TEXT
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.sliders import Slider
from tertium.campaign.typology import Typology
from tertium.core import plugins
from tertium.core.formatting import counted
from tertium.core.testset import TestSet
from tertium.human.ratings import slider_task

# Longest comment in characters.
LONGEST_COMMENT = 5000

# A row of ratings: the number of the output on the screen, and columns.
Rows = Iterator[tuple[int, dict[str, Any]]]


class AnswerError(Exception):
    """An answer that the task does not accept.

    Attributes:
        code: A word for programs: "bad-answer" or "out-of-range".
        sentence: What is wrong, for people.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Shown(NamedTuple):
    """What the annotator saw.

    Attributes:
        outputs: Texts of the outputs, in the order in which they were shown.
        source: The source, if it was shown.
        reference: The reference, if it was shown.
        level: "segment" or "document".
        extra: More that the page showed.
    """

    outputs: tuple[str, ...]
    source: str | None = None
    reference: str | None = None
    level: str = "segment"
    extra: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Question:
    """How annotators answer in a campaign.

    Attributes:
        answer: The form of the answer.
        ties: Whether outputs that are compared with each other may be tied.
        sliders: Further sliders below each output.
        typology: Kinds of errors, for tasks that mark errors.
        accepted: Right answers to comprehension questions, by the id of the question.
    """

    answer: str = "slider"
    ties: bool = True
    sliders: tuple[Slider, ...] = ()
    typology: Typology | None = None
    accepted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Task:
    """An annotation task.

    Attributes:
        name: Name of its file.
        contexts: Texts that can be shown beside the outputs, the preferred ones first: "source",
            "reference", "both" or "nothing".
        answers: Ways to answer, the usual one first.
        fewest: Smallest number of outputs on a screen.
        most: Largest number of outputs on a screen.
        usual: Number of outputs on a screen, unless the organiser chooses another one.
        relative: Whether outputs on a screen are compared with each other, not scored.
        marks_spans: Whether annotators mark spans of the outputs: stored parts have `spans`.
        controls: Whether control items are mixed with the outputs.
        together: Whether one annotator judges all outputs of a segment, one after the other.
        in_documents: Whether the segments of a document can be judged one after the other.
        once: Whether nobody sees a segment twice, not even in outputs of different systems.
        longest_output: Largest number of characters of an output.
        seconds: Seconds that a judgment takes, for plans.
    """

    name: ClassVar[str]
    contexts: ClassVar[tuple[str, ...]]
    answers: ClassVar[tuple[str, ...]]
    fewest: ClassVar[int] = 1
    most: ClassVar[int] = 5
    usual: ClassVar[int] = 1
    relative: ClassVar[bool] = False
    marks_spans: ClassVar[bool] = False
    controls: ClassVar[bool] = True
    together: ClassVar[bool] = False
    in_documents: ClassVar[bool] = True
    once: ClassVar[bool] = False
    longest_output: ClassVar[int] = LONGEST_TEXT
    seconds: ClassVar[float] = 20.0

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.name = plugins.member_name(cls.__module__)

    def check_campaign(self, testset: TestSet, settings: CampaignSettings) -> None:
        """Refuse test sets and settings with which the task makes no sense."""

    def read(self, given: object, shown: Shown, question: Question) -> dict[str, Any]:
        """Check an answer from the page, and return the form that is stored.

        Args:
            given: The answer, as parsed from JSON.
            shown: What the annotator saw.
            question: How annotators answer.
        """
        answer, comment = without_comment(given)
        return self.read_answer(answer, shown, question) | comment

    def rows(self, stored: Mapping[str, Any], question: Question) -> Rows:
        """Yield the rows of ratings that follow from a stored answer; the first has the comment."""
        comment = {"comment": stored["comment"]} if "comment" in stored else {}
        for number, columns in self.answer_rows(stored, question):
            yield number, with_comment(columns, comment)
            comment = {}

    def typology(self, name: str) -> Typology | None:
        """Kinds of errors that annotators mark; None if they mark no errors.

        Args:
            name: Typology that the organiser has chosen, for tasks that leave the choice.
        """
        return None

    def range(self, answer: str) -> tuple[float, float] | None:
        """Smallest and largest value of a judgment; None if judgments are no numbers on a scale."""
        return None

    def schema(self, outputs: int, question: Question) -> dict[str, Any]:
        """JSON Schema of an answer to a screen with so many outputs, for machine judges."""
        return {"type": "object"}

    def read_answer(
        self, given: Mapping[str, Any], shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check an answer without its comment, and return the form that is stored."""
        raise NotImplementedError

    def answer_rows(self, stored: Mapping[str, Any], question: Question) -> Rows:
        """Yield the rows of ratings that follow from a stored answer, without its comment."""
        raise NotImplementedError


class OutputTask(Task):
    """A task whose answer has one part for each output: `{"outputs": [{...}, {...}]}`."""

    def read_answer(
        self, given: Mapping[str, Any], shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check the parts of an answer."""
        parts = given.get("outputs")
        if set(given) != {"outputs"} or not isinstance(parts, list):
            raise AnswerError("bad-answer", 'The answer must be of the form {"outputs": [...]}.')
        if len(parts) != len(shown.outputs):
            raise AnswerError("bad-answer", "The answer must have one part for each output.")
        read = []
        for number, part in enumerate(parts):
            answer, comment = without_comment(part)
            further = _read_sliders(answer.pop("sliders", None), question.sliders)
            read.append(self.read_part(answer, number, shown, question) | further | comment)
        return {"outputs": read}

    def answer_rows(self, stored: Mapping[str, Any], question: Question) -> Rows:
        """Yield the rows of each output."""
        for number, part in enumerate(stored["outputs"]):
            comment = {"comment": part["comment"]} if "comment" in part else {}
            for columns in (*self.part_rows(part, question), *_slider_rows(part, question)):
                yield number, with_comment(columns, comment)
                comment = {}

    def schema(self, outputs: int, question: Question) -> dict[str, Any]:
        """JSON Schema of an answer: one part for each output."""
        several = {"minItems": outputs, "maxItems": outputs}
        part = self.part_schema(question)
        if question.sliders:
            own = {one.name: _slider_schema(one) for one in question.sliders}
            part["properties"] = part.get("properties", {}) | {"sliders": object_schema(**own)}
            part["required"] = [*part.get("required", ()), "sliders"]
        parts = {"type": "array", "items": part, **several}
        return object_schema(outputs=parts)

    def part_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the answer to one output."""
        return {"type": "object"}

    def read_part(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check the answer to one output, and return the form that is stored.

        Args:
            given: The answer, without its comment.
            number: Number of the output on the screen, from 0.
            shown: What the annotator saw.
            question: How annotators answer.
        """
        raise NotImplementedError

    def part_rows(self, part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
        """Yield the columns of ratings that follow from the stored answer to one output."""
        raise NotImplementedError


def _read_sliders(given: object, sliders: Sequence[Slider]) -> dict[str, dict[str, float]]:
    """Check the values of further sliders; {} if the campaign has none."""
    if not sliders:
        if given is not None:
            raise AnswerError("bad-answer", "The campaign has no further sliders.")
        return {}
    names = [one.name for one in sliders]
    if not isinstance(given, dict) or set(given) != set(names):
        raise AnswerError("bad-answer", "The answer must have a value for each further slider.")
    values = {}
    for one in sliders:
        value = given[one.name]
        if type(value) not in (int, float) or not one.holds(value):
            raise AnswerError("out-of-range", "The value of a further slider is not on its scale.")
        values[one.name] = value
    return {"sliders": values}


def _slider_rows(part: Mapping[str, Any], question: Question) -> Iterator[dict[str, Any]]:
    """One row for each further slider, of a task and a scale of its own."""
    for one in question.sliders:
        value = float(part["sliders"][one.name])
        yield {"task": slider_task(one.name), "scale": one.scale, "value": value}


def _slider_schema(slider: Slider) -> dict[str, Any]:
    """JSON Schema of the value of a further slider."""
    whole = slider.low == int(slider.low) and slider.step == int(slider.step)
    return {
        "type": "integer" if whole else "number",
        "description": f"From {slider.low:g} to {slider.high:g} in steps of {slider.step:g}.",
        "minimum": slider.low,
        "maximum": slider.high,
    }


def object_schema(**properties: Any) -> dict[str, Any]:
    """JSON Schema of an object with these properties, and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def without_comment(given: object) -> tuple[dict[str, Any], dict[str, str]]:
    """Return an answer without its comment, and the comment; no comment if it is empty."""
    if not isinstance(given, dict):
        raise AnswerError("bad-answer", "The answer must be an object.")
    comment = given.get("comment", "")
    if not is_text(comment, LONGEST_COMMENT):
        raise AnswerError(
            "bad-answer",
            f"A comment must be a text of at most {counted(LONGEST_COMMENT, 'character')}.",
        )
    answer = {key: value for key, value in given.items() if key != "comment"}
    return answer, {"comment": comment.strip()} if comment.strip() else {}


def with_comment(columns: Mapping[str, Any], comment: Mapping[str, str]) -> dict[str, Any]:
    """Add a comment to the columns of a row, below the one that the row has already."""
    texts = [one["comment"] for one in (columns, comment) if one.get("comment")]
    return {**columns, **({"comment": "\n".join(texts)} if texts else {})}


def is_text(given: object, longest: int) -> TypeGuard[str]:
    """Whether a value is a text that databases and files can hold."""
    return (
        isinstance(given, str)
        and len(given) <= longest
        and not any(one == "\0" or "\ud800" <= one <= "\udfff" for one in given)
    )
