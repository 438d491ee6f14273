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

from tertium.campaign.items import Item, Output, ShownOutput
from tertium.campaign.settings import SET_SIZE

# A set needs an original for each kind of control item in its partner set.
SMALLEST_SET = 3


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
        made = [_item("system", one, one.text) for one in part]
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
        _item(kind, original, text),
        _item("repeat", repeated, repeated.text),
    ]
    for one in left:
        found = reference(one.segment)
        if found is not None:
            name, shown = found
            controls.append(Item(one.segment, (ShownOutput("reference", name, shown),)))
            break
    return controls


def _item(kind: str, output: Output, text: str) -> Item:
    return Item(output.segment, (ShownOutput(kind, output.system, text),))
