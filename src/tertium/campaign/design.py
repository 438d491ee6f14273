"""The design of a campaign: which items are in which HIT, and who gets it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from tertium.campaign.assignment import assign, assign_segments
from tertium.campaign.degradation import Degrader
from tertium.campaign.hits import (
    SMALLEST_SET,
    Item,
    Output,
    make_hit,
    outputs_per_set,
    systems_of,
)
from tertium.campaign.settings import SET_SIZE, CampaignSettings
from tertium.campaign.tasks import load_task
from tertium.core import wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted, is_or_are
from tertium.core.testset import TestSet
from tertium.human.shared_outputs import JOINED_BY


class Hit(NamedTuple):
    """A HIT, and the place of its annotator in the list; None in a pool."""

    annotator: int | None
    items: list[Item]


@dataclass(frozen=True)
class Design:
    """All HITs of a campaign.

    Attributes:
        hits: The HITs, in the order in which they are done.
        systems: Names of the systems.
        segments: Number of segments of the test set.
        outputs: Number of different outputs of the test set.
        context: Text shown beside outputs: "source", "reference" or "nothing".
    """

    hits: tuple[Hit, ...]
    systems: tuple[str, ...]
    segments: int
    outputs: int
    context: str

    @property
    def items(self) -> int:
        """Number of items, control items included."""
        return sum(len(hit.items) for hit in self.hits)

    @property
    def judgments(self) -> int:
        """Number of outputs judged, without control items."""
        return sum(item.kind == "system" for hit in self.hits for item in hit.items)

    def judgments_of_systems(self) -> dict[str, int]:
        """Number of judgments of each system; shared outputs count for each of their systems."""
        counts = dict.fromkeys(self.systems, 0)
        for hit in self.hits:
            for item in hit.items:
                if item.kind == "system":
                    for name in systems_of(item.system):
                        counts[name] += 1
        return counts


def make_design(testset: TestSet, settings: CampaignSettings, annotators: int) -> Design:
    """Choose and assign all items.

    Args:
        testset: The outputs to judge.
        settings: How items are chosen.
        annotators: Number of annotators; 0 for a pool.
    """
    _check_answer(settings)
    context = choose_context(testset, settings)
    systems = tuple(testset.outputs)
    outputs = distinct_outputs(testset)
    total = sum(map(len, outputs))
    full = settings.sets * outputs_per_set(bool(testset.references))
    if total < SMALLEST_SET * settings.sets:
        raise _too_few(total, settings)
    wanted = settings.judgments or total
    if annotators and wanted > total * annotators:
        raise UsageError(
            f"{counted(wanted, 'judgment')} {is_or_are(wanted)} more than"
            f" {counted(annotators, 'annotator')} can give:"
            f" the test set has {counted(total, 'different output')}.",
            hint=f"Lower {wording.option('judgments')}, or add annotators.",
        )
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
                shares = assign(outputs, systems, sizes, settings.seed)
            if sum(map(len, shares)) >= wanted:
                break
        # Whole segments may not fill every HIT, and nobody judges an output twice.
        if annotators:
            hits[min(range(annotators), key=hits.__getitem__)] += 1
        else:
            hits.append(1)
    made = _make_hits(testset, settings, shares, hits)
    # The first HITs of all annotators come before their second ones.
    ordered = [
        Hit(place if annotators else None, own[turn])
        for turn in range(max(hits))
        for place, own in enumerate(made)
        if turn < len(own)
    ]
    return Design(tuple(ordered), systems, len(testset), total, context)


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


def distinct_outputs(testset: TestSet) -> list[list[Output]]:
    """The different outputs of each segment; systems with the same text share an output."""
    if not testset.outputs:
        raise DataError(
            "The test set has no outputs.", hint=f"Give them with {wording.option('systems')}."
        )
    for name, runs in testset.outputs.items():
        if len(runs) > 1:
            raise UsageError(
                f"The system {name} has {counted(len(runs), 'training run')}; a campaign judges one"
                " output of each system.",
                hint="Give each run its own name.",
            )
        if JOINED_BY in name:
            raise UsageError(
                f"The name {name!r} contains {JOINED_BY!r}, which joins the names of systems that"
                " share an output.",
                hint="Rename the system.",
            )
    texts = {name: runs[0].loaded for name, runs in testset.outputs.items()}
    outputs = []
    for segment in range(len(testset)):
        sharing: dict[str, list[str]] = {}
        for name, stream in texts.items():
            sharing.setdefault(stream[segment], []).append(name)
        outputs.append(
            [Output(segment, JOINED_BY.join(names), text) for text, names in sharing.items()]
        )
    return outputs


def choose_context(testset: TestSet, settings: CampaignSettings) -> str:
    """Choose the text that is shown beside outputs; refuse one that the test set lacks."""
    task = load_task(settings.task)
    has = {
        "source": testset.source is not None,
        "reference": bool(testset.references),
        "nothing": True,
    }
    if settings.show == "auto":
        for context in task.contexts:
            if has[context]:
                return context
        raise UsageError(
            f"Judgments of {settings.task} need a source or a reference beside the outputs; the"
            " test set has neither.",
            hint=f"Give {wording.option('source')} or {wording.option('references')}.",
        )
    if settings.show not in task.contexts:
        raise UsageError(
            f"{wording.option('show', settings.show)} does not apply to {settings.task}, which is"
            f" judged with {' or '.join(task.contexts)} beside the output.",
        )
    if not has[settings.show]:
        keyword = "source" if settings.show == "source" else "references"
        raise UsageError(
            f"{wording.option('show', settings.show)} needs a {settings.show}; the test set has"
            " none.",
            hint=f"Give it with {wording.option(keyword)}.",
        )
    return settings.show


def _check_answer(settings: CampaignSettings) -> None:
    """Refuse a way to answer that the task does not have."""
    answers = load_task(settings.task).answers
    if settings.answer not in answers:
        raise UsageError(
            f"{wording.option('answer', settings.answer)} does not apply to {settings.task}, which"
            f" is answered by {' or '.join(answers)}.",
        )


def reference_of(testset: TestSet, segment: int) -> tuple[str, str] | None:
    """Name and text of the first reference that a segment has."""
    for name, reference in testset.references.items():
        if segment not in reference.missing:
            return name, reference[segment]
    return None


def context_of(testset: TestSet, context: str, segment: int) -> str | None:
    """Text that is shown beside the outputs of a segment."""
    if context == "source" and testset.source is not None:
        return testset.source[segment]
    if context == "reference":
        found = reference_of(testset, segment)
        return found[1] if found else None
    return None


def _hits_per_annotator(
    wanted: int, full: int, annotators: int, settings: CampaignSettings
) -> list[int]:
    """Number of HITs of each annotator; in a pool one for each HIT."""
    hits = -(-wanted // full)
    if not annotators:
        return [1] * hits
    if hits < annotators:
        smallest = 2 * full // settings.sets
        raise UsageError(
            f"{counted(wanted, 'judgment')} fill {counted(hits, 'HIT')} of {settings.hit_size}"
            f" items ({full} outputs each), fewer than the {annotators} annotators.",
            hint=f"Ask for smaller HITs, such as {wording.option('hit_size', 2 * SET_SIZE)}"
            f" ({smallest} outputs each), for more judgments, or for fewer annotators.",
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
