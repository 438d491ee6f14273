"""Files in and out: one folder per kind of data, one file per format.

A format of single files defines `sniff(head)`, whether bytes from the beginning of a file look
like it; `read(data, origin)`; and `write(value, path)` where it can be written. A format of whole
directories defines `sniff_directory(path)` and `read_directory(path, language_pair)` instead of
the first two. `SUFFIXES` are the file name endings it is written under.

Kinds: `testset` gives a TestSet (the format "text", of a file, only the lines: a Stream), `scores`
a SegmentScores, `frames` a SegmentFrames.

This module is the door: it finds the format of a file, reads it and writes it, for every kind
alike. `cells` and `json_lines` read what several formats are made of.
"""

from collections.abc import Iterable
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tertium.core import files, plugins, wording
from tertium.core.compression import COMPRESSIONS
from tertium.core.errors import FormatError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

# Bytes from the beginning of a file that formats are recognized by.
HEAD = 1 << 16


def kinds() -> list[str]:
    """Names of all kinds of data that have formats."""
    from pathlib import Path

    folders = Path(__file__).parent.glob("[!_]*/__init__.py")
    return sorted(path.parent.name for path in folders)


def names(kind: str) -> tuple[str, ...]:
    """Names of the formats of a kind."""
    return plugins.names(f"formats.{kind}")


def load(kind: str, name: str) -> ModuleType:
    """Import the format `name` of a kind."""
    return plugins.load(f"formats.{kind}", name)


def read(
    kind: str,
    path: str,
    input_format: str = "",
    language_pair: str = "",
    option: str = "input_format",
) -> Any:
    """Read a file or directory in a given format, or in the one it looks like.

    Args:
        kind: Kind of data.
        path: The file or directory.
        input_format: Name of the format, if it is given.
        language_pair: The language pair to read, where there are several.
        option: Keyword of the option that gives the format of such a file, empty if there is none.
    """
    if path != files.STDIN and files.is_directory(path):
        from pathlib import Path

        name = input_format or _sniffed_directory(kind, Path(path))
        module = load(kind, name)
        if not hasattr(module, "read_directory"):
            raise FormatError(f"A directory cannot be read as {name}.", where=path)
        return module.read_directory(Path(path), language_pair)
    data = files.read_bytes(path)
    files.refuse_wide(data, path)
    name = input_format or sniff(kind, data)
    if not name and not files.without_mark(data).strip():
        raise FormatError("The file is empty.", where=path)
    if not name:
        near = _with_semicolons(kind, data) or _near_miss(kind, data) or _other_kind(kind, data)
        said = f"{'Or name a format' if near else 'Name one'} with {wording.option(option)}"
        said = said if option else f"Known formats of {kind}"
        raise FormatError(
            near or f"Not in any known format of {kind}.",
            where=path,
            hint=f"{said}: {', '.join(names(kind))}.",
        )
    module = load(kind, name)
    if not hasattr(module, "read"):
        raise FormatError(f"A single file cannot be read as {name}.", where=path)
    # Files that can hold several language pairs are told which one is wanted.
    wanted = (
        {"language_pair": language_pair}
        if "language_pair" in signature(module.read).parameters
        else {}
    )
    return module.read(data, path, **wanted)


def sniff(kind: str, data: bytes) -> str:
    """Name of the format that data look like, empty if none."""
    head = data[:HEAD]
    for name, module in _modules(kind):
        if hasattr(module, "sniff") and module.sniff(head):
            return name
    return ""


def _with_semicolons(kind: str, data: bytes) -> str:
    """Say of a file that commas would make one of a known format that it has none."""
    head = data[:HEAD]
    name = sniff(kind, head.replace(b";", b",")) if b";" in head.split(b"\n", 1)[0] else ""
    if not name or name == "text":
        return ""
    return (
        f"The cells are separated by semicolons. Write commas between them and points in numbers,"
        f" and the file can be read as {name}."
    )


def _other_kind(kind: str, data: bytes) -> str:
    """What the file holds instead, where it is in a format of another kind; "" if in none."""
    for other in kinds():
        name = "" if other == kind else sniff(other, data)
        if name and name != "text":
            return f"The file does not hold {kind}, but {other}, in the format {name}."
    return ""


def _near_miss(kind: str, data: bytes) -> str:
    """What a file lacks that is nearly in a format of a kind, empty if there is no such format."""
    head = data[:HEAD]
    said = (m.near_miss(head) for _, m in _modules(kind) if hasattr(m, "near_miss"))
    return next(filter(None, said), "")


def output_format(kind: str, path: str, wanted: str = "", hint: str = "") -> str:
    """Name of the format to write a path in: the one asked for, else by its ending.

    Args:
        kind: Kind of data.
        path: Where to write.
        wanted: Name of the format, if one is asked for.
        hint: How else a format can be asked for where the ending tells none.
    """
    if wanted:
        if wanted not in names_to_write(kind):
            load(kind, wanted)
            raise UsageError(
                f"The {kind} format {wanted!r} can be read, not written.",
                hint=f"Formats to write: {', '.join(names_to_write(kind))}.",
            )
        return wanted
    writers = {name: load(kind, name) for name in names_to_write(kind)}
    name = path.lower()
    for compression in COMPRESSIONS:
        name = name.removesuffix(compression)
    if files.is_directory(path):
        name = f"{name.rstrip('/')}/"
    for format_name, module in writers.items():
        if name.endswith(tuple(module.SUFFIXES)):
            return format_name
    endings = sorted({ending for module in writers.values() for ending in module.SUFFIXES})
    raise UsageError(
        f"The format of {path} cannot be told from its name.",
        hint=f"Known endings: {', '.join(endings)}. {hint}".strip(),
    )


def names_to_write(kind: str) -> list[str]:
    """Names of the formats of a kind that can be written."""
    return sorted(name for name, module in _modules(kind) if hasattr(module, "write"))


def writes_folder(kind: str, name: str) -> bool:
    """Whether a format is a directory of files."""
    return getattr(load(kind, name), "WRITES_FOLDER", False)


def write(kind: str, value: Any, path: str, wanted: str = "") -> None:
    """Write to a file or directory in a given format, or the one its name tells."""
    load(kind, output_format(kind, path, wanted)).write(value, path)


def _sniffed_directory(kind: str, path: "Path") -> str:
    for name, module in _modules(kind):
        if hasattr(module, "sniff_directory") and module.sniff_directory(path):
            return name
    raise FormatError(f"Not a directory in any known format of {kind}.", where=str(path))


def _modules(kind: str) -> Iterable[tuple[str, Any]]:
    """Formats of a kind; those that take anything come last."""
    modules = [(name, load(kind, name)) for name in names(kind)]
    return sorted(modules, key=lambda item: getattr(item[1], "TAKES_ANYTHING", False))
