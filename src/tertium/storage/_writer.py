"""Group commit: one thread runs all writes that wait together in one transaction."""

import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, exc

from tertium.core.errors import StorageError
from tertium.storage import _failures

T = TypeVar("T")

# Largest number of writes in one transaction.
_GROUP = 200

# How often a write is tried that conflicts with another process, and seconds between attempts.
_ATTEMPTS = 12
_PAUSE = 0.01


class _Write(NamedTuple):
    """A function that waits for its transaction, and the future of its result."""

    function: Callable[[Connection], Any]
    future: "Future[Any]"
    attempt: int = 1


class _TransactionLost(Exception):
    """The database has undone the whole transaction, also the writes that had succeeded."""


class Writer:
    """The thread that writes.

    Args:
        connect: Gives a connection inside a new transaction, which is undone unless committed.
        explain: Turns a failure of the database into an error of tertium, and leaves others alone.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractContextManager[Connection]],
        explain: Callable[[BaseException], BaseException],
    ) -> None:
        self._connect = connect
        self._explain = explain
        self._waiting: deque[_Write] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._process = os.getpid()
        self._thread: threading.Thread | None = None

    def enqueue(self, function: Callable[[Connection], T]) -> "Future[T]":
        """Queue a write; the future is done once the write is committed, or has failed."""
        if self._process != os.getpid():
            raise RuntimeError("A database must be opened in the process that uses it.")
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise StorageError("The database is closed.", code="closed")
            if self._thread is None:
                # A daemon, so that a program that forgets to close its database can end.
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
            self._waiting.append(_Write(function, future))
            self._changed.notify()
        return future

    def submit(self, function: Callable[[Connection], T]) -> T:
        """Run a write; return its result once it is committed."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("A write cannot wait for another write.")
        return self.enqueue(function).result()

    def close(self) -> None:
        """Commit what waits, then end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None and self._process == os.getpid():
            self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            try:
                self._write(group)
            except BaseException as error:
                self._fail(group, error)

    def _next_group(self) -> list[_Write]:
        """Wait for writes; an empty list means that the database was closed."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                count = min(len(self._waiting), _GROUP)
                group = [self._waiting.popleft() for _ in range(count)]
                # A second attempt is running already; a cancelled write is left out.
                group = [
                    write
                    for write in group
                    if write.attempt > 1 or write.future.set_running_or_notify_cancel()
                ]
                if group or (self._closed and not self._waiting):
                    return group

    def _write(self, group: list[_Write]) -> None:
        """Run a group of writes, again with a fresh connection if the connection was lost."""
        try:
            self._transaction(group)
        except _TransactionLost as lost:
            if len(group) == 1:
                self._fail(group, lost.__cause__ or lost)
                return
            # One write has undone the others: give each a transaction of its own.
            for write in group:
                self._write([write])
        except exc.DBAPIError as error:
            if not _connection_lost(error):
                raise
            self._transaction(group)

    def _transaction(self, group: list[_Write]) -> None:
        """Run a group of writes in one transaction and acknowledge them after its commit."""
        results: list[tuple[_Write, Any]] = []
        failures: list[tuple[_Write, BaseException]] = []
        with self._connect() as connection:
            for write in group:
                try:
                    results.append((write, _run_alone(connection, write.function)))
                except BaseException as error:
                    if isinstance(error, _TransactionLost) or _connection_lost(error):
                        raise
                    failures.append((write, error))
            try:
                if results:
                    connection.commit()
            except BaseException as error:
                # Whether anything is stored is unknown here: acknowledge nothing.
                connection.invalidate()
                self._fail([write for write, _ in results], _not_committed(error))
                results = []
        for write, result in results:
            write.future.set_result(result)
        for write, failure in failures:
            if _failures.is_transient(failure) and write.attempt < _ATTEMPTS:
                self._again(write)
            else:
                self._fail([write], failure)

    def _again(self, write: _Write) -> None:
        """Queue a write again; if no other write waits, let the other process finish first."""
        with self._changed:
            if not self._waiting:
                self._changed.wait(_PAUSE * write.attempt)
            self._waiting.append(write._replace(attempt=write.attempt + 1))

    def _fail(self, group: list[_Write], error: BaseException) -> None:
        for write in group:
            if not write.future.done():
                write.future.set_exception(self._explain(error))


def _run_alone(connection: Connection, function: Callable[[Connection], T]) -> T:
    """Run a write inside a savepoint, so that its failure does not undo other writes."""
    savepoint = connection.begin_nested()
    try:
        result = function(connection)
        savepoint.commit()
    except BaseException as error:
        if not _connection_lost(error):
            _check_transaction(connection, error)
            savepoint.rollback()
        raise
    return result


def _not_committed(error: BaseException) -> BaseException:
    """Error of a commit: a failure of the database, whatever one of its writes has done."""
    if isinstance(error, exc.IntegrityError):
        return StorageError(f"The writes could not be committed: {error.orig}.", code="failed")
    return error


def _connection_lost(error: BaseException) -> bool:
    return isinstance(error, exc.DBAPIError) and error.connection_invalidated


def _check_transaction(connection: Connection, error: BaseException) -> None:
    """Raise if SQLite has undone the whole transaction, as it does when the disk is full."""
    if connection.dialect.name != "sqlite":
        return
    driver = connection.connection.driver_connection
    if driver is None or not driver.in_transaction:
        connection.invalidate()
        raise _TransactionLost from error
