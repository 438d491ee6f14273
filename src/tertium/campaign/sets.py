"""HITs of sets: single outputs, mixed with control items as Graham et al. do."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from tertium.campaign.assignment import assign, assign_segments
from tertium.campaign.degradation import Degrader
from tertium.campaign.hits import SMALLEST_SET, make_hit, outputs_per_set
from tertium.campaign.items import Item, Output
from tertium.campaign.settings import SET_SIZE, CampaignSettings
from tertium.campaign.shown_texts import reference_of
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.formatting import counted, is_or_are
from tertium.core.testset import TestSet


def hits_of_sets(
    testset: TestSet,
    outputs: Sequence[Sequence[Output]],
    wanted: int,
    settings: CampaignSettings,
    annotators: int,
) -> list[list[list[Item]]]:
    """Assign outputs to annotators, and cut them into HITs with control items.

    Args:
        testset: The test set.
        outputs: The different outputs of each segment that can be judged.
        wanted: Number of outputs to judge.
        settings: How items are chosen.
        annotators: Number of annotators; 0 for a pool.

    Returns:
        The HITs of each annotator; of a pool, each HIT by itself.
    """
    if settings.hit_size % (2 * SET_SIZE):
        raise settings.bad_value("hit_size", f"a multiple of {2 * SET_SIZE}", settings.hit_size)
    total = sum(map(len, outputs))
    full = settings.sets * outputs_per_set(bool(testset.references))
    if total < SMALLEST_SET * settings.sets:
        raise _too_few(total, settings)
    if annotators and wanted > total * annotators:
        raise too_many(wanted, total, annotators)
    hits = _hits_per_annotator(wanted, full, annotators, settings)
    largest = max(map(len, outputs))
    paired = settings.design == "paired"
    if paired and largest > full:
        raise UsageError(
            f"A HIT of {settings.hit_size} items has room for {full} outputs, but a segment has"
            f" {largest}, which the paired design gives to one annotator.",
            hint=f"Use larger HITs, fewer systems, or {wording.option('design', 'independent')}.",
        )
    while True:
        sizes = [min(full * number, total) for number in hits]
        expected = sum(size // largest * largest if paired else size for size in sizes)
        if expected >= wanted or min(sizes) == total:
            if paired:
                shares = assign_segments(outputs, sizes, settings.seed)
            else:
                shares = assign(outputs, tuple(testset.outputs), sizes, settings.seed)
            if sum(map(len, shares)) >= wanted:
                break
        # Whole segments may not fill every HIT, and nobody judges an output twice.
        if annotators:
            hits[min(range(annotators), key=hits.__getitem__)] += 1
        else:
            hits.append(1)
    return _make_hits(testset, settings, shares, hits)


def too_many(wanted: int, total: int, annotators: int) -> UsageError:
    """Make the error for more judgments than annotators can give."""
    return UsageError(
        f"{counted(wanted, 'judgment')} {is_or_are(wanted)} more than"
        f" {counted(annotators, 'annotator')} can give:"
        f" the test set has {counted(total, 'different output')}.",
        hint=f"Lower {wording.option('judgments')}, or add annotators.",
    )


def _make_hits(
    testset: TestSet,
    settings: CampaignSettings,
    shares: Sequence[Sequence[Output]],
    hits: Sequence[int],
) -> list[list[list[Item]]]:
    """Cut the outputs of each annotator into HITs, and add control items."""
    degrade = Degrader(testset, settings.degradation)
    random = Random(f"hits {settings.seed}")

    def reference(segment: int) -> tuple[str, str] | None:
        return reference_of(testset, segment)

    made = []
    for share, number in zip(shares, hits, strict=True):
        ends = [len(share) * part // number for part in range(number + 1)]
        made.append(
            [
                make_hit(share[begin:end], settings.sets, degrade, reference, random)
                for begin, end in pairwise(ends)
            ]
        )
    return made


def _hits_per_annotator(
    wanted: int, full: int, annotators: int, settings: CampaignSettings
) -> list[int]:
    """Number of HITs of each annotator; in a pool one for each HIT."""
    hits = -(-wanted // full)
    if not annotators:
        return [1] * hits
    if hits < annotators:
        smallest = 2 * full // settings.sets
        smaller = (
            f"smaller HITs, such as {wording.option('hit_size', 2 * SET_SIZE)}"
            f" ({smallest} outputs each), for "
            if settings.hit_size > 2 * SET_SIZE
            else ""
        )
        raise UsageError(
            f"{counted(wanted, 'judgment')} fill {counted(hits, 'HIT')} of {settings.hit_size}"
            f" items ({full} outputs each), fewer than the {annotators} annotators.",
            hint=f"Ask for {smaller}more judgments{',' if smaller else ''} or"
            f" {'for ' if smaller else ''}fewer annotators.",
        )
    return [hits // annotators + (place < hits % annotators) for place in range(annotators)]


def _too_few(total: int, settings: CampaignSettings) -> UsageError:
    needed = SMALLEST_SET * settings.sets
    largest = total // SMALLEST_SET // 2 * 2 * SET_SIZE
    return UsageError(
        f"The test set has {counted(total, 'different output')}; a HIT of {settings.hit_size} items"
        f" needs at least {needed}.",
        hint=f"Ask for smaller HITs: {wording.option('hit_size', largest)}."
        if largest
        else f"The smallest HIT, of {2 * SET_SIZE} items, needs {2 * SMALLEST_SET} outputs. Give"
        " more segments or systems.",
    )
