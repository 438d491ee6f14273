"""Locate the lines at which two texts of different lengths diverge."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from tertium.core.formatting import counted
from tertium.core.lines import SEPARATORS

# Largest number of pairs of lines to compare; for longer texts only a single break is located.
_PAIRS = 150_000

# Largest number of lines to compare; longer texts are sampled, and searched around the best line.
_LINES = 20_000

# How far lines may be shifted beyond the difference in length: both texts can lack lines.
_SLACK = 3

# Cost of a further break: about the gain of four lines by correct pairing.
_BREAK = 2.0

# Corresponding lines are more similar than wrongly paired lines, at least by this much.
_CLEARLY = 0.08

# Number of lines whose pieces are cached, and of characters of a line to use: bounds the memory.
_KEPT, _CHARACTERS = 5_000, 2_000


class Break(NamedTuple):
    """Lines without a counterpart: from `at` (an index), in the longer text or the shorter."""

    at: int
    size: int
    in_longer: bool = True


def explain(longer: Sequence[str], shorter: Sequence[str], names: tuple[str, str]) -> str:
    """Say where lines are probably missing from the shorter text, or extra in the longer one.

    Args:
        longer: Lines of the longer text.
        shorter: Lines of the shorter text.
        names: Names of the two texts, for the message.
    """
    name, other = names
    gap = len(longer) - len(shorter)
    if not any(line.strip() for line in longer[len(shorter) :]):
        last = "line of {} is" if gap == 1 else f"{counted(gap, 'line')} of {{}} are"
        return f"The last {last.format(name)} empty."
    separators = _separators(shorter, other, gap)
    if separators:
        return separators
    found = breaks(longer, shorter)
    if not found:
        return "The place where the files diverge could not be located."
    if len(found) > 1:
        return (
            f"The files seem to diverge at {counted(len(found), 'place')}:"
            f" {places(found, names)} have no counterpart."
        )
    place = found[0].at
    if place == len(shorter):
        return f"{other} seems to end early: its lines correspond up to the last, line {place:,}."
    return (
        f"The files seem to diverge at line {place + 1:,}: {_lines(found[0])} of {name}"
        f" {'has' if gap == 1 else 'have'} no counterpart in {other}, whose line {place + 1:,}"
        f" corresponds to line {place + gap + 1:,}."
    )


def breaks(longer: Sequence[str], shorter: Sequence[str]) -> list[Break]:
    """Lines of each text without a counterpart in the other; empty if none could be located."""
    if not shorter:
        return []
    pairs = Pairs(Text(longer), Text(shorter))
    gap = len(longer) - len(shorter)
    if len(shorter) * (gap + 2 * _SLACK + 1) <= _PAIRS:
        path = _best_path(pairs)
        # A few lines can be similar by chance.
        clear = _clearness(pairs, path) >= _CLEARLY + 0.6 / len(path)
        return _breaks_of(path, len(longer), len(shorter)) if clear else []
    place = _single_break(pairs)
    return [] if place is None else [Break(place, gap)]


def places(found: Sequence[Break], names: tuple[str, str]) -> str:
    """Name lines without a counterpart: "line 3 of a.txt and lines 8 to 9 of b.txt"."""
    shown = [f"{_lines(one)} of {names[0 if one.in_longer else 1]}" for one in found[:4]]
    if len(found) > 4:
        shown[3:] = [f"{len(found) - 3:,} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def likeness(one: str, other: str) -> float:
    """Similarity of two lines as translations of each other: shared pieces and similar length."""
    return Pairs(Text([one]), Text([other]), scale=1.0).likeness(0, 0)


class Text:
    """Lines of a text, with their pieces."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._pieces: dict[int, frozenset[str]] = {}

    def __len__(self) -> int:
        return len(self.lines)

    @cached_property
    def mean_length(self) -> float:
        """Characters per line."""
        return sum(map(len, self.lines)) / len(self.lines)

    def pieces(self, index: int) -> frozenset[str]:
        """Character trigrams: names and numbers share them across languages."""
        if index not in self._pieces:
            if len(self._pieces) >= _KEPT:
                self._pieces.clear()
            line = self.lines[index][:_CHARACTERS].lower()
            triples = (line[at : at + 3] for at in range(max(1, len(line) - 2)))
            self._pieces[index] = frozenset(triples)
        return self._pieces[index]


class Pairs:
    """Two texts, and the similarity of their lines."""

    def __init__(self, longer: Text, shorter: Text, scale: float = 0.0) -> None:
        self.longer = longer
        self.shorter = shorter
        # Ratio of the mean line lengths: languages differ.
        self.scale = scale or (longer.mean_length or 1.0) / (shorter.mean_length or 1.0)

    def likeness(self, i: int, j: int) -> float:
        """Similarity of line `i` of the longer text and line `j` of the shorter text."""
        pieces, others = self.longer.pieces(i), self.shorter.pieces(j)
        shared = 2 * len(pieces & others) / (len(pieces) + len(others))
        length, other = len(self.longer.lines[i]), len(self.shorter.lines[j]) * self.scale
        longest = max(length, other)
        return shared + 0.5 * (min(length, other) / longest if longest else 1.0)


# A total, and the pair of lines that reached it.
_Reached = tuple[float, tuple[int, int]]


def _best_path(pairs: Pairs) -> list[tuple[int, int]]:
    """Corresponding pairs of lines, in order; every break has a cost.

    A pair (i, j) follows (i - 1, j - 1); or, after a break, the best pair so far that ends in
    line i - 1 or in line j - 1.
    """
    rows, columns = len(pairs.longer), len(pairs.shorter)
    start = (-1, -1)
    came_from: dict[tuple[int, int], tuple[int, int]] = {}
    best_of_row: dict[int, _Reached] = {-1: (0.0, start)}
    column: dict[int, float] = {-1: 0.0}
    for j in range(columns):
        before, column = column, {}
        skipped: _Reached | None = None
        for i in range(max(0, j - _SLACK), min(rows, j + rows - columns + _SLACK + 1)):
            options: list[_Reached] = []
            if i - 2 in before and (skipped is None or before[i - 2] > skipped[0]):
                skipped = before[i - 2], (i - 2, j - 1)
            if skipped is not None:
                options.append((skipped[0] - _BREAK, skipped[1]))
            if i - 1 in before:
                options.append((before[i - 1], (i - 1, j - 1)))
            if i - 1 in best_of_row:
                total, at = best_of_row[i - 1]
                options.append((total - _BREAK, at))
            if options:
                total, came_from[i, j] = max(options)
                column[i] = total + pairs.likeness(i, j)
        # Updated last: a path that ends in this column must not continue in it.
        for i, total in column.items():
            if i not in best_of_row or total > best_of_row[i][0]:
                best_of_row[i] = total, (i, j)
    ends = [(total - _BREAK, (i, columns - 1)) for i, total in column.items() if i < rows - 1]
    total, at = best_of_row[rows - 1]
    ends += [(column[rows - 1], (rows - 1, columns - 1)), (total - _BREAK, at)]
    at, path = max(ends)[1], []
    while at != start:
        path.append(at)
        at = came_from[at]
    return path[::-1]


def _clearness(pairs: Pairs, path: Sequence[tuple[int, int]]) -> float:
    """By how much pairs are more similar than pairs of neighbouring lines."""
    rows, gained, count = len(pairs.longer), 0.0, 0
    for i, j in path:
        for neighbour in (i - 1, i + 1):
            if 0 <= neighbour < rows:
                gained += pairs.likeness(i, j) - pairs.likeness(neighbour, j)
                count += 1
    return gained / count if count else 0.0


def _breaks_of(path: Sequence[tuple[int, int]], rows: int, columns: int) -> list[Break]:
    found = []
    for (i, j), (next_i, next_j) in zip([(-1, -1), *path], [*path, (rows, columns)], strict=True):
        if next_i - i > 1:
            found.append(Break(i + 1, next_i - i - 1))
        if next_j - j > 1:
            found.append(Break(j + 1, next_j - j - 1, in_longer=False))
    return found


def _single_break(pairs: Pairs) -> int | None:
    """Index of the first line of the longer text without a counterpart; None if it is unclear.

    Lines before it correspond to the line of the same number, lines after it to the line that is
    further on by the difference in length.
    """
    size = len(pairs.shorter)
    step = -(-size // _LINES)
    coarse = range(0, size, step)
    place, margin = _best_place(pairs, coarse)
    if margin < _CLEARLY:
        return None
    at = coarse[place] if place < len(coarse) else size
    if step > 1:
        near = range(max(0, at - 2 * step), min(size, at + 2 * step))
        at = near.start + _best_place(pairs, near)[0]
    return at


def _best_place(pairs: Pairs, at: range) -> tuple[int, float]:
    """Best line for a break, and by how much its pairs are more similar than wrong pairs."""
    gap = len(pairs.longer) - len(pairs.shorter)
    level = [pairs.likeness(j, j) for j in at]
    shifted = [pairs.likeness(j + gap, j) for j in at]
    before, after = [0.0, *accumulate(level)], [0.0, *accumulate(shifted)]
    totals = [b + after[-1] - a for b, a in zip(before, after, strict=True)]
    place = max(range(len(totals)), key=totals.__getitem__)
    wrong = before[-1] + after[-1] - totals[place]
    return place, (totals[place] - wrong) / len(at)


def _separators(shorter: Sequence[str], name: str, gap: int) -> str:
    """Name the line separators of other programs, if there are as many as lines are missing."""
    for mark, word in SEPARATORS.items():
        counts = [line.strip("\r").count(mark) for line in shorter]
        if sum(counts) != gap:
            continue
        first = next(number for number, count in enumerate(counts, 1) if count)
        if gap == 1:
            return (
                f"Line {first:,} of {name} contains a {word}, which other programs treat as the"
                " end of a line."
            )
        return (
            f"{name} contains {gap:,} {word.replace(' (', 's (') if '(' in word else word + 's'},"
            f" the first in line {first:,}, which other programs treat as ends of lines."
        )
    return ""


def _lines(one: Break) -> str:
    if one.size == 1:
        return f"line {one.at + 1:,}"
    return f"lines {one.at + 1:,} to {one.at + one.size:,}"
