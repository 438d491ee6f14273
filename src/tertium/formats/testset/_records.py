"""A test set as records, one per segment, shared by the formats of single files."""

from collections import Counter
from collections.abc import Iterator

from tertium.core import wording
from tertium.core.errors import FormatError
from tertium.core.files import warn_unused
from tertium.core.formatting import counted
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

# Roles of JSON Lines keys and TSV columns, by name.
ROLES = {
    "segment": "segment",
    "id": "segment",
    "seg": "segment",
    "document": "document",
    "doc": "document",
    "languages": "languages",
    "source": "source",
    "src": "source",
    "references": "reference",
    "reference": "reference",
    "ref": "reference",
    "outputs": "output",
    "output": "output",
    "system": "output",
    "hyp": "output",
    "hypothesis": "output",
    "mt": "output",
    "translation": "output",
    "prediction": "output",
}

# Roles that hold a text.
TEXTS = ("source", "reference", "output")


class Record:
    """One segment with its texts and ids; absent parts are None or empty.

    Args:
        where: Its place in the file, for messages.
        segment: Its id.
        document: Id of its document.
        source: The source text.
        references: References by name.
        outputs: Outputs by system, one for each run.
    """

    def __init__(
        self,
        where: str,
        segment: str = "",
        document: str = "",
        source: str | None = None,
        references: dict[str, str] | None = None,
        outputs: dict[str, list[str]] | None = None,
    ) -> None:
        self.where = where
        self.segment = segment
        self.document = document
        self.source = source
        self.references = {} if references is None else references
        self.outputs = {} if outputs is None else outputs


def make_testset(
    records: list[Record], origin: str, source_language: str = "", target_language: str = ""
) -> TestSet:
    """Make a test set from records; all must have the same outputs."""
    if not records:
        raise FormatError("The file has no segments.", where=origin)
    records = _with_references(records, origin)
    first = records[0]
    runs = {name: len(texts) for name, texts in first.outputs.items()}
    for record in records:
        _check_like(record, first)

    def stream(texts: list[str | None], what: str) -> Stream:
        missing = frozenset(i for i, text in enumerate(texts) if text is None)
        lines = ["" if text is None else text for text in texts]
        return Stream(lines, f"{origin}, {what}", "segment", missing)

    names = list(dict.fromkeys(name for record in records for name in record.references))
    if not names and first.source is None and not runs:
        raise FormatError("The segment has neither source, reference nor output.", where=origin)
    return TestSet(
        references={
            name: stream([record.references.get(name) for record in records], f"reference {name}")
            for name in names
        },
        outputs={
            name: tuple(
                stream(
                    [record.outputs[name][run] for record in records],
                    f"system {name}, run {run + 1}" if count > 1 else f"system {name}",
                )
                for run in range(count)
            )
            for name, count in runs.items()
        },
        source=None
        if first.source is None
        else stream([record.source for record in records], "source"),
        segment_ids=_unique_ids(records, origin) if first.segment else (),
        document_ids=tuple(record.document for record in records) if first.document else (),
        source_language=source_language,
        target_language=target_language,
    )


def records_of(testset: TestSet) -> Iterator[Record]:
    """Records of a test set."""
    for i, segment in enumerate(testset.segment_ids):
        yield Record(
            where=segment,
            segment=segment,
            document=testset.document_ids[i] if testset.document_ids else "",
            source=None if testset.source is None else testset.source[i],
            references={
                name: stream[i]
                for name, stream in testset.references.items()
                if i not in stream.missing
            },
            outputs={
                name: [stream[i] for stream in runs] for name, runs in testset.outputs.items()
            },
        )


def languages_of(testset: TestSet) -> str:
    """Languages as in "de-en"; empty if neither is known."""
    known = testset.source_language or testset.target_language
    return f"{testset.source_language}-{testset.target_language}" if known else ""


def check_writable(testset: TestSet, path: str, *, null: bool = False) -> None:
    """Refuse data that a format cannot hold, so that nothing is lost silently.

    Args:
        testset: The test set to write.
        path: The file.
        null: Whether the format distinguishes missing from empty references.
    """
    if testset.layers:
        raise FormatError(
            f"Layers cannot be written: {', '.join(testset.layers)}.",
            where=path,
            hint=f"Omit {wording.option('layers')}.",
        )
    if "" in testset.references or "" in testset.outputs:
        raise FormatError("A reference or system without a name cannot be written.", where=path)
    for name, stream in testset.references.items() if not null else ():
        for i, text in enumerate(stream):
            if not text and i not in stream.missing:
                raise FormatError(
                    f"Segment {testset.segment_ids[i]} of reference {name} is empty, which would"
                    " be read as missing.",
                    where=path,
                    hint="Write jsonl instead.",
                )


def _with_references(records: list[Record], origin: str) -> list[Record]:
    """Exclude segments without any reference, if others have one, with a warning."""
    kept = [record for record in records if record.references]
    if kept and len(kept) < len(records):
        warn_unused(
            f"{origin}: {len(records) - len(kept):,} of {counted(len(records), 'segment')} have no"
            " reference and are excluded."
        )
        return kept
    return records


def _check_like(record: Record, first: Record) -> None:
    for name, texts in first.outputs.items():
        count = len(record.outputs.get(name, ()))
        if count != len(texts):
            raise FormatError(
                f"System {name} has {count} output{'' if count == 1 else 's'} here, but"
                f" {len(texts)} for the first segment.",
                where=record.where,
            )
    for name in record.outputs:
        if name not in first.outputs:
            raise FormatError(
                f"System {name} has an output here, but none for the first segment.",
                where=record.where,
            )
    if (record.source is None) != (first.source is None):
        raise FormatError("Some segments have a source and some have none.", where=record.where)
    for what in ("segment", "document"):
        if bool(getattr(record, what)) != bool(getattr(first, what)):
            raise FormatError(
                f"Some segments have a {what} id and some have none.", where=record.where
            )


def _unique_ids(records: list[Record], origin: str) -> tuple[str, ...]:
    """Segment ids; ids that restart in every document are made unique by its name."""
    ids = [record.segment for record in records]
    if len(set(ids)) < len(ids):
        ids = [f"{record.document}:{record.segment}" for record in records]
    twice, count = Counter(ids).most_common(1)[0]
    if count > 1:
        raise FormatError(f"Segment {twice.lstrip(':')} occurs {count} times.", where=origin)
    return tuple(ids)
