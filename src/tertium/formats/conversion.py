"""Files of any kind, for conversion: recognize the kind, and read several files as one."""

import os
from collections.abc import Sequence
from typing import Any

from tertium import formats
from tertium.core import files, outputs, wording
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.progress import shown_as


def kind_of(path: str | os.PathLike[str]) -> str:
    """Kind of data a file holds, by its content; plain text counts as part of a test set."""
    name = os.fspath(path)
    if name == files.STDIN or not files.is_file(name):
        return "testset"
    data = files.read_bytes(name)
    guesses = {kind: formats.sniff(kind, data) for kind in formats.kinds()}
    known = [kind for kind, guess in guesses.items() if guess and guess != "text"]
    return known[0] if known else "testset"


def check_output(output: str, kind: str, output_format: str = "") -> None:
    """Check that data of a kind can be written to a file or directory, before reading."""
    names = formats.names_to_write(known_kind(kind))
    hint = f"Or set the format with {wording.option('output_format')}: {', '.join(names)}."
    name = formats.output_format(kind, output, output_format, hint)
    if formats.writes_folder(kind, name):
        outputs.check_folder(output)
    else:
        outputs.check_file(output)


@shown_as("Reading")
def read_files(
    paths: Sequence[str], kind: str, input_format: str = "", language_pair: str = ""
) -> Any:
    """Read files of a kind other than test sets; join several files if the kind allows it."""
    known_kind(kind)
    if not paths:
        raise UsageError(f"Give at least one file of {kind}.")
    first = formats.read(kind, paths[0], input_format, language_pair)
    if len(paths) == 1:
        return first
    if not hasattr(first, "concatenated"):
        raise UsageError(f"Only one file of {kind} can be converted at a time.")
    _check_once(paths)
    others = (formats.read(kind, path, input_format, language_pair) for path in paths[1:])
    return getattr(first, "of_files", first.concatenated)([first, *others])


def _check_once(paths: Sequence[str]) -> None:
    real = [os.path.realpath(path) for path in paths]
    for number, path in enumerate(paths):
        if real[number] in real[:number]:
            raise UsageError(f"{path} is given twice.")


def known_kind(kind: str) -> str:
    """Return a kind of data, or refuse an unknown one."""
    if kind not in formats.kinds():
        raise UnknownMember("kind of data", kind, formats.kinds())
    return kind
