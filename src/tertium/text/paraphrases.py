"""Tables of paraphrases in METEOR's format, kept in a compact form after the first reading.

METEOR's English table has five million pairs and takes ten seconds to read; the compact form is
a file that is mapped into memory, read at once and shared by all processes. It lies in the user's
cache folder (`TERTIUM_CACHE`, else `tertium` in `XDG_CACHE_HOME` or `~/.cache`).
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tertium.core import files, progress
from tertium.core.arrays import Buffer
from tertium.core.errors import DataError, FormatError
from tertium.kernels import Encoded
from tertium.kernels.meteor import ParaphraseBuilder, Paraphrases

# Changes with the layout of the file.
_FORM = "tertium paraphrases 1"
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Table:
    """A table for the kernels, and its words."""

    paraphrases: Paraphrases
    words: tuple[str, ...]
    digest: str

    @cached_property
    def ids(self) -> dict[str, int]:
        """Id of each word."""
        return {word: id for id, word in enumerate(self.words)}


@cache
def table(path: Path) -> Table:
    """Read a table, from its compact form if there is one."""
    try:
        state = path.stat()
    except OSError as error:
        raise DataError(f"Cannot be read: {error.strerror}.", where=str(path)) from error
    key = _digest(f"{path.resolve()} {state.st_size} {state.st_mtime_ns}".encode())
    compact = _cache_folder() / f"paraphrases-{key}.bin"
    made = _read(compact)
    if made is None:
        arrays, digest = _built(path)
        with suppress(OSError):  # without a cache folder, it is built every time
            _write(compact, arrays, digest)
        made = _read(compact) or _table(arrays, digest)
    return made


def _built(path: Path) -> tuple[list[bytes], str]:
    """Arrays of a table in text form, and its digest."""
    import gzip
    import hashlib

    builder, sha = ParaphraseBuilder(), hashlib.sha256()
    size = path.stat().st_size
    with progress.of(f"Reading {path.name}") as advance, path.open("rb") as raw:
        file: Any = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
        try:
            done = 0
            while chunk := file.read(_CHUNK):
                sha.update(chunk)
                if not builder.add(chunk):
                    raise FormatError("A phrase has no words.", where=str(path))
                advance((raw.tell() - done) / size)
                done = raw.tell()
        except (OSError, EOFError) as error:
            raise FormatError(f"Cannot be read as gzip: {error}.", where=str(path)) from error
    arrays = builder.finish()
    if arrays is None:
        raise FormatError(
            "Not a table of paraphrases: lines come in threes, a number and two phrases.",
            where=str(path),
        )
    return list(arrays), sha.hexdigest()[:16]


def _write(compact: Path, arrays: list[bytes], digest: str) -> None:
    compact.parent.mkdir(parents=True, exist_ok=True)
    header = json.dumps({"form": _FORM, "digest": digest, "sizes": [len(a) for a in arrays]})
    with files.aside(compact) as path, path.open("wb") as file:
        file.write(header.encode().ljust(255) + b"\n")
        for array in arrays:
            file.write(array + bytes(-len(array) % 8))


def _read(compact: Path) -> Table | None:
    """Map the compact form; None if there is none, or it is damaged."""
    import mmap

    try:
        with compact.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        header = json.loads(bytes(data[:256]))
        arrays, at = [], 256
        for size in header["sizes"]:
            arrays.append(data[at : at + size])
            at += size + -size % 8
        made = _table(arrays, header["digest"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return made if header["form"] == _FORM and made.paraphrases.fits() else None


def _table(arrays: Sequence[Buffer], digest: str) -> Table:
    words, *rest = (memoryview(array) for array in arrays)
    phrases = Encoded(rest[0].cast("i"), rest[1].cast("q"))
    of_phrase = Encoded(rest[2].cast("i"), rest[3].cast("q"))
    return Table(
        Paraphrases(phrases, of_phrase, rest[4].cast("i")),
        tuple(bytes(words).decode().split("\n")[:-1]),
        digest,
    )


def _cache_folder() -> Path:
    if os.environ.get("TERTIUM_CACHE"):
        return Path(os.environ["TERTIUM_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "tertium")


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()[:16]
