"""Engines of SQLAlchemy for SQLite and PostgreSQL, set up so that what is committed is kept."""

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from tertium.core.errors import MissingComponent, StorageError

# Seconds to wait for another program that writes, and for a server that does not answer.
LOCK_SECONDS = 10
_CONNECT_SECONDS = 10

# Connections of one process: each web worker reads with several threads.
_POOL = {"pool_size": 4, "max_overflow": 8, "pool_timeout": 30}

# The kind of transaction that a connection begins in SQLite.
_BEGIN = "tertium_begin"

# Find out soon that a server or its network is gone.
_KEEPALIVE = {
    "connect_timeout": _CONNECT_SECONDS,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "application_name": "tertium",
}

READING: dict[str, dict[str, Any]] = {
    "sqlite": {_BEGIN: "BEGIN"},
    # Statements of one reader see the same state, as in SQLite.
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}
WRITING: dict[str, dict[str, Any]] = {
    "sqlite": {_BEGIN: "BEGIN IMMEDIATE"},
    "postgresql": {},
}


def sqlite_engine(path: Path, *, create: bool) -> Engine:
    """Engine for a file of SQLite.

    Args:
        path: The file.
        create: Whether to create the file if it does not exist.
    """
    _check_file(path, create=create)
    mode = "rwc" if create else "rw"
    name = f"{path.absolute().as_uri()}?mode={mode}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            name, uri=True, timeout=LOCK_SECONDS, check_same_thread=False, isolation_level=None
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            # Names of deleted annotators are overwritten, not only marked as free.
            connection.execute("PRAGMA secure_delete = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, **_POOL)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The driver would begin a transaction only before the first change.
        connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))

    return engine


def postgres_engine(url: URL) -> Engine:
    """Engine for a database of PostgreSQL."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise MissingComponent.extra("A campaign in PostgreSQL", "psycopg", "postgres") from None
    given = {name: value for name, value in _KEEPALIVE.items() if name not in url.query}
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"), connect_args=given, pool_pre_ping=True, **_POOL
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: object) -> None:
        with connection.cursor() as cursor:
            # A commit must be on disk before it is acknowledged, whatever the server's default.
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
        connection.commit()

    return engine


def _check_file(path: Path, *, create: bool) -> None:
    """Refuse a file that cannot be opened for writing, with a message of its own."""
    exists = path.exists()
    if not exists and not create:
        raise StorageError(
            f"{path}: The database does not exist.",
            code="missing",
            hint="Check the name of the campaign.",
        )
    if exists and not path.is_file():
        raise StorageError(
            f"{path}: The database is not a regular file.",
            code="corrupt",
            hint="Check the name of the campaign.",
        )
    if not path.parent.is_dir():
        raise StorageError(
            f"{path}: The folder of the database does not exist.",
            code="missing",
            hint="Create the folder first.",
        )
    effective = os.access in os.supports_effective_ids
    for place in (path, path.parent):
        if place.exists() and not os.access(place, os.W_OK, effective_ids=effective):
            raise StorageError(
                f"{path}: The database is read-only, for {place} cannot be written.",
                code="read-only",
                hint="Make the file and its folder writable for this user.",
            )
