"""Read a test set from files, strictly."""

import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tertium.api.check import allowed_names, enforce
from tertium.core import files, plugins
from tertium.core.errors import (
    AlignmentError,
    DataError,
    DataWarning,
    FormatError,
    UnknownMember,
    UsageError,
)
from tertium.core.testset import Layer, Stream, TestSet, digest
from tertium.formats import _kinds as formats

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

_SUFFIXES = (".gz", ".xz", ".zst", ".txt", ".sgm", ".sgml", ".tsv", ".jsonl", ".xml")


def read(
    paths: Paths = (),
    *,
    references: Paths | Mapping[str, str | os.PathLike[str]] = (),
    systems: Mapping[str, Paths] | None = None,
    source: str | os.PathLike[str] | None = None,
    documents: str | os.PathLike[str] | None = None,
    layers: Mapping[str, str | os.PathLike[str]] | None = None,
    languages: str = "",
    input_format: str = "",
    allow: Iterable[str] = (),
    enforce_checks: bool = True,
) -> TestSet:
    """Read a test set; what is wrong with it is an error, what is suspicious a warning.

    Args:
        paths: Files or directories that hold a whole test set, or parts of one.
        references: Files with references.
        systems: For each system a file with its output, or several, one for each run.
        source: The file with the source.
        documents: A file with the document of each segment.
        layers: Files with more, by the name of the layer.
        languages: Source and target language, as in "de-en".
        input_format: Format of the files, where it cannot be seen from their content.
        allow: Names of checks whose findings are to be passed over.
        enforce_checks: Whether to run the checks that need the whole test set.
    """
    allowed = allowed_names(allow)
    if input_format and input_format not in plugins.names("formats.testset"):
        raise UnknownMember("testset format", input_format, plugins.names("formats.testset"))
    draft = _Draft(languages, input_format, "invalid-utf8" in allowed)
    for path in _listed(paths):
        draft.add(os.fspath(path))
    for name, path in _named(references).items():
        draft.add_reference(name, path)
    if source is not None:
        draft.add_source(os.fspath(source))
    for name, paths in (systems or {}).items():
        draft.add_system(name, [os.fspath(path) for path in _listed(paths)])
    if documents is not None:
        draft.documents = _document_ids(os.fspath(documents))
    testset = draft.finish(cut="different-lengths" in allowed)
    for name, path in (layers or {}).items():
        testset = replace(
            testset, layers={**testset.layers, name: _layer(name, os.fspath(path), len(testset))}
        )
    if enforce_checks:
        enforce(testset, allow=allowed)
    return testset


def parse_systems(arguments: Iterable[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Understand SYSTEM arguments, `[NAME=]FILE[,FILE...]`.

    Returns:
        Systems with a name, each with the files of its runs; and files or patterns without one.
    """
    systems: dict[str, list[str]] = {}
    unnamed: list[str] = []
    for argument in arguments:
        name, equals, paths = argument.partition("=")
        if not equals or Path(argument).exists():
            unnamed += _expanded(argument)
            continue
        if not name:
            raise UsageError(f"{argument!r} has no name before the equals sign.")
        if name in systems:
            raise UsageError(
                f"Two systems are named {name!r}.",
                hint="For several runs of one system write NAME=FILE,FILE.",
            )
        systems[name] = [path for part in _split(paths) for path in _expanded(part)]
        if not systems[name]:
            raise UsageError(f"{argument!r} names no file.")
    for path in unnamed:
        if len(_split(path)) > 1:
            raise UsageError(
                f"{path!r} lists several files but has no name for the system.",
                hint="Write NAME=FILE,FILE for several runs of one system.",
            )
    return systems, unnamed


def name_from(path: str) -> str:
    """Name of a system or reference, from that of its file."""
    name = Path(path).name if path != files.STDIN else "stdin"
    while name.endswith(_SUFFIXES) and Path(name).stem:
        name = Path(name).stem
    return name


@dataclass
class _Draft:
    """A test set in the making: streams whose lengths may still differ."""

    languages: str
    input_format: str
    replace_invalid: bool
    references: dict[str, Stream] = field(default_factory=dict)
    outputs: dict[str, tuple[Stream, ...]] = field(default_factory=dict)
    source: Stream | None = None
    segments: tuple[str, ...] = ()
    segments_from: str = ""
    documents: tuple[str, ...] = ()
    found_languages: tuple[str, str] = ("", "")

    def add(self, path: str) -> None:
        """Add everything a file has; plain text is the output of a system."""
        content = self._read(path)
        if isinstance(content, Stream):
            self._put_output(name_from(path), (content,), path)
            return
        for name, stream in content.references.items():
            self._put_reference(name, stream, path)
        for name, runs in content.outputs.items():
            self._put_output(name, runs, path)
        if content.source is not None:
            self._put_source(content.source, path)
        self._put_ids(content, path)

    def add_reference(self, name: str, path: str) -> None:
        """Add the references of a file."""
        content = self._read(path)
        if isinstance(content, Stream):
            self._put_reference(name, content, path)
            return
        if not content.references:
            raise FormatError("Has no reference.", where=path)
        for found, stream in content.references.items():
            self._put_reference(found, stream, path)
        self._put_ids(content, path)

    def add_source(self, path: str) -> None:
        """Add the source of a file."""
        content = self._read(path)
        if isinstance(content, Stream):
            self._put_source(content, path)
            return
        if content.source is None:
            raise FormatError("Has no source.", where=path)
        self._put_source(content.source, path)
        self._put_ids(content, path)

    def add_system(self, name: str, paths: Sequence[str]) -> None:
        """Add the runs of a system, a file each."""
        runs: list[Stream] = []
        for path in paths:
            content = self._read(path)
            if isinstance(content, Stream):
                runs.append(content)
                continue
            if len(content.outputs) != 1:
                raise FormatError(
                    f"Has outputs of {len(content.outputs)} systems; they cannot all be {name!r}.",
                    where=path,
                    hint="Give the file without NAME=.",
                )
            runs += next(iter(content.outputs.values()))
            self._put_ids(content, path)
        self._put_output(name, tuple(runs), paths[0])

    def finish(self, *, cut: bool) -> TestSet:
        """Give the test set; `cut` takes all texts to the length of the shortest."""
        source_language, _, target_language = self.languages.partition("-")
        parts: dict[str, Any] = {
            "references": self.references,
            "outputs": self.outputs,
            "source": self.source,
            "segment_ids": self.segments,
            "document_ids": self.documents,
        }
        if cut:
            parts = _cut(parts)
        return TestSet(
            **parts,
            source_language=source_language or self.found_languages[0],
            target_language=target_language or self.found_languages[1],
        )

    def _read(self, path: str) -> Stream | TestSet:
        if self.replace_invalid and path != files.STDIN and Path(path).is_file():
            data = files.read_bytes(path)
            if not formats.sniff("testset", data) or formats.sniff("testset", data) == "text":
                text = data.decode("utf-8", "replace")
                return Stream(files.lines_of(text), path)
        content: Stream | TestSet = formats.read("testset", path, self.input_format, self.languages)
        return content

    def _put_reference(self, name: str, stream: Stream, path: str) -> None:
        unique, number = name, 2
        while unique in self.references:
            unique, number = f"{name}#{number}", number + 1
        self.references[unique] = stream

    def _put_output(self, name: str, runs: tuple[Stream, ...], path: str) -> None:
        if name in self.outputs:
            raise UsageError(
                f"Two systems are named {name!r}, the second in {path}.",
                hint="Name them apart: NAME=FILE. Several runs of one: NAME=FILE,FILE.",
            )
        self.outputs[name] = runs

    def _put_source(self, stream: Stream, path: str) -> None:
        if self.source is not None and list(self.source) != list(stream):
            raise DataError(f"Another source than {self.source.origin}.", where=path)
        self.source = self.source or stream

    def _put_ids(self, content: TestSet, path: str) -> None:
        """Keep ids and languages of the first file that has them; others must agree."""
        numbered = tuple(str(number) for number in range(1, len(content) + 1))
        if content.segment_ids != numbered:
            if self.segments and self.segments != content.segment_ids:
                raise AlignmentError(
                    f"Other segments than {self.segments_from}:"
                    f" {_first_difference(self.segments, content.segment_ids)}.",
                    where=path,
                )
            self.segments, self.segments_from = content.segment_ids, path
        self.documents = self.documents or content.document_ids
        self.found_languages = (
            self.found_languages[0] or content.source_language,
            self.found_languages[1] or content.target_language,
        )


def _first_difference(ours: Sequence[str], theirs: Sequence[str]) -> str:
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            return f"number {number} is {other}, expected {one}"
    return f"{len(theirs):,} of them, expected {len(ours):,}"


def _cut(parts: dict[str, Any]) -> dict[str, Any]:
    streams = [
        *parts["references"].values(),
        *(s for runs in parts["outputs"].values() for s in runs),
    ]
    streams += [parts["source"]] if parts["source"] is not None else []
    size = min((len(stream) for stream in streams), default=0)
    if all(len(stream) == size for stream in streams):
        return parts
    warnings.warn(
        f"Only the first {size:,} segments are used, the length of the shortest text.",
        DataWarning,
        stacklevel=2,
    )

    def shortened(stream: Stream) -> Stream:
        missing = frozenset(i for i in stream.missing if i < size)
        return replace(stream, lines=stream.lines[:size], missing=missing)

    return {
        "references": {name: shortened(s) for name, s in parts["references"].items()},
        "outputs": {
            name: tuple(shortened(s) for s in runs) for name, runs in parts["outputs"].items()
        },
        "source": None if parts["source"] is None else shortened(parts["source"]),
        "segment_ids": parts["segment_ids"][:size],
        "document_ids": parts["document_ids"][:size],
    }


def _layer(name: str, path: str, size: int) -> Layer:
    """Read a layer: in the formats of its kind where there are such, else a line per segment."""
    if name in formats.kinds() and name != "testset":
        content = formats.read(name, path)
        return Layer(name, content, path, digest([files.read_text(path)]))
    stream = Stream(files.lines_of(files.read_text(path)), path)
    if len(stream) != size:
        raise AlignmentError(
            f"The layer {name} has {len(stream):,} lines for {size:,} segments.", where=path
        )
    return Layer(name, stream, path, stream.digest)


def _document_ids(path: str) -> tuple[str, ...]:
    """One document per line; or a table with a header, from its column `document`."""
    lines = files.lines_of(files.read_text(path))
    header = lines[0].split("\t") if lines else []
    if len(header) > 1 and "document" in header:
        column = header.index("document")
        rows = [line.split("\t") for line in lines[1:]]
        for number, row in enumerate(rows, 2):
            if len(row) != len(header):
                raise FormatError(
                    f"{len(row)} columns; the header has {len(header)}.", where=f"{path}:{number}"
                )
        return tuple(row[column] for row in rows)
    return tuple(lines)


def _listed(paths: Paths) -> Sequence[str | os.PathLike[str]]:
    return [paths] if isinstance(paths, str | os.PathLike) else paths


def _named(given: Paths | Mapping[str, str | os.PathLike[str]]) -> dict[str, str]:
    if isinstance(given, Mapping):
        return {name: os.fspath(path) for name, path in given.items()}
    named: dict[str, str] = {}
    for path in _listed(given):
        name, unique, number = name_from(os.fspath(path)), "", 2
        unique = name
        while unique in named:
            unique, number = f"{name}#{number}", number + 1
        named[unique] = os.fspath(path)
    return named


def _split(paths: str) -> list[str]:
    """Files separated by commas, unless there is a file of the whole name."""
    return [paths] if Path(paths).exists() else [part for part in paths.split(",") if part]


def _expanded(path: str) -> list[str]:
    """Files that a pattern matches, in the order of the numbers in their names."""
    if path == files.STDIN or Path(path).exists() or not re.search(r"[*?\[]", path):
        return [path]
    import glob

    found = sorted(glob.glob(path), key=_natural)  # noqa: PTH207
    if not found:
        raise DataError("No file matches this pattern.", where=path)
    return found


def _natural(path: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path)]
