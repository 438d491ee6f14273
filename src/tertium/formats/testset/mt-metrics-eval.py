"""Directory of mt-metrics-eval: sources, references, documents and outputs of a language pair."""

from pathlib import Path

from tertium.core import files
from tertium.core.errors import FormatError, UsageError
from tertium.core.testset import Stream, TestSet

SUFFIXES = ()


def sniff_directory(path: Path) -> bool:
    """Whether it has sources and outputs."""
    return (path / "sources").is_dir() and (path / "system-outputs").is_dir()


def read_directory(path: Path, language_pair: str) -> TestSet:
    """Read one language pair; it need not be named where there is only one."""
    pair = language_pair or _only_pair(path)
    source = path / "sources" / f"{pair}.txt"
    if not source.exists():
        raise UsageError(
            f"{path} has no language pair {pair!r}.", hint=f"It has {', '.join(_pairs(path))}."
        )
    prefix = f"{pair}."
    references = {
        file.name.removeprefix(prefix).removesuffix(".txt"): _stream(file)
        for file in sorted((path / "references").glob(f"{pair}.*.txt"))
    }
    outputs = {
        file.stem: (_stream(file),)
        for file in sorted((path / "system-outputs" / pair).glob("*.txt"))
        # References are listed among the outputs there, for scoring against one another.
        if file.stem not in references
    }
    if not outputs:
        raise FormatError("No outputs.", where=str(path / "system-outputs" / pair))
    documents = path / "documents" / f"{pair}.docs"
    source_language, _, target_language = pair.partition("-")
    return TestSet(
        references=references,
        outputs=outputs,
        source=_stream(source),
        document_ids=_document_ids(documents) if documents.exists() else (),
        source_language=source_language,
        target_language=target_language,
    )


def write(testset: TestSet, path: str) -> None:
    """Write the language pair of a test set."""
    if testset.source is None or not testset.target_language:
        raise UsageError(
            "mt-metrics-eval needs a source and the languages.",
            hint="Give them with -s FILE and -l de-en.",
        )
    pair = f"{testset.source_language}-{testset.target_language}"
    folder = Path(path)
    texts = {f"sources/{pair}.txt": testset.source}
    for name, stream in testset.references.items():
        if "." in name or "-" in name or stream.missing:
            raise FormatError(
                f"The reference {name!r} cannot be written: mt-metrics-eval allows no '.' or '-'"
                " in its name, and no missing segments.",
                where=path,
            )
        texts[f"references/{pair}.{name}.txt"] = stream
    for name, runs in testset.outputs.items():
        if len(runs) > 1:
            raise FormatError(
                f"System {name} has {len(runs)} runs; mt-metrics-eval holds one output each.",
                where=path,
            )
        texts[f"system-outputs/{pair}/{name}.txt"] = runs[0]
    documents = testset.document_ids or ("all",) * len(testset)
    lines = {
        **{name: list(stream) for name, stream in texts.items()},
        f"documents/{pair}.docs": [f"all {document}" for document in documents],
    }
    for name, texts_of_file in lines.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if any("\n" in line for line in texts_of_file):
            raise FormatError("A line feed within a segment cannot be written.", where=name)
        files.write_text(folder / name, "".join(f"{line}\n" for line in texts_of_file))


def _stream(path: Path) -> Stream:
    return Stream(files.lines_of(files.read_text(path)), str(path))


def _document_ids(path: Path) -> tuple[str, ...]:
    """Second column: the first is the domain."""
    ids = []
    for number, line in enumerate(files.lines_of(files.read_text(path)), 1):
        fields = line.split()
        if len(fields) != 2:
            raise FormatError("Expected a domain and a document.", where=f"{path}:{number}")
        ids.append(fields[1])
    return tuple(ids)


def _pairs(path: Path) -> list[str]:
    return sorted(file.stem for file in (path / "sources").glob("*-*.txt"))


def _only_pair(path: Path) -> str:
    pairs = _pairs(path)
    if len(pairs) != 1:
        raise UsageError(
            f"{path} has {len(pairs)} language pairs.",
            hint=f"Name one with -l: {', '.join(pairs)}." if pairs else "",
        )
    return pairs[0]
