"""Plain text: one segment per line, UTF-8, only a line feed ends a line.

A directory of such files is a whole test set: `source.txt`, `reference.NAME.txt`,
`system.NAME.txt` (or `system.NAME.RUN.txt` for each run) and `documents.txt`.
"""

import re
from pathlib import Path

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import Stream, TestSet

SUFFIXES = ("/",)
TAKES_ANYTHING = True


def sniff(head: bytes) -> bool:
    """Any file can be plain text."""
    return True


def read(data: bytes, origin: str) -> Stream:
    """Lines of a file; what they are is for the caller to know."""
    return Stream(files.lines_of(files.decode(data, origin)), origin)


def sniff_directory(path: Path) -> bool:
    """Whether there is a reference or a source under its name."""
    return any(path.glob("reference.*.txt")) or (path / "source.txt").exists()


def read_directory(path: Path, language_pair: str) -> TestSet:
    """All texts of a directory."""
    references: dict[str, Stream] = {}
    outputs: dict[str, tuple[Stream, ...]] = {}
    source: Stream | None = None
    documents: tuple[str, ...] = ()
    for file in sorted(path.glob("*.txt"), key=_order):
        stream = read(files.read_bytes(file), str(file))
        role, _, name = file.stem.partition(".")
        if file.stem == "source":
            source = stream
        elif file.stem == "documents":
            documents = tuple(stream)
        elif role == "reference" and name:
            references[name] = stream
        elif role == "system" and name:
            system = re.sub(r"\.\d+$", "", name)
            outputs[system] = (*outputs.get(system, ()), stream)
        else:
            raise FormatError(
                "Not the name of a part of a test set.",
                where=str(file),
                hint="Expected source.txt, documents.txt, reference.NAME.txt or system.NAME.txt.",
            )
    source_language, _, target_language = language_pair.partition("-")
    return TestSet(
        references=references,
        outputs=outputs,
        source=source,
        document_ids=documents,
        source_language=source_language,
        target_language=target_language,
    )


def write(testset: TestSet, path: str) -> None:
    """One file for each text."""
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    texts: dict[str, tuple[str, ...] | Stream] = {
        f"reference.{name}": stream for name, stream in testset.references.items()
    }
    if testset.source is not None:
        texts["source"] = testset.source
    if testset.document_ids:
        texts["documents"] = testset.document_ids
    for name, runs in testset.outputs.items():
        for number, stream in enumerate(runs, 1):
            texts[f"system.{name}.{number}" if len(runs) > 1 else f"system.{name}"] = stream
    for name, lines in texts.items():
        for number, line in enumerate(lines, 1):
            if "\n" in line:
                raise FormatError(
                    f"Segment {number} has a line feed, which plain text cannot hold.",
                    where=name,
                    hint="Write jsonl instead.",
                )
        files.write_text(folder / f"{name}.txt", "".join(f"{line}\n" for line in lines))


def _order(path: Path) -> list[int | str]:
    """Runs by their number, not as words: 10 after 9."""
    return [f"{int(part):09}" if part.isdigit() else part for part in re.split(r"(\d+)", path.name)]
