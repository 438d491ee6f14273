"""Campaigns and their annotators."""

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, delete, select, update

from tertium.core.errors import UnknownMember, UsageError, shown
from tertium.storage._rows import insert_new
from tertium.storage.items import NewHit, NewSegment, add_hits, add_segments, delete_hits
from tertium.storage.known_items import NewKnownItem, add_known_items
from tertium.storage.schema import (
    annotators as annotators_table,
)
from tertium.storage.schema import (
    assignments,
    campaigns,
    forms,
    grants,
    hits,
    judgments,
    links,
    sessions,
    tutorial_answers,
)

STATUSES = ("running", "paused")
ANNOTATOR_STATUSES = ("active", "excluded", "revoked")

# Deleted annotators; the judgments of one who was excluded stay out of scores.
DELETED = ("deleted", "deleted-excluded")
LEFT_OUT = ("excluded", "deleted-excluded")


class CampaignExists(UsageError):
    """A campaign has that name already."""


class AnnotatorExists(UsageError):
    """An annotator of the campaign has that name already."""


class UnknownAnnotator(UsageError):
    """The campaign has no such annotator."""


class CampaignRow(NamedTuple):
    """A campaign; `settings` is JSON."""

    id: int
    name: str
    created: float
    settings: str
    status: str
    planned: int
    organiser_generation: int
    pool_generation: int
    viewer_generation: int
    decided: str | None


class AnnotatorRow(NamedTuple):
    """An annotator of a campaign."""

    id: int
    campaign: int
    name: str
    status: str
    generation: int
    created: float
    kind: str
    market: str | None
    tutorial: str | None
    resets: int


def create(
    connection: Connection,
    name: str,
    settings_json: str,
    annotators: Sequence[str],
    hits: Sequence[NewHit],
    planned: int,
    created: float,
    segments: Sequence[NewSegment] = (),
    known: Sequence[NewKnownItem] = (),
) -> int:
    """Store a new campaign.

    Args:
        connection: A connection for writing.
        name: The name of the campaign.
        settings_json: Its settings as JSON.
        annotators: Names of its annotators.
        hits: All its HITs, numbered from 1 in this order.
        planned: The number of its items.
        created: The time now.
        segments: All segments of the test set, for pages that show the texts around an item.
        known: Items of the tutorial, and attention checks to draw from.

    Returns:
        The number of the campaign.
    """
    row = {
        "name": name,
        "created": created,
        "settings": settings_json,
        "status": "running",
        "planned": planned,
        "organiser_generation": 1,
        "pool_generation": 1,
        "viewer_generation": 1,
        "decided": None,
    }
    campaign = insert_new(connection, campaigns, row)
    if campaign is None:
        raise CampaignExists(
            f"The campaign {name!r} exists already.",
            hint="Choose another name.",
        )
    numbers = [add_annotator(connection, campaign, one, created).id for one in annotators]
    add_segments(connection, campaign, segments)
    add_known_items(connection, campaign, known)
    add_hits(connection, campaign, hits, numbers, created)
    return campaign


def find(connection: Connection, name: str) -> CampaignRow:
    """Find a campaign by its name."""
    if not name.isprintable():  # PostgreSQL cannot compare with NUL characters or surrogates
        raise UnknownMember("campaign", name, names(connection))
    row = connection.execute(select(campaigns).where(campaigns.c.name == name)).one_or_none()
    if row is None:
        raise UnknownMember("campaign", name, names(connection))
    return CampaignRow(*row)


def names(connection: Connection) -> list[str]:
    """Names of all campaigns in the database, sorted."""
    return sorted(connection.scalars(select(campaigns.c.name)))


def set_status(connection: Connection, campaign: int, status: str) -> None:
    """Set whether a campaign is "running" or "paused"."""
    if status not in STATUSES:
        raise ValueError(f"no status of a campaign: {status!r}")
    connection.execute(update(campaigns).where(campaigns.c.id == campaign).values(status=status))


def add_annotator(
    connection: Connection,
    campaign: int,
    name: str,
    created: float | None = None,
    *,
    kind: str = "person",
    market: str | None = None,
) -> AnnotatorRow:
    """Add an annotator to a campaign.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        name: A name that no annotator of the campaign has.
        created: The time; the current time if None.
        kind: "person" or "machine".
        market: What a market says of the annotator, as JSON.
    """
    row = {
        "campaign": campaign,
        "name": name,
        "status": "active",
        "generation": 1,
        "created": time.time() if created is None else created,
        "kind": kind,
        "market": market,
        "tutorial": None,
        "resets": 0,
    }
    annotator = insert_new(connection, annotators_table, row)
    if annotator is None:
        raise AnnotatorExists(
            f"The campaign has an annotator named {shown(name)} already.",
            hint="Choose another name.",
        )
    return AnnotatorRow(annotator, **row)  # type: ignore[arg-type]


def annotators(connection: Connection, campaign: int) -> list[AnnotatorRow]:
    """All annotators of a campaign, in the order in which they were added."""
    table = annotators_table
    rows = select(table).where(table.c.campaign == campaign).order_by(table.c.id)
    return [AnnotatorRow(*row) for row in connection.execute(rows)]


def find_annotator(connection: Connection, campaign: int, name: str) -> AnnotatorRow | None:
    """The annotator of a name; None if the campaign has none."""
    table = annotators_table
    row = connection.execute(
        select(table).where(table.c.campaign == campaign, table.c.name == name)
    ).one_or_none()
    return None if row is None else AnnotatorRow(*row)


def market_of(connection: Connection, campaign: int, annotator_id: int) -> dict[str, Any]:
    """What a market says of an annotator; empty if the annotator does not come from one."""
    table = annotators_table
    found = connection.scalar(
        select(table.c.market).where(table.c.id == annotator_id, table.c.campaign == campaign)
    )
    return {} if found is None else dict(json.loads(found))


def set_market(connection: Connection, campaign: int, annotator_id: int, market: str) -> None:
    """Note what a market says of an annotator, as JSON."""
    _change_annotator(connection, campaign, annotator_id, market=market)


def set_annotator_status(
    connection: Connection, campaign: int, annotator_id: int, status: str
) -> None:
    """Set the status of an annotator: "active", "excluded" or "revoked".

    Links and sessions of a revoked annotator end, and stay invalid if the annotator returns.
    """
    if status not in ANNOTATOR_STATUSES:
        raise ValueError(f"no status of an annotator: {status!r}")
    _change_annotator(connection, campaign, annotator_id, status=status)
    if status == "revoked":
        new_generation(connection, campaign, "annotator", annotator_id)


def new_generation(
    connection: Connection, campaign: int, role: str, annotator_id: int | None = None
) -> int:
    """Make all links and sessions of a role, or of an annotator, invalid.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        role: "annotator", "organiser", "viewer" or "pool".
        annotator_id: The annotator; None for the other roles.

    Returns:
        The new generation, for the next link.
    """
    if role == "annotator":
        column = annotators_table.c.generation
        change = update(annotators_table).where(
            annotators_table.c.id == annotator_id, annotators_table.c.campaign == campaign
        )
    else:
        column = {
            "organiser": campaigns.c.organiser_generation,
            "pool": campaigns.c.pool_generation,
            "viewer": campaigns.c.viewer_generation,
        }[role]
        change = update(campaigns).where(campaigns.c.id == campaign)
    generation = connection.scalar(change.values({column: column + 1}).returning(column))
    if generation is None:
        raise UnknownAnnotator(f"The campaign has no annotator with the number {annotator_id}.")
    for table in (links, grants):
        connection.execute(
            delete(table).where(
                table.c.campaign == campaign,
                table.c.role == role,
                table.c.annotator.is_not_distinct_from(annotator_id),
            )
        )
    return int(generation)


def delete_annotator(
    connection: Connection, campaign: int, annotator_id: int, with_judgments: bool
) -> None:
    """Delete an annotator.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        annotator_id: The annotator.
        with_judgments: Whether to remove the annotator and all judgments by the annotator.
            Otherwise the judgments stay, under a random name; those of an excluded annotator
            stay left out of scores.
    """
    connection.execute(delete(forms).where(forms.c.annotator == annotator_id))
    used = select(grants.c.session).where(grants.c.annotator == annotator_id)
    opened = connection.scalars(used).all()
    random_name = f"deleted-{secrets.token_hex(6)}"
    status = case((annotators_table.c.status == "excluded", "deleted-excluded"), else_="deleted")
    _change_annotator(
        connection,
        campaign,
        annotator_id,
        name=random_name,
        status=status,
        market=None,
        tutorial=None,
    )
    new_generation(connection, campaign, "annotator", annotator_id)
    connection.execute(
        delete(sessions).where(
            sessions.c.hash.in_(opened), sessions.c.hash.not_in(select(grants.c.session))
        )
    )
    held = hits.c.annotator == annotator_id
    if not with_judgments:
        # HITs of a pool return at once.
        connection.execute(
            update(hits).where(held, hits.c.leased.is_not(None)).values(annotator=None, leased=None)
        )
        return
    for table in (judgments, tutorial_answers):
        connection.execute(delete(table).where(table.c.annotator == annotator_id))
    kind = select(annotators_table.c.kind).where(annotators_table.c.id == annotator_id)
    if connection.scalar(kind) == "machine":  # its HITs are copies of those of people
        delete_hits(connection, annotator_id)
    connection.execute(update(hits).where(held).values(annotator=None, leased=None))
    connection.execute(delete(assignments).where(assignments.c.annotator == annotator_id))
    connection.execute(delete(annotators_table).where(annotators_table.c.id == annotator_id))


def _change_annotator(
    connection: Connection, campaign: int, annotator_id: int, **values: object
) -> None:
    """Change columns of an annotator who has not been deleted."""
    table = annotators_table
    changed = connection.execute(
        update(table)
        .where(
            table.c.id == annotator_id,
            table.c.campaign == campaign,
            table.c.status.not_in(DELETED),
        )
        .values(**values)
    )
    if changed.rowcount != 1:
        raise UnknownAnnotator(f"The campaign has no annotator with the number {annotator_id}.")
