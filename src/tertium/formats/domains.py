"""Domains of documents: two columns of a TSV or CSV file, with a header or without."""

import os

from tertium.core import files
from tertium.core.errors import DataError, FormatError
from tertium.core.formatting import counted
from tertium.formats.cells import records


def read_domains(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read the domain of each document.

    Args:
        path: The file.
    """
    origin = os.fspath(path)
    text = files.read_text(path)
    domains: dict[str, str] = {}
    for line, cells in records(text, "\t" if "\t" in text.split("\n", 1)[0] else ","):
        where = f"{origin}:{line}"
        if len(cells) != 2:
            raise FormatError(
                f"Expected a document and its domain, found {counted(len(cells), 'cell')}.",
                where=where,
            )
        document, domain = cells
        if line == 1 and [cell.lower() for cell in cells] == ["document", "domain"]:
            continue
        if domains.setdefault(document, domain) != domain:
            raise DataError(
                f"The document {document!r} has two domains: {domains[document]}, {domain}.",
                where=where,
            )
    if not domains:
        raise FormatError("No documents.", where=origin)
    return domains
