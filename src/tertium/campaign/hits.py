"""HITs: sets of ten items, in which control items are mixed with the outputs of systems.

A HIT of 100 items has ten sets. Every set has seven outputs and three control items, whose
originals are in its partner set, half a HIT away: a degraded output, a repeated output and the
reference. Items are shuffled within their set only, so that original and control stay at least 41
positions apart. Smaller HITs have an even number of sets. Without a reference its place is taken by
an output. If outputs are few, sets have fewer than seven.

Reference: Graham, Baldwin, Moffat and Zobel 2017, Can machine translation systems be evaluated by
the crowd alone?
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from tertium.campaign.settings import SET_SIZE
from tertium.human.shared_outputs import JOINED_BY

# A set needs an original for each kind of control item in its partner set.
SMALLEST_SET = 3


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


class Item(NamedTuple):
    """An item of a HIT.

    Attributes:
        kind: Kind of item, one of `KINDS` of ratings.
        system: The system; the name of the reference for a reference.
        segment: Place of the segment in the test set.
        text: The text that is shown.
    """

    kind: str
    system: str
    segment: int
    text: str


def systems_of(joined: str) -> list[str]:
    """Names of the systems that share an output; a name of a single system has no "+"."""
    return joined.split(JOINED_BY)


def outputs_per_set(with_reference: bool) -> int:
    """Number of outputs of systems in a full set."""
    return SET_SIZE - (3 if with_reference else 2)


def make_hit(
    outputs: Sequence[Output],
    sets: int,
    degrade: Callable[[str, Random], str],
    reference: Callable[[int], tuple[str, str] | None],
    random: Random,
) -> list[Item]:
    """Mix control items with outputs.

    Args:
        outputs: The outputs, in random order; at least three for each set.
        sets: Number of sets, even.
        degrade: Degrades a text.
        reference: Returns name and text of the reference of a segment, None if there is none.
        random: Source of random numbers.
    """
    ends = [len(outputs) * number // sets for number in range(sets + 1)]
    parts = [outputs[begin:end] for begin, end in pairwise(ends)]
    items: list[Item] = []
    for number, part in enumerate(parts):
        partner = parts[(number + sets // 2) % sets]
        made = [Item("system", one.system, one.segment, one.text) for one in part]
        made += _controls(partner, degrade, reference, random)
        random.shuffle(made)
        items += made
    return items


def _controls(
    partner: Sequence[Output],
    degrade: Callable[[str, Random], str],
    reference: Callable[[int], tuple[str, str] | None],
    random: Random,
) -> list[Item]:
    """Make control items of three different outputs."""
    left = random.sample(partner, len(partner))
    # An output such as "The" cannot be degraded, so another one is.
    degraded = [(one, degrade(one.text, random)) for one in left]
    original, text = next((pair for pair in degraded if pair[1] != pair[0].text), degraded[0])
    left.remove(original)
    repeated = left.pop()
    kind = "bad_reference" if text != original.text else "repeat"
    controls = [
        Item(kind, original.system, original.segment, text),
        Item("repeat", repeated.system, repeated.segment, repeated.text),
    ]
    for one in left:
        found = reference(one.segment)
        if found is not None:
            controls.append(Item("reference", found[0], one.segment, found[1]))
            break
    return controls
