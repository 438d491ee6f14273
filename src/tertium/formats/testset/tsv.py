"""TSV: one segment per line, with a header.

Columns: `segment`, `document`, `languages` ("de-en"), `source`, `reference` or `reference:NAME`,
`system:NAME`. A repeated system column holds several runs; a system without a name is named after
the file. `id`, `seg`, `doc`, `src`, `ref` and, for a system, `mt`, `hyp`, `hypothesis`,
`translation`, `prediction` and `output` are recognized, too. An empty cell of a reference column is
a missing reference.
"""

from collections import Counter

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.testset import TestSet
from tertium.formats.testset._records import (
    ROLES,
    TEXTS,
    Record,
    check_writable,
    languages_of,
    make_testset,
    records_of,
)

SUFFIXES = (".tsv",)

_COLUMNS = {name: role for name, role in ROLES.items() if name not in ("references", "outputs")}


def sniff(head: bytes) -> bool:
    """Whether the first line has several known columns, one of them a text."""
    line = files.without_mark(head).split(b"\n", 1)[0].removesuffix(b"\r")
    header = line.decode("utf-8", "replace").split("\t")
    roles = [_role(name)[0] for name in header]
    return len(roles) > 1 and all(roles) and not set(TEXTS).isdisjoint(roles)


def read(data: bytes, origin: str) -> TestSet:
    """Read all segments of a file."""
    lines = files.record_lines(data, origin)
    if not lines:
        raise FormatError("The file is empty.", where=origin)
    header = lines[0].split("\t")
    roles = _roles(header, f"{origin}:1")
    records, languages, unnamed = [], "", files.stem_of(origin)
    for number, line in enumerate(lines[1:], 2):
        where = f"{origin}:{number}"
        cells = line.split("\t")
        if len(cells) != len(header):
            raise FormatError(
                f"{counted(len(cells), 'column')}; the header has {len(header)}.", where=where
            )
        record = Record(where=where)
        for cell, (role, name) in zip(cells, roles, strict=True):
            if role == "reference":
                if cell:
                    record.references[name] = cell
            elif role == "output":
                record.outputs.setdefault(name or unnamed, []).append(cell)
            elif role == "languages":
                if languages and languages != cell:
                    raise FormatError(f"{cell} here, but {languages} above.", where=where)
                languages = cell
            else:
                setattr(record, role, cell)
        records.append(record)
    source_language, _, target_language = languages.partition("-")
    return make_testset(records, origin, source_language, target_language)


def write(testset: TestSet, path: str) -> None:
    """Write all segments to a file."""
    check_writable(testset, path)
    languages = languages_of(testset)
    header = ["segment"]
    header += ["document"] if testset.document_ids else []
    header += ["languages"] if languages else []
    header += ["source"] if testset.source is not None else []
    header += [f"reference:{name}" for name in testset.references]
    header += [f"system:{name}" for name, runs in testset.outputs.items() for _ in runs]
    with files.writing(path) as file:
        file.write(_line(header, "A name", path))
        for record in records_of(testset):
            cells = [record.segment]
            cells += [record.document] if testset.document_ids else []
            cells += [languages] if languages else []
            cells += [record.source] if record.source is not None else []
            cells += [record.references.get(name, "") for name in testset.references]
            cells += [text for runs in record.outputs.values() for text in runs]
            file.write(_line(cells, f"Segment {record.segment}", path))


def _line(cells: list[str], what: str, path: str) -> str:
    line = "\t".join(cells)
    if line.count("\t") >= len(cells) or "\n" in line or line.endswith("\r"):
        raise FormatError(
            f"{what} has a tab or an end of line, which TSV cannot hold.",
            where=path,
            hint="Write jsonl instead.",
        )
    return f"{line}\n"


def _roles(header: list[str], where: str) -> list[tuple[str, str]]:
    roles = [_role(name) for name in header]
    for name, (role, _) in zip(header, roles, strict=True):
        if not role:
            raise FormatError(
                f"Unknown column {name!r}.",
                where=where,
                hint="Known: segment, document, languages, source, reference[:NAME], system:NAME.",
            )
    for (role, name), count in Counter(roles).items():
        if count > 1 and role != "output":
            what = f"reference {name}" if role == "reference" else f"the {role}"
            raise FormatError(f"{count} columns hold {what}.", where=where)
    return roles


def _role(column: str) -> tuple[str, str]:
    """Role of a column, and the name after the colon."""
    word, _, name = column.partition(":")
    role = _COLUMNS.get(word.strip().lower(), "")
    if role == "reference":
        return role, name or role
    if role == "output":
        return role, name
    return ("", "") if name else (role, "")
