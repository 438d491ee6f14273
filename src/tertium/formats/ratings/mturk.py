"""Batch results of Mechanical Turk: direct assessment in HITs of 100 items.

A CSV with a header, one assignment per row: `HITId`, `WorkerId`, `AssignmentStatus`, `AcceptTime`,
`SubmitTime`; `Input.src`, `Input.trg` and `Input.item` (ad or fl); and `Answer.Q1`, with 100
answers joined by "|". An answer is `index_picture_score`, and the columns `Input.sys_id_0`,
`Input.sid_0`, `Input.tst_0` and `Input.rid_0` to 99 hold the system, segment, type and picture of
each index; or an answer is `system_segment_TYPE_index__score`. Types are SYSTEM, BAD_REF, REPEAT
and REF, formerly system, cal, repeat and ref. Rows may lack the columns `Approve` and `Reject` at
the end of the header.

Assignments without exactly 100 answers, or with an answer "undefined" because a picture did not
load, are dropped. Start and end of a judgment are those of its HIT.

Reference: Graham, Baldwin, Moffat and Zobel 2016, Can machine translation systems be evaluated by
the crowd alone; the layouts are those of segment-mteval and direct-assessment.
"""

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from tertium.core import files
from tertium.core.formatting import counted
from tertium.core.numbers import whole_number_from
from tertium.formats.cells import first_record, records
from tertium.formats.ratings._direct_assessment import TYPES, kind_of, task_of
from tertium.formats.ratings._judgments import Judgments, Unusable
from tertium.formats.ratings._table import header_of, named
from tertium.human.ratings import Ratings

SUFFIXES = ()

_NEEDED = ("HITId", "WorkerId", "Input.src", "Input.trg", "Input.item", "Answer.Q1")

_ANSWERS = 100

_BY_INDEX = re.compile(r"(?P<index>[0-9]{1,9})_(?P<picture>[^_]+)_(?P<score>[\d.-]+)")

# "BAD" is never a segment before a "REF".
_COMPLETE = re.compile(
    r"(?P<system>.+)_(?P<segment>(?!BAD_REF_)[^_]+)"
    rf"_(?P<type>{'|'.join(TYPES)})_\d+_+(?P<score>[\d.-]+)"
)

# Mechanical Turk writes its own time zone or that of the browser.
_HOURS_FROM_UTC = {"PDT": -7, "PST": -8}

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

_COLUMNS = (
    *("annotator", "batch", "status", "languages", "task", "start", "end"),
    *("system", "segment", "kind", "value"),
)


class _Answer(NamedTuple):
    system: str
    segment: str
    kind: str
    score: str


def sniff(head: bytes) -> bool:
    """Whether the header has assignments of such HITs."""
    return set(_NEEDED) <= set(first_record(head))


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    found = records(files.decode_records(data, origin))
    header = header_of(found, _NEEDED, origin)
    judgments = Judgments(origin, _COLUMNS)
    for line, row in named(found, header, judgments, least=max(map(header.index, _NEEDED)) + 1):
        judgments.add_row(line, _judged(row))
    return judgments.ratings()


def _judged(row: dict[str, str]) -> Iterator[tuple[str | float, ...]]:
    source, target, item = (row[f"Input.{name}"].strip("'") for name in ("src", "trg", "item"))
    assignment = (
        row["WorkerId"],
        row["HITId"],
        row.get("AssignmentStatus", ""),
        f"{source}-{target}",
        task_of(item),
        _seconds(row.get("AcceptTime", "")),
        _seconds(row.get("SubmitTime", "")),
    )
    for answer in _answers(row):
        yield *assignment, *answer


def _answers(row: dict[str, str]) -> Iterator[_Answer]:
    answer = row["Answer.Q1"]
    if "undefined" in answer:
        raise Unusable("undefined answer: a picture did not load")
    answers = answer.split("|") if answer else []
    if len(answers) != _ANSWERS:
        raise Unusable(f"{counted(len(answers), 'answer')} instead of {_ANSWERS} in a HIT")
    for position, answer in enumerate(answers):
        if found := _COMPLETE.fullmatch(answer):
            yield _Answer(found["system"], found["segment"], kind_of(found["type"]), found["score"])
        elif found := _BY_INDEX.fullmatch(answer):
            yield _looked_up(row, position, found)
        else:
            raise Unusable(f"invalid answer {answer!r}")


def _looked_up(row: dict[str, str], position: int, answer: re.Match[str]) -> _Answer:
    """Complete an answer with the columns of its HIT."""
    system, segment, type_, picture = (
        row.get(f"Input.{name}_{position}", "") for name in ("sys_id", "sid", "tst", "rid")
    )
    if int(answer["index"]) != position or answer["picture"] != picture:
        raise Unusable(
            f"answer {answer[0]!r} does not belong to item {position}, picture {picture}"
        )
    return _Answer(system, segment, kind_of(type_), answer["score"])


def _seconds(time: str) -> float:
    """Parse a time such as Fri Jun 06 18:52:03 GMT 2014; NaN if the cell is empty."""
    try:
        _, month, day, clock, zone, year = time.split()
        hour, minute, second = map(whole_number_from, clock.split(":"))
        date = datetime(
            whole_number_from(year),
            _MONTHS.index(month) + 1,
            whole_number_from(day),
            hour,
            minute,
            second,
            tzinfo=UTC,
        )
    except (ValueError, OverflowError):
        return math.nan
    return date.timestamp() - 3600 * _HOURS_FROM_UTC.get(zone, 0)
