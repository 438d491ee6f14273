"""Convert files of any kind from one format to another."""

import os
from collections.abc import Sequence
from typing import Any

from tertium.core import files
from tertium.core.errors import UnknownMember, UsageError
from tertium.formats import _kinds as formats


def kind_of(path: str | os.PathLike[str]) -> str:
    """Kind of data a file holds, by its content; plain text counts as part of a test set."""
    name = os.fspath(path)
    if name == files.STDIN or not files.is_file(name):
        return "testset"
    data = files.read_bytes(name)
    guesses = {kind: formats.sniff(kind, data) for kind in formats.kinds()}
    known = [kind for kind, guess in guesses.items() if guess and guess != "text"]
    return known[0] if known else "testset"


def convert(
    value: Any, output: str | os.PathLike[str], *, kind: str, output_format: str = ""
) -> None:
    """Write what was read to a file or directory.

    Args:
        value: A TestSet for the kind "testset", SegmentScores for "scores", SegmentFrames for
            "frames", Ratings for "ratings".
        output: Where to write; its name tells the format if none is given.
        kind: Kind of data.
        output_format: Name of the format to write.
    """
    formats.write(_known(kind), value, os.fspath(output), output_format)


def read_any(paths: Sequence[str], kind: str, input_format: str = "") -> Any:
    """Read files of a kind other than test sets; several are joined, where the kind can be."""
    _known(kind)
    if not paths:
        raise UsageError(f"Name at least one file of {kind}.")
    first = formats.read(kind, paths[0], input_format)
    if len(paths) == 1:
        return first
    if not hasattr(first, "concatenated"):
        raise UsageError(f"One file of {kind} can be converted at a time.")
    _check_once(paths)
    parts = [first, *(formats.read(kind, path, input_format) for path in paths[1:])]
    return getattr(first, "of_files", first.concatenated)(parts)


def _check_once(paths: Sequence[str]) -> None:
    real = [os.path.realpath(path) for path in paths]
    for number, path in enumerate(paths):
        if real[number] in real[:number]:
            raise UsageError(f"{path} is given twice.")


def _known(kind: str) -> str:
    if kind not in formats.kinds():
        raise UnknownMember("kind of data", kind, formats.kinds())
    return kind
