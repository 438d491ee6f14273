"""Versions of the schema: create the tables, migrate older databases, refuse newer ones."""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, inspect, select, text, update

from tertium.core.errors import StorageError
from tertium.storage._copies import copy_file
from tertium.storage.migrations import Migration
from tertium.storage.schema import metadata, schema_version

# Number of the lock in PostgreSQL that makes processes migrate one after the other.
_LOCK = 7_283_784_861


def needs_migration(
    connection: Connection, place: str, migrations: Sequence[Migration], *, create: bool
) -> bool:
    """Whether tables must be created or changed; refuse databases that cannot be used.

    Args:
        connection: A connection of the database.
        place: The database, as the user knows it.
        migrations: All migrations, the oldest first.
        create: Whether an empty database may get its tables.
    """
    version, newest = _version(connection, place), migrations[-1].version
    if version > newest:
        raise StorageError(
            f"{place}: A newer version of tertium wrote this database (version {version} of the"
            f" tables; this tertium knows version {newest}).",
            code="newer",
            hint="Install the newest version of tertium.",
        )
    if version == 0 and not create:
        raise StorageError(
            f"{place}: The database is empty; it has no campaign.",
            code="missing",
            hint="Check the name of the campaign and the URL of the database.",
        )
    return version < newest


def migrate(
    connection: Connection, place: str, path: Path | None, migrations: Sequence[Migration]
) -> None:
    """Apply the migrations that a database lacks, inside the transaction of the connection.

    Args:
        connection: A connection inside a transaction for writing.
        place: The database, as the user knows it.
        path: The file of SQLite, which is copied first; None for PostgreSQL, whose tables are
            copied within the database.
        migrations: All migrations, the oldest first.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    # Another process may have migrated the database since it was opened.
    version, newest = _version(connection, place), migrations[-1].version
    if 0 < version < newest:
        if path is not None:
            copy_file(path, path.with_name(f"{path.name}.before-{newest}"))
        else:
            _copy_tables(connection, newest)
    for migration in migrations:
        if migration.version > version:
            migration.migrate(connection)
            connection.execute(update(schema_version).values(version=migration.version))


def _copy_tables(connection: Connection, newest: int) -> None:
    """Copy tables to tables of other names: the backup is committed together with the migration."""
    for name in sorted(set(inspect(connection).get_table_names()) & set(metadata.tables)):
        connection.execute(text(f"CREATE TABLE before_{newest}_{name} AS TABLE {name}"))


def _version(connection: Connection, place: str) -> int:
    """Version of the tables in a database; 0 if there are none."""
    tables = set(inspect(connection).get_table_names())
    if schema_version.name not in tables:
        if tables and (connection.dialect.name == "sqlite" or tables & set(metadata.tables)):
            raise StorageError(
                f"{place}: The database has tables that are not of tertium.",
                code="foreign",
                hint="Give a database of its own to the campaigns of tertium.",
            )
        return 0
    versions = connection.scalars(select(schema_version.c.version)).all()
    if len(versions) != 1 or not isinstance(versions[0], int) or versions[0] < 1:
        raise StorageError(
            f"{place}: The version of the tables is missing or damaged.",
            code="corrupt",
            hint="Restore the database from a backup.",
        )
    return versions[0]
