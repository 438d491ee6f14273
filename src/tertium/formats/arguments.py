"""SYSTEM arguments, `[NAME=]FILE[,FILE...]`."""

import re
from collections.abc import Iterable

from tertium.core import files
from tertium.core.errors import DataError, UsageError

# A system with the files of its runs; or a single file, which gives the system its name or holds a
# whole test set.
Given = str | tuple[str, list[str]]


def parse_arguments(arguments: Iterable[str]) -> list[Given]:
    """Parse SYSTEM arguments, `[NAME=]FILE[,FILE...]`, in order.

    Returns:
        Files without a name, with patterns expanded; and the files of the runs of each name.
    """
    found: list[Given] = []
    for argument in arguments:
        name, equals, paths = argument.partition("=")
        if not equals or files.exists(argument):
            found += _unnamed(argument)
            continue
        if not name:
            raise UsageError(f"{argument!r} has no name before the equals sign.")
        if any(isinstance(one, tuple) and one[0] == name for one in found):
            raise UsageError(
                f"Two systems are named {name!r}.",
                hint="For several runs of one system write NAME=FILE,FILE.",
            )
        files_of_runs = [path for part in _split(paths) for path in _expanded(part)]
        if not files_of_runs:
            raise UsageError(f"{argument!r} contains no file.")
        found.append((files.printable(name), files_of_runs))
    return found


def _split(paths: str) -> list[str]:
    """Split at commas, unless a file has the whole name."""
    return [paths] if paths and files.exists(paths) else [part for part in paths.split(",") if part]


def _unnamed(argument: str) -> list[str]:
    if len(_split(argument)) > 1:
        raise UsageError(
            f"{argument!r} lists several files but has no name for the system.",
            hint="Write NAME=FILE,FILE for several runs of one system.",
        )
    return _expanded(argument)


def _expanded(path: str) -> list[str]:
    """Files that match a pattern, sorted by the numbers in their names."""
    if path == files.STDIN or files.exists(path) or not re.search(r"[*?\[]", path):
        return [path]
    import glob

    found = sorted(glob.glob(path), key=_natural)  # noqa: PTH207
    if not found:
        raise DataError("No file matches this pattern.", where=path)
    return found


def _natural(path: str) -> list[tuple[int, str]]:
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", path)
    ]
