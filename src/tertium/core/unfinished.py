"""Files that are being written: they have names of their own until they are whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_paths: "set[Path]" = set()


@contextmanager
def unfinished(folder: "Path") -> "Iterator[Path]":
    """Give a new name in a folder; what has this name at the end is removed."""
    path = folder / f".tertium-{os.urandom(8).hex()}"
    _paths.add(path)
    try:
        yield path
    finally:
        _remove(path)
        _paths.discard(path)


def remove_all() -> None:
    """Remove everything that is being written, before the process is ended at once."""
    for path in list(_paths):
        _remove(path)


def _remove(path: "Path") -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:  # a directory, which some systems call a lack of permission
        import shutil

        shutil.rmtree(path, ignore_errors=True)
