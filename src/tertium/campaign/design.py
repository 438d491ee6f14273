"""The design of a campaign: which items are in which HIT, and who gets it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

from tertium.campaign.assignment import assign, assign_segments
from tertium.campaign.degradation import Degrader
from tertium.campaign.hits import SMALLEST_SET, make_hit, outputs_per_set
from tertium.campaign.items import Item, Output, ShownOutput, systems_of
from tertium.campaign.screens import (
    Screens,
    Unit,
    hits_of_units,
    share_units,
    units_of_documents,
    units_of_segments,
)
from tertium.campaign.settings import SET_SIZE, CampaignSettings
from tertium.campaign.shown_texts import choose_context, reference_of
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
        context: Texts shown beside outputs: "source", "reference", "both" or "nothing".
        screens: Whether the design is that of screens; else that of sets with control items.
    """

    hits: tuple[Hit, ...]
    systems: tuple[str, ...]
    segments: int
    outputs: int
    context: str
    screens: bool = False

    @property
    def items(self) -> int:
        """Number of items, control items included."""
        return sum(len(hit.items) for hit in self.hits)

    @property
    def judgments(self) -> int:
        """Number of outputs judged, without control items."""
        return sum(output.kind == "system" for output in self._outputs())

    @property
    def shown(self) -> int:
        """Number of outputs shown, control items included."""
        return sum(1 for _ in self._outputs())

    def judgments_of_systems(self) -> dict[str, int]:
        """Number of judgments of each system; shared outputs count for each of their systems."""
        counts = dict.fromkeys(self.systems, 0)
        for output in self._outputs():
            if output.kind == "system":
                for name in systems_of(output.system):
                    counts[name] += 1
        return counts

    def _outputs(self) -> Iterator[ShownOutput]:
        for hit in self.hits:
            for item in hit.items:
                if item.level == "segment":
                    yield from item.outputs


def resolve(settings: CampaignSettings) -> CampaignSettings:
    """Replace what the task decides by its usual way; refuse what the task does not have."""
    task = load_task(settings.task)
    if settings.answer == "auto":
        settings = replace(settings, answer=task.answers[0])
    if settings.answer not in task.answers:
        raise UsageError(
            f"{wording.option('answer', settings.answer)} does not apply to {settings.task}, which"
            f" is answered by {' or '.join(task.answers)}.",
        )
    several = settings.systems_per_item or task.usual
    if not task.fewest <= several <= task.most:
        allowed = f"{task.fewest} to {task.most}" if task.fewest < task.most else str(task.most)
        raise UsageError(
            f"{wording.option('systems_per_item', several)} does not apply to {settings.task}: it"
            f" has {allowed} {'output' if task.most == 1 else 'outputs'} on a screen.",
        )
    return replace(settings, systems_per_item=several)


def make_design(testset: TestSet, settings: CampaignSettings, annotators: int) -> Design:
    """Choose and assign all items.

    Args:
        testset: The outputs to judge.
        settings: How items are chosen.
        annotators: Number of annotators; 0 for a pool.
    """
    settings = resolve(settings)
    _check_outputs(testset)
    if settings.context or settings.systems_per_item != 1:
        return _design_of_screens(testset, settings, annotators)
    return _design_of_sets(testset, settings, annotators)


def _design_of_screens(testset: TestSet, settings: CampaignSettings, annotators: int) -> Design:
    """Put several outputs on a screen, or judge documents from beginning to end."""
    task, random = load_task(settings.task), Random(f"screens {settings.seed}")
    context = choose_context(testset, settings)
    assert settings.systems_per_item is not None
    screens = Screens(
        min(settings.systems_per_item, len(testset.outputs)),
        task.fewest,
        settings.design == "paired",
        settings.document_score,
    )

    def units() -> Iterator[Unit]:
        if settings.context:
            return units_of_documents(_documents(testset), screens, random)
        return units_of_segments(distinct_outputs(testset), screens, random)

    total = sum(unit.outputs for unit in units())
    if not total:
        raise UsageError(
            f"No segment has {screens.fewest} different outputs, which {settings.task} compares.",
            hint="Give more systems.",
        )
    wanted = settings.judgments or total
    shares = share_units(units, wanted, annotators, annotators or -(-wanted // total))
    if sum(unit.outputs for share in shares for unit in share) < wanted:
        raise _too_many(wanted, total, annotators)
    if not all(shares):
        raise UsageError(
            f"{counted(wanted, 'judgment')} {is_or_are(wanted)} too few for"
            f" {counted(annotators, 'annotator')}.",
            hint=f"Raise {wording.option('judgments')}, or name fewer annotators.",
        )
    degrade = Degrader(testset, settings.degradation)
    made = [
        hits_of_units(share, settings.hit_size, settings.control_share, degrade, random)
        for share in shares
    ]
    hits = _in_turn(made, annotators)
    systems = tuple(testset.outputs)
    return Design(hits, systems, len(testset), total, context, screens=True)


def _design_of_sets(testset: TestSet, settings: CampaignSettings, annotators: int) -> Design:
    """Mix single outputs with control items, as Graham et al. do."""
    if settings.hit_size % (2 * SET_SIZE):
        raise settings.bad_value("hit_size", f"a multiple of {2 * SET_SIZE}", settings.hit_size)
    context = choose_context(testset, settings)
    systems = tuple(testset.outputs)
    outputs = distinct_outputs(testset)
    total = sum(map(len, outputs))
    full = settings.sets * outputs_per_set(bool(testset.references))
    if total < SMALLEST_SET * settings.sets:
        raise _too_few(total, settings)
    wanted = settings.judgments or total
    if annotators and wanted > total * annotators:
        raise _too_many(wanted, total, annotators)
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
    return Design(_in_turn(made, annotators), systems, len(testset), total, context)


def _in_turn(made: Sequence[Sequence[list[Item]]], annotators: int) -> tuple[Hit, ...]:
    """Order HITs: the first ones of all annotators come before their second ones."""
    return tuple(
        Hit(place if annotators else None, own[turn])
        for turn in range(max(map(len, made)))
        for place, own in enumerate(made)
        if turn < len(own)
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


def _check_outputs(testset: TestSet) -> None:
    """Refuse test sets without outputs, with several runs, or with names that look joined."""
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


def _documents(testset: TestSet) -> list[list[list[Output]]]:
    """Outputs of all systems for each segment of each document, in the order of the test set."""
    if not testset.document_ids:
        raise UsageError(
            f"{wording.option('context', True)} needs documents; the test set has none.",
            hint=f"Give the document of each segment with {wording.option('documents')}.",
        )
    texts = {name: runs[0].loaded for name, runs in testset.outputs.items()}
    documents: dict[str, list[list[Output]]] = {}
    for segment, document in enumerate(testset.document_ids):
        shown = [Output(segment, name, stream[segment]) for name, stream in texts.items()]
        documents.setdefault(document, []).append(shown)
    return list(documents.values())


def distinct_outputs(testset: TestSet) -> list[list[Output]]:
    """The different outputs of each segment; systems with the same text share an output."""
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


def _too_many(wanted: int, total: int, annotators: int) -> UsageError:
    return UsageError(
        f"{counted(wanted, 'judgment')} {is_or_are(wanted)} more than"
        f" {counted(annotators, 'annotator')} can give:"
        f" the test set has {counted(total, 'different output')}.",
        hint=f"Lower {wording.option('judgments')}, or add annotators.",
    )


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
