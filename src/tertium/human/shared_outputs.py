"""Outputs that several systems share: WMT joins the names of these systems by "+".

Such an output is judged once. It counts once in quality control and standardization, and then for
each of the systems.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from tertium.human.columns import Words
from tertium.human.groups import places
from tertium.human.ratings import Ratings

JOINED_BY = "+"

# In signatures: judgments of shared outputs are copied to each of their systems.
SHARED_COPIED = "shared_outputs_copied"


def members(names: Sequence[str], together: Iterable[tuple[int, int]]) -> list[tuple[str, ...]]:
    """Systems that each name stands for.

    A name with a "+" counts as joined names if each part is the name of a system, too, and none of
    these systems was judged beside it, because a system has one output per segment.

    Args:
        names: Names in the judgments.
        together: Indices of names that were judged together, in a ranking or on a segment.
    """
    found = [_parts(name, names) for name in names]
    apart = {
        place
        for one, other in together
        if not set(found[one]).isdisjoint(found[other])
        for place in (one, other)
    }
    return [(name,) if place in apart else found[place] for place, name in enumerate(names)]


def partly_known(names: Sequence[str]) -> list[str]:
    """Names that look joined, but have a part that is not the name of a system."""
    return [
        name
        for name in names
        for known in [[part in names for part in name.split(JOINED_BY)]]
        if any(known) and not all(known)
    ]


def of_single_systems(ratings: Ratings) -> Ratings:
    """Copy the judgments of shared outputs to each of the systems that share them."""
    names = ratings.system.names
    joined = [place for place, name in enumerate(names) if _parts(name, names) != (name,)]
    if not joined:
        return ratings
    items = [set(ratings.item.codes[rows].tolist()) for rows in places(ratings.system)]
    together = (
        (one, other)
        for one in joined
        for other in range(len(names))
        if one != other and not items[one].isdisjoint(items[other])
    )
    found = members(names, together)
    if all(found[place] == (names[place],) for place in joined):
        return ratings
    sizes = np.array([len(one) for one in found])
    rows = np.repeat(np.arange(len(ratings)), sizes[ratings.system.codes])
    systems = Words.of(name for code in ratings.system.codes.tolist() for name in found[code])
    return replace(ratings.where(rows, SHARED_COPIED), system=systems)


def _parts(name: str, names: Sequence[str]) -> tuple[str, ...]:
    parts = tuple(dict.fromkeys(name.split(JOINED_BY)))
    return parts if set(parts) <= set(names) else (name,)
