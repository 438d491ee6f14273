"""Expected answers of attention checks and tutorials.

An expectation says, for each output, in which range its score lies or which spans are marked, and
which output is better than which one:

    {"value": [80, 100]}                                      the only output
    {"value": "yes"}                                          yes-no answers
    {"spans": [{"start": 4, "end": 9, "severity": "major"}], "tolerance": 3}
    {"outputs": [{"value": [60, 100]}, {"value": [0, 40]}]}   each of several outputs
    {"better": [0, 1]}                                        output 0 is better than output 1

Outputs are numbered from 0 in the order in which they are shown. An expected span is found if a
marked span overlaps it, and begins and ends at most `tolerance` code points before or after it; the
other keys of the expected span (`severity`, `category`, `side`) must be equal. An expected gap,
whose `start` is its `end`, must be touched instead. Further marked spans do not matter, but an
empty list expects that nothing is marked.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.campaign._file_values import check_keys, is_whole
from tertium.campaign.tasks import Question, Task
from tertium.core.errors import FormatError, did_you_mean, shown
from tertium.core.formatting import counted

# Code points by which a marked span may differ at both ends, unless the expectation says it.
TOLERANCE = 3

_LARGEST_TOLERANCE = 1000

_PART_KEYS = ("value", "spans", "tolerance")
_WHOLE_KEYS = ("outputs", "better")
_SPAN_KEYS = ("start", "end", "severity", "category", "side")

# Keys of spans that are words.
_SPAN_WORDS = _SPAN_KEYS[2:]

_WORDS = {"no": 0.0, "yes": 1.0}


@dataclass(frozen=True)
class ExpectedSpan:
    """A span that must be marked; `words` are its other keys.

    Attributes:
        start: Its first code point.
        end: The code point after its last one.
        words: Severity, category and side, where they matter.
    """

    start: int
    end: int
    words: Mapping[str, str]


@dataclass(frozen=True)
class ExpectedPart:
    """What is expected for one output.

    Attributes:
        low: Smallest expected score; None if any score is right.
        high: Largest expected score.
        spans: Spans that must be marked; None if any spans are right.
        tolerance: Code points by which a marked span may differ at both ends.
    """

    low: float | None = None
    high: float | None = None
    spans: tuple[ExpectedSpan, ...] | None = None
    tolerance: int = TOLERANCE


@dataclass(frozen=True)
class Expectation:
    """An expected answer.

    Attributes:
        outputs: What is expected for each output; empty if only the order matters.
        better: Pairs of outputs, of which the first one is better.
    """

    outputs: tuple[ExpectedPart, ...] = ()
    better: tuple[tuple[int, int], ...] = ()


def read_expectation(
    given: object,
    outputs: Sequence[str],
    source: str | None,
    task: Task,
    question: Question,
    where: str,
) -> Expectation:
    """Check an expectation of a file.

    Args:
        given: The value of the key `expected`.
        outputs: The outputs on the screen.
        source: The source, if it is known.
        task: The annotation task.
        question: How annotators answer.
        where: File and line.
    """
    if not isinstance(given, dict) or not given:
        raise FormatError(
            f"'expected' must be an object. Got {shown(given)} instead.",
            where=where,
            hint='Example: {"value": [80, 100]}.',
        )
    check_keys(given, (*_PART_KEYS, *_WHOLE_KEYS), "'expected'", where)
    parts: Sequence[object] = ()
    alone = {key: value for key, value in given.items() if key in _PART_KEYS}
    if alone:
        if len(outputs) > 1 or "outputs" in given:
            raise FormatError(
                f"{next(iter(alone))!r} in 'expected' applies to a single output.",
                where=where,
                hint='Give one object for each output: {"outputs": [{"value": [80, 100]}, {}]}.',
            )
        parts = [alone]
    elif "outputs" in given:
        parts = _listed(given["outputs"], len(outputs), where)
    reader = _PartReader(task, question, source, where)
    read = tuple(reader.read(part, text) for part, text in zip(parts, outputs, strict=bool(parts)))
    better = (
        _better(given["better"], len(outputs), task, question, where) if "better" in given else ()
    )
    if not better and all(part == ExpectedPart() for part in read):
        raise FormatError("'expected' expects nothing.", where=where)
    return Expectation(read, better)


def is_met(expected: Expectation, answer: Mapping[str, Any]) -> bool:
    """Whether an answer, in the form that is stored, is as expected."""
    given = answer.get("outputs")
    parts = given if isinstance(given, list) else []
    if expected.outputs and len(parts) != len(expected.outputs):
        return False
    if not all(map(_part_is_met, expected.outputs, parts)):
        return False
    scores = _scores(answer)
    return all(
        first < len(scores) and second < len(scores) and scores[first] > scores[second]
        for first, second in expected.better
    )


def _part_is_met(expected: ExpectedPart, part: Mapping[str, Any]) -> bool:
    if expected.low is not None and expected.high is not None:
        value = _number(part.get("value"))
        if not expected.low <= value <= expected.high:
            return False
    if expected.spans is None:
        return True
    marked = part.get("spans", [])
    if not expected.spans:
        return not marked
    return all(
        any(_is_found(span, one, expected.tolerance) for one in marked) for span in expected.spans
    )


def _is_found(expected: ExpectedSpan, marked: Mapping[str, Any], tolerance: int) -> bool:
    start, end = _number(marked.get("start")), _number(marked.get("end"))
    is_gap = expected.start == expected.end
    return (
        (is_gap or (start < expected.end and end > expected.start))
        and abs(start - expected.start) <= tolerance
        and abs(end - expected.end) <= tolerance
        and all(marked.get(key) == word for key, word in expected.words.items())
    )


def _scores(answer: Mapping[str, Any]) -> list[float]:
    """A number for each output, higher for better ones; NaN is neither higher nor lower."""
    if "ranks" in answer:
        return [-_number(rank) for rank in answer["ranks"]]
    if "preferred" in answer:
        return [float(answer["preferred"] == place) for place in (0, 1)]
    return [_number(part.get("value")) for part in answer.get("outputs", ())]


def _number(value: object) -> float:
    if isinstance(value, str):
        return _WORDS.get(value, math.nan)
    return float(value) if isinstance(value, int | float) else math.nan


def _listed(given: object, outputs: int, where: str) -> list[Any]:
    if not isinstance(given, list) or len(given) != outputs:
        raise FormatError(
            f"'outputs' in 'expected' must be a list with {counted(outputs, 'object')}, one for"
            " each output.",
            where=where,
        )
    return given


def _better(
    given: object, outputs: int, task: Task, question: Question, where: str
) -> tuple[tuple[int, int], ...]:
    if not task.relative and task.range(question.answer) is None:
        raise FormatError(
            f"'better' does not apply to {task.name}, which neither scores nor ranks outputs.",
            where=where,
        )
    pairs = given if isinstance(given, list) and given and isinstance(given[0], list) else [given]
    read = []
    for pair in pairs:
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(is_whole(place) and 0 <= place < outputs for place in pair)
            or pair[0] == pair[1]
        ):
            raise FormatError(
                "'better' must be two different numbers of outputs, counted from 0, as in [0, 1]."
                f" Got {shown(pair)} with {counted(outputs, 'output')} instead.",
                where=where,
            )
        read.append((pair[0], pair[1]))
    return tuple(read)


class _PartReader:
    """Reads what is expected for one output."""

    def __init__(self, task: Task, question: Question, source: str | None, where: str) -> None:
        self._task = task
        self._answer = question.answer
        self._typology = question.typology
        self._source = source
        self._where = where

    def read(self, given: object, output: str) -> ExpectedPart:
        if not isinstance(given, dict):
            raise self._wrong(f"each of 'outputs' must be an object. Got {shown(given)} instead.")
        check_keys(given, _PART_KEYS, "'expected'", self._where)
        low, high = self._range(given["value"]) if "value" in given else (None, None)
        spans = self._spans(given["spans"], output) if "spans" in given else None
        tolerance = given.get("tolerance", TOLERANCE)
        if not is_whole(tolerance) or not 0 <= tolerance <= _LARGEST_TOLERANCE:
            raise self._wrong(
                f"'tolerance' must be a whole number from 0 to {_LARGEST_TOLERANCE:,}."
                f" Got {shown(tolerance)} instead."
            )
        if "tolerance" in given and not spans:
            raise self._wrong("'tolerance' applies to spans, and there are none.")
        return ExpectedPart(low, high, spans, tolerance)

    def _range(self, given: object) -> tuple[float, float]:
        ends = self._task.range(self._answer)
        if ends is None:
            raise self._wrong(
                f"'value' does not apply to {self._task.name}, whose answers are no scores."
            )
        if self._answer == "yes-no" and isinstance(given, str) and given in _WORDS:
            return _WORDS[given], _WORDS[given]
        if (
            not isinstance(given, list)
            or len(given) != 2
            or not all(isinstance(end, int | float) and not isinstance(end, bool) for end in given)
            or not ends[0] <= given[0] <= given[1] <= ends[1]
        ):
            words = ', or "yes" or "no"' if self._answer == "yes-no" else ""
            raise self._wrong(
                f"'value' must be the smallest and the largest expected score, between"
                f" {ends[0]:g} and {ends[1]:g}{words}. Got {shown(given)} instead."
            )
        return float(given[0]), float(given[1])

    def _spans(self, given: object, output: str) -> tuple[ExpectedSpan, ...]:
        if not self._task.marks_spans:
            raise self._wrong(
                f"'spans' does not apply to {self._task.name}: annotators mark no spans."
            )
        if not isinstance(given, list):
            raise self._wrong(f"'spans' must be a list. Got {shown(given)} instead.")
        return tuple(self._span(one, output) for one in given)

    def _span(self, given: object, output: str) -> ExpectedSpan:
        if not isinstance(given, dict):
            raise self._wrong(f"a span must be an object. Got {shown(given)} instead.")
        check_keys(given, _SPAN_KEYS, "A span in 'expected'", self._where)
        words = {key: given[key] for key in _SPAN_WORDS if key in given}
        for key, word in words.items():
            if not isinstance(word, str):
                raise self._wrong(f"{key!r} of a span must be a word. Got {shown(word)} instead.")
        self._check_kind(words)
        start, end = given.get("start"), given.get("end")
        text = (self._source or "") if words.get("side") == "source" else output
        least = 1 if words.get("side") == "source" else 0
        if (
            not is_whole(start)
            or not is_whole(end)
            or not 0 <= start <= end - least
            or end > len(text)
        ):
            raise self._wrong(
                f"a span must have 'start' and 'end' between 0 and {len(text):,}, the length of the"
                f" text in code points. Got {shown(start)} and {shown(end)} instead."
            )
        return ExpectedSpan(start, end, words)

    def _check_kind(self, words: Mapping[str, str]) -> None:
        """Refuse what no annotator can choose."""
        if self._typology is None:
            return
        kinds = {"severity": self._typology.severities, "category": self._typology.choices}
        for key, known in kinds.items():
            word = words.get(key, "")
            if word and word not in known:
                raise FormatError(
                    f"Annotators cannot choose the {key} {shown(word)}.{did_you_mean(word, known)}",
                    where=self._where,
                    hint=f"Known: {', '.join(known)}." if known else "",
                )

    def _wrong(self, sentence: str) -> FormatError:
        return FormatError(sentence[0].upper() + sentence[1:], where=self._where)
