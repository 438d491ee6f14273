"""A test set assembled from several files: references, source, outputs and layers.

Files may be plain text, one stream each, or hold a part of a test set or all of it. The lengths of
all streams are compared at the end, so that an error can name the file that does not fit.
"""

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tertium import formats
from tertium.core import files, wording
from tertium.core.errors import AlignmentError, DataError, DataWarning, FormatError, UsageError
from tertium.core.formatting import counted, is_or_are
from tertium.core.inputs import Files
from tertium.core.lines import FileLines
from tertium.core.streams import Stream
from tertium.core.testset import TestSet, split_languages
from tertium.formats.arguments import Given, parse_arguments

if TYPE_CHECKING:
    from tertium.core.layers import Layer

_IN_MEMORY = "Texts in memory are given to tertium.testset(references=..., systems=...)."

Path = str | os.PathLike[str]
Paths = Path | Sequence[Path]
# As typed; or as recorded in a result, where names are not parsed.
Systems = Paths | Mapping[str, Paths] | tuple[Files, ...]


class Draft:
    """An unfinished test set: streams whose lengths may still differ.

    Args:
        languages: Source and target language, as in "de-en"; "" if they are not known.
        input_format: Format of the files; "" if their content shows it.
        keep_outputs: Whether outputs stay in memory.
    """

    def __init__(self, languages: str, input_format: str, keep_outputs: bool) -> None:
        self.languages = languages
        self.input_format = input_format
        self.keep_outputs = keep_outputs
        self.references: dict[str, Stream] = {}
        self.outputs: dict[str, tuple[Stream, ...]] = {}
        self.source: Stream | None = None
        self.segments: tuple[str, ...] = ()
        self.segments_from = ""
        self.documents: tuple[str, ...] = ()
        self.documents_from = ""
        self.layers: dict[str, Layer] = {}
        self.found_languages = ("", "")
        self.name = ""
        self.stdin_used = False

    def add(self, path: str) -> None:
        """Add everything a file has; plain text is the output of a system."""
        content = self._read(path)
        unnamed = files.stem_of(path)
        # The number of a descriptor is arbitrary; the order of the outputs is not.
        called = f"output{len(self.outputs) + 1}" if files.is_descriptor(path) else unnamed
        if isinstance(content, Stream):
            self._put_output(called, (self._kept(content, path),), path)
            return
        for name, runs in content.outputs.items():
            self._put_output(called if name == unnamed else name, runs, path)
        self.add_texts(content, path)

    def add_texts(self, content: TestSet, path: str) -> None:
        """Add references, source and ids of a test set."""
        self._put_references(content)
        if content.source is not None:
            self._put_source(content.source, path)
        self._put_ids(content, path)

    def add_reference(self, name: str, path: str) -> None:
        """Add the references of a file."""
        content = self._read(path)
        if isinstance(content, Stream):
            self._put_reference(name, content)
            return
        if not content.references:
            raise _lacking("reference", content, path)
        self._put_references(content)
        self._put_ids(content, path)

    def add_source(self, path: str) -> None:
        """Add the source of a file."""
        content = self._read(path)
        if isinstance(content, Stream):
            self._put_source(content, path)
            return
        if content.source is None:
            raise _lacking("source", content, path)
        self._put_source(content.source, path)
        self._put_ids(content, path)

    def add_system(self, name: str, paths: Sequence[str]) -> None:
        """Add the runs of a system, a file each."""
        if not paths:
            raise UsageError(f"System {name!r} has no file.")
        runs: list[Stream] = []
        for path in paths:
            content = self._read(path)
            if isinstance(content, Stream):
                runs.append(self._kept(content, path))
                continue
            if not content.outputs:
                raise _lacking("output", content, path)
            if len(content.outputs) != 1:
                raise FormatError(
                    f"The file has outputs of {counted(len(content.outputs), 'system')}; they"
                    f" cannot all be {name!r}.",
                    where=path,
                    hint="Give the file without NAME=.",
                )
            runs += next(iter(content.outputs.values()))
            self._put_ids(content, path)
        self._put_output(name, tuple(runs), paths[0])

    def finish(self, *, cut: bool) -> TestSet:
        """Return the test set; `cut` truncates all texts to the length of the shortest."""
        source_language, target_language = split_languages(self.languages)
        parts: dict[str, Any] = {
            "references": self.references,
            "outputs": self.outputs,
            "source": self.source,
            "segment_ids": self.segments,
            "document_ids": self.documents,
        }
        if cut:
            parts = _cut(parts)
        sizes = {len(stream) for stream in _streams(parts)}
        if self.documents and len(sizes) == 1 and {len(parts["document_ids"])} != sizes:
            raise AlignmentError(
                f"{counted(len(parts['document_ids']), 'document')} for"
                f" {counted(sizes.pop(), 'segment')}.",
                where=self.documents_from,
            )
        return TestSet(
            **parts,
            layers=self.layers,
            source_language=source_language or self.found_languages[0],
            target_language=target_language or self.found_languages[1],
            name=self.name,
        )

    def _read(self, path: str) -> Stream | TestSet:
        if path == files.STDIN:
            if self.stdin_used:
                raise UsageError("Standard input (-) is given twice.")
            self.stdin_used = True
        elif " " in path and not wording.for_command_line() and not files.exists(path):
            raise DataError("No such file.", where=path, hint=_IN_MEMORY)
        content: Stream | TestSet = formats.read("testset", path, self.input_format, self.languages)
        return content

    def _kept(self, stream: Stream, path: str) -> Stream:
        """Keep an output in memory, or only its location if it can be read again."""
        if self.keep_outputs or not files.is_file(path):  # a pipe, for example
            return stream
        lines = FileLines(path, len(stream), stream.digest, files.invalid_allowed())
        return replace(stream, lines=lines)

    def _put_references(self, content: TestSet) -> None:
        """Add references of a file of records; several files may repeat the same ones."""
        for name, stream in content.references.items():
            known = self.references.get(name)
            if known is None or list(known) != list(stream) or known.missing != stream.missing:
                self._put_reference(name, stream)

    def _put_reference(self, name: str, stream: Stream) -> None:
        unique, number = name, 2
        while unique in self.references:
            unique, number = f"{name}#{number}", number + 1
        self.references[unique] = stream

    def _put_output(self, name: str, runs: tuple[Stream, ...], path: str) -> None:
        if name in self.outputs:
            raise UsageError(
                f"Two systems are named {name!r}, the second in {path}.",
                hint="Give them different names: NAME=FILE. For several runs of one system:"
                " NAME=FILE,FILE.",
            )
        self.outputs[name] = runs

    def _put_source(self, stream: Stream, path: str) -> None:
        if self.source is not None and list(self.source) != list(stream):
            raise DataError(f"The source differs from that of {self.source.origin}.", where=path)
        self.source = self.source or stream

    def _put_ids(self, content: TestSet, path: str) -> None:
        """Keep ids and languages of the first file that has them; others must agree."""
        numbered = tuple(str(number) for number in range(1, len(content) + 1))
        if content.segment_ids != numbered:
            if self.segments and self.segments != content.segment_ids:
                raise AlignmentError(
                    f"The segments differ from those of {self.segments_from}:"
                    f" {_first_difference(self.segments, content.segment_ids)}.",
                    where=path,
                )
            self.segments, self.segments_from = content.segment_ids, path
        if content.document_ids:
            if self.documents and self.documents != content.document_ids:
                raise AlignmentError(
                    f"The documents differ from those of {self.documents_from}:"
                    f" {_first_difference(self.documents, content.document_ids)}.",
                    where=path,
                )
            self.documents, self.documents_from = content.document_ids, path
        self.found_languages = (
            self.found_languages[0] or content.source_language,
            self.found_languages[1] or content.target_language,
        )


def _lacking(part: str, content: TestSet, path: str) -> FormatError:
    """Error for a file that lacks the expected part."""
    there = [f"the output of {name}" for name in content.outputs]
    there = [*(f"the reference {name}" for name in content.references), *there]
    there = ["a source"] * (content.source is not None) + there
    return FormatError(f"The file has no {part}; it has {', '.join(there)}.", where=path)


def _first_difference(ours: Sequence[str], theirs: Sequence[str]) -> str:
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            return f"number {number} is {other}, expected {one}"
    return f"{len(theirs):,} of them, expected {len(ours):,}"


def _streams(parts: dict[str, Any]) -> list[Stream]:
    outputs = [stream for runs in parts["outputs"].values() for stream in runs]
    source = [parts["source"]] if parts["source"] is not None else []
    return [*parts["references"].values(), *source, *outputs]


def _cut(parts: dict[str, Any]) -> dict[str, Any]:
    sizes = [len(stream) for stream in _streams(parts)]
    size = min(sizes, default=0)
    if size == max(sizes, default=0):
        return parts
    warnings.warn(
        f"Only the first {counted(size, 'segment')} {is_or_are(size)} used, the length of the"
        " shortest text.",
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


def read_layer(name: str, systems: Systems, languages: str) -> "Layer":
    """Read a layer in the formats of its kind; without such formats, as text of segments."""
    from tertium.core.layers import Layer

    parts: dict[str, tuple[Any, ...]] = {}
    for system in given_systems(systems):
        part, paths = ("", [system]) if isinstance(system, str) else system
        if files.STDIN in paths:
            raise UsageError(f"The layer {name} cannot come from standard input.")
        for path in paths:
            for owner, content in _layer_parts(name, part, path, languages):
                parts[owner] = (*parts.get(owner, ()), content)
    return Layer(name, parts)


def _layer_parts(name: str, part: str, path: str, languages: str) -> Iterator[tuple[str, Any]]:
    if name in formats.kinds() and name != "testset":
        read = formats.read(name, path, language_pair=languages, option="")
        if name == "scores" and not read.values:
            raise FormatError("Expected segment scores, found system scores.", where=path)
        yield part, read
        return
    content: Stream | TestSet = formats.read("testset", path, language_pair=languages)
    if isinstance(content, Stream):
        yield part, content
    else:
        yield from ((system, run) for system, runs in content.outputs.items() for run in runs)


def read_document_ids(path: str) -> tuple[str, ...]:
    """One document per line, or the column `document` of a table with a header."""
    lines = files.record_lines(files.read_bytes(path), path)
    header = lines[0].split("\t") if lines else []
    if len(header) > 1 and "document" in header:
        column = header.index("document")
        rows = [line.split("\t") for line in lines[1:]]
        for number, row in enumerate(rows, 2):
            if len(row) != len(header):
                raise FormatError(
                    f"{counted(len(row), 'column')}; the header has {len(header)}.",
                    where=f"{path}:{number}",
                )
        ids, first = [row[column] for row in rows], 2
    else:
        ids, first = lines, 1
    for number, document in enumerate(ids, first):
        if not document.strip():
            raise FormatError("No document.", where=f"{path}:{number}")
    return tuple(ids)


def given_systems(systems: Systems) -> list[Given]:
    """Files of systems: a mapping, file names, or files recorded in a result."""
    if isinstance(systems, Mapping):
        return [(name, _listed(paths)) for name, paths in systems.items()]
    if isinstance(systems, tuple):
        stored = [file for file in systems if isinstance(file, Files)]
        if stored:
            return [
                (file.name, list(file.paths)) if file.name else file.paths[0] for file in stored
            ]
    return parse_arguments(_listed(systems))


def recorded(systems: Iterable[Given]) -> Iterator[Files]:
    """Files of systems as recorded in a result."""
    for system in systems:
        yield (
            Files("", (system,)) if isinstance(system, str) else Files(system[0], tuple(system[1]))
        )


def _listed(paths: Any) -> list[str]:
    """One file name or several."""
    if isinstance(paths, Sequence | Iterator) and not isinstance(paths, str):
        return [path_of(path) for path in paths]
    return [path_of(paths)]


def path_of(path: Any) -> str:
    """A file name; a text in memory is refused with a hint at `tertium.testset`."""
    if isinstance(path, str | os.PathLike):
        return os.fspath(path)
    raise UsageError(f"Expected the name of a file, found {type(path).__name__}.", hint=_IN_MEMORY)


def named_references(references: Paths | Mapping[str, Path]) -> dict[str, str]:
    """Files of references by name; by default a reference is named after its file."""
    if isinstance(references, Mapping):
        return {name: path_of(path) for name, path in references.items()}
    named: dict[str, str] = {}
    for path in _listed(references):
        name = unique = "reference" if files.is_descriptor(path) else files.stem_of(path)
        number = 2
        while unique in named:
            unique, number = f"{name}#{number}", number + 1
        named[unique] = path
    return named
