"""CoNLL-2009: words in a table, with a dependency tree and the roles of every predicate.

A word in the column PRED is a predicate; each predicate has a column with the roles of words. A
filler is such a word with all words below it in the tree, or the word alone if the predicate is
among them. Every sentence is a segment.
"""

from collections.abc import Sequence

from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.frames import Filler, Frame, Frames, SegmentFrames
from tertium.core.numbers import whole_number_from
from tertium.formats.frames._sentences import Row, first_row, frames_of_sentences

SUFFIXES = (".conll09",)

_FORM, _HEAD, _PREDICTED_HEAD, _FILLPRED, _PRED, _COLUMNS = 1, 8, 9, 12, 13, 14
_NONE = "_"


def sniff(head: bytes) -> bool:
    """Whether the first line is the first word of such a table."""
    row = first_row(head, "\t")
    return len(row) >= _COLUMNS and row[0] == "1" and row[_FILLPRED] in (_NONE, "Y")


def read(data: bytes, origin: str) -> SegmentFrames:
    """Read the frames of all sentences."""
    return frames_of_sentences(data, origin, _COLUMNS, _frames, separator="\t")


def _frames(rows: Sequence[Row], where: str) -> Frames:
    predicates = [i for i, row in enumerate(rows) if row[_PRED] != _NONE]
    if len(rows[0]) != _COLUMNS + len(predicates):
        raise FormatError(
            f"{counted(len(predicates), 'predicate')}, but"
            f" {counted(len(rows[0]) - _COLUMNS, 'column')} of roles.",
            where=where,
        )
    children = _children(rows, where)
    frames = []
    for column, predicate in enumerate(predicates, _COLUMNS):
        fillers = []
        for i, row in enumerate(rows):
            if row[column] != _NONE:
                words = _from(i, children)
                words = {i} if predicate in words else words
                fillers.append(Filler(row[column], " ".join(rows[w][_FORM] for w in sorted(words))))
        frames.append(Frame(rows[predicate][_FORM], tuple(fillers)))
    return tuple(frames)


def _children(rows: Sequence[Row], where: str) -> list[list[int]]:
    """Children of every word."""
    children: list[list[int]] = [[] for _ in rows]
    for i, row in enumerate(rows):
        text = row[_HEAD] if row[_HEAD] != _NONE else row[_PREDICTED_HEAD]
        try:
            head = whole_number_from(text)
        except ValueError:
            head = -1
        if not 0 <= head <= len(rows):
            raise FormatError(f"{text!r} is not the number of a word.", where=where)
        if head:
            children[head - 1].append(i)
    return children


def _from(word: int, children: list[list[int]]) -> set[int]:
    """Return a word and all words below it, even if the tree has cycles."""
    found, waiting = {word}, [word]
    while waiting:
        new = [child for child in children[waiting.pop()] if child not in found]
        found.update(new)
        waiting += new
    return found
