"""Temporary names of files that are being written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_paths: "set[Path]" = set()


@contextmanager
def temporary_file(folder: "Path") -> "Iterator[Path]":
    """Give a new temporary name in a folder; a file with this name is removed at the end."""
    path = folder / f".tertium-{os.urandom(8).hex()}"
    begin(path)
    try:
        yield path
    finally:
        end(path)


def begin(path: "Path") -> None:
    """Remove a file or a folder if the process is killed, until `end` removes it."""
    _paths.add(path)


def end(path: "Path") -> None:
    """Remove a file or a folder, if it is still there."""
    _remove(path)
    _paths.discard(path)


def remove_all() -> None:
    """Remove all temporary files, before the process is killed."""
    for path in list(_paths):
        _remove(path)


def _remove(path: "Path") -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:  # a directory: some systems report a permission error
        import shutil

        shutil.rmtree(path, ignore_errors=True)
