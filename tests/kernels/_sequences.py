"""Sequences of ids as kernels take them, and problems made of them."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from tertium.core.arrays import Buffer
from tertium.kernels import Encoded

Ids = Sequence[int]


def encoded(sequences: Sequence[Ids | None]) -> Encoded:
    """Encoded of ids below 0x110000; None stands for a sequence that is missing."""
    given = [() if ids is None else ids for ids in sequences]
    made = Encoded(
        array("i", chain.from_iterable(given)),
        array("q", accumulate(map(len, given), initial=0)),
        missing=bytes(ids is None for ids in sequences) if None in sequences else b"",
    )
    made.check()
    return made


class Problem(NamedTuple):
    """Outputs, the segment of each, and for each reference its segments."""

    outputs: list[Ids]
    segments: list[int]
    references: list[list[Ids | None]]

    @property
    def arguments(self) -> tuple[Encoded, Buffer, list[Encoded]]:
        """Give what the statistics of the door take first."""
        references = [encoded(reference) for reference in self.references]
        return encoded(self.outputs), array("q", self.segments), references

    def pairs(self) -> Iterable[tuple[Ids, list[Ids]]]:
        """Every output with the references that exist for its segment."""
        for output, segment in zip(self.outputs, self.segments, strict=True):
            there = (reference[segment] for reference in self.references)
            yield output, [ids for ids in there if ids is not None]


@st.composite
def problems(draw, *, vocabularies=(1, 2, 5, 30, 4000), longest=14, references=3) -> Problem:
    """Outputs of a few segments, in any order; no segment lacks all references."""
    ids = st.integers(0, draw(st.sampled_from(vocabularies)) - 1)
    sequence = st.lists(ids, max_size=longest)
    segments = draw(st.integers(1, 3))
    streams = draw(
        st.lists(
            st.lists(sequence | st.none(), min_size=segments, max_size=segments),
            min_size=1,
            max_size=references,
        )
    )
    for segment in range(segments):
        if all(stream[segment] is None for stream in streams):
            streams[0][segment] = []
    outputs = draw(st.lists(sequence, max_size=5))
    where = st.lists(st.integers(0, segments - 1), min_size=len(outputs), max_size=len(outputs))
    return Problem(outputs, draw(where), streams)


def random_problem(
    seed: int, *, outputs: int, segments: int, references: int, vocabulary: int, longest: int
) -> Problem:
    """Larger problem, quickly made; outputs are noisy references, so that much matches."""
    random = Random(seed)

    def sequence() -> Ids:
        return [random.randrange(vocabulary) for _ in range(random.randint(0, longest))]

    streams: list[list[Ids | None]] = [
        [sequence() for _ in range(segments)] for _ in range(references)
    ]
    where = [random.randrange(segments) for _ in range(outputs)]
    made = []
    for segment in where:
        words = list(random.choice(streams)[segment] or ())
        if len(words) > 3:
            start, end = sorted(random.sample(range(len(words)), 2))
            block = words[start : start + 5]
            del words[start : start + 5]
            words[end:end] = block
            words[random.randrange(len(words))] = random.randrange(vocabulary)
        made.append(words)
    return Problem(list(made), where, streams)
