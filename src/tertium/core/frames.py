"""Semantic frames: who did what to whom, when, where, why and how, as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tertium.core import wording
from tertium.core.errors import AlignmentError, DataError
from tertium.core.formatting import counted
from tertium.core.layers import Layer
from tertium.core.streams import digest

MARKS = ("correct", "partial", "incorrect")


class Filler(NamedTuple):
    """The filler of a role.

    `mark` is the human judgment of a filler of an output, one of MARKS; empty without a judgment.
    """

    role: str
    text: str
    mark: str = ""


class Frame(NamedTuple):
    """A predicate with its role fillers.

    `match` is the number of the reference frame, from 1, that an annotator matched with this frame
    of an output; 0 for none.
    """

    predicate: str
    fillers: tuple[Filler, ...] = ()
    match: int | None = None


class Owner(NamedTuple):
    """The system or reference that a text belongs to; `run` is 0 for a single run."""

    name: str = ""
    run: int = 0


Frames = tuple[Frame, ...]


@dataclass(frozen=True)
class SegmentFrames:
    """Frames of every segment of every text; None for a segment that was not annotated."""

    values: Mapping[Owner, tuple[Frames | None, ...]]
    segment_ids: tuple[str, ...]

    def __post_init__(self) -> None:
        for owner, segments in self.values.items():
            if len(segments) != len(self.segment_ids):
                raise AlignmentError(
                    f"{owner.name} has frames for {counted(len(segments), 'segment')}; expected"
                    f" {len(self.segment_ids):,}."
                )

    @property
    def digest(self) -> str:
        """Digest of the content, independent of the file."""
        texts = (repr((owner, self.values[owner])) for owner in sorted(self.values))
        return digest([repr(self.segment_ids), *texts])

    def at(self, positions: Sequence[int | None], segment_ids: tuple[str, ...]) -> "SegmentFrames":
        """Return the frames at these positions (None for none) under new segment ids."""
        return SegmentFrames(
            {
                owner: tuple(None if i is None else segments[i] for i in positions)
                for owner, segments in self.values.items()
            },
            segment_ids,
        )


def frames_of(layer: Layer, name: str, runs: int = 1) -> list[tuple[Frames | None, ...]]:
    """Frames of a system or reference, run by run: from its own files, or by its name in a file."""
    texts = [
        segments
        for given, parts in layer.parts.items()
        for part in parts
        for owner, segments in sorted(part.values.items())
        if (given or owner.name) == name
    ]
    if len(texts) != runs:
        found = (
            f"frames for {counted(len(texts), 'text')} of {name}, which has {runs}" if texts else ""
        )
        raise DataError(
            f"There are {found or f'no frames of {name}'}.",
            hint=f"Give them with {wording.option('layers', {'frames': {name: wording.FILE}})}.",
        )
    return texts
