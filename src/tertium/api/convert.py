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
    """Write what was read to a file or directory.

    Args:
        value: A TestSet for the kind "testset", SegmentScores for "scores", SegmentFrames for
            "frames", Ratings for "ratings".
        output: Where to write; its name tells the format if none is given.
        kind: Kind of data, by default that of the value.
        output_format: Name of the format to write.
        force: Whether to replace existing files that tertium did not write.
    """
    kind = kind or _KINDS.get(type(value).__name__, "")
    if not kind:
        raise UsageError(
            f"Cannot be converted: {type(value).__name__}.", hint=f"Known: {', '.join(_KINDS)}."
        )
    with outputs.replacing(force):
        formats.write(known_kind(kind), value, os.fspath(output), output_format)
