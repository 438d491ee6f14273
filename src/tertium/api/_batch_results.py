"""Import results of other programs: answers become judgments, each once."""

import json
import math
import os
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from tertium import formats
from tertium.api._batches import KIND
from tertium.api._place import Place
from tertium.campaign.batches import Batch, BatchAnswer
from tertium.campaign.names import check_annotator
from tertium.campaign.tasks import AnswerError
from tertium.core import files, wording
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.formatting import counted
from tertium.storage.results import (
    KnownResult,
    Result,
    known_results,
    note_assignments,
    record_results,
    set_statuses,
)

REJECTED = "Rejected"


class ImportedResults(NamedTuple):
    """Answers of files of results.

    Attributes:
        stored: Number of answers that were stored.
        known: Number of answers that had been stored before.
        changed: Number of these whose status on the market has changed.
        annotators: Number of annotators of all these answers.
        rejected: Number of answers whose work was rejected; they do not count.
    """

    stored: int
    known: int
    changed: int
    annotators: int
    rejected: int


class _Given(NamedTuple):
    """An answer of a file, and the judgment that it becomes."""

    origin: str
    program: str
    answer: BatchAnswer
    result: Result


def import_results(
    place: Place, batch: Batch, paths: Sequence[str | os.PathLike[str]]
) -> ImportedResults:
    """Store the answers of files of results: all of them, or none.

    Args:
        place: The campaign.
        batch: Its work, with items that need no judgment any more.
        paths: The files.
    """
    if not paths:
        raise UsageError("Give at least one file of results.")
    given = _once(one for path in paths for one in _read(batch, path))

    def write(connection: Any) -> ImportedResults:
        now = time.time()
        known: dict[str, KnownResult] = {}
        for prefix in {f"{one.program}-" for one in given}:
            known |= known_results(connection, place.id, prefix)
        _check_unchanged(given, known)
        new = [one.result for one in given if one.result.client_id not in known]
        changed = {
            known[one.client_id].id: one.status
            for one in (each.result for each in given)
            if one.client_id in known and one.status not in ("", known[one.client_id].status)
        }
        record_results(connection, place.id, new, place.description.scale_name, now)
        set_statuses(connection, changed)
        for (name, program), assignments in _assignments(given).items():
            note_assignments(connection, place.id, name, program, assignments)
        return ImportedResults(
            stored=len(new),
            known=len(given) - len(new),
            changed=len(changed),
            annotators=len({one.result.annotator for one in given}),
            rejected=sum(one.result.status == REJECTED for one in given),
        )

    return place.database.submit(write)


def _format_of(data: bytes) -> str:
    """Name of the format of results; "" if there is none."""
    for name in formats.names(KIND):
        module = formats.load(KIND, name)
        if hasattr(module, "sniff") and module.sniff(data[: formats.HEAD]):
            return name
    return ""


def _read(batch: Batch, path: str | os.PathLike[str]) -> list[_Given]:
    """Answers of a file, checked by the task; bad ones are left out with a warning."""
    origin, data = os.fspath(path), files.read_bytes(path)
    name = _format_of(data)
    if not name:
        raise FormatError(
            "The file is in no known format of results.",
            where=origin,
            hint=f"Known: {', '.join(_readable())}. Answers of a machine judge need"
            f" {wording.option('annotator')} and {wording.option('machine', True)}.",
        )
    module = formats.load(KIND, name)
    now = time.time()
    refused: Counter[str] = Counter()
    found: list[_Given] = []
    for one in module.read(data, origin, batch):
        screen = batch.screen_of_item[one.item]
        try:
            answer = batch.task.read(one.answer, screen.shown, batch.description.question)
        except AnswerError as error:
            refused[error.sentence] += 1
            continue
        submitted = one.submitted if math.isfinite(one.submitted) else now
        result = Result(
            client_id=f"{name}-{one.assignment}-{one.item}",
            item=one.item,
            annotator=_name(module, one, origin),
            answer=json.dumps(answer),
            status=one.status,
            shown=one.shown if math.isfinite(one.shown) else submitted,
            submitted=submitted,
            active=one.active,
        )
        found.append(_Given(origin, name, one, result))
    if refused:
        reasons = " ".join(f"{sentence} ({count:,})" for sentence, count in refused.items())
        files.warn_unused(f"{origin}: {counted(refused.total(), 'answer')} not used. {reasons}")
    return found


def _readable() -> list[str]:
    return [name for name in formats.names(KIND) if hasattr(formats.load(KIND, name), "sniff")]


def _name(module: ModuleType, answer: BatchAnswer, origin: str) -> str:
    name = f"{module.ANNOTATOR}{answer.annotator}"
    try:
        check_annotator(name)
    except UsageError as error:
        raise DataError(str(error), where=f"{origin}:{answer.line}") from None
    return name


def _once(given: Iterable[_Given]) -> list[_Given]:
    """Each answer once, with its status in the last file that has one."""
    found: dict[str, _Given] = {}
    for one in given:
        first = found.setdefault(one.result.client_id, one)
        if first.result.answer != one.result.answer:
            raise _other_answer(one, f"{first.origin}:{first.answer.line}")
        if one.result.status:
            found[one.result.client_id] = one
    return list(found.values())


def _check_unchanged(given: Sequence[_Given], known: Mapping[str, KnownResult]) -> None:
    """Refuse answers that differ from those that are stored."""
    for one in given:
        before = known.get(one.result.client_id)
        if before is not None and json.loads(before.answer) != json.loads(one.result.answer):
            raise _other_answer(one, "the campaign")


def _other_answer(one: _Given, where: str) -> DataError:
    return DataError(
        f"The assignment {one.answer.assignment} has another answer in {where}.",
        where=f"{one.origin}:{one.answer.line}",
        hint="Nothing was stored. Results of different servers can have the same numbers.",
    )


def _assignments(given: Sequence[_Given]) -> dict[tuple[str, str], dict[str, Mapping[str, str]]]:
    """What markets say of assignments, by annotator and program."""
    found: dict[tuple[str, str], dict[str, Mapping[str, str]]] = {}
    for one in given:
        if one.answer.market:
            own = found.setdefault((one.result.annotator, one.program), {})
            own[one.answer.assignment] = one.answer.market
    return found
