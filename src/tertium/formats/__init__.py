"""File formats: one folder per kind of data, one file per format.

A format of single files defines `sniff(head)`, whether the first bytes of a file look like the
format; `read(data, origin)`; and `write(value, path)` if it can be written. A format of whole
directories defines `sniff_directory(path)` and `read_directory(path, language_pair)` instead of
the first two. `SUFFIXES` are the usual endings of its files, by which the format of an output file
is chosen.

Readers return a TestSet (kind `testset`; the format "text" a Stream, the lines of a file), Ratings
(`ratings`), SegmentScores (`scores`) or SegmentFrames (`frames`). The formats of `batches/` are
others: they hold the work of a campaign for other programs.

This module recognizes the format of a file, reads it and writes it, for all kinds. `cells` and
`json_lines` are shared by several formats.
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

# Number of bytes at the beginning of a file by which its format is recognized.
HEAD = 1 << 16


# Work for other programs is no data to convert; see `formats/batches/`.
_NO_DATA = "batches"


def kinds() -> list[str]:
    """Names of all kinds of data that have formats."""
    from pathlib import Path

    folders = Path(__file__).parent.glob("[!_]*/__init__.py")
    return sorted(path.parent.name for path in folders if path.parent.name != _NO_DATA)


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
    """Read a file or directory in the given or recognized format.

    Args:
        kind: Kind of data.
        path: The file or directory.
        input_format: Name of the format; by default it is recognized.
        language_pair: The language pair to read, if there are several.
        option: Keyword of the option that sets the format, "" if there is none.
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
        advice = f"{'Or set a format' if near else 'Set a format'} with {wording.option(option)}"
        advice = advice if option else f"Known {kind} formats"
        raise FormatError(
            near or f"The file is in no known {kind} format.",
            where=path,
            hint=f"{advice}: {', '.join(names(kind))}.",
        )
    module = load(kind, name)
    if not hasattr(module, "read"):
        raise FormatError(f"A single file cannot be read as {name}.", where=path)
    # Readers of files with several language pairs take the one to read.
    wanted = (
        {"language_pair": language_pair}
        if "language_pair" in signature(module.read).parameters
        else {}
    )
    return module.read(data, path, **wanted)


def sniff(kind: str, data: bytes) -> str:
    """Name of the format that the data look like, "" if none."""
    head = data[:HEAD]
    for name, module in _modules(kind):
        if hasattr(module, "sniff") and module.sniff(head):
            return name
    return ""


def _with_semicolons(kind: str, data: bytes) -> str:
    """Message for a file that would be in a known format with commas instead of semicolons."""
    head = data[:HEAD]
    name = sniff(kind, head.replace(b";", b",")) if b";" in head.split(b"\n", 1)[0] else ""
    if not name or name == "text":
        return ""
    return (
        "The cells are separated by semicolons. Use commas between cells and decimal points in"
        f" numbers, and the file can be read as {name}."
    )


def _other_kind(kind: str, data: bytes) -> str:
    """Message for a file that is in a format of another kind; "" if it is in none."""
    for other in kinds():
        name = "" if other == kind else sniff(other, data)
        if name and name != "text":
            return f"The file holds {other} (format {name}) instead of {kind}."
    return ""


def _near_miss(kind: str, data: bytes) -> str:
    """Message for a file that is nearly in a format of the kind; "" if there is none."""
    head = data[:HEAD]
    messages = (m.near_miss(head) for _, m in _modules(kind) if hasattr(m, "near_miss"))
    return next(filter(None, messages), "")


def output_format(kind: str, path: str, wanted: str = "", hint: str = "") -> str:
    """Name of the format to write: the requested one, else by the file name ending.

    Args:
        kind: Kind of data.
        path: Where to write.
        wanted: Name of the requested format, if any.
        hint: How to request a format, for endings that are unknown.
    """
    if wanted:
        if wanted not in names_to_write(kind):
            load(kind, wanted)
            raise UsageError(
                f"The {kind} format {wanted!r} can only be read.",
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
        f"The file name ending of {path} does not determine a format.",
        hint=f"Known endings: {', '.join(endings)}. {hint}".strip(),
    )


def names_to_write(kind: str) -> list[str]:
    """Names of the formats of a kind that can be written."""
    return sorted(name for name, module in _modules(kind) if hasattr(module, "write"))


def writes_folder(kind: str, name: str) -> bool:
    """Whether a format is a directory of files."""
    return getattr(load(kind, name), "WRITES_FOLDER", False)


def write(kind: str, value: Any, path: str, wanted: str = "") -> None:
    """Write to a file or directory in the given format, or by the file name ending."""
    load(kind, output_format(kind, path, wanted)).write(value, path)


def _sniffed_directory(kind: str, path: "Path") -> str:
    for name, module in _modules(kind):
        if hasattr(module, "sniff_directory") and module.sniff_directory(path):
            return name
    raise FormatError(f"The directory is in no known {kind} format.", where=str(path))


def _modules(kind: str) -> Iterable[tuple[str, Any]]:
    """Formats of a kind; those that accept any file come last."""
    modules = [(name, load(kind, name)) for name in names(kind)]
    return sorted(modules, key=lambda item: getattr(item[1], "TAKES_ANYTHING", False))
