"""Convert files of any kind from one format to another."""

import os
from collections.abc import Sequence
from typing import Any

from tertium.core import files, outputs
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.progress import shown_as
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
        formats.write(_known(kind), value, os.fspath(output), output_format)


def check_output(output: str, kind: str, output_format: str = "") -> None:
    """See that data of a kind can be written to a file or directory, before any are read."""
    names = formats.names_to_write(_known(kind))
    hint = f"Or name the format with --format: {', '.join(names)}."
    name = formats.output_format(kind, output, output_format, hint)
    if formats.writes_folder(kind, name):
        outputs.check_folder(output)
    else:
        outputs.check_file(output)


@shown_as("Reading")
def read_any(
    paths: Sequence[str], kind: str, input_format: str = "", language_pair: str = ""
) -> Any:
    """Read files of a kind other than test sets; several are joined, where the kind can be."""
    _known(kind)
    if not paths:
        raise UsageError(f"Name at least one file of {kind}.")
    first = formats.read(kind, paths[0], input_format, language_pair)
    if len(paths) == 1:
        return first
    if not hasattr(first, "concatenated"):
        raise UsageError(f"One file of {kind} can be converted at a time.")
    _check_once(paths)
    others = (formats.read(kind, path, input_format, language_pair) for path in paths[1:])
    return getattr(first, "of_files", first.concatenated)([first, *others])


def _check_once(paths: Sequence[str]) -> None:
    real = [os.path.realpath(path) for path in paths]
    for number, path in enumerate(paths):
        if real[number] in real[:number]:
            raise UsageError(f"{path} is given twice.")


def _known(kind: str) -> str:
    if kind not in formats.kinds():
        raise UnknownMember("kind of data", kind, formats.kinds())
    return kind
