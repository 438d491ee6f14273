"""Rules for output files: they overwrite neither inputs nor files of other programs.

An existing file is replaced if it has a mark of tertium (`core/marks.py`), or inside
`replacing(True)`: `--force` on the command line, `force=True` in Python. Devices, pipes and open
descriptors such as `/dev/stdout` can always be written.

The command line checks its outputs before it reads anything (`check_file`, `check_folder`) and
reserves them. Inside `reserving`, a reserved file cannot be read, and a file that was read cannot
be written, even under another name.
"""

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING

from tertium.core import wording
from tertium.core.errors import DataError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

STANDARD_STREAM = "-"

Identity = tuple[int, int]

# Names of open descriptors in shells and operating systems.
_DESCRIPTOR = r"/(?:dev/fd|proc/(?:self|[0-9]+)/fd)/([0-9]+)"

# Modules whose `open` reads a compressed file, by the ending of its name.
_COMPRESSORS = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma", ".zst": "zstandard"}

_forced = ContextVar("existing files may be replaced", default=False)


class _Guard:
    """Files of one command: outputs by the option that names them, and inputs."""

    def __init__(self) -> None:
        self.outputs: dict[str, Path] = {}
        self.inputs: set[Identity] = set()


_guard: ContextVar[_Guard | None] = ContextVar("files of this command", default=None)


@contextmanager
def replacing(force: bool) -> Iterator[None]:
    """Inside the block, any existing file may be replaced, if wanted."""
    token = _forced.set(force or _forced.get())
    try:
        yield
    finally:
        _forced.reset(token)


@contextmanager
def reserving(name: str, option: str) -> Iterator[None]:
    """Inside the block, a file is reserved for the option that writes it; it cannot be an input."""
    guard = _guard.get() or _Guard()
    token = _guard.set(guard)
    try:
        target = target_of(name) if is_place(name) else None
        if target is not None and _is_file_to_be(target):
            for other, reserved in guard.outputs.items():
                if reserved == target or _same(reserved, target):
                    raise UsageError(
                        f"{name}: {other} and {option} would write the same file.",
                        hint="Give each output a name of its own.",
                    )
            guard.outputs[option] = target
        yield
    finally:
        guard.outputs.pop(option, None)
        _guard.reset(token)


def check_input(name: str) -> None:
    """Refuse to read a file that this command will write."""
    guard = _guard.get()
    if guard is None:
        return
    identity = _identity(name)
    if identity is None:
        return
    guard.inputs.add(identity)
    for option, target in guard.outputs.items():
        if _identity(str(target)) == identity:
            raise UsageError(
                f"{name}: This file is an input; {option} would overwrite it.",
                hint="Choose another name for the output.",
            )


def check_file(name: str) -> None:
    """Check that a file can be written, before a result is computed that would be lost."""
    check_replaceable(name)
    if not is_place(name):
        return
    target = target_of(name)
    if target.is_dir() or name.endswith(os.sep):
        raise unwritable(name, errno.EISDIR)
    if target.exists() and not os.access(target, os.W_OK):
        raise unwritable(name, errno.EACCES)
    if _is_file_to_be(target):
        _probe(target.parent, name)


def check_folder(name: str) -> None:
    """Check that files can be written to a directory, which need not exist yet."""
    if name == STANDARD_STREAM:
        raise UsageError("A directory cannot be written to standard output.")
    target = target_of(name)
    folder = next(path for path in (target, *target.parents) if path.exists())
    if not folder.is_dir():
        raise unwritable(name, errno.ENOTDIR)
    _probe(folder, name)


def check_replaceable(name: str) -> None:
    """Refuse to replace an input of this command, or a file that tertium did not write."""
    if not is_place(name):
        return
    target = target_of(name)
    if not target.is_file():
        return
    guard = _guard.get()
    if guard is not None and _identity(str(target)) in guard.inputs:
        raise UsageError(
            f"{name}: This file is an input and would be overwritten.",
            hint="Choose another name for the output.",
        )
    if not _forced.get() and not is_own(target):
        raise UsageError(
            f"{name}: The file exists, and was not recognized as written by tertium.",
            hint=f"Choose another name, or replace the file with {wording.option('force', True)}.",
        )


def is_own(path: "Path") -> bool:
    """Whether a file has a mark of tertium or is empty."""
    from importlib import import_module

    from tertium.core.marks import REACH, is_marked

    size = path.stat().st_size
    try:
        if path.suffix in _COMPRESSORS:
            with import_module(_COMPRESSORS[path.suffix]).open(path, "rb") as stream:
                return is_marked(stream.read(REACH))
        with path.open("rb") as file:
            ends = file.read(REACH)
            file.seek(max(len(ends), size - REACH))
            return not size or is_marked(ends + file.read())
    except Exception:
        # A file that cannot be read may belong to another program.
        return False


def named_descriptor(name: str) -> int | None:
    """Number of the descriptor in a path such as /dev/fd/3; None for other paths."""
    # Most names are not absolute, and need no pattern.
    found = re.fullmatch(_DESCRIPTOR, name) if name.startswith("/") else None
    return int(found[1]) if found else None


def descriptor_of(name: str) -> int | None:
    """Open descriptor that a name stands for, as in /dev/stdout and process substitution."""
    from pathlib import Path

    for _ in range(40):  # the number of links that systems follow
        number = named_descriptor(name)
        if number is not None:
            return number
        try:
            name = str(Path(name).parent / Path(name).readlink())
        except (OSError, ValueError):
            return None
    return None


def is_place(name: str) -> bool:
    """Whether a name is a path in the file system, not an open stream."""
    return name != STANDARD_STREAM and descriptor_of(name) is None


def target_of(name: str) -> "Path":
    """File that a name stands for: the target of a link."""
    from pathlib import Path

    try:
        return Path(name).resolve()
    except (OSError, RuntimeError) as error:
        raise DataError(f"Cannot be written: {error}.", where=name) from None
    except ValueError as error:
        raise DataError(f"Not the name of a file: {error}.", where=repr(name)) from None


def unwritable(name: str, number: int) -> DataError:
    """Make the error for a file that cannot be written."""
    hint = "Create the directory first." if number == errno.ENOENT else ""
    return DataError(f"Cannot be written: {os.strerror(number)}.", where=name, hint=hint)


def _is_file_to_be(target: "Path") -> bool:
    """Whether a target is, or would become, a regular file."""
    return target.is_file() or not target.exists()


def _identity(name: str) -> Identity | None:
    """Device and inode of a regular file: the same for all its names."""
    import stat

    with suppress(OSError, ValueError, AttributeError):
        stdin = name == STANDARD_STREAM
        state = os.fstat(sys.stdin.fileno()) if stdin else os.stat(name)  # noqa: PTH116
        return (state.st_dev, state.st_ino) if stat.S_ISREG(state.st_mode) else None
    return None


def _same(one: "Path", other: "Path") -> bool:
    identity = _identity(str(one))
    return identity is not None and identity == _identity(str(other))


def _probe(folder: "Path", name: str) -> None:
    """Create an unnamed file: permissions alone do not show what a file system allows."""
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise unwritable(name, error.errno or errno.EIO) from None
