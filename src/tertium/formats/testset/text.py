"""Plain text: one segment per line, UTF-8, only a line feed ends a line.

A directory of such files is a whole test set: `source.txt`, `reference.NAME.txt`,
`system.NAME.txt` (or `system.NAME.RUN.txt` for each run), and optionally `segments.txt` and
`documents.txt` with an id per line, and `languages.txt` with a line such as "de-en".
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.streams import Stream
from tertium.core.testset import TestSet
from tertium.formats.testset._records import check_writable, languages_of
from tertium.formats.testset._structure import structure_of

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = ("/",)
WRITES_FOLDER = True
TAKES_ANYTHING = True


def sniff(head: bytes) -> bool:
    """Whether the file looks like no other format."""
    return not structure_of(head)


def near_miss(head: bytes) -> str:
    """The format that the file looks like; it is plain text only with `--input-format text`."""
    return structure_of(head)


def read(data: bytes, origin: str) -> Stream:
    """Read the lines of a file as a stream, without a role."""
    return Stream(files.lines_of(files.decode(data, origin)), origin)


def sniff_directory(path: "Path") -> bool:
    """Whether the directory has a file of a test set."""
    return (path / "source.txt").exists() or any(
        any(path.glob(f"{role}.*.txt")) for role in ("reference", "system")
    )


def read_directory(path: "Path", language_pair: str) -> TestSet:
    """Read all texts of a directory."""
    references: dict[str, Stream] = {}
    outputs: dict[str, tuple[Stream, ...]] = {}
    others: dict[str, Stream] = {}
    for file in sorted(path.glob("*.txt"), key=_order):
        stream = read(files.read_member(file), str(file))
        role, _, name = file.stem.partition(".")
        if file.stem in ("source", "segments", "documents", "languages"):
            others[file.stem] = stream
        elif role == "reference" and name:
            references[name] = stream
        elif role == "system" and name:
            system = re.sub(r"\.[0-9]+$", "", name)
            outputs[system] = (*outputs.get(system, ()), stream)
        else:
            raise FormatError(
                "The file name is not that of a part of a test set.",
                where=str(file),
                hint="Expected source.txt, reference.NAME.txt, system.NAME.txt, segments.txt,"
                " documents.txt or languages.txt.",
            )
    languages = language_pair or "".join(others.get("languages", ())).strip()
    source_language, _, target_language = languages.partition("-")
    return TestSet(
        references=references,
        outputs=outputs,
        source=others.get("source"),
        segment_ids=tuple(others.get("segments", ())),
        document_ids=tuple(others.get("documents", ())),
        source_language=source_language,
        target_language=target_language,
    )


def write(testset: TestSet, path: str) -> None:
    """Write one file per text."""
    check_writable(testset, path, null=True)
    parts: dict[str, Sequence[str]] = {}
    for name, stream in testset.references.items():
        if stream.missing:
            segment = testset.segment_ids[min(stream.missing)]
            raise FormatError(
                f"Reference {name} has no segment {segment}; plain text cannot leave one out.",
                where=path,
                hint="Write jsonl instead.",
            )
        parts[f"reference.{name}"] = stream
    for name, runs in testset.outputs.items():
        # A name that ends in a number needs the number of its run, even for a single run.
        numbered = len(runs) > 1 or re.search(r"\.[0-9]+$", name)
        for number, stream in enumerate(runs, 1):
            parts[f"system.{name}.{number}" if numbered else f"system.{name}"] = stream
    if testset.source is not None:
        parts["source"] = testset.source
    if testset.segment_ids != tuple(str(number) for number in range(1, len(testset) + 1)):
        parts["segments"] = testset.segment_ids
    if testset.document_ids:
        parts["documents"] = testset.document_ids
    if languages_of(testset):
        parts["languages"] = [languages_of(testset)]
    from pathlib import Path

    folder = Path(path)
    texts = {f"{name}.txt": _text(name, lines, path) for name, lines in parts.items()}
    for file in sorted(folder.glob("*.txt")):
        if file.name not in texts:
            raise FormatError(
                "The file exists already and is not part of this test set.",
                where=str(file),
                hint="Remove it, or choose another directory.",
            )
    files.write_folder(folder, texts)


def _text(name: str, lines: Sequence[str], path: str) -> str:
    if "/" in name or "\0" in name:
        raise FormatError(f"{name!r} cannot be the name of a file.", where=path)
    for number, line in enumerate(lines, 1):
        if "\n" in line:
            raise FormatError(
                f"Segment {number} of {name} has a line feed, which plain text cannot hold.",
                where=path,
                hint="Write jsonl instead.",
            )
    return "".join(f"{line}\n" for line in lines)


def _order(path: "Path") -> list[tuple[int, str]]:
    """Sort runs by number: 10 after 9."""
    parts = re.split(r"([0-9]+)", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
