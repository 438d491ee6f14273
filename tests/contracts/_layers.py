"""Layers for the contract of metrics: functions that make them from references and systems."""

import numpy as np

from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.layers import Layer
from tertium.core.scores import Scored, SegmentScores


def scores(references, systems):
    """Share of words in common with the nearest reference."""
    found = {
        Scored("overlap", *owner): np.array(
            [
                max(_overlap(output, line) for line in lines if line is not None)
                for output, *lines in zip(outputs, *references, strict=True)
            ]
        )
        for owner, outputs in _owned(systems)
    }
    return Layer("scores", {"": (SegmentScores(found, _ids(references)),)})


def frames(references, systems):
    """One frame a line: its second word is the predicate, between two fillers."""
    texts = {Owner(str(number)): lines for number, lines in enumerate(references, 1)}
    found = {
        owner: tuple(map(_frames, lines)) for owner, lines in [*texts.items(), *_owned(systems)]
    }
    return Layer("frames", {"": (SegmentFrames(found, _ids(references)),)})


def post_edits(references, systems):
    """The first reference that a segment has."""
    lines = [
        next(line for line in lines if line is not None) for lines in zip(*references, strict=True)
    ]
    return Layer.of_texts(
        "post_edits", {name: [lines] * len(runs) for name, runs in systems.items()}
    )


LAYERS = {"scores": scores, "frames": frames, "post_edits": post_edits}


def layers(references, systems):
    """All layers of systems, each of which is a list of runs."""
    return {name: make(references, systems) for name, make in LAYERS.items()}


def _owned(systems):
    """Runs with their owners; the number of a single one is 0."""
    for name, runs in systems.items():
        for number, outputs in enumerate(runs, 1):
            yield Owner(name, number if len(runs) > 1 else 0), outputs


def _ids(references):
    return tuple(str(number) for number in range(1, len(references[0]) + 1))


def _overlap(one, other):
    ours, theirs = set(one.split()), set(other.split())
    return len(ours & theirs) / len(ours | theirs) if ours | theirs else 1.0


def _frames(line):
    if line is None:
        return None
    first, _, rest = line.partition(" ")
    predicate, _, rest = rest.partition(" ")
    return (Frame(predicate, (Filler("ARG0", first), Filler("ARG1", rest))),) if predicate else ()
