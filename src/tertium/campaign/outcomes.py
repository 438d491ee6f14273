"""What judgments give besides ratings: post-edits, seconds of work, and right answers.

Other commands read them: post-edits are a layer, the others are scores of segments. Both need a
value for every segment and system, so segments without one are left out. Judgments of machines,
and control items, are not used.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from tertium.campaign.items import systems_of
from tertium.core.scores import Scored, SegmentScores

# A judged output: the place of its segment in the test set, and its system.
Judged = tuple[int, str]

# Line breaks of any kind, with the spaces around them.
_BREAKS = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


class Text(Protocol):
    """A segment of the test set, with the outputs of all systems."""

    @property
    def segment(self) -> str:
        """Its id."""

    @property
    def document(self) -> str:
        """Its document; "" if there is none."""

    @property
    def source(self) -> str | None:
        """Its source, if there is one."""

    @property
    def outputs(self) -> Mapping[str, str]:
        """The outputs by system."""


class Exported(NamedTuple):
    """What was written: segments, of each system, and segments that were left out.

    A segment is left out if it is judged, but not for all systems.
    """

    segments: int
    systems: int
    left_out: int


class Complete(NamedTuple):
    """Places of the segments for which all systems have a value, and the number of the others."""

    places: list[int]
    left_out: int


def post_edits(judgments: Iterable[Mapping[str, Any]]) -> dict[Judged, str]:
    """The post-edit of each output: the one that was submitted first.

    To choose among post-edits by their texts would favour outputs with several of them.

    Args:
        judgments: Judgments, with `place`, `outputs`, `answer` (JSON) and `submitted`.
    """
    found: dict[Judged, str] = {}
    for judgment in sorted(judgments, key=lambda one: float(one["submitted"])):
        parts = json.loads(judgment["answer"])["outputs"]
        for judged, part in zip(_judged(judgment), parts, strict=True):
            for one in judged:
                found.setdefault(one, part["text"])
    return found


def seconds(judgments: Iterable[Mapping[str, Any]]) -> dict[Judged, float]:
    """Mean seconds of work on each output, over its annotators.

    Args:
        judgments: Judgments with one output each, with `place`, `outputs` and `active`.
    """
    return means((judgment, [judgment["active"]]) for judgment in judgments)


def complete(found: Mapping[Judged, object], systems: Sequence[str], segments: int) -> Complete:
    """Segments for which all systems have a value."""
    judged = {place for place, _ in found}
    places = [place for place in range(segments) if all((place, name) in found for name in systems)]
    return Complete(places, len(judged) - len(places))


def segment_scores(
    name: str,
    found: Mapping[Judged, float],
    systems: Sequence[str],
    texts: Sequence[Text],
    places: Sequence[int],
) -> SegmentScores:
    """Values as scores of segments, as `tertium compare --scores` reads them."""
    documents = tuple(texts[place].document for place in places)
    return SegmentScores(
        {
            Scored(name, system): np.array([found[place, system] for place in places])
            for system in systems
        },
        tuple(texts[place].segment for place in places),
        documents if any(documents) else (),
    )


def post_edit_files(
    edits: Mapping[Judged, str],
    systems: Sequence[str],
    texts: Sequence[Text],
    places: Sequence[int],
) -> dict[str, str]:
    """Files of a folder by their names: outputs and their post-edits, one segment per line."""
    names = _file_names(systems)
    found = {"segments.txt": [texts[place].segment for place in places]}
    if all(texts[place].source is not None for place in places):
        found["source.txt"] = [texts[place].source or "" for place in places]
    for system in systems:
        found[f"{names[system]}.txt"] = [texts[place].outputs[system] for place in places]
        found[f"{names[system]}.edited.txt"] = [edits[place, system] for place in places]
    return {name: "".join(f"{_one_line(text)}\n" for text in found[name]) for name in found}


def _judged(judgment: Mapping[str, Any]) -> list[list[Judged]]:
    """The outputs of systems on a screen; of none for a control item."""
    return [
        [(judgment["place"], name) for name in systems_of(system)] if kind == "system" else []
        for kind, system in judgment["outputs"]
    ]


def means(pairs: Iterable[tuple[Mapping[str, Any], Sequence[float]]]) -> dict[Judged, float]:
    """Mean value of each output, over its annotators.

    Args:
        pairs: Each judgment, with the values of its outputs.
    """
    found: dict[Judged, list[float]] = {}
    for judgment, numbers in pairs:
        for judged, number in zip(_judged(judgment), numbers, strict=True):
            for one in judged:
                found.setdefault(one, []).append(number)
    return {one: sum(numbers) / len(numbers) for one, numbers in found.items()}


def _file_names(systems: Sequence[str]) -> dict[str, str]:
    """A name for the files of each system, also of one such as "large/v2"."""
    taken = {"segments", "source"}
    names = {}
    for system in systems:
        plain = re.sub(r"[^\w.-]+", "_", system).strip(".") or "system"
        name, number = plain, 2
        while name in taken or f"{name}.edited" in taken:
            name, number = f"{plain}-{number}", number + 1
        taken |= {name, f"{name}.edited"}
        names[system] = name
    return names


def _one_line(text: str) -> str:
    """A text without line breaks, which would be further segments."""
    return _BREAKS.sub(" ", text).strip()
