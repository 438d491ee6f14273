"""Files that belong together with the commands that read them, and parts of files."""

import gzip
import io
from dataclasses import dataclass, field
from pathlib import Path

from tertium.examples import folder

# Of every text and real file; larger ones are slower, and damaged in the same ways.
LINES = 24


@dataclass(frozen=True)
class Case:
    """Files that belong together, and commands that read them.

    Attributes:
        name: What they are.
        files: Their contents, by name.
        commands: Arguments, as words; what begins with "@" is written.
        mutable: Which files are damaged; by default all.
    """

    name: str
    files: dict[str, bytes]
    commands: tuple[str, ...]
    mutable: tuple[str, ...] = field(default=())


def arguments(command: str) -> list[str]:
    """The arguments of a command of a case."""
    return [word.replace("@", "written-") for word in command.split()]


def head(path: Path, lines: int = LINES) -> bytes:
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return b"".join(io.BytesIO(data).readlines()[:lines])


def spread(path: Path, lines: int) -> bytes:
    """The header and some lines of a file, from all over it."""
    header, *rest = io.BytesIO(head(path, 10**9)).readlines()
    return b"".join([header, *rest[:: max(1, len(rest) // lines)]])


def example(lines: int = LINES) -> dict[str, bytes]:
    news = folder()
    return {
        "ref.txt": head(news / "reference.A.en.txt", lines),
        "other.txt": head(news / "reference.B.en.txt", lines),
        "src.txt": head(news / "source.de.txt", lines),
        "docs.tsv": head(news / "documents.tsv", lines + 1),
        **{
            f"{name}.txt": head(news / "systems" / f"{name}.txt", lines)
            for name in ("large", "distilled", "pivot")
        },
        "edit.txt": head(news / "post_edits" / "large.txt", lines),
    }
