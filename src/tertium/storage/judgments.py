"""Judgments are added, never changed: a correction, or a second tab, makes a new version."""

# Longer than 400 lines: how judgments are stored, read and counted depends on the same conditions.

import math
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from tertium.core.errors import DataError, StorageError
from tertium.storage._rows import insert_new
from tertium.storage.schema import (
    LARGEST_ID,
    annotators,
    assignments,
    hits,
    items,
    judgments,
    outputs,
)

_TIMES = ("shown", "touched", "submitted", "received", "active")

# Rows that are read at a time.
_ROWS = 2000

# Longest id that a client may give to a judgment.
_CLIENT_ID = 64

# Conflicts with other processes, each of which has stored a version of the same judgment.
_CONFLICTS = 100


class RefusedJudgment(DataError):
    """A judgment that cannot be stored, however often it is sent.

    Attributes:
        code: The reason: "unknown-item", "foreign-item", "unknown-annotator", "wrong-text",
            "used-id", "bad-id" or "bad-time".
    """

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code


class NewJudgment(NamedTuple):
    """A judgment to store.

    `answer` is JSON, and `output` the digest of the texts that were shown. An answer that is not
    `accepted` is kept, but the item is still to be judged.
    """

    client_id: str
    item: int
    annotator: int
    answer: str
    scale: str
    output: str
    shown: float
    touched: float
    submitted: float
    received: float
    active: float
    accepted: bool = True
    status: str = ""


class Recorded(NamedTuple):
    """A stored judgment; `repeated` if it had been stored before."""

    id: int
    version: int
    repeated: bool


class JudgedOutput(NamedTuple):
    """Kind and system of an output on a screen."""

    kind: str
    system: str


class JudgmentRow(NamedTuple):
    """A current judgment, with its item and annotator."""

    id: int
    item: int
    annotator: int
    client_id: str
    version: int
    replaces: int | None
    answer: str
    scale: str
    output: str
    position: int
    shown: float
    touched: float
    submitted: float
    received: float
    active: float
    status: str
    hit: int
    level: str
    place: int
    segment: str
    document: str
    weight: float
    condition: str
    annotator_name: str
    annotator_status: str
    annotator_kind: str
    outputs: tuple[JudgedOutput, ...]


# Columns of `JudgmentRow`, by the table that has them.
_OF_JUDGMENT = JudgmentRow._fields[:16]
_OF_ITEM = JudgmentRow._fields[16:23]


class AnnotatorCount(NamedTuple):
    """Items of an annotator: judged, and judged or still to judge."""

    annotator: int
    name: str
    status: str
    judged: int
    planned: int
    kind: str


class Counts(NamedTuple):
    """Progress of a campaign: of each annotator, and of all its items."""

    annotators: list[AnnotatorCount]
    judged: int
    planned: int


def record(connection: Connection, campaign: int, judgment: NewJudgment) -> Recorded:
    """Store a judgment as a new version, unless it was stored before.

    Use it in `Database.submit`, and acknowledge the judgment only after `submit` has returned.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        judgment: The judgment. Its `client_id` identifies it: sent again, it is not stored again.

    Raises:
        RefusedJudgment: The item or annotator is not of this campaign, the annotator was never
            given the item, another text was shown, or the id is of another judgment.
    """
    _check_values(judgment)
    for _ in range(_CONFLICTS):
        known = _known(connection, campaign, judgment)
        if known is not None:
            return known
        item = _check_item(connection, campaign, judgment)
        latest = connection.execute(
            select(judgments.c.id, judgments.c.version)
            .where(
                judgments.c.item == judgment.item,
                judgments.c.annotator == judgment.annotator,
            )
            .order_by(judgments.c.version.desc())
            .limit(1)
        ).one_or_none()
        version = 1 if latest is None else latest.version + 1
        row = {
            "campaign": campaign,
            "version": version,
            "replaces": None if latest is None else latest.id,
            "position": item.position,
            **judgment._asdict(),
            "accepted": int(judgment.accepted),
        }
        number = insert_new(connection, judgments, row)
        if number is not None:
            if item.leased:
                _prolong_lease(connection, item.hit, judgment)
            return Recorded(number, version, repeated=False)
        # Another process has just stored this version, or this judgment.
    raise RuntimeError("a judgment conflicted with another process too often")


def current(
    connection: Connection, campaign: int, annotator: int | None = None
) -> Iterator[JudgmentRow]:
    """Latest versions of judgments that count, of one annotator or of all, as they were stored."""
    later = judgments.alias()
    newer = select(later.c.id).where(
        later.c.item == judgments.c.item,
        later.c.annotator == judgments.c.annotator,
        later.c.version > judgments.c.version,
        later.c.accepted == 1,
    )
    own = () if annotator is None else (judgments.c.annotator == annotator,)
    return find(connection, campaign, judgments.c.accepted == 1, ~newer.exists(), *own)


def find(
    connection: Connection, campaign: int, *wanted: ColumnElement[bool]
) -> Iterator[JudgmentRow]:
    """Versions of judgments for which all conditions hold, in the order of their numbers."""
    rows = (
        select(
            *(judgments.c[name] for name in _OF_JUDGMENT),
            *(items.c[name] for name in _OF_ITEM),
            annotators.c.name,
            annotators.c.status,
            annotators.c.kind,
        )
        .join(items, items.c.id == judgments.c.item)
        .join(annotators, annotators.c.id == judgments.c.annotator)
        .where(judgments.c.campaign == campaign, *wanted)
        .order_by(judgments.c.id)
    )
    shown = _outputs(connection, campaign)
    with connection.execute(rows, execution_options={"yield_per": _ROWS}) as result:
        for row in result:
            found = JudgmentRow._make((*row, shown.get(row.item, ())))
            # SQLite keeps any type in any column, so an edited file may hold words as times.
            if not all(isinstance(getattr(found, name), int | float) for name in _TIMES):
                raise StorageError(
                    f"Judgment {found.id} is damaged: its times are not numbers.",
                    code="corrupt",
                    hint="Restore the database from a backup.",
                )
            yield found


def _outputs(connection: Connection, campaign: int) -> dict[int, tuple[JudgedOutput, ...]]:
    """Kinds and systems of the outputs of all items."""
    wanted = (
        select(outputs.c.item, outputs.c.kind, outputs.c.system)
        .where(outputs.c.campaign == campaign)
        .order_by(outputs.c.item, outputs.c.number)
    )
    known: dict[tuple[str, str], JudgedOutput] = {}
    found: dict[int, tuple[JudgedOutput, ...]] = {}
    for row in connection.execute(wanted, execution_options={"yield_per": _ROWS}):
        one = known.setdefault((row.kind, row.system), JudgedOutput(row.kind, row.system))
        found[row.item] = (*found.get(row.item, ()), one)
    return found


def counts(connection: Connection, campaign: int) -> Counts:
    """Count judged and planned items, in all and of each annotator; in all without machines."""
    rows_judged = connection.execute(
        select(judgments.c.annotator, func.count(judgments.c.item.distinct()))
        .where(judgments.c.campaign == campaign, counts_as_work())
        .group_by(judgments.c.annotator)
    )
    judged: dict[int, int] = {annotator: count for annotator, count in rows_judged}
    rows_waiting = connection.execute(
        select(hits.c.annotator, func.count())
        .join(items, items.c.hit == hits.c.id)
        .where(hits.c.campaign == campaign, unanswered())
        .group_by(hits.c.annotator)
    )
    waiting: dict[int | None, int] = {annotator: count for annotator, count in rows_waiting}
    rows = connection.execute(
        select(annotators.c.id, annotators.c.name, annotators.c.status, annotators.c.kind)
        .where(annotators.c.campaign == campaign)
        .order_by(annotators.c.id)
    )
    by_annotator = [
        AnnotatorCount(
            row.id,
            row.name,
            row.status,
            done := judged.get(row.id, 0),
            done + waiting.get(row.id, 0),
            row.kind,
        )
        for row in rows
    ]
    machine = select(annotators.c.id).where(
        annotators.c.id == hits.c.annotator, annotators.c.kind == "machine"
    )
    whole = connection.execute(
        select(
            func.count().filter(answered()),
            func.count().filter(or_(answered(), items.c.skipped.is_(None))),
        )
        .select_from(items)
        .join(hits, hits.c.id == items.c.hit)
        .where(items.c.campaign == campaign, ~machine.exists())
    ).one()
    return Counts(by_annotator, *whole)


def answered() -> ColumnElement[bool]:
    """Whether any annotator has judged an item, as a condition of queries."""
    given = select(judgments.c.id).where(judgments.c.item == items.c.id, counts_as_work())
    return given.exists()


def counts_as_work() -> ColumnElement[bool]:
    """Whether a judgment counts: it was accepted, and its work was not rejected on a market."""
    return and_(judgments.c.accepted == 1, judgments.c.status != "Rejected")


def unanswered() -> ColumnElement[bool]:
    """Whether an item is still to be judged, as a condition of queries."""
    return and_(items.c.skipped.is_(None), ~answered())


def last_id(connection: Connection, campaign: int) -> int:
    """Number of the judgment that was numbered last; 0 if there is none.

    With several processes, a judgment with a smaller number may be committed later.
    """
    last = select(func.max(judgments.c.id)).where(judgments.c.campaign == campaign)
    return connection.scalar(last) or 0


def _check_values(judgment: NewJudgment) -> None:
    name = judgment.client_id
    if not (0 < len(name) <= _CLIENT_ID and name.isascii() and name.isprintable()):
        raise RefusedJudgment("The id of the judgment is not valid.", code="bad-id")
    times = (judgment.shown, judgment.touched, judgment.submitted, judgment.received)
    if not all(map(math.isfinite, (*times, judgment.active))):
        raise RefusedJudgment("The times of the judgment are not valid.", code="bad-time")
    if not 0 < judgment.item <= LARGEST_ID:
        raise _unknown_item(judgment.item)


def _known(connection: Connection, campaign: int, judgment: NewJudgment) -> Recorded | None:
    """The stored judgment with this id, if there is one."""
    row = connection.execute(
        select(
            judgments.c.id,
            judgments.c.version,
            judgments.c.item,
            judgments.c.annotator,
            judgments.c.answer,
        ).where(judgments.c.campaign == campaign, judgments.c.client_id == judgment.client_id)
    ).one_or_none()
    if row is None:
        return None
    if row[2:] != (judgment.item, judgment.annotator, judgment.answer):
        raise RefusedJudgment(
            "The id of the judgment was used for another item, annotator or answer.",
            code="used-id",
        )
    return Recorded(row.id, row.version, repeated=True)


class _Place(NamedTuple):
    """HIT and position of an item, and whether the annotator holds the HIT on a lease."""

    hit: int
    position: int
    leased: bool


def _check_item(connection: Connection, campaign: int, judgment: NewJudgment) -> _Place:
    """Check that the annotator may judge the item."""
    row = connection.execute(
        select(
            items.c.hit,
            items.c.position,
            items.c.digest,
            hits.c.annotator,
            hits.c.leased,
            assignments.c.hit.label("given"),
            annotators.c.id.label("known"),
        )
        .join(hits, hits.c.id == items.c.hit)
        .outerjoin(
            annotators,
            and_(annotators.c.id == judgment.annotator, annotators.c.campaign == campaign),
        )
        .outerjoin(
            assignments,
            and_(assignments.c.hit == items.c.hit, assignments.c.annotator == judgment.annotator),
        )
        .where(items.c.id == judgment.item, items.c.campaign == campaign)
    ).one_or_none()
    if row is None:
        raise _unknown_item(judgment.item)
    if row.known is None:
        raise RefusedJudgment(
            "The annotator does not belong to this campaign.", code="unknown-annotator"
        )
    if row.given is None:
        raise RefusedJudgment(
            f"Item {judgment.item} was not given to this annotator.", code="foreign-item"
        )
    if row.digest != judgment.output:
        raise RefusedJudgment(
            f"The text that was shown is not that of item {judgment.item}.", code="wrong-text"
        )
    held = row.annotator == judgment.annotator and row.leased is not None
    return _Place(row.hit, row.position, held)


def _prolong_lease(connection: Connection, hit: int, judgment: NewJudgment) -> None:
    connection.execute(
        update(hits)
        .where(
            hits.c.id == hit,
            hits.c.annotator == judgment.annotator,
            hits.c.leased < judgment.received,
        )
        .values(leased=judgment.received)
    )


def _unknown_item(item: int) -> RefusedJudgment:
    return RefusedJudgment(f"The campaign has no item {item}.", code="unknown-item")
