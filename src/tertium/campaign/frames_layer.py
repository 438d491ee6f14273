"""The layer `frames` from the answers of annotators.

The frames of a segment are those of one annotator, because outputs are compared with the frames of
the reference as this annotator marked them. If several have judged the segment, it is the one who
judged most of its outputs, or else who began first. If the annotator changed the frames of the
reference from output to output, the last ones count; earlier matches go to the frame whose
predicate stands at the same place.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.campaign.items import systems_of
from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.frames import Frames as SegmentOf
from tertium.human.ratings import MACHINE

Marked = Mapping[str, Any]


@dataclass(frozen=True)
class FramesLayer:
    """Frames of outputs and reference.

    Attributes:
        frames: Frames of the reference and of every system.
        outputs: Number of outputs with frames.
        missing: Number of outputs without frames.
        others: Number of judgments that are not used, because they are by another annotator.
        changed: Number of outputs that were matched with other frames of the reference than the
            last ones.
    """

    frames: SegmentFrames
    outputs: int
    missing: int
    others: int
    changed: int


def frames_layer(
    judgments: Sequence[Mapping[str, Any]],
    segment_ids: Sequence[str],
    systems: Sequence[str],
    reference: str,
    annotator: str = "",
) -> FramesLayer:
    """Make the layer from judgments.

    Args:
        judgments: Columns of judgments: annotator, annotator_kind, place (of the segment), outputs
            (kind and system of each) and answer (JSON), as they were stored.
        segment_ids: Ids of the segments of the test set.
        systems: Names of the systems.
        reference: Name of the reference.
        annotator: Whose judgments are used; "" for those of people, one of them for each segment.
    """
    texts: dict[str, dict[int, SegmentOf]] = {name: {} for name in (reference, *systems)}
    others = changed = 0
    by_segment: dict[int, dict[str, list[Mapping[str, Any]]]] = {}
    for one in judgments:
        # Attention checks are no judgments.
        if one["outputs"][0].kind == "system" and (annotator or one["annotator_kind"] != MACHINE):
            by_segment.setdefault(one["place"], {}).setdefault(one["annotator"], []).append(one)
    for place, found in by_segment.items():
        # Of several with the most outputs, max takes the first.
        name = annotator or max(found, key=lambda one: len(found[one]))
        own = found.get(name, [])
        others += sum(map(len, found.values())) - len(own)
        answers = [json.loads(one["answer"]) for one in own]
        for one, answer in zip(own, answers, strict=True):
            theirs = answers[-1]["reference"]
            changed += _ordered(answer["reference"]) != _ordered(theirs)
            frames = _frames(answer["output"], _places(answer["reference"], theirs))
            for system in systems_of(one["outputs"][0].system):
                texts[system][place] = frames
            texts[reference][place] = _frames(theirs)
    values = {
        Owner(name): tuple(map(segments.get, range(len(segment_ids))))
        for name, segments in texts.items()
    }
    done = sum(len(texts[name]) for name in systems)
    return FramesLayer(
        frames=SegmentFrames(values, tuple(segment_ids)),
        outputs=done,
        missing=len(systems) * len(segment_ids) - done,
        others=others,
        changed=changed,
    )


def _frames(marked: Sequence[Marked], places: Sequence[int] | None = None) -> SegmentOf:
    """Frames as a layer has them.

    Args:
        marked: Frames of an answer.
        places: For frames of an output, the number in the layer of each frame of the reference; 0
            for one that the layer lacks.
    """
    return tuple(
        Frame(
            frame["predicate"]["text"],
            tuple(
                Filler(one["role"], one["text"], one.get("mark", ""))
                for one in _in_text(frame["fillers"])
            ),
            None if places is None else (0, *places)[frame["match"]],
        )
        for frame in marked
    )


def _places(frames: Sequence[Marked], others: Sequence[Marked]) -> list[int]:
    """Number from 1 of the frame among others whose predicate stands at the same place; else 0."""
    found: list[int] = []
    for frame in frames:
        shared = [_shared(frame["predicate"], other["predicate"]) for other in others]
        best = max(shared, default=0)
        number = shared.index(best) + 1 if best else 0
        # A predicate that was marked as two counts once.
        found.append(0 if number in found else number)
    return found


def _shared(one: Marked, other: Marked) -> int:
    """Number of code points that two spans have in common."""
    return max(0, int(min(one["end"], other["end"]) - max(one["start"], other["start"])))


def _ordered(frames: Sequence[Marked]) -> list[tuple[Marked, list[Marked]]]:
    """Frames in an order that does not depend on when they were marked."""
    found = [(frame["predicate"], _in_text(frame["fillers"])) for frame in frames]
    return sorted(found, key=lambda one: (one[0]["start"], one[0]["end"]))


def _in_text(spans: Sequence[Marked]) -> list[Marked]:
    return sorted(spans, key=lambda one: (one["start"], one["end"]))
