"""Sentences of CoNLL tables, shared by their formats."""

from collections.abc import Callable, Sequence

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.frames import Frames, Owner, SegmentFrames

Row = list[str]


def frames_of_sentences(
    data: bytes,
    origin: str,
    columns: int,
    read: Callable[[Sequence[Row], str], Frames],
    *,
    separator: str | None = None,
) -> SegmentFrames:
    """Read sentences separated by empty lines, one per segment; lines with # are comments.

    Args:
        data: Content of the file.
        origin: Its name.
        columns: Smallest number of columns.
        read: Returns the frames of a sentence from its rows and location.
        separator: Separator of columns; white space if none.
    """
    sentences: list[Frames] = []
    rows: list[Row] = []
    lines = files.record_lines(data, origin)
    for number, line in enumerate([*lines, ""], 1):
        where = f"{origin}:{number}"
        if line.startswith("#"):
            continue
        if line.strip():
            rows.append(line.split(separator))
            if len(rows[-1]) < columns or len(rows[-1]) != len(rows[0]):
                expected = len(rows[0]) if len(rows) > 1 else f"at least {columns}"
                raise FormatError(
                    f"{counted(len(rows[-1]), 'column')}; expected {expected}.", where=where
                )
        elif rows:
            sentences.append(read(rows, f"{origin}:{number - len(rows)}"))
            rows = []
    if not sentences:
        raise FormatError("The file has no sentences.", where=origin)
    ids = tuple(str(number) for number in range(1, len(sentences) + 1))
    return SegmentFrames({Owner(): tuple(sentences)}, ids)


def first_row(head: bytes, separator: str | None = None) -> Row:
    """Columns of the first line that is not a comment."""
    lines = files.without_mark(head).decode("utf-8", "replace").split("\n")
    line = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    return line.removesuffix("\r").split(separator)
