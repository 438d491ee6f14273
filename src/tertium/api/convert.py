"""Convert files of any kind from one format to another."""

import os
from typing import Any

from tertium import formats
from tertium.core import outputs
from tertium.core.errors import UsageError
from tertium.formats.conversion import known_kind

# Kinds of data by the classes that hold them.
_KINDS = {
    "TestSet": "testset",
    "SegmentScores": "scores",
    "SegmentFrames": "frames",
    "Ratings": "ratings",
}


def convert(
    value: Any,
    output: str | os.PathLike[str],
    *,
    kind: str = "",
    output_format: str = "",
    force: bool = False,
) -> None:
    """Write a test set, scores, frames or human judgments to a file or directory.

    Args:
        value: A test set, segment scores, frames or human judgments.
        output: Where to write; the ending of the name shows the format if none is given.
        kind: Kind of data: "testset", "scores", "frames" or "ratings"; by default that of the
            value.
        output_format: Name of the format to write.
        force: Whether to replace existing files that tertium did not write.

    Example:
        >>> news = tertium.read("a.txt", references="ref.txt")
        >>> tertium.convert(news, "news.jsonl")
        >>> tertium.read("news.jsonl") == news
        True
    """
    kind = kind or _KINDS.get(type(value).__name__, "")
    if not kind:
        raise UsageError(
            f"Cannot be converted: {type(value).__name__}.", hint=f"Known: {', '.join(_KINDS)}."
        )
    with outputs.replacing(force):
        formats.write(known_kind(kind), value, os.fspath(output), output_format)
