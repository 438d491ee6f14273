"""Directory of mt-metrics-eval: sources, references, documents and outputs of a language pair.

Files are plain text or, in newer sets, JSONL. "[No translation supplied]" is a missing segment of a
reference, and an empty output.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.core import files, wording
from tertium.core.errors import FormatError, UsageError
from tertium.core.formatting import counted
from tertium.core.streams import Stream
from tertium.core.testset import TestSet
from tertium.formats._mt_metrics_eval import document_ids
from tertium.formats.json_lines import objects_of
from tertium.formats.testset._records import check_writable

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = ()
WRITES_FOLDER = True

# Names with a special meaning, which references cannot have.
_RESERVED = ("all", "src")

_NONE = "[No translation supplied]"


def sniff_directory(path: "Path") -> bool:
    """Whether the directory has sources and outputs."""
    return all(files.is_directory(path / kind) for kind in ("sources", "system-outputs"))


def read_directory(path: "Path", language_pair: str) -> TestSet:
    """Read one language pair; by default the only one."""
    pair = language_pair or _only_pair(path)
    sources = _texts(path / "sources", "source", re.escape(pair))
    if not sources:
        pairs = language_pairs(path)
        raise UsageError(
            f"{path} has no language pair {pair!r}.",
            hint=f"It has {', '.join(pairs)}." if pairs else "",
        )
    references = {
        name.removeprefix(f"{pair}."): stream
        for name, stream in _texts(
            path / "references", "target", rf"{re.escape(pair)}\..+", missing=True
        ).items()
    }
    outputs = {
        name: (stream,)
        for name, stream in _texts(path / "system-outputs" / pair, "hypothesis").items()
    }
    for name, reference in references.items():
        # mt-metrics-eval copies references to the outputs, to score them against each other.
        if name in outputs and list(outputs[name][0]) == list(reference):
            del outputs[name]
    if not outputs:
        raise FormatError(
            "The directory has no outputs.", where=str(path / "system-outputs" / pair)
        )
    source_language, _, target_language = pair.partition("-")
    return TestSet(
        references=references,
        outputs=outputs,
        source=sources[pair],
        document_ids=document_ids(path, pair),
        source_language=source_language,
        target_language=target_language,
    )


def write(testset: TestSet, path: str) -> None:
    """Write the language pair of a test set; segment ids are replaced by the order."""
    check_writable(testset, path, null=True)
    languages = testset.source_language, testset.target_language
    if testset.source is None or not testset.outputs or not all(languages):
        raise FormatError(
            "mt-metrics-eval needs a source, outputs and both languages.",
            where=path,
            hint=f"Give them with {wording.option('source', wording.FILE)} and"
            f" {wording.option('language_pair', 'de-en')}.",
        )
    pair = "-".join(languages)
    parts: dict[str, Sequence[str]] = {f"sources/{pair}.txt": testset.source}
    for name, stream in testset.references.items():
        if "." in name or "-" in name or name in _RESERVED or stream.missing:
            raise FormatError(
                f"Reference {name} cannot be written: mt-metrics-eval allows no '.' or '-' in its"
                " name, neither 'all' nor 'src', and no missing segment.",
                where=path,
                hint="Rename its file, or write jsonl.",
            )
        parts[f"references/{pair}.{name}.txt"] = stream
    for name, runs in testset.outputs.items():
        if len(runs) > 1:
            raise FormatError(
                f"System {name} has {counted(len(runs), 'run')}; mt-metrics-eval holds one output"
                " each.",
                where=path,
                hint="Write jsonl instead.",
            )
        parts[f"system-outputs/{pair}/{name}.txt"] = runs[0]
    if testset.segment_ids != tuple(str(number) for number in range(1, len(testset) + 1)):
        files.warn_unused(
            f"{path}: Segment ids are not written; the order of the lines identifies segments."
        )
    documents = testset.document_ids or ("all",) * len(testset)
    for document in documents:
        if len(document.split()) != 1:
            raise FormatError(
                f"The document {document!r} cannot be written: white space in its name.", where=path
            )
    parts[f"documents/{pair}.docs"] = [f"all {document}" for document in documents]
    files.write_folder(path, {name: _text(name, lines, path) for name, lines in parts.items()})


def _text(name: str, lines: Sequence[str], path: str) -> str:
    if "\0" in name or name.count("/") > 1 + name.startswith("system-outputs/"):
        raise FormatError(f"{name!r} cannot be the name of a file.", where=path)
    for number, line in enumerate(lines, 1):
        if "\n" in line:
            raise FormatError(
                f"Segment {number} of {name} has a line feed, which plain text cannot hold.",
                where=path,
                hint="Write jsonl instead.",
            )
    return "".join(f"{line}\n" for line in lines)


def _texts(
    folder: "Path", field: str, pattern: str = ".*", *, missing: bool = False
) -> dict[str, Stream]:
    """Texts of a folder, by file name without ending.

    Args:
        folder: The folder.
        field: The key that holds the text in JSONL.
        pattern: Pattern of the names.
        missing: Whether segments can be missing.
    """
    texts: dict[str, Stream] = {}
    for file in files.listed(folder):
        if file.suffix not in (".txt", ".jsonl") or not re.fullmatch(pattern, file.stem, re.DOTALL):
            continue
        if file.stem in texts:
            raise FormatError("The text exists both as .txt and as .jsonl.", where=str(file))
        lines = _lines(file, field)
        absent = frozenset(i for i, line in enumerate(lines) if line == _NONE)
        lines = ["" if line == _NONE else line for line in lines] if absent else lines
        texts[file.stem] = Stream(lines, str(file), missing=absent if missing else frozenset())
    return texts


def _lines(file: "Path", field: str) -> list[str]:
    data = files.read_member(file)
    if file.suffix == ".txt":
        return files.lines_of(files.decode(data, str(file)))
    lines = []
    for where, item in objects_of(data, str(file)):
        if not isinstance(item.get(field), str):
            raise FormatError(f"Expected text under the key {field!r}.", where=where)
        lines.append(item[field])
    return lines


def language_pairs(path: "Path") -> list[str]:
    """Language pairs of a directory."""
    return [
        file.stem
        for file in files.listed(path / "sources")
        if "-" in file.stem and file.suffix in (".txt", ".jsonl")
    ]


def _only_pair(path: "Path") -> str:
    pairs = language_pairs(path)
    if len(pairs) != 1:
        raise UsageError(
            f"{path} has {counted(len(pairs), 'language pair')}.",
            hint=f"Choose one with -l: {', '.join(pairs)}." if pairs else "",
        )
    return pairs[0]
