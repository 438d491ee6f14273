"""Open a database of campaigns, read from it and write to it.

An answer must be on disk before it is acknowledged. A flush to disk takes some milliseconds, so
`Database.submit` commits all writes that wait at the same time together.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from tertium.core.errors import StorageError, UsageError
from tertium.storage import _failures, _versions
from tertium.storage._engines import READING, WRITING, postgres_engine, sqlite_engine
from tertium.storage._writer import Writer
from tertium.storage.migrations import all_migrations

T = TypeVar("T")

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://", "postgresql+psycopg://")


class Database:
    """A database that is open; all threads of a process can share it.

    Attributes:
        place: The database, as messages name it: the file, or the URL without its password.
        path: The file of SQLite; None for PostgreSQL.
    """

    def __init__(self, engine: Engine, place: str, path: Path | None) -> None:
        self.place = place
        self.path = path
        self._engine = engine
        # SQLite lets waiting writers of one process try again; a lock serves them in turn.
        self._turn = threading.Lock() if path else nullcontext()
        self._writer = Writer(self._transaction, self._explained)
        self._closed = False
        self._file = _identity(path) if path else None

    @property
    def kind(self) -> str:
        """The database program: "sqlite" or "postgresql"."""
        return self._engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection for reading; all its statements see the same state."""
        self._check_open()
        options = READING[self.kind]
        with (
            _failures.explained(self.place),
            self._engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection for one transaction, which is committed at the end."""
        with _failures.explained(self.place), self._transaction() as connection:
            yield connection
            try:
                connection.commit()
            except BaseException:
                connection.invalidate()  # a failed commit may leave its transaction open
                raise

    def submit(self, write: Callable[[Connection], T]) -> T:
        """Run a write in one transaction with those that wait at the same time.

        Args:
            write: Changes the database. If it fails, its changes are undone, and only its own. It
                may run again, after PostgreSQL was restarted.

        Returns:
            The result of `write`, after the commit.
        """
        return self._writer.submit(write)

    def enqueue(self, write: Callable[[Connection], T]) -> "Future[T]":
        """Do as `submit` does, without waiting: `asyncio.wrap_future` makes it awaitable."""
        return self._writer.enqueue(write)

    def close(self) -> None:
        """Commit the writes that wait, and close all connections."""
        self._writer.close()
        self._closed = True
        self._engine.dispose()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Give a connection inside a transaction, which is undone unless it is committed."""
        self._check_open()
        options = WRITING[self.kind]
        with (
            self._turn,
            self._engine.connect().execution_options(**options) as connection,
        ):
            connection.begin()
            self._check_file()
            yield connection

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError("The database is closed.", code="closed")

    def _check_file(self) -> None:
        """Refuse to write to a file that was deleted or moved: its content would be lost."""
        if self.path is None:
            return
        found = _identity(self.path)
        # The file is known once it has been created.
        self._file = self._file or found
        if found is None or found != self._file:
            raise StorageError(
                f"{self.path}: The database was moved or deleted while it was in use.",
                code="unreachable",
                hint="Move it back, or start again with the database at its new place.",
            )

    def _explained(self, error: BaseException) -> BaseException:
        failure = _failures.explain(error, self.place)
        if failure is None:
            return error
        failure.__cause__ = error
        return failure


def open_database(url: str, *, create: bool = False) -> Database:
    """Open a database; an older one is migrated after it was copied.

    Args:
        url: "sqlite:///path" (with four slashes before an absolute path), or "postgresql://...".
        create: Whether to create the file, or the tables, if they do not exist.
    """
    path = None
    if url.startswith(_SQLITE) and url != _SQLITE:
        path = Path(url.removeprefix(_SQLITE))
        engine, place = sqlite_engine(path, create=create), str(path)
    elif url.startswith(_POSTGRES):
        parsed = _parsed(url)
        # The password may also be among the parameters of the URL.
        place = parsed.set(query={}).render_as_string(hide_password=True)
        engine = postgres_engine(parsed)
    else:
        raise _bad_url()
    database = Database(engine, place, path)
    try:
        _prepare(database, create=create)
    except BaseException:
        database.close()
        raise
    return database


def _prepare(database: Database, *, create: bool) -> None:
    """Create or migrate the tables if needed; refuse a database that cannot be used."""
    migrations = all_migrations()
    with database.reading() as connection:
        needed = _versions.needs_migration(connection, database.place, migrations, create=create)
    if needed:
        with database.writing() as connection:
            _versions.migrate(connection, database.place, database.path, migrations)


def _identity(path: Path) -> tuple[int, int] | None:
    """Identify a file, whatever its name; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise _bad_url() from None


def _bad_url() -> UsageError:
    return UsageError(
        "The URL of a database must begin with sqlite:/// or postgresql://.",
        hint="Example: postgresql://user:password@host/database",
    )
