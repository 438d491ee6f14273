"""Consistent copies of SQLite files, also while others write to them."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tertium.core import files
from tertium.storage import _failures
from tertium.storage._engines import LOCK_SECONDS


def copy_file(source: Path, target: Path) -> None:
    """Copy a file of SQLite; the copy appears under its name when it is complete."""
    place = f"{source}, or its copy {target.name},"
    with _failures.explained(place), files.aside(target) as file:
        name = f"{source.absolute().as_uri()}?mode=rw"
        with (
            closing(sqlite3.connect(name, uri=True, timeout=LOCK_SECONDS)) as reader,
            closing(sqlite3.connect(file)) as writer,
        ):
            reader.backup(writer)
        finish(file)


def finish(file: Path) -> None:
    """Make a copy complete without further files, and flush it to disk."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with file.open("rb") as stream:
        os.fsync(stream.fileno())
