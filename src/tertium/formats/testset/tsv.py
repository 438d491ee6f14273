"""TSV: one segment per line, a header that names the columns.

Columns: `segment`, `document`, `source`, `reference` or `reference:NAME`, `system:NAME`; a system
column that comes several times holds several runs. `id`, `doc`, `src`, `ref` and `hyp` are
understood too. An empty cell of a reference column is a missing reference.
"""

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet
from tertium.formats.testset._records import Record, make_testset, records_of

SUFFIXES = (".tsv",)

_COLUMNS = {
    "segment": "segment",
    "id": "segment",
    "seg": "segment",
    "document": "document",
    "doc": "document",
    "source": "source",
    "src": "source",
    "reference": "reference",
    "ref": "reference",
    "system": "system",
    "hyp": "system",
}


def sniff(head: bytes) -> bool:
    """Whether the first line names only columns we know, one of them a text."""
    header = head.split(b"\n", 1)[0].decode("utf-8", "replace").split("\t")
    roles = [_role(name) for name in header]
    texts = {"source", "reference", "system"}
    return all(role for role, _ in roles) and any(role in texts for role, _ in roles)


def read(data: bytes, origin: str) -> TestSet:
    """Read all segments of a file."""
    lines = files.lines_of(files.decode(data, origin))
    if not lines:
        raise FormatError("Empty file.", where=origin)
    header = lines[0].split("\t")
    roles = [_role(name) for name in header]
    for name, (role, _) in zip(header, roles, strict=True):
        if not role:
            raise FormatError(
                f"Unknown column {name!r}.",
                where=f"{origin}:1",
                hint="Known: segment, document, source, reference[:NAME], system:NAME.",
            )
    records = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise FormatError(
                f"{len(cells)} columns; the header has {len(header)}.", where=f"{origin}:{number}"
            )
        record = Record(where=f"{origin}:{number}")
        for cell, (role, name) in zip(cells, roles, strict=True):
            if role == "reference":
                if cell:
                    record.references[name] = cell
            elif role == "system":
                record.outputs.setdefault(name, []).append(cell)
            else:
                setattr(record, role, cell)
        records.append(record)
    return make_testset(records, origin)


def write(testset: TestSet, path: str) -> None:
    """Write all segments to a file."""
    header = ["segment"]
    header += ["document"] if testset.document_ids else []
    header += ["source"] if testset.source is not None else []
    header += [f"reference:{name}" for name in testset.references]
    header += [f"system:{name}" for name, runs in testset.outputs.items() for _ in runs]
    with files.writing(path) as file:
        file.write("\t".join(header) + "\n")
        for record in records_of(testset):
            cells = [record.segment]
            cells += [record.document] if testset.document_ids else []
            cells += [record.source] if record.source is not None else []
            cells += [record.references.get(name, "") for name in testset.references]
            cells += [text for runs in record.outputs.values() for text in runs]
            for cell in cells:
                if "\t" in cell or "\n" in cell:
                    raise FormatError(
                        f"Segment {record.segment} has a tab or line feed, which TSV cannot hold.",
                        where=path,
                        hint="Write jsonl instead.",
                    )
            file.write("\t".join(cells) + "\n")


def _role(column: str) -> tuple[str, str]:
    """What a column holds, and the name behind its colon."""
    word, _, name = column.strip().partition(":")
    role = _COLUMNS.get(word.lower(), "")
    if role == "reference":
        return role, name or "reference"
    if role == "system":
        return role, name or "system"
    return ("", "") if name else (role, "")
