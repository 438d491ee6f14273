"""Directories of mt-metrics-eval: documents, shared by texts and scores."""

from typing import TYPE_CHECKING

from tertium.core import files
from tertium.core.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path


def document_ids(path: "Path", pair: str) -> tuple[str, ...]:
    """Document of each segment of a language pair; empty if the directory has none."""
    file = path / "documents" / f"{pair}.docs"
    if file not in files.listed(path / "documents"):
        return ()
    ids = []
    for number, line in enumerate(files.record_lines(files.read_member(file), str(file)), 1):
        fields = line.split()
        if len(fields) != 2:
            raise FormatError("Expected a domain and a document.", where=f"{file}:{number}")
        ids.append(fields[1])
    return tuple(ids)
