"""Items of a campaign: screens, each with one or several outputs of a segment or document."""

from typing import NamedTuple

from tertium.human.shared_outputs import JOINED_BY

# Characters of a text that a page can show.
LONGEST_TEXT = 100_000


class Output(NamedTuple):
    """An output to judge.

    Attributes:
        segment: Place of the segment in the test set.
        system: Its system; names of systems that share the output are joined by "+".
        text: The text.
    """

    segment: int
    system: str
    text: str


class ShownOutput(NamedTuple):
    """An output on a screen.

    Attributes:
        kind: Kind of item, one of `KINDS` of ratings.
        system: The system; the name of the reference for a reference.
        text: The text that is shown.
    """

    kind: str
    system: str
    text: str


class Item(NamedTuple):
    """A screen.

    Attributes:
        segment: Place of the segment in the test set; of the first one, if it is a whole document.
        outputs: The outputs, in the order in which they are shown.
        level: "segment" or "document".
        block: Number of the document within the HIT, if its segments are judged one after the
            other; None if items are shown by themselves.
    """

    segment: int
    outputs: tuple[ShownOutput, ...]
    level: str = "segment"
    block: int | None = None


class PlannedScreen(NamedTuple):
    """A screen of a campaign without its texts, as it is rehearsed.

    Attributes:
        hit: Number of its HIT.
        annotator: Number of its annotator; None in a pool.
        place: Place of the segment in the test set.
        document: Document of the segment.
        weight: How many segments the segment stands for.
        outputs: Kind and system of each output.
    """

    hit: int
    annotator: int | None
    place: int
    document: str
    weight: float
    outputs: tuple[tuple[str, str], ...]


def systems_of(joined: str) -> list[str]:
    """Names of the systems that share an output; a name of a single system has no "+"."""
    return joined.split(JOINED_BY)
