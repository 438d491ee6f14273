"""Layers for the contract of metrics: for each name what makes it of references and outputs."""

import numpy as np

from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import Layer


def scores(references, outputs):
    """Share of words in common with the nearest reference."""
    values = [
        max(_overlap(output, line) for line in lines if line is not None)
        for output, *lines in zip(outputs, *references, strict=True)
    ]
    found = {Scored("overlap", "a"): np.array(values)}
    return Layer("scores", {"": (SegmentScores(found, _ids(outputs)),)})


def frames(references, outputs):
    """One frame a line: its second word is the predicate, between two fillers."""
    texts = {str(number): lines for number, lines in enumerate(references, 1)} | {"a": outputs}
    found = {Owner(name): tuple(map(_frames, lines)) for name, lines in texts.items()}
    return Layer("frames", {"": (SegmentFrames(found, _ids(outputs)),)})


def post_edits(references, outputs):
    """The first reference that a segment has."""
    lines = [
        next(line for line in lines if line is not None) for lines in zip(*references, strict=True)
    ]
    return Layer.of_texts("post_edits", {"a": lines})


LAYERS = {"scores": scores, "frames": frames, "post_edits": post_edits}


def _ids(outputs):
    return tuple(str(number) for number in range(1, len(outputs) + 1))


def _overlap(one, other):
    ours, theirs = set(one.split()), set(other.split())
    return len(ours & theirs) / len(ours | theirs) if ours | theirs else 1.0


def _frames(line):
    if line is None:
        return None
    first, _, rest = line.partition(" ")
    predicate, _, rest = rest.partition(" ")
    return (Frame(predicate, (Filler("ARG0", first), Filler("ARG1", rest))),) if predicate else ()
