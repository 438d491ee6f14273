"""Errors of SQLite and PostgreSQL, worded for users."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from tertium.core.errors import StorageError

# Reasons by the code of the error in SQLite, without its extension.
_SQLITE = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
    sqlite3.SQLITE_FORMAT: "corrupt",
    sqlite3.SQLITE_SCHEMA: "corrupt",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "unreachable",
    sqlite3.SQLITE_IOERR: "unreachable",
}

# Reasons by the SQLSTATE of PostgreSQL, or by its first two characters.
_POSTGRES = {
    "08": "unreachable",
    "28": "refused",
    "3D": "absent",
    "53100": "full",
    "53": "unreachable",
    "57P": "unreachable",
    "25006": "read-only",
    "42501": "forbidden",
    "42P01": "incomplete",
    "42703": "incomplete",
    "40001": "locked",
    "40P01": "locked",
    "55P03": "locked",
    "57014": "locked",
    "XX": "corrupt",
    "58": "unreachable",
}

# Errors after which a transaction can simply be tried again: conflicts, deadlocks, and references
# to a row that another process has just deleted.
_TRANSIENT = {"40001", "40P01", "23503"}

# For each reason: its code, the sentence, and what to do.
_MESSAGES = {
    "locked": (
        "locked",
        "{place} is locked by another program.",
        "Wait until the other program has finished, or end it, and try again.",
    ),
    "corrupt": (
        "corrupt",
        "{place} is not a database, or it is damaged.",
        "Restore it from a backup.",
    ),
    "incomplete": (
        "corrupt",
        "{place} lacks tables or columns of tertium.",
        "Restore it from a backup.",
    ),
    "read-only": (
        "read-only",
        "{place} is read-only.",
        "Make the database, and the folder of a file, writable for this user.",
    ),
    "forbidden": (
        "read-only",
        "The user of {place} has no right to read or change its tables.",
        "Give this user the rights of the owner of the tables.",
    ),
    "full": (
        "full",
        "{place} is full: nothing more can be stored.",
        "Free space on the disk, or raise the limit of the database.",
    ),
    "unreachable": (
        "unreachable",
        "{place} cannot be reached.",
        "Check that the database is running, and that its disk and network work.",
    ),
    "refused": (
        "unreachable",
        "{place} refuses this user or password.",
        "Check user and password in the URL of the database.",
    ),
    "absent": (
        "unreachable",
        "{place} does not exist on its server.",
        "Create the database first, for example with createdb.",
    ),
    "failed": (
        "failed",
        "{place} could not carry out a request.",
        "Try again.",
    ),
}


class Contended(StorageError):
    """Another process is changing the same rows; the write is tried again."""

    def __init__(self) -> None:
        super().__init__(
            "Another process is changing the same rows.", code="locked", hint="Try again."
        )


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Inside the block, turn failures of a database into errors of tertium.

    Mistakes of the program, such as a violated constraint, stay as they are.

    Args:
        place: The database, as the user knows it.
    """
    try:
        yield
    except Exception as error:
        failure = explain(error, place)
        if failure is None:
            raise
        raise failure from error


def explain(error: BaseException, place: str) -> StorageError | None:
    """Make the error of tertium for a failure of a database; None for a mistake of the program."""
    reason = _reason(error)
    if reason is None:
        return None
    code, message, hint = _MESSAGES[reason]
    detail = _detail(error)
    sentence = message.format(place=place)
    return StorageError(f"{sentence} ({detail})" if detail else sentence, code=code, hint=hint)


def is_transient(error: BaseException) -> bool:
    """Whether a deadlock, or a change by another process at the same time, caused an error."""
    if isinstance(error, Contended):
        return True
    return getattr(_original(error), "sqlstate", None) in _TRANSIENT


def _original(error: BaseException) -> BaseException:
    """Error of the driver, which SQLAlchemy wraps."""
    original = error.orig if isinstance(error, exc.DBAPIError) else None
    return error if original is None else original


def _reason(error: BaseException) -> str | None:
    if isinstance(error, exc.TimeoutError):
        return "locked"  # all connections of this process are in use
    original = _original(error)
    if isinstance(original, sqlite3.Error):
        return _sqlite_reason(original)
    psycopg = sys.modules.get("psycopg")
    if psycopg is None or not isinstance(original, psycopg.Error):
        return None
    state = original.sqlstate
    if state:
        for length in (5, 3, 2):
            if state[:length] in _POSTGRES:
                return _POSTGRES[state[:length]]
    lost = isinstance(error, exc.DBAPIError) and error.connection_invalidated
    operational = isinstance(original, psycopg.OperationalError)
    if lost or (operational and not state):
        return _connection_reason(str(original))
    return "failed" if operational or isinstance(original, psycopg.InternalError) else None


def _sqlite_reason(error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in _SQLITE:
        return _SQLITE[code & 0xFF]
    if str(error).startswith(("no such table", "no such column")):
        return "incomplete"
    if str(error).startswith("Could not decode"):
        return "corrupt"
    return "failed" if isinstance(error, sqlite3.OperationalError) else None


def _connection_reason(message: str) -> str:
    """Reason of a failed connection, for which the driver gives no SQLSTATE."""
    if "authentication failed" in message or "no password" in message or "no pg_hba" in message:
        return "refused"
    if 'FATAL:  database "' in message:
        return "absent"
    return "unreachable"


def _detail(error: BaseException) -> str:
    """First line of the driver's message: one line, without a period."""
    lines = str(_original(error)).strip().splitlines()
    return lines[0].strip().rstrip(".") if lines else ""
