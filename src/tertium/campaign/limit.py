"""The limit of work: the largest number of items that an annotator judges."""

from collections.abc import Sequence

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.formatting import counted


def check_limit(
    sizes: Sequence[tuple[int | None, int]], limit: int | None, names: Sequence[str]
) -> None:
    """Refuse a plan that needs more of an annotator than the limit.

    Args:
        sizes: The annotator of each HIT, None in a pool, and the number of its items.
        limit: Largest number of items that an annotator judges; None if there is none.
        names: Names of the annotators.
    """
    if limit is None:
        return
    items: dict[int, int] = {}
    for annotator, size in sizes:
        if annotator is not None:
            items[annotator] = items.get(annotator, 0) + size
        elif size > limit:
            raise UsageError(
                f"{wording.option('limit', limit)} is less than one HIT, which has"
                f" {counted(size, 'item')} with control items and attention checks: nobody could"
                " work.",
                hint=f"Raise the limit, or make smaller HITs: {wording.option('hit_size')}.",
            )
    for annotator, size in items.items():
        if size > limit:
            raise UsageError(
                f"The plan gives {counted(size, 'item')} to {names[annotator]}, with control items"
                f" and attention checks, more than {wording.option('limit', limit)} allows.",
                hint=f"Name more annotators, lower {wording.option('judgments')}, or raise the"
                " limit.",
            )
