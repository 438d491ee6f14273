"""Parts of a campaign that was made for another program: description, items and checks."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from tertium.api._campaign_preparation import Preparation
from tertium.campaign.attention_checks import assign_checks
from tertium.campaign.description import Description
from tertium.campaign.design import Design, Hit, resolve
from tertium.campaign.incoming import Incoming, IncomingScreen
from tertium.campaign.items import LONGEST_TEXT, Item, systems_of
from tertium.campaign.known_items import CHECK, TUTORIAL, Asked, KnownItem, read_known_items
from tertium.campaign.settings import LARGEST_HIT, CampaignSettings
from tertium.campaign.tasks import load_task
from tertium.core import files
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.streams import digest
from tertium.core.testset import TestSet
from tertium.storage.items import NewHit, NewItem, NewOutput, NewSegment


class _Segment(NamedTuple):
    """A segment of the file, with the outputs of systems."""

    document: str
    segment: str
    source: str | None
    reference: str | None
    outputs: dict[str, str]


class Maker:
    """Makes the parts of a campaign that was made for another program.

    Args:
        found: The campaign.
        names: Names of the annotators; none if whoever joins can work.
        interface: Language of the pages.
        seed: Seed of the choice of attention checks.

    Attributes:
        description: What the campaign asks.
        preparation: Tutorial, checks and form.
        hits: The HITs with all their items.
        segments: The segments with the outputs of systems.
    """

    def __init__(self, found: Incoming, names: Sequence[str], interface: str, seed: int) -> None:
        self._found = found
        self._segments: dict[tuple[str, str], _Segment] = {}
        self._places: dict[tuple[str, str], int] = {}
        self._renamed = 0
        judged = [one for hit in found.hits for one in hit.screens if one.check is None]
        settings = self._settings(judged, interface, seed)
        places = {id(screen): self._place(screen) for screen in judged}
        if self._renamed:
            files.warn_unused(
                f"{found.origin}: {counted(self._renamed, 'item')} have the id of another item with"
                " other texts; their ids got a number."
            )
        owners = {name: number for number, name in enumerate(names)}
        plain = tuple(
            Hit(
                owners.get(hit.annotator),
                [_item(screen, places.get(id(screen), 0)) for screen in hit.screens],
            )
            for hit in found.hits
        )
        self.segments = [NewSegment(*self._stored(one)) for one in self._segments.values()]
        systems = sorted({name for one in self._segments.values() for name in one.outputs})
        known = sorted({*systems, *(name for one in judged for name in _systems(one))})
        outputs = sum(len(set(one.outputs.values())) for one in self._segments.values())
        design = Design(plain, tuple(known), len(self.segments), outputs, settings.show, True)
        suggested = [one.suggestions for one in judged if any(one.suggestions)]
        fingerprint = digest([repr(suggested)]) if suggested else ""
        described = Description.of(self._testset(), settings, design, None, not names, fingerprint)
        if found.typology is not None:
            described = replace(described, typology=found.typology)
        self.preparation = self._prepare(described, design)
        self.description = self.preparation.described(described)
        made = [
            NewHit(
                hit.annotator,
                [self._new_item(screen, places.get(id(screen), 0)) for screen in incoming.screens],
            )
            for hit, incoming in zip(plain, found.hits, strict=True)
        ]
        self.hits = self.preparation.with_checks(made, design, settings.seed)

    def _settings(
        self, judged: Sequence[IncomingScreen], interface: str, seed: int
    ) -> CampaignSettings:
        """Settings that follow from the items."""
        found = self._found
        task = load_task(found.task)
        for one in judged:
            if not task.fewest <= len(one.outputs) <= task.most:
                raise DataError(
                    f"The item has {counted(len(one.outputs), 'output')}; {found.task} shows"
                    f" {task.fewest} to {task.most} on a screen.",
                    where=one.where,
                )
            texts = (one.source, one.reference, *(output.text for output in one.outputs))
            if any(len(text or "") > LONGEST_TEXT for text in texts):
                raise DataError(
                    f"A text has more than {counted(LONGEST_TEXT, 'character')}, the most that"
                    " pages show.",
                    where=one.where,
                )
        has = (
            any(one.source is not None for one in judged),
            any(one.reference is not None for one in judged),
        )
        context = {(True, True): "both", (True, False): "source", (False, True): "reference"}.get(
            has, "nothing"
        )
        if found.task == "fluency":
            context = "nothing"
        if context not in task.contexts:
            raise UsageError(
                f"Judgments of {found.task} need {' or '.join(task.contexts)} beside the output;"
                f" the items have {context}.",
                hint="Choose another task: fluency is judged without other texts.",
            )
        longest = max(len(hit.screens) for hit in found.hits)
        given = {
            "task": found.task,
            "show": context,
            "context": any(one.block is not None for one in judged),
            "document_score": any(one.level == "document" for one in judged),
            "systems_per_item": max(len(one.outputs) for one in judged),
            "hit_size": min(LARGEST_HIT, longest),
            "interface": interface,
            "seed": seed,
            **found.settings,
        }
        return resolve(CampaignSettings(**given))

    def _place(self, screen: IncomingScreen) -> int:
        """Place of the segment of an item, which is added if it is new."""
        key, number = (screen.document, screen.segment), 2
        while not self._fits(key, screen):
            key, number = (screen.document, f"{screen.segment}:{number}"), number + 1
        if number > 2:
            self._renamed += 1
        known = self._segments.setdefault(key, _Segment(*key, screen.source, screen.reference, {}))
        for output in screen.outputs:
            if output.kind == "system" and screen.level == "segment":
                known.outputs.update(dict.fromkeys(systems_of(output.system), output.text))
        return self._places.setdefault(key, len(self._places))

    def _fits(self, key: tuple[str, str], screen: IncomingScreen) -> bool:
        """Whether an item is one of a known segment, or of a new one."""
        known = self._segments.get(key)
        if known is None or screen.level == "document":
            return True
        same = (known.source, known.reference) == (screen.source, screen.reference)
        return same and all(
            known.outputs.get(name, output.text) == output.text
            for output in screen.outputs
            if output.kind == "system"
            for name in systems_of(output.system)
        )

    def _stored(self, one: _Segment) -> tuple[Any, ...]:
        return one.segment, one.document, one.source, one.reference, one.outputs

    def _testset(self) -> TestSet:
        """Source or references of the segments, whose digest identifies the texts."""
        sources = [one.source for one in self._segments.values()]
        references = [one.reference for one in self._segments.values()]
        outputs = ["\n".join(one.outputs.values()) for one in self._segments.values()]
        if any(text is not None for text in sources):
            testset = TestSet.of(source=[text or "" for text in sources])
        elif any(text is not None for text in references):
            testset = TestSet.of(references=[[text or "" for text in references]])
        else:
            testset = TestSet.of(systems={"outputs": outputs})
        source, target = self._found.languages
        return replace(testset, source_language=source, target_language=target)

    def _prepare(self, description: Description, design: Design) -> Preparation:
        """Read tutorial and checks, and draw checks for HITs."""
        found, settings = self._found, description.settings
        asked = Asked(load_task(settings.task), description.question, description.context)

        def known(lines: Sequence[tuple[str, Mapping[str, Any]]], kind: str) -> list[KnownItem]:
            listed = _distinct(lines, found.origin)
            return read_known_items(listed, kind, asked, found.origin) if listed else []

        drawn_from = known(found.checks, CHECK)
        Random(f"order of checks {settings.seed}").shuffle(drawn_from)
        placed = [
            (screen.where, screen.check)
            for hit in found.hits
            for screen in hit.screens
            if screen.check is not None
        ]
        self._checks = {one.name: one for one in known(placed, CHECK)}
        names = {one.name for one in drawn_from}
        more = [one for name, one in self._checks.items() if name not in names]
        annotators = [hit.annotator for hit in design.hits]
        return Preparation(
            form=found.form,
            tutorial=known(found.tutorial, TUTORIAL),
            checks=[*drawn_from, *more],
            drawn=assign_checks(
                annotators, len(drawn_from), settings.checks_per_hit, settings.seed
            ),
        )

    def _new_item(self, screen: IncomingScreen, place: int) -> NewItem:
        if screen.check is not None:
            return self.preparation.item_of(self._check(screen.check))
        segment = self.segments[place]
        context = self.description.context
        return NewItem(
            position=0,
            segment="" if screen.level == "document" else segment.segment,
            document=screen.document,
            outputs=[NewOutput(*output) for output in screen.outputs],
            source=screen.source if context in ("source", "both") else None,
            reference=screen.reference if context in ("reference", "both") else None,
            level=screen.level,
            place=place,
            block=screen.block,
            extra=self._extra(screen),
        )

    def _check(self, line: Mapping[str, Any]) -> KnownItem:
        """A check by its name; another one with the same texts, if it was left out."""
        found = self._checks.get(str(line["id"]))
        texts = tuple(line.get("outputs", ()))
        return found or next(one for one in self._checks.values() if one.outputs == texts)

    def _extra(self, screen: IncomingScreen) -> str | None:
        """Suggested errors of an item, as JSON."""
        if not any(screen.suggestions):
            return None
        typology = self.description.question.typology
        assert typology is not None
        made = []
        for several in screen.suggestions:
            for one in several:
                if one["severity"] not in typology.severities:
                    raise DataError(
                        f"The severity {one['severity']!r} is none of"
                        f" {', '.join(typology.severities)}, among which annotators choose.",
                        where=screen.where,
                    )
            made.append(
                [
                    {
                        "id": number,
                        **one,
                        "side": "output",
                        # A category that annotators cannot choose is left to them.
                        "category": one["category"] if one["category"] in typology.choices else "",
                    }
                    for number, one in enumerate(several, 1)
                ]
            )
        return json.dumps({"suggestions": made}, ensure_ascii=False)


def _item(screen: IncomingScreen, place: int) -> Item:
    """An item of a design; a check has no outputs there."""
    return Item(place, screen.outputs, screen.level, screen.block)


def _systems(screen: IncomingScreen) -> list[str]:
    """Systems of an item; references are none."""
    return [
        name
        for output in screen.outputs
        if output.kind != "reference"
        for name in systems_of(output.system)
    ]


def _distinct(
    lines: Sequence[tuple[str, Mapping[str, Any]]], origin: str
) -> list[tuple[str, Mapping[str, Any]]]:
    """Items with the same name or the same texts once."""
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    texts = set()
    left_out = 0
    for where, line in lines:
        shown = repr([line.get(key) for key in ("source", "reference", "output", "outputs")])
        if line["id"] in found:
            continue
        if shown in texts:
            left_out += 1
            continue
        texts.add(shown)
        found[line["id"]] = (where, line)
    if left_out:
        files.warn_unused(
            f"{origin}: {counted(left_out, 'item')} with a known answer not used: same texts as"
            " another one."
        )
    return list(found.values())
