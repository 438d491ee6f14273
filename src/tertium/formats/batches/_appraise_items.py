"""Items of Appraise, and the places in the campaign that they stand for."""

import html
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tertium.campaign.batches import Batch, BatchHit, BatchScreen
from tertium.campaign.items import ShownOutput
from tertium.campaign.known_items import CHECK, KnownItem
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.formatting import counted
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.browser_spans import code_points_of, units_of_span

# Number of items of a task, without scores of whole documents.
TASK_SIZE = 100

# Characters that its model of a text names as the limit.
_LONGEST = 2000

TYPES = {"system": "TGT", "bad_reference": "BAD", "repeat": "CHK", "reference": "REF"}

# What JavaScript removes at the ends of a text.
SPACES = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)

# Both ends of a mark of missing content.
MISSING = "missing"

# First `itemID` of a tutorial.
_TUTORIAL_ID = 1_000_000

Json = dict[str, Any]


class Origin(NamedTuple):
    """What an item stands for: an item of the campaign, and the number of an output in it."""

    item: int
    output: int


@dataclass(frozen=True)
class Layout:
    """How Appraise shows the items.

    Attributes:
        type: TASK_TYPE of the manifest.
        options: TASK_OPTIONS of the manifest.
    """

    type: str
    options: tuple[str, ...] = ()

    @property
    def pairs(self) -> bool:
        """Whether an item has two outputs."""
        return self.type.startswith("Pairwise")

    @property
    def documents(self) -> bool:
        """Whether items belong to documents."""
        return self.type.endswith("Document")

    @property
    def marks(self) -> bool:
        """Whether errors are marked."""
        return bool({"ESA", "MQM"}.intersection(self.options))


@dataclass
class Entry:
    """An item of a task.

    Attributes:
        json: The item in the file.
        origins: What it stands for; empty for the tutorial, repeats that fill a task, and scores of
            documents that the campaign does not ask for.
        complete: Whether it is the score of a whole document, which is not counted.
    """

    json: Json
    origins: tuple[Origin, ...] = ()
    complete: bool = False


@dataclass
class Unit:
    """Items that stay together: a document, or one item."""

    entries: list[Entry] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Number of items that count."""
        return sum(not entry.complete for entry in self.entries)


def layout_of(batch: Batch) -> Layout:
    """Choose the type of task; refuse a campaign that Appraise cannot show."""
    settings, context = batch.description.settings, batch.description.context
    if batch.description.question.sliders:
        raise UsageError("Appraise has one slider for an output; the campaign has further ones.")
    if settings.task in ("esa", "mqm"):
        return Layout("Document", (settings.task.upper(),))
    if settings.task not in ("adequacy", "fluency") or settings.answer != "slider":
        raise UsageError(
            f"Appraise does not ask for {settings.task} with the answer {settings.answer}.",
            hint="It has sliders from 0 to 100 for adequacy and fluency, and marked errors (esa,"
            " mqm).",
        )
    pair = "Pairwise" if settings.systems_per_item == 2 else ""
    if settings.task == "fluency" and not settings.context:
        raise UsageError(
            "Appraise shows outputs without the source in documents only.",
            hint=f"Make the campaign with {wording.option('context', True)}.",
        )
    if settings.context:
        options = ("Monolingual",) if settings.task == "fluency" else ()
        return Layout(f"{pair}Document", options)
    options = ("Reference",) if context == "reference" and not pair else ()
    return Layout(pair or "Direct", options)


class Items:
    """Makes the items of a campaign.

    Args:
        batch: The work of the campaign.
        layout: How Appraise shows it.
        left_out: What Appraise cannot hold.
    """

    def __init__(self, batch: Batch, layout: Layout, left_out: LeftOut) -> None:
        self._batch = batch
        self._layout = layout
        self._left_out = left_out
        self._source = f"{batch.campaign}.source"

    def units(self, hit: BatchHit) -> list[Unit]:
        """The items of a HIT, those of a document together."""
        units: dict[tuple[int, ...], Unit] = {}
        for screen in hit.screens:
            if not screen.outputs or screen.outputs[0].kind == CHECK:
                self._left_out.count("attention check")
            elif self._layout.pairs:
                self._add(units, screen, hit, tuple(enumerate(screen.outputs)))
            else:
                for numbered in enumerate(screen.outputs):
                    self._add(units, screen, hit, (numbered,))
        return [self._finished(unit) for unit in units.values()]

    def tutorial(self) -> Unit:
        """The items of the tutorial; none if Appraise cannot show it."""
        if not self._layout.marks:
            if self._batch.tutorial:
                self._left_out.add("the tutorial")
            return Unit()
        return Unit(
            [
                Entry(self._tutorial_item(number, known))
                for number, known in enumerate(self._batch.tutorial)
            ]
        )

    def _add(
        self,
        units: dict[tuple[int, ...], Unit],
        screen: BatchScreen,
        hit: BatchHit,
        shown: Sequence[tuple[int, ShownOutput]],
    ) -> None:
        # Segments of a document stay together, output by output unless outputs are pairs.
        place = (0, screen.block) if screen.block is not None else (1, screen.position)
        key = (*place, 0 if self._layout.pairs else shown[0][0])
        unit = units.setdefault(key, Unit())
        complete = screen.level == "document"
        if complete and self._layout.marks:
            self._left_out.count("score of a whole document")
            return
        origins = tuple(Origin(screen.item, number) for number, _ in shown)
        unit.entries.append(Entry(self._item(screen, hit, shown), origins, complete))

    def _finished(self, unit: Unit) -> Unit:
        """Let a document of scores end with its own score, which Appraise asks for."""
        needed = self._layout.documents and not self._layout.marks
        if not needed or unit.entries[-1].complete:
            return unit
        self._left_out.add("documents without a score of the whole document (it asks for one)")
        last = unit.entries[-1]
        made = last.json | {"isCompleteDocument": True}
        return Unit([*unit.entries, Entry(made, (), complete=True)])

    def _item(
        self, screen: BatchScreen, hit: BatchHit, shown: Sequence[tuple[int, ShownOutput]]
    ) -> Json:
        outputs = [output for _, output in shown]
        kinds = {output.kind for output in outputs}
        if len(kinds) > 1:
            self._left_out.count("mixed pair (a degraded and another output have one type)")
        kind = "bad_reference" if "bad_reference" in kinds else outputs[0].kind
        source = screen.source if screen.source is not None else screen.reference
        if screen.source is not None and screen.reference is not None:
            self._left_out.count("reference beside the source")
        item: Json = {
            "_block": -1,
            "_item": f"{hit.number}.{screen.position}",
            "itemID": screen.place + 1,
            "itemType": TYPES[kind],
        }
        texts = [source or "", *(output.text for output in outputs)]
        if any(len(text) > _LONGEST for text in texts):
            self._left_out.count(f"text of more than {counted(_LONGEST, 'character')}")
        names = (
            ("segmentID", "segmentText")
            if self._layout.type == "PairwiseDocument"
            else (
                "sourceID",
                "sourceText",
            )
        )
        item |= {names[0]: self._source, names[1]: self._shown_source(source or "")}
        if self._layout.pairs:
            item["targets"] = [
                {"targetID": one.system, "targetText": self._shown_target(one.text, len(outputs))}
                for one in outputs
            ]
            item["targetsSize"] = len(outputs)
        else:
            item["targetID"] = outputs[0].system
            item["targetText"] = self._shown_target(outputs[0].text, 1)
        if self._layout.documents:
            item["documentID"] = self._document(screen, kinds)
            item["isCompleteDocument"] = screen.level == "document"
        if self._layout.marks:
            item["mqm"] = self._suggested(screen, shown[0])
        return item

    def _document(self, screen: BatchScreen, kinds: set[str]) -> str:
        """Name of the document; control documents end in #dup, as at WMT."""
        name = screen.document
        if screen.block is None:
            # A segment that is shown by itself is a document.
            name = f"{name}:{screen.segment}" if name else screen.segment
        return f"{name}#dup" if kinds & {"bad_reference", "repeat"} else name

    def _shown_source(self, text: str) -> str:
        """Escape a source where Appraise shows it as HTML."""
        return html.escape(text) if self._layout.type in ("Direct", "Pairwise") else text

    def _shown_target(self, text: str, outputs: int) -> str:
        """Escape an output where Appraise shows it as HTML."""
        if self._layout.marks or (self._layout.pairs and outputs > 1):
            return text
        return html.escape(text)

    def _suggested(self, screen: BatchScreen, shown: tuple[int, ShownOutput]) -> list[Json]:
        """Suggested errors of an output."""
        number, output = shown
        found = screen.extra.get("suggestions", ())
        made = []
        for one in found[number] if number < len(found) else ():
            if one["side"] == "source":
                self._left_out.count("suggested error in the source")
                continue
            units = units_in_browser(output.text, one["start"], one["end"])
            if units is None and one["start"] < len(output.text.rstrip()):
                self._left_out.count("position of a suggested gap (it becomes the mark [MISSING])")
            first, last = units or (MISSING, MISSING)
            types = one["category"].split("/") if one["category"] else None
            made.append(
                {"start_i": first, "end_i": last, "severity": one["severity"], "error_type": types}
            )
        return made

    def _tutorial_item(self, number: int, known: KnownItem) -> Json:
        if len(known.outputs) > 1:
            self._left_out.count("tutorial item with further outputs (the first one is shown)")
        text = known.outputs[0]
        expected = known.key.expectation
        part = expected.outputs[0] if expected is not None and expected.outputs else None
        instruction = known.key.explanation(self._batch.description.settings.interface)
        target: Json = {"instruction": html.escape(instruction)}
        if part is not None and part.low is not None and part.high is not None:
            target["score_target"] = round((part.low + part.high) / 2)
        if part is not None and part.spans is not None:
            target["mqm_target"] = [
                {
                    **dict(
                        zip(
                            ("start_i", "end_i"),
                            units_in_browser(text, span.start, span.end) or (MISSING, MISSING),
                            strict=True,
                        )
                    ),
                    "severity": span.words.get("severity", "minor"),
                }
                for span in part.spans
            ]
        document = f"{self._batch.campaign}-tutorial"
        return {
            "mqm": {"tutorial": target, "payload": []},
            "documentID": document,
            "sourceID": document,
            "targetID": document,
            "itemType": "TGT",
            "sourceText": known.source or "",
            "targetText": text,
            "itemID": _TUTORIAL_ID + number,
            "_item": known.name,
            "isCompleteDocument": False,
        }


def repeated(unit: Unit, most: int, turn: int) -> Unit:
    """Repeat the first outputs of systems of a unit, to fill a task."""
    chosen = [one for one in unit.entries if one.json["itemType"] == "TGT" and not one.complete]
    made = []
    for entry in chosen[:most]:
        item = entry.json | {"itemType": TYPES["repeat"]}
        if "documentID" in item:
            document = item["documentID"] + (f"#{turn}" if turn > 1 else "")
            item["documentID"] = f"{document}#dup"
        if "mqm" in item:
            item["mqm"] = []
        made.append(replace(entry, json=item, origins=()))
    if made and unit.entries[-1].complete:
        last = unit.entries[-1].json
        made.append(Entry(last | {"documentID": made[-1].json["documentID"]}, (), complete=True))
    return Unit(made)


def units_in_browser(text: str, start: int, end: int) -> tuple[int, int] | None:
    """First and last UTF-16 unit of a span in a text without spaces at its ends."""
    offset = len(text) - len(text.lstrip(SPACES))
    inside = text.strip(SPACES)
    return units_of_span(code_points_of(inside), start - offset, end - offset)
