"""Comprehension questions on segments: one JSON object per line.

    {"segment": "12", "question": "Who won?", "choices": ["Ann", "Bob"], "answer": "Bob"}
    {"segment": "12", "question": "In which year?", "answers": ["1998", "in 1998"]}

The right answer is one of the choices. A question without choices is answered in a few words, and
`answers` are all that are right: upper and lower case, and the number of spaces, do not matter. The
page gets questions and choices, and never the right answers.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.campaign._file_values import check_keys, is_whole, read_text
from tertium.core.errors import FormatError, did_you_mean, shown
from tertium.core.formatting import counted

# Longest answer that an annotator types, in characters.
LONGEST_ANSWER = 500

_LONGEST_QUESTION = 2000
_MOST_CHOICES = 20
_MOST_PER_SEGMENT = 20

_KEYS = ("segment", "question", "choices", "answer", "answers")


@dataclass(frozen=True)
class TextQuestion:
    """A question on a segment.

    Attributes:
        name: What identifies it within the campaign.
        segment: Id of the segment.
        text: The question.
        choices: Answers to choose from; none if the annotator types the answer.
        accepted: Right answers.
    """

    name: str
    segment: str
    text: str
    choices: tuple[str, ...]
    accepted: tuple[str, ...]

    def for_page(self) -> dict[str, Any]:
        """The question without its right answers."""
        return {"id": self.name, "text": self.text, "choices": list(self.choices)}


def read_questions(
    lines: Iterable[tuple[str, Mapping[str, Any]]], segment_ids: Sequence[str], origin: str
) -> tuple[TextQuestion, ...]:
    """Read the questions of a file.

    Args:
        lines: File and line of each object, and the object.
        segment_ids: Ids of the segments of the test set.
        origin: Name of the file.
    """
    known = frozenset(segment_ids)
    found: dict[tuple[str, str], tuple[TextQuestion, str]] = {}
    numbers: dict[str, int] = {}
    for where, given in lines:
        question = _read(given, known, len(found) + 1, where)
        key = question.segment, normalized(question.text)
        if key in found:
            raise FormatError(
                f"The question on segment {question.segment} is that of {found[key][1]}.",
                where=where,
            )
        found[key] = question, where
        numbers[question.segment] = numbers.get(question.segment, 0) + 1
        if numbers[question.segment] > _MOST_PER_SEGMENT:
            raise FormatError(
                f"Segment {question.segment} has more than {_MOST_PER_SEGMENT} questions.",
                where=where,
            )
    if not found:
        raise FormatError("The file has no questions.", where=origin)
    return tuple(question for question, _ in found.values())


def normalized(answer: str) -> str:
    """An answer without differences of case and of spaces."""
    return " ".join(unicodedata.normalize("NFC", answer).casefold().split())


def is_accepted(answer: str | None, accepted: Iterable[str]) -> bool:
    """Whether an answer is one of the right ones; None is no answer."""
    return answer is not None and normalized(answer) in map(normalized, accepted)


def _read(
    given: Mapping[str, Any], segments: frozenset[str], number: int, where: str
) -> TextQuestion:
    check_keys(given, _KEYS, "The question", where)
    for key in ("segment", "question"):
        if key not in given:
            raise FormatError(f"The question has no {key!r}.", where=where)
    segment = given["segment"]
    segment = str(segment) if is_whole(segment) else segment
    if not isinstance(segment, str) or segment not in segments:
        near = did_you_mean(segment, segments) if isinstance(segment, str) else ""
        raise FormatError(
            f"The test set has no segment {shown(segment)}.{near}",
            where=where,
            hint="'segment' is the id of a segment: its number, if the test set has no ids.",
        )
    text = read_text(given["question"], "'question'", where, _LONGEST_QUESTION)
    if ("answer" in given) == ("answers" in given):
        raise FormatError(
            "The question must have either 'answer', the right one, or 'answers', all right ones.",
            where=where,
        )
    accepted = _texts([given["answer"]] if "answer" in given else given["answers"], where)
    choices: tuple[str, ...] = ()
    if "choices" in given:
        choices = _texts(given["choices"], where, "choices")
        if not 2 <= len(choices) <= _MOST_CHOICES:
            raise FormatError(
                f"A question has 2 to {_MOST_CHOICES} choices. Got {len(choices)} instead.",
                where=where,
            )
        for one in accepted:
            if one not in choices:
                raise FormatError(
                    f"The right answer {shown(one)} is none of the choices."
                    f"{did_you_mean(one, choices)}",
                    where=where,
                )
    return TextQuestion(str(number), segment, text, choices, accepted)


def _texts(given: object, where: str, key: str = "answers") -> tuple[str, ...]:
    """Different texts, none of which is empty."""
    if not isinstance(given, list) or not given:
        raise FormatError(
            f"{key!r} must be a list of texts. Got {shown(given)} instead.", where=where
        )
    texts = tuple(read_text(text, f"One of {key!r}", where, LONGEST_ANSWER) for text in given)
    twice = len(texts) - len(set(map(normalized, texts)))
    if twice:
        raise FormatError(
            f"{key!r} has {counted(twice, 'text')} twice; case and spaces do not matter.",
            where=where,
        )
    return texts
