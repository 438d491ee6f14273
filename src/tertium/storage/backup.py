"""Copy a database while it is in use, into one file of SQLite."""

import os
from pathlib import Path

from sqlalchemy import Connection, Table, insert, select, update

from tertium.core import files, outputs
from tertium.core.errors import DataError
from tertium.storage import _failures, schema
from tertium.storage._copies import copy_file, finish
from tertium.storage._engines import WRITING, sqlite_engine
from tertium.storage.database import Database
from tertium.storage.migrations import all_migrations

# Rows that are copied at a time.
_ROWS = 5000

# Tables of a campaign, so that a table follows those to which it refers. Sessions are left out:
# annotators open their links again.
_TABLES = (
    schema.campaigns,
    schema.annotators,
    schema.forms,
    schema.known_items,
    schema.tutorial_answers,
    schema.links,
    schema.texts,
    schema.segments,
    schema.translations,
    schema.hits,
    schema.assignments,
    schema.items,
    schema.outputs,
    schema.judgments,
)


def backup(
    database: Database, path: str | os.PathLike[str], *, campaign: int | None = None
) -> None:
    """Copy a database to a file of SQLite, which holds the state at one moment.

    Args:
        database: The database, which others may use at the same time.
        path: The new file. Files that tertium did not write are replaced only if forced.
        campaign: The campaign to copy from PostgreSQL; all campaigns if None. A file of SQLite is
            always copied as a whole.
    """
    name = os.fspath(path)
    outputs.check_replaceable(name)
    target = outputs.target_of(name)
    if database.path is not None and target.exists() and target.samefile(database.path):
        raise DataError("A database cannot be copied to itself.", where=name)
    try:
        if database.path is not None:
            copy_file(database.path, target)
            return
        with files.aside(target) as file, database.reading() as connection:
            _copy_rows(connection, file, campaign)
            finish(file)
    except OSError as error:
        raise DataError(f"Cannot be written: {error.strerror}.", where=name) from None


def _copy_rows(connection: Connection, file: Path, campaign: int | None) -> None:
    engine = sqlite_engine(file, create=True)
    try:
        with (
            _failures.explained(str(file)),
            engine.connect().execution_options(**WRITING["sqlite"]) as copy,
            copy.begin(),
        ):
            for migration in all_migrations():
                migration.migrate(copy)
            newest = all_migrations()[-1].version
            copy.execute(update(schema.schema_version).values(version=newest))
            for table in _TABLES:
                _copy_table(connection, copy, table, campaign)
    finally:
        engine.dispose()


def _copy_table(
    connection: Connection, copy: Connection, table: Table, campaign: int | None
) -> None:
    rows = select(table).order_by(*table.primary_key.columns)
    if campaign is not None:
        if table is schema.campaigns:
            rows = rows.where(table.c.id == campaign)
        elif table is schema.assignments:
            hits = schema.hits.c
            rows = rows.where(table.c.hit.in_(select(hits.id).where(hits.campaign == campaign)))
        elif table is schema.forms:
            people = schema.annotators.c
            own = select(people.id).where(people.campaign == campaign)
            rows = rows.where(table.c.annotator.in_(own))
        else:
            rows = rows.where(table.c.campaign == campaign)
    result = connection.execute(rows, execution_options={"yield_per": _ROWS})
    for part in result.mappings().partitions():
        copy.execute(insert(table), [dict(row) for row in part])
