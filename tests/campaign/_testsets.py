"""Test sets for campaigns."""

from typing import NamedTuple

from tertium.campaign.items import Item
from tertium.core.testset import TestSet


class Single(NamedTuple):
    """An item with one output."""

    kind: str
    system: str
    text: str
    segment: int


def single(item: Item) -> Single:
    """The only output of an item."""
    (output,) = item.outputs
    return Single(*output, item.segment)


def made(segments=40, systems=3, *, reference=True, source=True, shared=()):
    """Outputs that differ, except on the segments in `shared`, where all systems agree."""
    return TestSet.of(
        systems={
            f"s{number}": [
                f"output {segment} with several words by {0 if segment in shared else number}"
                for segment in range(segments)
            ]
            for number in range(systems)
        },
        source=[f"source {segment}" for segment in range(segments)] if source else None,
        references=[[f"The reference {n} has some more words." for n in range(segments)]]
        if reference
        else (),
    )
