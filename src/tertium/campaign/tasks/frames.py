"""Semantic frames: who does what to whom, in the output and in the reference (HMEANT).

Annotators mark predicates with the fillers of their roles in the reference and in the output, match
them, and judge the fillers that correspond:

    {
      "reference": [{"predicate": {"start": 4, "end": 8}, "fillers": [...]}],
      "output": [{
        "predicate": {"start": 4, "end": 9}, "match": 1,
        "fillers": [{"role": "who", "start": 0, "end": 3, "match": 1, "mark": "correct"}]
      }]
    }

Spans count code points from 0, the end not included. `match` is the number of the frame or filler
of the reference, from 1, or 0 for none. One annotator judges all outputs of a segment, so that they
are compared with the same frames of the reference.

Reference: Lo and Wu 2011.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks._task import (
    AnswerError,
    Question,
    Rows,
    Shown,
    Task,
    object_schema,
)
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.frames import MARKS
from tertium.core.testset import TestSet

# Roles as the metric MEANT names them.
ROLES = ("who", "what", "whom", "when", "where", "why", "how", "other")

# A long segment has 20 predicates.
MOST_FRAMES = 100
MOST_FILLERS = 50


class Frames(Task):
    """Predicates and role fillers of output and reference, matched and judged."""

    contexts: ClassVar[tuple[str, ...]] = ("reference", "both")
    answers: ClassVar[tuple[str, ...]] = ("frames",)
    most: ClassVar[int] = 1
    together: ClassVar[bool] = True
    controls: ClassVar[bool] = False
    seconds: ClassVar[float] = 180.0

    def check_campaign(self, testset: TestSet, settings: CampaignSettings) -> None:
        """Refuse campaigns whose frames could not be compared with one reference."""
        if settings.reference_share < 1:
            raise UsageError(
                f"{wording.option('reference_share')} does not apply to {self.name}, which are"
                " compared with a reference on every item.",
            )
        if settings.select == "disagreement":
            raise UsageError(
                f"{wording.option('select', 'disagreement')} gives segments weights, which MEANT"
                " does not use.",
                hint="Leave it out: segments are then drawn at random.",
            )
        if len(testset.references) > 1:
            raise UsageError(
                "Frames are compared with one reference; the test set has"
                f" {len(testset.references)}.",
                hint=f"Give one with {wording.option('references')}.",
            )

    def schema(self, outputs: int, question: Question) -> dict[str, Any]:
        """JSON Schema of an answer."""
        span = {"start": _whole(0), "end": _whole(1)}
        filler = {"role": {"enum": list(ROLES)}, **span}
        judged = {"match": _whole(0, MOST_FILLERS), "mark": {"enum": list(MARKS)}}
        predicate = {"predicate": object_schema(**span)}
        return object_schema(
            reference=_several(
                MOST_FRAMES,
                object_schema(**predicate, fillers=_several(MOST_FILLERS, object_schema(**filler))),
            ),
            output=_several(
                MOST_FRAMES,
                object_schema(
                    **predicate,
                    match=_whole(0, MOST_FRAMES),
                    fillers=_several(
                        MOST_FILLERS,
                        {
                            **object_schema(**filler, **judged),
                            # Fillers of a frame without a match are not judged.
                            "required": list(filler),
                        },
                    ),
                ),
            ),
        )

    def read_answer(
        self, given: Mapping[str, Any], shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check spans, roles, matches and judgments; keep the text of each span."""
        if len(shown.outputs) != 1 or shown.reference is None:
            raise AnswerError("bad-answer", "Frames compare one output with a reference.")
        if set(given) != {"reference", "output"}:
            raise _bad('The answer must be of the form {"reference": [...], "output": [...]}.')
        reference = [
            _frame(one, shown.reference, ()) for one in _list(given, "reference", MOST_FRAMES)
        ]
        _check_predicates(reference)
        output = []
        for one in _list(given, "output", MOST_FRAMES):
            frame = _frame(one, shown.outputs[0], ("match",))
            output.append(_judged(frame, one, reference))
        _check_predicates(output)
        _check_once("frame", [frame["match"] for frame in output])
        return {"reference": reference, "output": output}

    def answer_rows(self, stored: Mapping[str, Any], question: Question) -> Rows:
        """Yield one row without a value; the answers become the layer `frames`."""
        _check_stored(stored)
        yield 0, {}


def _frame(given: object, text: str, more: tuple[str, ...]) -> dict[str, Any]:
    """Read a frame without its judgments."""
    item = _object(given, ("predicate", "fillers", *more), "frame")
    predicate = _span(_object(item["predicate"], ("start", "end"), "predicate", ["text"]), text)
    fillers = []
    for one in _list(item, "fillers", MOST_FILLERS):
        # A stored span has its text.
        optional = ("text", "match", "mark") if more else ("text",)
        filler = _object(one, ("role", "start", "end"), "filler", optional)
        if filler["role"] not in ROLES:
            raise _bad(f"The role of a filler must be one of {', '.join(ROLES)}.")
        fillers.append({"role": filler["role"], **_span(filler, text)})
    _check_disjoint([predicate, *fillers], "A predicate and its fillers must not overlap.")
    return {"predicate": predicate, "fillers": fillers}


def _judged(
    frame: dict[str, Any], given: Mapping[str, Any], reference: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Add the match of a frame of the output, and the judgments of its fillers."""
    match = _number(given["match"], len(reference), "frame")
    theirs = reference[match - 1]["fillers"] if match else ()
    fillers = []
    for filler, item in zip(frame["fillers"], given["fillers"], strict=True):
        if not match:
            if {"match", "mark"} & set(item):
                raise _bad("Fillers of a frame without a match are not judged.")
            fillers.append(filler)
            continue
        if not {"match", "mark"} <= set(item):
            raise _bad("Each filler of a frame with a match needs a match and a mark.")
        found = _number(item["match"], len(theirs), "filler")
        if item["mark"] not in MARKS:
            raise _bad(f"A mark must be one of {', '.join(MARKS)}.")
        if not found and item["mark"] != "incorrect":
            raise _bad("A filler without a match is incorrect.")
        fillers.append({**filler, "match": found, "mark": item["mark"]})
    _check_once("filler", [filler["match"] for filler in fillers if "match" in filler])
    return {"predicate": frame["predicate"], "match": match, "fillers": fillers}


def _span(item: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Read a span; a text that comes with it must be the one at this place."""
    start, end = item["start"], item["end"]
    if type(start) is not int or type(end) is not int:
        raise _bad("The start and end of a span must be whole numbers.")
    if not 0 <= start < end <= len(text):
        raise AnswerError("out-of-range", "A span must be in its text, and not be empty.")
    words = text[start:end]
    if not words.strip():
        raise _bad("A span must have more than white space.")
    if item.get("text", words) != words:
        raise _bad("A span is on another text.")
    return {"start": start, "end": end, "text": words}


def _object(
    given: object, keys: Sequence[str], what: str, optional: Sequence[str] = ()
) -> Mapping[str, Any]:
    """Read an object with all of the keys, and perhaps others."""
    if not isinstance(given, dict) or not set(keys) <= set(given):
        raise _bad(f"A {what} must be an object with {' and '.join(keys)}.")
    if set(given) - {*keys, *optional}:
        raise _bad(f"A {what} has an unknown key.")
    return given


def _list(given: Mapping[str, Any], key: str, most: int) -> list[Any]:
    found = given[key]
    if not isinstance(found, list) or len(found) > most:
        raise _bad(f"{key!r} must be a list of at most {most}.")
    return found


def _number(given: object, last: int, what: str) -> int:
    if type(given) is not int:
        raise _bad(f"The match of a {what} must be a whole number.")
    if not 0 <= given <= last:
        raise AnswerError("out-of-range", f"A match names a {what} that the reference lacks.")
    return given


def _check_once(what: str, matches: Sequence[int]) -> None:
    found = [match for match in matches if match]
    if len(set(found)) < len(found):
        raise _bad(f"Two {what}s of the output match the same {what} of the reference.")


def _check_predicates(frames: Sequence[Mapping[str, Any]]) -> None:
    spans = [frame["predicate"] for frame in frames]
    _check_disjoint(spans, "Two predicates of a text must not overlap.")


def _check_disjoint(spans: Sequence[Mapping[str, Any]], sentence: str) -> None:
    ends = sorted((span["start"], span["end"]) for span in spans)
    if any(start < before for (_, before), (start, _) in pairwise(ends)):
        raise _bad(sentence)


def _check_stored(stored: Mapping[str, Any]) -> None:
    """Fail if what the export reads is missing, as for the answer of another task."""
    for frame in _frames_of(stored):
        _ = (frame["predicate"]["text"], [filler["text"] for filler in frame["fillers"]])
    _ = [frame["match"] for frame in stored["output"]]


def _frames_of(stored: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for side in ("reference", "output"):
        yield from stored[side]


def _bad(sentence: str) -> AnswerError:
    return AnswerError("bad-answer", sentence)


def _whole(low: int, high: int | None = None) -> dict[str, Any]:
    return {"type": "integer", "minimum": low} | ({} if high is None else {"maximum": high})


def _several(most: int, item: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "maxItems": most, "items": item}


TASK = Frames
