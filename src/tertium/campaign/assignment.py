"""Who judges which outputs.

Every annotator judges every system equally often, and every segment is judged equally often, to
within one judgment, where no output is shared. So are the outputs of a segment, if nobody judges
two of them. Nobody is given an output twice.

Annotators and segments are the vertices of a bipartite graph, and judgments its edges; the systems
are colours of the edges. In some colouring, the colours at each vertex differ in number by at most
one: if vertices are split into vertices with at most as many edges as there are colours, the graph
has a proper edge colouring (König 1916; de Werra 1971).
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heapreplace
from random import Random

from tertium.campaign.items import Output, systems_of

_NONE = -1


def assign(
    outputs: Sequence[Sequence[Output]], systems: Sequence[str], sizes: Sequence[int], seed: int
) -> list[list[Output]]:
    """Assign single outputs to annotators.

    Args:
        outputs: The different outputs of each segment.
        systems: Names of the systems.
        sizes: Number of outputs that each annotator judges.
        seed: Seed of the random choices.

    Returns:
        The outputs of each annotator, in random order.
    """
    random = Random(f"assignment {seed}")
    visits = _visits([len(found) for found in outputs], sizes, random)
    colours = _colours(visits, len(outputs), len(systems), random)
    of_system = [
        {name: output for output in found for name in systems_of(output.system)}
        for found in outputs
    ]
    assigned: list[list[Output]] = []
    for segments, own in zip(visits, colours, strict=True):
        given: dict[tuple[int, str], Output] = {}
        for segment, colour in zip(segments, own, strict=True):
            output = of_system[segment][systems[colour]]
            if (segment, output.system) in given:  # systems of two colours share this output
                output = next(one for one in outputs[segment] if (segment, one.system) not in given)
            given[segment, output.system] = output
        listed = list(given.values())
        random.shuffle(listed)
        assigned.append(listed)
    return assigned


def assign_segments(
    outputs: Sequence[Sequence[Output]], sizes: Sequence[int], seed: int
) -> list[list[Output]]:
    """Assign all outputs of a segment to the same annotator.

    Args:
        outputs: The different outputs of each segment.
        sizes: Largest number of outputs that each annotator judges.
        seed: Seed of the random choices.

    Returns:
        The outputs of each annotator, in random order.
    """
    random = Random(f"assignment {seed}")
    judged = [0] * len(outputs)
    order = random.sample(range(len(outputs)), len(outputs))
    assigned = []
    for size in sizes:
        given: list[Output] = []
        for segment in sorted(order, key=judged.__getitem__):
            if len(given) + len(outputs[segment]) > size:
                break
            given += outputs[segment]
            judged[segment] += 1
        random.shuffle(given)
        assigned.append(given)
    return assigned


def _visits(limits: Sequence[int], sizes: Sequence[int], random: Random) -> list[list[int]]:
    """Choose segments for each annotator, those first that were chosen least often.

    Args:
        limits: Number of different outputs of each segment, for one annotator.
        sizes: Number of outputs that each annotator judges.
        random: Source of random numbers.
    """
    segments = range(len(limits))
    counts = [0] * len(limits)
    chosen = []
    for size in sizes:
        order = random.sample(segments, len(limits))
        heap = [(counts[segment], place, segment) for place, segment in enumerate(order)]
        heapify(heap)
        own = [0] * len(limits)
        visits: list[int] = []
        while len(visits) < size:
            _, place, segment = heap[0]
            if own[segment] == limits[segment]:
                heappop(heap)
                continue
            own[segment] += 1
            counts[segment] += 1
            visits.append(segment)
            heapreplace(heap, (counts[segment], place, segment))
        chosen.append(visits)
    return chosen


def _colours(
    visits: Sequence[Sequence[int]], segments: int, systems: int, random: Random
) -> list[list[int]]:
    """Choose a system for each visit, by an equitable edge colouring."""
    order = random.sample(range(len(visits)), len(visits))
    edges: list[tuple[int, int]] = []
    places: list[tuple[int, int]] = []
    lefts = rights = 0
    # The vertex of each segment that is filled at present, and the number of its edges.
    bins = [(_NONE, systems)] * segments
    for annotator in order:
        by_segment: dict[int, list[int]] = {}
        for place, segment in enumerate(visits[annotator]):
            by_segment.setdefault(segment, []).append(place)
        filled_left = systems
        for segment, found in by_segment.items():
            # An annotator judges outputs of different systems, so the edges share a vertex.
            vertex, filled = bins[segment]
            if filled + len(found) > systems:
                vertex, filled, rights = rights, 0, rights + 1
            bins[segment] = (vertex, filled + len(found))
            for place in found:
                if filled_left == systems:
                    filled_left, lefts = 0, lefts + 1
                filled_left += 1
                edges.append((lefts - 1, vertex))
                places.append((annotator, place))
    coloured = _edge_colouring(edges, lefts, rights, systems, random)
    colours = [[0] * len(own) for own in visits]
    for (annotator, place), colour in zip(places, coloured, strict=True):
        colours[annotator][place] = colour
    return colours


def _edge_colouring(
    edges: Sequence[tuple[int, int]], lefts: int, rights: int, colours: int, random: Random
) -> list[int]:
    """Colour the edges of a bipartite graph so that no two edges at a vertex have the same colour.

    No vertex has more edges than there are colours. If the ends of an edge have no free colour in
    common, the colours of an alternating path are exchanged.
    """
    # Edge of each colour at each vertex; vertices on the right follow those on the left.
    at = [[_NONE] * colours for _ in range(lefts + rights)]
    found = [_NONE] * len(edges)
    ends = [(one, lefts + other) for one, other in edges]
    for edge, (one, other) in enumerate(ends):
        start = random.randrange(colours)
        turned = [(start + step) % colours for step in range(colours)]
        free = [colour for colour in turned if at[one][colour] == _NONE]
        common = next((colour for colour in free if at[other][colour] == _NONE), _NONE)
        if common == _NONE:
            common = free[0]
            spare = next(colour for colour in turned if at[other][colour] == _NONE)
            _exchange(at, ends, found, other, common, spare)
        found[edge] = common
        at[one][common] = at[other][common] = edge
    return found


def _exchange(
    at: list[list[int]],
    ends: Sequence[tuple[int, int]],
    found: list[int],
    vertex: int,
    first: int,
    second: int,
) -> None:
    """Exchange two colours on the path that begins at a vertex with an edge of the first."""
    path = []
    colour = first
    while (edge := at[vertex][colour]) != _NONE:
        path.append(edge)
        one, other = ends[edge]
        vertex = other if vertex == one else one
        colour = second if colour == first else first
    for edge in path:
        for vertex in ends[edge]:
            at[vertex][found[edge]] = _NONE
    for edge in path:
        found[edge] = second if found[edge] == first else first
        for vertex in ends[edge]:
            at[vertex][found[edge]] = edge
