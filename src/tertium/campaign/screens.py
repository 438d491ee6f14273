"""Screens with several outputs, and documents whose segments are judged one after the other.

What one annotator judges together is a unit: a segment or a document with some of its outputs, side
by side or on consecutive screens. Systems are divided into groups at random for each segment or
document, so that all pairs of systems meet equally often.

Control units repeat an earlier unit of the HIT. All outputs of a screen but one are degraded, or
one if outputs are compared with each other: annotators who do not score the degraded outputs lower
fail quality control.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from random import Random
from typing import NamedTuple, TypeVar

from tertium.campaign.items import Item, Output, ShownOutput, systems_of

T = TypeVar("T")


class Unit(NamedTuple):
    """Screens that one annotator judges one after the other."""

    items: tuple[Item, ...]

    @property
    def outputs(self) -> int:
        """Number of outputs of segments."""
        return sum(len(item.outputs) for item in self.items if item.level == "segment")

    @property
    def judged(self) -> set[tuple[int, str]]:
        """What is judged: the segment and system of each output."""
        return {
            (item.segment, name)
            for item in self.items
            for output in item.outputs
            for name in systems_of(output.system)
        }

    @property
    def compared(self) -> set[tuple[int, frozenset[str]]]:
        """What is compared: the segment and the systems of each screen."""
        return {
            (item.segment, frozenset(output.system for output in item.outputs))
            for item in self.items
        }


class Screens(NamedTuple):
    """How screens are made.

    Attributes:
        per_screen: Number of outputs on a screen.
        fewest: Smallest number of outputs on a screen.
        together: Whether one annotator judges all outputs of a segment or document.
        document_score: Whether a document is judged as a whole after its segments.
    """

    per_screen: int
    fewest: int
    together: bool
    document_score: bool


def units_of_segments(
    outputs: Sequence[Sequence[Output]], screens: Screens, random: Random
) -> Iterator[Unit]:
    """Yield the units of segments, which are shown by themselves, in random order.

    Args:
        outputs: The different outputs of each segment that is judged.
        screens: How screens are made.
        random: Source of random numbers.
    """
    found: list[Unit] = []
    for shown in outputs:
        groups = _groups(shown, screens, random)
        items = [Item(group[0].segment, tuple(map(_shown, group))) for group in groups]
        found += [Unit(tuple(items))] if screens.together else [Unit((item,)) for item in items]
    random.shuffle(found)
    yield from (unit for unit in found if unit.items)


def units_of_documents(
    documents: Sequence[Sequence[Sequence[Output]]], screens: Screens, random: Random
) -> Iterator[Unit]:
    """Yield the units of documents, whose segments are judged in their order, in random order.

    Args:
        documents: The outputs of each segment of each document, systems in the same order.
        screens: How screens are made.
        random: Source of random numbers.
    """
    found: list[Unit] = []
    for document in documents:
        groups = _groups(range(len(document[0])), screens, random)
        items = [
            _document_items(document, group, number, screens) for number, group in enumerate(groups)
        ]
        found += [Unit(tuple(chain(*items)))] if screens.together else map(Unit, map(tuple, items))
    random.shuffle(found)
    yield from found


class Assigned(NamedTuple):
    """A unit and its annotator; the annotator of a unit of a pool is always 0."""

    annotator: int
    unit: Unit


def share_units(
    units: Callable[[], Iterator[Unit]],
    wanted: int,
    annotators: int,
    most: int,
    *,
    relative: bool = False,
    once: bool = False,
) -> list[Assigned]:
    """Share units among annotators, the next one to whom has the fewest outputs.

    Args:
        units: Returns all units once more, in another order.
        wanted: Number of outputs to judge.
        annotators: Number of annotators; 0 for a pool.
        most: How often units can be judged.
        relative: Whether outputs are compared with each other: then an annotator can see an output
            again beside another one, if nobody else is left.
        once: Whether nobody sees a segment twice, not even in outputs of different systems.

    Returns:
        The units in the order in which they were drawn; fewer outputs than wanted, if nobody is
        left who has not judged them.
    """
    assigned: list[Assigned] = []
    sizes = [0] * max(1, annotators)
    had: list[set[tuple[int, str]]] = [set() for _ in sizes]
    compared: list[set[tuple[int, frozenset[str]]]] = [set() for _ in sizes]
    for _ in range(most):
        for unit in units():
            if sum(sizes) >= wanted:
                return assigned
            judged = {(segment, "") for segment, _ in unit.judged} if once else unit.judged
            free = [n for n in range(len(sizes)) if not annotators or had[n].isdisjoint(judged)]
            if relative and not free:
                free = [n for n in range(len(sizes)) if compared[n].isdisjoint(unit.compared)]
            if not free:
                continue
            chosen = min(free, key=sizes.__getitem__)
            assigned.append(Assigned(chosen, unit))
            sizes[chosen] += unit.outputs
            had[chosen] |= judged
            compared[chosen] |= unit.compared
    return assigned


def hits_of_units(
    units: Sequence[Unit],
    size: int,
    control_share: float,
    degrade: Callable[[str, Random], str],
    random: Random,
    *,
    relative: bool = False,
) -> list[list[Item]]:
    """Cut units into HITs of about the same number of screens, and add control units.

    Args:
        units: The units of one annotator, or of a pool, in order.
        size: Number of screens of a HIT.
        control_share: Share of the screens that are control items.
        degrade: Degrades a text.
        random: Source of random numbers.
        relative: Whether outputs are compared with each other: then one output of a control screen
            is degraded; otherwise all but one are.
    """
    total = sum(len(unit.items) for unit in units)
    number = max(1, round(total * (1 + control_share) / size))
    ends = _ends([len(unit.items) for unit in units], number)
    return [
        _numbered(_with_controls(units[begin:end], control_share, degrade, random, relative))
        for begin, end in pairwise(ends)
        if begin < end
    ]


def _ends(sizes: Sequence[int], number: int) -> list[int]:
    """Ends of parts with nearly equal sums."""
    ends, done, total = [0], 0, sum(sizes)
    for place, size in enumerate(sizes):
        done += size
        if done * number >= total * len(ends):
            ends.append(place + 1)
    return ends


def _with_controls(
    units: Sequence[Unit],
    share: float,
    degrade: Callable[[str, Random], str],
    random: Random,
    relative: bool,
) -> list[Unit]:
    """Insert control units, whose originals are in the first half of a HIT, into the second."""
    screens = sum(len(unit.items) for unit in units)
    half = (len(units) + 1) // 2
    originals = random.sample(list(units[:half]), half) if share and len(units) > 1 else []
    made: list[Unit] = []
    added = 0
    for original in originals:
        if made and added + len(original.items) / 2 > share * (screens + added):
            break
        made.append(_control(original, degrade, random, relative))
        added += len(made[-1].items)
    second = [*units[half:]]
    for control in made:
        second.insert(random.randint(1, len(second)), control)
    return [*units[:half], *second]


def _control(
    unit: Unit, degrade: Callable[[str, Random], str], random: Random, relative: bool
) -> Unit:
    """Repeat a unit with degraded outputs, its outputs in another order."""
    items = [item for item in unit.items if item.level == "segment"]
    orders: dict[int | None, list[int]] = {}
    made = []
    for number, item in enumerate(items):
        count = len(item.outputs)
        # The columns of a document stay where they are from segment to segment.
        order = orders.get(item.block) if item.block is not None else None
        if order is None or len(order) != count:
            order = orders[item.block] = random.sample(range(count), count)
        if count > 1:
            degraded = random.sample(range(count), 1 if relative else count - 1)
        else:  # every second screen is degraded
            degraded = [0] if number % 2 == 0 else []
        shown = [
            _degraded(item.outputs[place], degrade, random)
            if place in degraded
            else item.outputs[place]._replace(kind="repeat")
            for place in order
        ]
        made.append(item._replace(outputs=tuple(shown)))
    return Unit(tuple(made))


def _degraded(
    output: ShownOutput, degrade: Callable[[str, Random], str], random: Random
) -> ShownOutput:
    """Degrade an output; an output such as "The" cannot be degraded and is repeated."""
    text = degrade(output.text, random)
    kind = "bad_reference" if text != output.text else "repeat"
    return output._replace(kind=kind, text=text)


def _numbered(units: Sequence[Unit]) -> list[Item]:
    """Items of a HIT, whose documents are numbered."""
    made: list[Item] = []
    numbers: dict[tuple[int, int], int] = {}
    for place, unit in enumerate(units):
        for item in unit.items:
            block = None
            if item.block is not None:
                block = numbers.setdefault((place, item.block), len(numbers) + 1)
            made.append(item._replace(block=block))
    return made


def _groups(shown: Sequence[T], screens: Screens, random: Random) -> list[list[T]]:
    """Divide outputs into groups of nearly equal size, at random.

    A group that would be too small borrows outputs of other groups.
    """
    if len(shown) < screens.fewest:
        return []
    mixed = random.sample(list(shown), len(shown))
    number = -(-len(mixed) // screens.per_screen)
    groups = [mixed[place::number] for place in range(number)]
    for group in groups:
        others = [one for one in mixed if one not in group]
        if len(group) < screens.fewest:
            group += random.sample(others, screens.fewest - len(group))
            random.shuffle(group)
    return groups


def _document_items(
    document: Sequence[Sequence[Output]], group: Sequence[int], number: int, screens: Screens
) -> list[Item]:
    """Screens of a document with a group of systems."""
    items = [
        Item(segment[0].segment, tuple(_shown(segment[place]) for place in group), block=number)
        for segment in document
    ]
    if screens.document_score:
        whole = [
            ShownOutput(
                "system",
                document[0][place].system,
                "\n".join(segment[place].text for segment in document),
            )
            for place in group
        ]
        items.append(Item(items[0].segment, tuple(whole), "document", number))
    return items


def _shown(output: Output) -> ShownOutput:
    return ShownOutput("system", output.system, output.text)
