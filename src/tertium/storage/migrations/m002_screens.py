"""Items become screens with several outputs; the texts around them, forms and decisions are kept.

SQLite cannot drop columns that keys use, so tables are made anew there, and the rows copied.
"""

import json
from typing import Any

from sqlalchemy import Connection, text

_ITEMS = """
    CREATE TABLE {name} (
        id {id},
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        hit {reference} NOT NULL REFERENCES hits (id),
        position INTEGER NOT NULL,
        level TEXT NOT NULL,
        place INTEGER NOT NULL,
        segment TEXT NOT NULL,
        document TEXT NOT NULL,
        block INTEGER,
        source TEXT,
        reference TEXT,
        digest TEXT NOT NULL,
        weight DOUBLE PRECISION NOT NULL,
        condition TEXT NOT NULL,
        extra TEXT,
        expected TEXT,
        skipped DOUBLE PRECISION,
        UNIQUE (hit, position),
        FOREIGN KEY (campaign, source) REFERENCES texts (campaign, digest),
        FOREIGN KEY (campaign, reference) REFERENCES texts (campaign, digest)
    )
"""

_JUDGMENTS = """
    CREATE TABLE {name} (
        id {id},
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        item {reference} NOT NULL REFERENCES {items} (id),
        annotator {reference} NOT NULL REFERENCES annotators (id),
        client_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        replaces {reference} REFERENCES {name} (id),
        answer TEXT NOT NULL,
        scale TEXT NOT NULL,
        output TEXT NOT NULL,
        position INTEGER NOT NULL,
        shown DOUBLE PRECISION NOT NULL,
        touched DOUBLE PRECISION NOT NULL,
        submitted DOUBLE PRECISION NOT NULL,
        received DOUBLE PRECISION NOT NULL,
        active DOUBLE PRECISION NOT NULL,
        accepted INTEGER NOT NULL,
        status TEXT NOT NULL,
        reset DOUBLE PRECISION,
        UNIQUE (campaign, client_id),
        UNIQUE (item, annotator, version)
    )
"""

_NEW_TABLES = (
    """
    CREATE TABLE forms (
        id {id},
        annotator {reference} NOT NULL REFERENCES annotators (id),
        answers TEXT NOT NULL,
        submitted DOUBLE PRECISION NOT NULL,
        reset DOUBLE PRECISION
    )
    """,
    "CREATE INDEX forms_by_annotator ON forms (annotator)",
    """
    CREATE TABLE known_items (
        id {id},
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        kind TEXT NOT NULL,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        content TEXT NOT NULL,
        UNIQUE (campaign, kind, number)
    )
    """,
    """
    CREATE TABLE tutorial_answers (
        id {id},
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        item {reference} NOT NULL REFERENCES known_items (id),
        annotator {reference} NOT NULL REFERENCES annotators (id),
        client_id TEXT NOT NULL,
        answer TEXT NOT NULL,
        correct INTEGER NOT NULL,
        accepted INTEGER NOT NULL,
        submitted DOUBLE PRECISION NOT NULL,
        active DOUBLE PRECISION NOT NULL,
        reset DOUBLE PRECISION,
        UNIQUE (campaign, client_id)
    )
    """,
    "CREATE INDEX tutorial_answers_by_annotator ON tutorial_answers (annotator)",
    """
    CREATE TABLE segments (
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        place INTEGER NOT NULL,
        segment TEXT NOT NULL,
        document TEXT NOT NULL,
        source TEXT,
        reference TEXT,
        drawn INTEGER,
        PRIMARY KEY (campaign, place)
    )
    """,
    "CREATE INDEX segments_by_document ON segments (campaign, document, place)",
    """
    CREATE TABLE translations (
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        place INTEGER NOT NULL,
        system TEXT NOT NULL,
        output TEXT NOT NULL,
        PRIMARY KEY (campaign, place, system)
    )
    """,
    """
    CREATE TABLE outputs (
        item {reference} NOT NULL REFERENCES items (id),
        number INTEGER NOT NULL,
        campaign {reference} NOT NULL REFERENCES campaigns (id),
        kind TEXT NOT NULL,
        system TEXT NOT NULL,
        segment TEXT NOT NULL,
        output TEXT NOT NULL,
        PRIMARY KEY (item, number),
        FOREIGN KEY (campaign, output) REFERENCES texts (campaign, digest)
    )
    """,
    "CREATE INDEX outputs_by_system ON outputs (campaign, system, segment)",
)

_COLUMNS = (
    "ALTER TABLE campaigns ADD COLUMN viewer_generation INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE campaigns ADD COLUMN decided TEXT",
    "ALTER TABLE annotators ADD COLUMN kind TEXT NOT NULL DEFAULT 'person'",
    "ALTER TABLE annotators ADD COLUMN market TEXT",
    "ALTER TABLE annotators ADD COLUMN tutorial TEXT",
    "ALTER TABLE annotators ADD COLUMN resets INTEGER NOT NULL DEFAULT 0",
)

_COPY_ITEMS = """
    INSERT INTO {name} (
        id, campaign, hit, position, level, place, segment, document,
        source, reference, digest, weight, condition
    )
    SELECT
        id, campaign, hit, position, 'segment', 0, segment, document,
        CASE WHEN campaign IN ({with_reference}) THEN NULL ELSE context END,
        CASE WHEN campaign IN ({with_reference}) THEN context END,
        output, 1, ''
    FROM items
"""

_COPY_OUTPUTS = """
    INSERT INTO outputs (item, number, campaign, kind, system, segment, output)
    SELECT id, 0, campaign, kind, system, segment, output FROM {name}
"""

# An answer has one part for each output on the screen.
_COPY_JUDGMENTS = """
    INSERT INTO {name} (
        id, campaign, item, annotator, client_id, version, replaces, answer, scale, output,
        position, shown, touched, submitted, received, active, accepted, status
    )
    SELECT
        id, campaign, item, annotator, client_id, version, replaces,
        '{{"outputs": [' || answer || ']}}', scale, output,
        position, shown, touched, submitted, received, active, 1, ''
    FROM judgments
"""

_INDEXES = (
    "CREATE INDEX items_by_campaign ON items (campaign, id)",
    "CREATE INDEX judgments_by_campaign ON judgments (campaign, id)",
    "CREATE INDEX judgments_by_annotator ON judgments (annotator, id)",
    "CREATE INDEX judgments_by_replaced ON judgments (replaces)",
)

_TYPES = {
    "sqlite": {"id": "INTEGER PRIMARY KEY AUTOINCREMENT", "reference": "INTEGER"},
    "postgresql": {
        "id": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
        "reference": "BIGINT",
    },
}


def migrate(connection: Connection) -> None:
    """Make the new tables, and copy items and judgments."""
    run, types = connection.exec_driver_sql, _TYPES[connection.dialect.name]
    names = {"items": "new_items"}
    for statement in _COLUMNS:
        run(statement)
    run(_ITEMS.format(name="new_items", **types))
    run(_JUDGMENTS.format(name="new_judgments", **names, **types))
    copied = {"name": "new_items", "with_reference": _with_reference(connection)}
    run(_COPY_ITEMS.format(**copied))
    run(_COPY_JUDGMENTS.format(name="new_judgments"))
    last = {name: _last_number(connection, name) for name in ("items", "judgments")}
    run("CREATE TABLE old_outputs AS SELECT id, campaign, kind, system, segment, output FROM items")
    for name in ("judgments", "items"):
        run(f"DROP TABLE {name}")
    for name in ("items", "judgments"):
        run(f"ALTER TABLE new_{name} RENAME TO {name}")
        _rename_keys(connection, name)
        _continue_numbers(connection, name, last[name])
    for statement in (*_NEW_TABLES, *_INDEXES):
        run(statement.format(**types))
    run(_COPY_OUTPUTS.format(name="old_outputs"))
    run("DROP TABLE old_outputs")


def _with_reference(connection: Connection) -> str:
    """Numbers of the campaigns that show the reference beside outputs, not the source."""
    rows = connection.execute(text("SELECT id, settings FROM campaigns"))
    found = [str(row.id) for row in rows if _context(row.settings) == "reference"]
    return ", ".join(found) or "-1"


def _context(settings: str) -> Any:
    try:
        described = json.loads(settings)
    except ValueError:
        return None
    return described.get("context") if isinstance(described, dict) else None


def _rename_keys(connection: Connection, table: str) -> None:
    """Let keys in PostgreSQL have the names that they have in a new table."""
    if connection.dialect.name == "sqlite":
        return
    wanted = text("SELECT conname FROM pg_constraint WHERE conrelid = CAST(:name AS regclass)")
    for key in connection.scalars(wanted, {"name": table}).all():
        if key.startswith("new_"):
            renamed = key.removeprefix("new_")
            connection.execute(text(f"ALTER TABLE {table} RENAME CONSTRAINT {key} TO {renamed}"))


def _last_number(connection: Connection, table: str) -> int:
    """Number of the last row of a table, also if it was deleted."""
    if connection.dialect.name == "sqlite":
        wanted = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return connection.scalar(wanted, {"name": table}) or 0
    wanted = text("SELECT nextval(pg_get_serial_sequence(:name, 'id'))")
    return (connection.scalar(wanted, {"name": table}) or 1) - 1


def _continue_numbers(connection: Connection, table: str, last: int) -> None:
    """Give the next row of a table a number that no row has had."""
    if connection.dialect.name == "sqlite":
        given = {"name": table, "last": last}
        connection.execute(
            text("UPDATE sqlite_sequence SET seq = :last WHERE name = :name AND seq < :last"), given
        )
        known = connection.scalar(
            text("SELECT count(*) FROM sqlite_sequence WHERE name = :name"), given
        )
        if not known:
            connection.execute(
                text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), given
            )
        return
    connection.execute(
        text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :next, false)"),
        {"name": table, "next": last + 1},
    )
