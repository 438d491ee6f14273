"""Mechanical Turk: a CSV with a row for each HIT, and a template of its page.

`template.html` is plain HTML, which works without a network; `template-crowd.html` uses the crowd
elements of Amazon, whose script it loads. Both go into the design of a project, and show all items
of a HIT on a page. Variables are `hit_key`, `source_1`, `reference_1`, `output_1_1` and so on, and
empty ones are hidden. Answers are `answer_1_1` and `comment_1_1`; a preference is `answer_1`.
`README.md` has the settings of the project: title, description, keywords, reward, annotators of a
HIT. If rewards depend on the number of outputs, there is a CSV for each reward.

Results are read by the names of their columns, in any order; columns may be missing, and rows
shorter than the header. A HIT is found by its key, or by its texts. Assignments without
`AssignmentStatus`, as those of Turkle, count as accepted.
"""

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from tertium.campaign.batches import Batch, BatchAnswer, BatchHit, BatchSettings
from tertium.campaign.names import MTURK
from tertium.core import files, wording
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.formatting import counted
from tertium.core.numbers import whole_number_from
from tertium.formats.batches._mturk_page import (
    KEY,
    LIMIT,
    columns,
    empty_text,
    filled,
    template,
    unescaped,
    values,
)
from tertium.formats.batches._mturk_project import by_reward, check_assignments, read_me
from tertium.formats.cells import first_record, records

SUFFIXES = (".csv",)

ANNOTATOR = MTURK

_INPUT, _ANSWER = "Input.", "Answer."

_NEEDED = ("AssignmentId", "WorkerId")

# Columns of results that are no data of the assignment.
_REVIEW = ("AssignmentStatus", "Approve", "Reject")

STATUSES = ("Submitted", "Approved", "Rejected")

# Ids of assignments and workers are parts of others, which have limits.
_LONGEST_ID = 34

_DIGITS = 9

# Mechanical Turk writes its own time zone or that of the browser.
_ZONES = {"PDT": -7, "PST": -8, "UTC": 0, "GMT": 0}

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def make_files(batch: Batch, settings: BatchSettings) -> dict[str, str]:
    """Make the input CSV, both templates, and the settings of the project."""
    batch = _fitting(batch)
    names, empty = columns(batch.hits), empty_text(batch)
    pages = {
        "template.html": template(batch, names, crowd=False),
        "template-crowd.html": template(batch, names, crowd=True),
    }
    rows = {hit.key: values(hit, empty) for hit in batch.hits}
    _check_size(batch, pages, rows)
    check_assignments(batch, settings.assignments)
    inputs = by_reward(batch.hits, settings)
    tables = {one.file: _table(names, [rows[hit.key] for hit in one.hits]) for one in inputs}
    return {**tables, **pages, "README.md": read_me(batch, settings, inputs)}


def sniff(head: bytes) -> bool:
    """Whether the header names assignments, workers and answers."""
    header = first_record(head)
    return set(_NEEDED) <= set(header) and any(name.startswith(_ANSWER) for name in header)


def read(data: bytes, origin: str, batch: Batch) -> list[BatchAnswer]:
    """Read all answers of a file of results."""
    found = records(files.decode_records(data, origin))
    header = next(found, (0, []))[1]
    missing = [name for name in _NEEDED if name not in header]
    if missing:
        raise FormatError(f"The header has no column {missing[0]}.", where=f"{origin}:1")
    finder, form = _Finder(batch), batch.description.settings.answer
    answers: list[BatchAnswer] = []
    unused: dict[str, int] = {}
    unanswered = 0
    for line, cells in found:
        row = dict(zip(header, cells, strict=False))
        hit = finder.find(row)
        if hit is None:
            raise DataError(
                f"The assignment {row.get('AssignmentId', '')!r} belongs to no HIT of the campaign"
                f" {batch.campaign}.",
                where=f"{origin}:{line}",
                hint="The results may be those of another campaign; nothing was stored.",
            )
        try:
            given = list(_assignment(row, hit, line, form))
        except _Unusable as error:
            unused[str(error)] = unused.get(str(error), 0) + 1
            continue
        answers += given
        unanswered += len(hit.screens) - len(given)
    if unanswered:
        files.warn_unused(f"{origin}: {counted(unanswered, 'item')} without an answer.")
    if unused:
        reasons = ", ".join(f"{reason} ({count:,})" for reason, count in unused.items())
        files.warn_unused(
            f"{origin}: {counted(sum(unused.values()), 'assignment')} not used: {reasons}."
        )
    return answers


class _Unusable(Exception):
    """Why an assignment cannot be used."""


class _Finder:
    """Finds the HIT of an assignment: by its key, or else by its texts."""

    def __init__(self, batch: Batch) -> None:
        self._by_key = batch.hit_of_key
        empty = empty_text(batch)
        self._rows = [
            (hit, {name: unescaped(value) for name, value in values(hit, empty).items()})
            for hit in batch.hits
        ]
        self._known = {name for _, row in self._rows for name in row if name != KEY}
        self._by_texts: dict[tuple[str, ...], dict[tuple[str, ...], BatchHit]] = {}

    def find(self, row: Mapping[str, str]) -> BatchHit | None:
        """The HIT of a row; None if the campaign has no such HIT."""
        keys = [row[name] for name in (_INPUT + KEY, _ANSWER + KEY) if row.get(name)]
        if keys:
            return self._by_key.get(keys[0])
        names = tuple(sorted(self._known & {name.removeprefix(_INPUT) for name in row}))
        if not any(name.startswith("output_") for name in names):
            return None
        if names not in self._by_texts:
            # HITs with the same texts in all these columns cannot be told apart.
            found: dict[tuple[str, ...], list[BatchHit]] = {}
            for hit, own in self._rows:
                found.setdefault(tuple(own.get(name, "") for name in names), []).append(hit)
            self._by_texts[names] = {
                texts: several[0] for texts, several in found.items() if len(several) == 1
            }
        wanted = tuple(unescaped(row.get(_INPUT + name, "")) for name in names)
        return self._by_texts[names].get(wanted)


class _Times(NamedTuple):
    shown: float
    submitted: float
    active: float


def _assignment(
    row: Mapping[str, str], hit: BatchHit, line: int, form: str
) -> Iterator[BatchAnswer]:
    """Yield the answers of an assignment."""
    worker, assignment = row.get("WorkerId", "").strip(), row.get("AssignmentId", "").strip()
    if not worker:
        raise _Unusable("without a WorkerId")
    if not _is_id(worker) or not _is_id(assignment):
        raise _Unusable("whose ids are not those of a market")
    status = row.get("AssignmentStatus", "").strip().capitalize()
    if status and status not in STATUSES:
        raise _Unusable(f"whose status is {status!r}")
    times, market = _times(row), _market(row)
    for number, screen in enumerate(hit.screens, 1):
        answer = FORMS[form](row, number, len(screen.outputs))
        if answer is None:
            continue
        yield BatchAnswer(
            item=screen.item,
            annotator=worker,
            answer=answer,
            assignment=assignment,
            line=line,
            status=status,
            shown=times.shown,
            submitted=times.submitted,
            active=times.active / len(hit.screens),
            market=market,
        )


def _of_outputs(row: Mapping[str, str], number: int, outputs: int) -> dict[str, Any] | None:
    """An answer with a value for each output."""
    parts: list[dict[str, Any]] = []
    for place in range(1, outputs + 1):
        value = _cell(row, f"answer_{number}_{place}")
        if not value:
            return None
        parts.append({"value": _number(value)} | _comment(row, f"{number}_{place}"))
    return {"outputs": parts}


def _ranks(row: Mapping[str, str], number: int, outputs: int) -> dict[str, Any] | None:
    """An answer with a rank for each output."""
    given = [_cell(row, f"answer_{number}_{place}") for place in range(1, outputs + 1)]
    if not all(given):
        return None
    return {"ranks": [_number(rank) for rank in given]} | _comment(row, f"{number}")


def _preference(row: Mapping[str, str], number: int, outputs: int) -> dict[str, Any] | None:
    """An answer with the number of the better output, or none."""
    given = _cell(row, f"answer_{number}")
    if not given:
        return None
    return {"preferred": None if given == "equal" else _number(given)} | _comment(row, f"{number}")


# Answer forms of the page, and what reads the answer to an item: None if it lacks a part. Outputs
# that an item does not have are ignored.
FORMS: Mapping[str, Callable[[Mapping[str, str], int, int], dict[str, Any] | None]] = {
    "slider": _of_outputs,
    "five-point": _of_outputs,
    "yes-no": _of_outputs,
    "ranks": _ranks,
    "preference": _preference,
}


def _cell(row: Mapping[str, str], name: str) -> str:
    return row.get(f"{_ANSWER}{name}", "").strip()


def _comment(row: Mapping[str, str], place: str) -> dict[str, str]:
    comment = _cell(row, f"comment_{place}")
    return {"comment": comment} if comment else {}


def _number(text: str) -> int | str:
    """A whole number; other texts are left to the task, which refuses them."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else text


def _times(row: Mapping[str, str]) -> _Times:
    shown, submitted = _seconds(row.get("AcceptTime", "")), _seconds(row.get("SubmitTime", ""))
    try:
        active = float(whole_number_from(row.get("WorkTimeInSeconds", "").strip()))
    except ValueError:
        active = submitted - shown
    return _Times(shown, submitted, max(0.0, active) if math.isfinite(active) else 0.0)


def _market(row: Mapping[str, str]) -> dict[str, str]:
    """What the market says of an assignment."""
    return {
        name: cell
        for name, cell in row.items()
        if cell and name not in _REVIEW and not name.startswith((_INPUT, _ANSWER))
    }


def _seconds(time: str) -> float:
    """Parse a time such as Fri Jun 06 18:52:03 PDT 2014; NaN if that is impossible."""
    try:
        _, month, day, clock, zone, year = time.split()
        hour, minute, second = map(whole_number_from, clock.split(":"))
        numbers = whole_number_from(year), _MONTHS.index(month) + 1, whole_number_from(day)
        date = datetime(*numbers, hour, minute, second, tzinfo=UTC)
        return (date - timedelta(hours=_ZONES.get(zone, 0))).timestamp()
    except (ValueError, OverflowError):
        return math.nan


def _is_id(text: str) -> bool:
    named = text.replace("-", "").replace("_", "")
    return len(text) <= _LONGEST_ID and named.isascii() and named.isalnum()


def _fitting(batch: Batch) -> Batch:
    """The work that the page can show; refuse a campaign that it cannot serve."""
    description, task = batch.description, batch.task
    settings = description.settings
    media = any("media" in screen.extra for screen in batch.screens)
    if settings.answer not in FORMS or task.marks_spans or settings.sliders or media:
        what = "Further sliders" if settings.sliders else f"The task {task.name}"
        raise UsageError(
            f"{'Audio, video and images' if media else what} cannot be shown on a page of"
            " Mechanical Turk.",
            hint=f"It can ask for the answers {', '.join(FORMS)}: tasks such as adequacy, fluency,"
            " ranking and preference.",
        )
    hits = [
        hit._replace(screens=tuple(screen for screen in hit.screens if screen.outputs))
        for hit in batch.hits
    ]
    left = tuple(hit for hit in hits if hit.screens)
    if not left:
        raise UsageError(f"The campaign {batch.campaign} has no items left to judge.")
    _warn_left_out(batch)
    return Batch(batch.campaign, batch.created, description, batch.instructions, left, (), ())


def _warn_left_out(batch: Batch) -> None:
    """Name what the page cannot hold, and annotators who have the same work."""
    owners = {hit.annotator for hit in batch.hits if not hit.annotator.startswith(MTURK)} - {""}
    if owners:
        files.warn_unused(
            f"The HITs belong to {counted(len(owners), 'annotator')}, who can judge them in the"
            f" browser, too. Make a campaign for a market with {wording.option('pool', True)}."
        )
    extra = {key for screen in batch.screens for key in screen.extra}
    named = {
        "the tutorial": bool(batch.tutorial),
        "attention checks": bool(batch.checks),
        "the form before the work": batch.description.form is not None,
        "the borders of documents": any(screen.block is not None for screen in batch.screens),
        **{f"{key} of items": True for key in sorted(extra)},
    }
    left_out = [what for what, present in named.items() if present]
    if left_out:
        files.warn_unused(
            f"Pages of Mechanical Turk have no place for {', '.join(left_out)}: left out."
        )


def _check_size(
    batch: Batch, pages: Mapping[str, str], rows: Mapping[str, Mapping[str, str]]
) -> None:
    """Refuse pages that Mechanical Turk would refuse."""
    for hit in batch.hits:
        shown = (filled(page, rows[hit.key]) for page in pages.values())
        size = max(len(page.encode("utf-8")) for page in shown)
        if size > LIMIT:
            smaller = wording.option("hit_size")
            raise UsageError(
                f"The page of HIT {hit.number} with {counted(len(hit.screens), 'item')} has"
                f" {counted(size, 'byte')}; Mechanical Turk allows {LIMIT:,}.",
                hint=f"Make the campaign again with smaller HITs: {smaller}.",
            )


def _table(names: Sequence[str], rows: Sequence[Mapping[str, str]]) -> str:
    """CSV in which every cell is quoted."""
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(names)
    writer.writerows([row.get(name, "") for name in names] for row in rows)
    return file.getvalue()
