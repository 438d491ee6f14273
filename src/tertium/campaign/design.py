"""The design of a campaign: which items are in which HIT, and who gets it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from tertium.campaign.degradation import Degrader
from tertium.campaign.items import Item, Output, ShownOutput, systems_of
from tertium.campaign.judged_outputs import check_outputs, distinct_outputs, documents_of
from tertium.campaign.screens import (
    Screens,
    Unit,
    hits_of_units,
    share_units,
    units_of_documents,
    units_of_segments,
)
from tertium.campaign.selection import Selection, select_segments
from tertium.campaign.sets import hits_of_sets, too_many
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.shown_texts import choose_context
from tertium.campaign.sliders import read_sliders
from tertium.campaign.tasks import OutputTask, Task, load_task
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.formatting import counted, is_or_are
from tertium.core.notices import Notice
from tertium.core.testset import TestSet
from tertium.metrics import metric


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
        drawn: Segments in the order in which they were drawn, if the design has such an order.
        weights: How many segments each segment stands for, by its place, if that is not one.
        notices: Limitations of results on these segments.
    """

    hits: tuple[Hit, ...]
    systems: tuple[str, ...]
    segments: int
    outputs: int
    context: str
    screens: bool = False
    drawn: tuple[int, ...] = ()
    weights: Mapping[int, float] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

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

    def comparisons(self) -> int:
        """How often the two systems that are compared least often are on a screen together."""
        counts = dict.fromkeys(combinations(sorted(self.systems), 2), 0)
        for hit in self.hits:
            for item in hit.items:
                outputs = [one for one in item.outputs if one.kind == "system"]
                if item.level == "segment":
                    for one, other in combinations(outputs, 2):
                        for pair in product(systems_of(one.system), systems_of(other.system)):
                            counts[min(pair), max(pair)] += 1
        return min(counts.values(), default=0)

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
    _check_form(settings, task)
    several = settings.systems_per_item or task.usual
    if not task.fewest <= several <= task.most:
        allowed = f"{task.fewest} to {task.most}" if task.fewest < task.most else str(task.most)
        raise UsageError(
            f"{wording.option('systems_per_item', several)} does not apply to {settings.task}: it"
            f" has {allowed} {'output' if task.most == 1 else 'outputs'} on a screen.",
        )
    if settings.document_score and not task.relative and task.range(settings.answer) is None:
        raise UsageError(
            f"{wording.option('document_score', True)} does not apply to {settings.task}, which"
            " gives no scores.",
        )
    settings = replace(settings, systems_per_item=several)
    if task.together:
        settings = replace(settings, design="paired")
    if not task.controls:
        settings = _without_controls(settings)
    if settings.context and not task.in_documents:
        raise UsageError(
            f"{wording.option('context', True)} does not apply to {settings.task}, which asks about"
            " single segments.",
        )
    return _resolve_end(settings) if settings.until == "decided" else settings


def _check_form(settings: CampaignSettings, task: Task) -> None:
    """Refuse ties, sliders and weights that do not apply to the task."""
    if settings.no_ties and not task.relative:
        raise UsageError(
            f"{wording.option('no_ties', True)} applies to outputs that are compared with each"
            f" other; {settings.task} judges each by itself.",
            hint=f"Leave it out, or choose {wording.option('task', 'preference')}.",
        )
    if read_sliders(settings.sliders) and not isinstance(task, OutputTask):
        raise UsageError(
            f"{wording.option('sliders')} does not apply to {settings.task}, which has no answer"
            " for each output.",
        )
    if settings.select == "disagreement" and task.relative:
        raise UsageError(
            f"{wording.option('select', 'disagreement')} gives judgments weights, which rankings"
            " by comparisons of outputs do not use.",
            hint=f"Leave it out: segments are then drawn at random. Judgments of {settings.task}"
            " are comparisons.",
        )


def _without_controls(settings: CampaignSettings) -> CampaignSettings:
    """Leave out control items, which the task has none of."""
    if settings.control_share not in (0, CampaignSettings.control_share):
        raise UsageError(
            f"{wording.option('control_share')} does not apply to {settings.task}, which has no"
            " control items.",
        )
    return replace(settings, control_share=0.0)


def _resolve_end(settings: CampaignSettings) -> CampaignSettings:
    """Give all outputs of a segment to one annotator, whose differences are then tested."""
    if load_task(settings.task).range(settings.answer) is None:
        raise UsageError(
            f"{wording.option('until', 'decided')} tests scores, but judgments of {settings.task}"
            " are no numbers on a scale.",
        )
    return replace(settings, design="paired")


def make_design(
    testset: TestSet,
    settings: CampaignSettings,
    annotators: int,
    asked: Sequence[int] | None = None,
    *,
    media: bool = False,
) -> Design:
    """Choose and assign all items.

    Args:
        testset: The outputs to judge.
        settings: How items are chosen.
        annotators: Number of annotators; 0 for a pool.
        asked: Places of the segments that there are questions on; None if all are judged.
        media: Whether segments have audio, video or image files as source.
    """
    settings = resolve(settings)
    task = load_task(settings.task)
    check_outputs(testset)
    task.check_campaign(testset, settings)
    context = choose_context(testset, settings, media=media)
    selection = _selection(testset, settings)
    if asked is not None:
        selection = _asked(asked, selection)
    decided = settings.until == "decided"
    if decided and len(testset.outputs) < 2:
        raise UsageError(
            f"{wording.option('until', 'decided')} compares systems; the test set has only one.",
            hint="Give more systems.",
        )
    if settings.context or settings.systems_per_item != 1 or decided or not task.controls:
        design = _design_of_screens(testset, settings, annotators, context, selection)
    else:
        outputs = _selected_outputs(testset, selection)
        total = sum(map(len, outputs))
        made = hits_of_sets(testset, outputs, _wanted(settings, total), settings, annotators)
        hits = _in_turn(made, annotators)
        design = Design(hits, tuple(testset.outputs), len(testset), total, context)
    if selection is None:
        return design
    weights = dict(zip(selection.segments, selection.weights, strict=True))
    return replace(design, weights=weights, notices=selection.notices)


def _selection(testset: TestSet, settings: CampaignSettings) -> Selection | None:
    """Select segments by another rule than at random; None if all segments can be judged."""
    if settings.select == "random":
        return None
    if settings.context:
        raise UsageError(
            f"{wording.option('select', settings.select)} selects segments, but documents are"
            " judged from beginning to end.",
            hint=f"Leave out {wording.option('context', True)}.",
        )
    segments = None
    chosen = None
    if settings.select == "disagreement":
        if settings.judgments is None:
            raise UsageError(
                f"{wording.option('select', settings.select)} needs the number of judgments.",
                hint=f"Add {wording.option('judgments')}: all outputs would be"
                f" {sum(map(len, distinct_outputs(testset))):,}.",
            )
        segments = -(-settings.judgments // len(testset.outputs))
        chosen = metric(settings.select_metric)
    return select_segments(
        testset, settings.select, segments=segments, metric=chosen, seed=settings.seed
    )


def _asked(places: Sequence[int], selection: Selection | None) -> Selection:
    """Select the segments that there are questions on."""
    if selection is not None:
        raise UsageError(
            f"{wording.option('questions')} decides which segments are judged.",
            hint=f"Leave out {wording.option('select')}.",
        )
    return Selection(tuple(places), (1.0,) * len(places))


def _selected_outputs(testset: TestSet, selection: Selection | None) -> list[list[Output]]:
    """The different outputs of each segment that can be judged."""
    outputs = distinct_outputs(testset)
    if selection is None:
        return outputs
    return [outputs[place] for place in sorted(selection.segments)]


def _design_of_screens(
    testset: TestSet,
    settings: CampaignSettings,
    annotators: int,
    context: str,
    selection: Selection | None,
) -> Design:
    """Put several outputs on a screen, or judge documents from beginning to end."""
    task, random = load_task(settings.task), Random(f"screens {settings.seed}")
    assert settings.systems_per_item is not None
    screens = Screens(
        min(settings.systems_per_item, len(testset.outputs)),
        task.fewest,
        settings.design == "paired",
        settings.document_score,
    )

    def units() -> Iterator[Unit]:
        if settings.context:
            return units_of_documents(documents_of(testset), screens, random)
        return units_of_segments(_selected_outputs(testset, selection), screens, random)

    total = sum(unit.outputs for unit in units())
    if not total:
        raise UsageError(
            f"No segment has {screens.fewest} different outputs, which {settings.task} compares.",
            hint="Give more systems.",
        )
    if task.once:
        _check_once(testset, settings, annotators)
    wanted = _wanted(settings, total)
    if wanted > total and settings.until == "decided":
        raise UsageError(
            f"{wording.option('until', 'decided')} judges each segment once; the test set has"
            f" {counted(total, 'different output')}.",
            hint=f"Leave out {wording.option('judgments')}.",
        )
    rounds = -(-wanted // total)
    # In a pool, HITs are made as for annotators who see no segment twice.
    people = annotators or (rounds * len(testset.outputs) if task.once else 0)
    assigned = share_units(
        units, wanted, people, people or rounds, relative=task.relative, once=task.once
    )
    if sum(unit.outputs for _, unit in assigned) < wanted:
        raise too_many(wanted, total, annotators)
    shares = [
        [unit for owner, unit in assigned if owner == place] for place in range(max(1, people))
    ]
    if annotators and not all(shares):
        raise UsageError(
            f"{counted(wanted, 'judgment')} {is_or_are(wanted)} too few for"
            f" {counted(annotators, 'annotator')}.",
            hint=f"Raise {wording.option('judgments')}, or name fewer annotators.",
        )
    degrade = Degrader(testset, settings.degradation)
    made = [
        hits_of_units(
            share,
            settings.hit_size,
            settings.control_share,
            degrade,
            random,
            relative=task.relative,
        )
        for share in filter(None, shares)
    ]
    hits = _in_turn(made, annotators)
    systems = tuple(testset.outputs)
    drawn = dict.fromkeys(item.segment for _, unit in assigned for item in unit.items)
    return Design(hits, systems, len(testset), total, context, screens=True, drawn=tuple(drawn))


def _check_once(testset: TestSet, settings: CampaignSettings, annotators: int) -> None:
    """Refuse annotators who would see a segment twice."""
    if settings.design == "paired":
        raise UsageError(
            f"{wording.option('design', 'paired')} does not apply to {settings.task}: nobody may"
            " see a text twice.",
        )
    most = len(testset.outputs)
    if 0 < annotators < most and settings.judgments is None:
        raise UsageError(
            f"{counted(annotators, 'annotator')} {is_or_are(annotators)} too few for"
            f" {counted(most, 'system')}: nobody may see a text twice.",
            hint=f"Name at least {counted(most, 'annotator')}.",
        )


def _wanted(settings: CampaignSettings, total: int) -> int:
    """Number of outputs to judge; all of the segments that were drawn by disagreement."""
    if settings.select == "disagreement":
        return total
    return settings.judgments or total


def _in_turn(made: Sequence[Sequence[list[Item]]], annotators: int) -> tuple[Hit, ...]:
    """Order HITs: the first ones of all annotators come before their second ones."""
    return tuple(
        Hit(place if annotators else None, own[turn])
        for turn in range(max(map(len, made)))
        for place, own in enumerate(made)
        if turn < len(own)
    )
