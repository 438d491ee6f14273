"""Export work for machine judges, and import their answers."""

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tertium.api._place import Place
from tertium.campaign.description import Description
from tertium.campaign.machine_judges import (
    ANSWERED,
    WORK,
    AnswerProblem,
    Screen,
    extra_for_machines,
    fingerprint,
    is_for_machines,
    read_answer,
    work_lines,
)
from tertium.campaign.names import check_annotator
from tertium.campaign.tasks import Shown
from tertium.core import files, outputs, wording
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.formatting import counted
from tertium.formats.json_lines import object_of
from tertium.human.factors import PREFILL, without
from tertium.storage import campaigns, machines
from tertium.storage.machines import MachineAnswer
from tertium.storage.surroundings import block_of
from tertium.storage.work import ItemRow

# Problems that an error names.
_NAMED = 5


class Imported(NamedTuple):
    """Answers of a file: those that were stored, and those that had been stored before."""

    stored: int
    known: int


class _Line(NamedTuple):
    """An answer to an item, as JSON, and its line in the file."""

    number: int
    item: int
    answer: str


class _Problem(NamedTuple):
    """Why a line cannot be used."""

    line: int
    sentence: str


def export_items(place: Place, path: str | os.PathLike[str], *, force: bool = False) -> int:
    """Write the work for a machine judge to a file of JSON lines; return the number of items."""
    number = 0
    with (
        place.database.reading() as connection,
        outputs.replacing(force),
        files.writing(path) as file,
    ):
        created = campaigns.find(connection, place.name).created
        found = machines.items_of_people(connection, place.id)
        screens = (_screen(place.name, created, item) for item in _for_machines(found))
        for line in work_lines(place.name, place.description, screens):
            file.write(line + "\n")
            number += 1
    return number


def import_answers(
    place: Place, path: str | os.PathLike[str], annotator: str, *, machine: bool
) -> Imported:
    """Store the answers of a machine judge: all lines of a file, or none."""
    check_annotator(annotator)
    if not machine:
        raise UsageError(
            "People answer in the browser; a file holds the answers of a program.",
            hint=f"Add {wording.option('machine', True)}.",
        )
    with place.database.reading() as connection:
        created = campaigns.find(connection, place.name).created
        found = machines.items_of_people(connection, place.id, superfluous=True)
        items = {item.id: item for item in _for_machines(found)}
    screens = {item.id: _screen(place.name, created, item) for item in items.values()}
    origin = os.fspath(path)
    answers = _read(place.description, files.read_bytes(path), origin, screens)

    def write(connection: Any) -> Imported:
        now = time.time()
        judge = machines.machine(connection, place.id, annotator, now)
        known = machines.known_answers(connection, place.id, judge.id)
        _refuse(list(_changed(answers, known)), origin)
        new = [one for one in answers if one.item not in known]
        machines.record_answers(
            connection,
            place.id,
            judge.id,
            [MachineAnswer(items[one.item], one.answer) for one in new],
            place.description.scale_name,
            now,
        )
        return Imported(len(new), len(answers) - len(new))

    return place.database.submit(write)


def _for_machines(items: Iterator[ItemRow]) -> Iterator[ItemRow]:
    """Items of people as machines get them, without suggested errors."""
    for item in items:
        if is_for_machines([output.kind for output in item.outputs]):
            yield item._replace(
                extra=extra_for_machines(item.extra), condition=without(item.condition, PREFILL)
            )


def _screen(campaign: str, created: float, item: ItemRow) -> Screen:
    block = block_of(item)
    return Screen(
        item=item.id,
        digest=fingerprint(campaign, created, item.id, item.digest),
        shown=Shown(
            outputs=tuple(output.text for output in item.outputs),
            source=item.source,
            reference=item.reference,
            level=item.level,
            extra={} if item.extra is None else json.loads(item.extra),
        ),
        document=None if block is None else f"{block.hit}.{block.number}",
    )


def _read(
    description: Description, data: bytes, origin: str, screens: Mapping[int, Screen]
) -> list[_Line]:
    """Answers of a file, each item once; refuse the file if a line cannot be used."""
    answers: dict[int, _Line] = {}
    problems: list[_Problem] = []
    unused: set[str] = set()
    for number, text in enumerate(files.record_lines(data, origin), 1):
        if not text.strip():
            continue
        try:
            line = object_of(text)
            item, answer = read_answer(line, screens, description)
        except (AnswerProblem, FormatError) as error:
            problems.append(_Problem(number, str(error)))
            continue
        first = answers.setdefault(item, _Line(number, item, answer))
        if first.answer != answer:
            sentence = f"Item {item} has another answer in line {first.number}."
            problems.append(_Problem(number, sentence))
        unused.update(line.keys() - {*ANSWERED, *WORK})
    _refuse(problems, origin)
    if not answers:
        raise DataError("The file has no answers.", where=origin)
    if unused:
        files.warn_unused(f"{origin}: Unused keys: {', '.join(sorted(unused))}.")
    return list(answers.values())


def _changed(answers: Sequence[_Line], known: Mapping[int, str]) -> Iterator[_Problem]:
    """Find answers that differ from those that are stored."""
    for one in answers:
        if known.get(one.item, one.answer) != one.answer:
            sentence = f"Item {one.item} has another answer by this annotator in the campaign."
            yield _Problem(one.number, sentence)


def _refuse(problems: Sequence[_Problem], origin: str) -> None:
    """Refuse a file with problems, of which the first ones are named."""
    if not problems:
        return
    first, *others = problems
    listed = [f"line {one.line}: {one.sentence}" for one in others[: _NAMED - 1]]
    more = len(others) - len(listed)
    listed += [f"{counted(more, 'other line')}."] if more else []
    raise DataError(
        " ".join([first.sentence, *(["Further problems:"] if listed else []), *listed]),
        where=f"{origin}:{first.line}",
        hint="Nothing was stored.",
    )
