"""Appraise: batches and manifest of a campaign, and exported scores that come back.

`batches.json` has tasks of exactly 100 items, as Appraise demands, and `manifest.json` the type of
task, its options and the accounts; both go to its command `StartNewCampaign`. Adequacy becomes
Direct, Pairwise (two outputs on a screen), Document or PairwiseDocument (with context); error
spans become Document with the option ESA or MQM. HITs of an annotator are joined, and divided into
tasks without dividing documents; repeats of earlier items, of type CHK, fill the last places.

`itemID` is the number of the segment in the test set, from 1. Degraded outputs have the type BAD
and the `itemID` and `targetID` of the original, so that the test of Appraise finds them; documents
of control items end in "#dup". Spans (`mqm`) number UTF-16 units of the output without spaces at
its ends, and the last unit belongs to the span; a gap becomes its mark [MISSING]. Texts are escaped
where Appraise shows them as HTML.

`read` takes the CSV file of `ExportSystemScoresToCSV NAME --batch-info`. `read_campaign` makes a
campaign of batches: tasks become HITs, and types of items kinds.

Reference: Federmann 2018, https://github.com/AppraiseDev/Appraise.
"""

import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.campaign.batches import Batch, BatchAnswer, BatchSettings, hit_key
from tertium.campaign.incoming import Incoming
from tertium.core import files, wording
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.formatting import counted
from tertium.formats.batches._appraise_batches import incoming
from tertium.formats.batches._appraise_items import (
    TASK_SIZE,
    Entry,
    Items,
    Unit,
    layout_of,
    repeated,
)
from tertium.formats.batches._appraise_languages import language_of_appraise
from tertium.formats.batches._appraise_results import answers
from tertium.formats.batches._left_out import LeftOut, add_settings
from tertium.formats.json_lines import begins_with_key
from tertium.formats.ratings import appraise as ratings

ANNOTATOR = "appraise-"

_URL = "http://127.0.0.1:8000/dashboard/sso/"

# Appraise takes letters and digits in the name of a campaign, and so many of them.
_LONGEST_NAME = 20

# Campaigns of an installation need different numbers.
_NUMBERS = 0xFFFF


@dataclass
class Task:
    """A task of Appraise: its number, its account, and its items."""

    number: int
    owner: str
    entries: list[Entry]


def make_files(batch: Batch, settings: BatchSettings) -> dict[str, str]:
    """Return batches and manifest."""
    left_out = LeftOut(batch.campaign, "Appraise")
    add_settings(batch, left_out)
    description = batch.description
    if not description.languages:
        raise UsageError(
            "Appraise needs the languages, which the campaign does not know.",
            hint=f"Make the campaign with {wording.option('language_pair', 'en-de')}.",
        )
    if batch.instructions.strip() != description.default_instructions.strip():
        left_out.add("instructions of the campaign")
    if description.form is not None:
        left_out.add("the form")
    if description.settings.task == "mqm":
        left_out.add("the typology (it asks for the categories of MQM core)")
    if description.settings.prolific_codes:
        left_out.add("completion codes (it makes its own)")
    languages = _languages(batch)
    tasks = list(tasks_of(batch, left_out))
    batches = [
        {
            "items": [entry.json for entry in task.entries],
            "task": {
                "batchNo": task.number,
                "batchSize": TASK_SIZE,
                "randomSeed": description.settings.seed,
                "requiredAnnotations": settings.assignments,
                "sourceLanguage": languages[0],
                "targetLanguage": languages[1],
            },
        }
        for task in tasks
    ]
    manifest = _manifest(batch, settings, tasks, languages, left_out)
    left_out.warn_unheld()
    return {"batches.json": _json(batches), "manifest.json": _json(manifest)}


def sniff(head: bytes) -> bool:
    """Whether a file looks like exported scores."""
    return ratings.sniff(head)


def read(data: bytes, origin: str, batch: Batch) -> list[BatchAnswer]:
    """Read the answers in exported scores."""
    header, rows = ratings.read_cells(data, origin)
    for line, cells in rows:
        if len(cells) != len(header):
            raise FormatError(
                f"The row has {counted(len(cells), 'cell')} instead of {len(header)}.",
                where=f"{origin}:{line}",
            )
    named = [(line, dict(zip(header, cells, strict=True))) for line, cells in rows]
    for line, cells_by_name in named:
        _check_account(cells_by_name["username"], batch, f"{origin}:{line}")
    tasks = [(task.number, task.entries) for task in tasks_of(batch, LeftOut(origin, "Appraise"))]
    return answers(tasks, named, batch, origin)


def sniff_campaign(head: bytes) -> bool:
    """Whether a file looks like batches or a manifest."""
    batches = files.without_mark(head).lstrip()[:1] == b"[" and b'"items"' in head
    return batches or is_manifest(head)


def is_manifest(head: bytes) -> bool:
    """Whether a file looks like a manifest."""
    return begins_with_key(head, ["TASKS_TO_ANNOTATORS"])


def read_campaign(found: Mapping[str, bytes]) -> Incoming:
    """Read batches, and perhaps their manifest: files by their names."""
    manifests = [name for name, data in found.items() if is_manifest(data)]
    batches = [name for name in found if name not in manifests]
    if len(batches) != 1 or len(manifests) > 1:
        raise UsageError("A campaign of Appraise is a file of batches, and perhaps its manifest.")
    manifest = manifests[0] if manifests else ""
    return incoming(found[batches[0]], batches[0], found.get(manifest), manifest)


def tasks_of(batch: Batch, left_out: LeftOut) -> Iterator[Task]:
    """Divide the work into tasks of 100 items."""
    items = Items(batch, layout_of(batch), left_out)
    by_owner: dict[str, list[Unit]] = {}
    for hit in batch.hits:
        # Whoever takes a HIT of a pool has a small account of the whole work.
        by_owner.setdefault(hit.annotator, []).extend(items.units(hit))
    tutorial = items.tutorial()
    number, repeats = 0, 0
    for owner, units in by_owner.items():
        for turn, several in enumerate(_divided(units, tutorial.size, bool(owner))):
            before = tutorial.entries if turn == 0 or not owner else []
            filled = _filled(several, TASK_SIZE - len(before))
            repeats += sum(unit.size for unit in filled)
            number += 1
            units_of_task = [*several, *filled]
            entries = [entry for unit in units_of_task for entry in unit.entries]
            yield Task(number, owner, [*before, *entries])
    if repeats:
        left_out.add(
            f"tasks of another size than {TASK_SIZE} ({counted(repeats, 'repeated item')} fill"
            " them)"
        )


def _divided(units: Sequence[Unit], tutorial: int, named: bool) -> Iterator[list[Unit]]:
    """Divide units into tasks; the first one of an account has the tutorial, too."""
    room = TASK_SIZE - tutorial
    task: list[Unit] = []
    for unit in units:
        if unit.size > room:
            raise UsageError(
                f"A document has {counted(unit.size, 'segment')}; a task of Appraise has room for"
                f" {room}.",
                hint="Use shorter documents.",
            )
        if sum(one.size for one in task) + unit.size > room:
            yield task
            task, room = [], TASK_SIZE if named else room
        task.append(unit)
    if task:
        yield task


def _filled(units: Sequence[Unit], room: int) -> list[Unit]:
    """Repeats that fill a task."""
    missing = room - sum(unit.size for unit in units)
    known = {_key(entry) for unit in units for entry in unit.entries}
    made: list[Unit] = []
    turn = 1
    while missing:
        before = missing
        for unit in units:
            extra = repeated(unit, missing, turn)
            if turn == 1 and any(_key(entry) in known for entry in extra.entries):
                continue
            made.append(extra)
            missing -= extra.size
            if not missing:
                break
        turn += 1
        if before == missing and turn > 2:
            raise UsageError(
                f"The campaign has nothing to fill a task of {TASK_SIZE} items with.",
                hint="Make a larger campaign.",
            )
    return [unit for unit in made if unit.entries]


def _key(entry: Entry) -> tuple[Any, ...]:
    """What tells items of a task apart in the results."""
    item = entry.json
    targets = [one["targetID"] for one in item.get("targets", ())] or [item["targetID"]]
    return item["itemID"], item["itemType"], item.get("documentID", ""), *targets


def _manifest(
    batch: Batch,
    settings: BatchSettings,
    tasks: Sequence[Task],
    languages: Sequence[str],
    left_out: LeftOut,
) -> dict[str, Any]:
    layout = layout_of(batch)
    name = "".join(one for one in batch.campaign if one.isascii() and one.isalnum())
    made: dict[str, Any] = {
        "CAMPAIGN_URL": _URL,
        "CAMPAIGN_NAME": name[:_LONGEST_NAME] or "campaign",
        # Passwords of accounts follow from this key.
        "CAMPAIGN_KEY": secrets.token_urlsafe(12),
        "CAMPAIGN_NO": _number(batch),
        "REDUNDANCY": settings.assignments,
        "TASKS_TO_ANNOTATORS": [
            [*languages, "linear", _accounts(tasks, left_out) * settings.assignments, len(tasks)]
        ],
        "TASK_TYPE": layout.type,
    }
    return made | ({"TASK_OPTIONS": ";".join(layout.options)} if layout.options else {})


def _number(batch: Batch) -> int:
    """Number of the campaign, which names of accounts contain."""
    return 1 + int(hit_key(batch.campaign, batch.created, 1), 16) % _NUMBERS


def _languages(batch: Batch) -> tuple[str, str]:
    description = batch.description
    return (
        language_of_appraise(description.source_language),
        language_of_appraise(description.target_language),
    )


def _check_account(name: str, batch: Batch, where: str) -> None:
    """Refuse the account of another campaign."""
    languages = "".join(_languages(batch)).replace("-", "").lower()
    own = f"{languages}{_number(batch):02x}"
    if re.fullmatch(rf"{re.escape(languages)}[0-9a-f]{{4,}}", name) and not name.startswith(own):
        raise DataError(
            f"The account {name} is of another campaign: those of this one begin with {own}.",
            where=where,
            hint="Keep the CAMPAIGN_NO of the manifest, which is part of the names.",
        )


def _accounts(tasks: Sequence[Task], left_out: LeftOut) -> int:
    """Number of accounts: one for each annotator, if all have the same number of tasks."""
    owners = [task.owner for task in tasks]
    shares = {owners.count(owner) for owner in owners}
    if owners[0] and len(shares) == 1:
        return len(set(owners))
    if owners[0]:
        left_out.add("annotators with different numbers of tasks (each task has its own account)")
    return len(tasks)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
