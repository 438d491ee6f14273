"""Judgments while they are read: rows of a file become ratings or are dropped with a reason."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NoReturn

import numpy as np

from tertium.core import files, notices
from tertium.core.errors import FormatError
from tertium.core.formatting import counted, has_or_have
from tertium.core.numbers import number_from
from tertium.formats.json_lines import object_of
from tertium.human.columns import Integers, Mask, Words
from tertium.human.notices import PossibleCopies
from tertium.human.ranges import impossible
from tertium.human.ratings import COPY, KINDS, MISSING, NUMBERS, YES_NO, Dropped, Ratings, is_task

_NONE = ("", "NA", "NaN", "nan", "None")

# Tasks whose rows may lack a number: the error or label is the judgment.
_WITHOUT_NUMBER = ("mqm", "esa", "label", "post-editing", "frames")

# Values in words, and the tasks that have them (Neubig's tutorial, Figure 30).
_ANSWERS = {"yes": 1.0, "no": 0.0}
_ANSWERED = ("adequacy", "fluency")

# Number of rows that are collected before they become columns.
_BLOCK = 20_000

# Number of reasons, and of lines per reason, in the warning; `Ratings.dropped` has all.
_REASONS_SHOWN = 3
_LINES_SHOWN = 5

# A larger share of impossible numbers indicates another scale.
_SLIPS = 0.1


class Unusable(Exception):
    """Reason why a row cannot be used."""


class Judgments:
    """Collects the judgments of a file, each with the line that its row begins in.

    A row may hold several judgments; it is used or dropped as a whole. Unknown columns are
    ignored.

    Args:
        origin: Name of the file.
        columns: Names of the columns.
        unit: Name of the unit in which locations are counted.
    """

    def __init__(self, origin: str, columns: Sequence[str], unit: str = "line") -> None:
        self._origin = origin
        self._columns = columns
        self._unit = unit
        self._lines: list[int] = []
        self._rows: list[Sequence[Any]] = []
        self._blocks: list[tuple[Integers, Ratings]] = []
        self._dropped: dict[int, str] = {}
        self._hints: dict[str, str] = {}

    def add(self, line: int, cells: Sequence[Any]) -> None:
        """Add a judgment: one cell per column, numbers and times as text or as numbers."""
        self._lines.append(line)
        self._rows.append(cells)
        if len(self._rows) == _BLOCK:
            self._close_block()

    def add_row(self, line: int, judged: Iterable[Sequence[Any]]) -> None:
        """Add all judgments of a row, or drop the row if `Unusable` is raised."""
        try:
            found = list(judged)
        except Unusable as error:
            self.drop(line, str(error))
            return
        for cells in found:
            self.add(line, cells)

    def drop(self, line: int, reason: str) -> None:
        """Drop a row."""
        self._dropped.setdefault(line, reason)

    def ratings(self) -> Ratings:
        """Return the ratings, warn of dropped rows, and refuse a file without judgments."""
        if self._rows:
            self._close_block()
        dropped = np.array(sorted(self._dropped), dtype=np.int64)
        used = [~np.isin(lines, dropped) for lines, _ in self._blocks]
        if not any(rows.any() for rows in used):
            self._refuse()
        self._check_scale()
        blocks = list(zip(self._blocks, used, strict=True))
        ratings = Ratings.concatenated([block.where(rows) for (_, block), rows in blocks])
        lines = np.concatenate([lines[rows] for (lines, _), rows in blocks])
        ratings, lines = self._without_copies(ratings, lines)
        if self._dropped:
            self._warn_dropped()
        dropped_rows = tuple(
            Dropped(why, self._where(at)) for at, why in sorted(self._dropped.items())
        )
        severity = ratings.severity
        places = zip(*np.unique(severity.codes, return_index=True), strict=True)
        severities = {severity.names[code]: self._where(lines[row]) for code, row in places}
        return replace(
            ratings,
            dropped=dropped_rows,
            origin=self._origin,
            severities=severities,
            lines=lines if self._unit == "line" else None,
        )

    def _without_copies(self, ratings: Ratings, lines: Integers) -> tuple[Ratings, Integers]:
        """Drop copies of rows, and warn of rows that may be copies."""
        copies, unsure = ratings.copies()
        for line in lines[copies].tolist():
            self.drop(line, COPY)
        if unsure.any():
            first = f"{self._unit} {lines[unsure].min()}"
            notices.warn(PossibleCopies(self._origin, int(unsure.sum()), first), stacklevel=4)
        return (ratings.where(~copies), lines[~copies]) if copies.any() else (ratings, lines)

    def _close_block(self) -> None:
        """Convert rows to columns, so that never a million rows are in memory at once."""
        columns: dict[str, Sequence[Any]] = dict(
            zip(self._columns, zip(*self._rows, strict=True), strict=True)
        )
        columns |= self._answers(columns)
        for name, cells in columns.items():
            if name in NUMBERS:
                columns[name] = self._numbers(name, cells)
        block = Ratings.of(columns)
        self._check(block)
        self._blocks.append((np.array(self._lines), block))
        self._lines, self._rows = [], []

    def _answers(self, columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
        """Turn yes and no into 1 and 0 on the yes-no scale; {} if there are none."""
        values = columns.get("value", ())
        words = {cell: _ANSWERS[word] for cell in set(values) if (word := answer_in(cell))}
        if not words:
            return {}
        tasks = columns.get("task", (MISSING["task"],) * len(values))
        scales = list(columns.get("scale", ("",) * len(values)))
        numbers = list(values)
        for row, cell in enumerate(values):
            if cell not in words or tasks[row] not in _ANSWERED:
                continue
            if scales[row] not in ("", YES_NO):
                self.drop(
                    self._lines[row], f"{cell!r} in value is not on the scale {scales[row]!r}"
                )
            numbers[row], scales[row] = words[cell], YES_NO
        return {"value": numbers, "scale": scales}

    def _numbers(self, name: str, cells: Sequence[Any]) -> Any:
        """Parse the numbers of a column, equal cells once."""
        parse = seconds_of if name in ("start", "end") else number_of
        wanted = "time" if parse is seconds_of else "number"
        column = Words.of(cells)
        numbers, reasons = [], {}
        for code, cell in enumerate(column.names):
            try:
                numbers.append(parse(cell))
            except (ValueError, OverflowError):
                numbers.append(math.nan)
                reasons[code] = f"{cell!r} in {name} is not a {wanted}"
        bad = np.isin(column.codes, list(reasons))
        self._drop_where(bad, lambda row: reasons[int(column.codes[row])])
        return np.array(numbers)[column.codes]

    def _check(self, ratings: Ratings) -> None:
        tasks = [name for name in ratings.task.names if is_task(name)]
        self._check_words("task", ratings.task, tasks)
        self._check_words("kind", ratings.kind, KINDS)
        self._drop_where(ratings.system.is_(""), lambda _: "no system")
        missing = np.isnan(ratings.value) & np.isnan(ratings.standardized)
        self._drop_where(missing & ~ratings.task.is_(*_WITHOUT_NUMBER), lambda _: "no value")
        for found in impossible(ratings):
            self._hints[found.reason] = found.hint
            for row in np.flatnonzero(found.rows).tolist():
                self.drop(self._lines[row], found.reason)

    def _check_scale(self) -> None:
        """Refuse a file in which many rows have the same kind of impossible number."""
        counts = Counter(self._dropped.values())
        rows = self._rows_read()
        for reason, hint in self._hints.items():
            if counts[reason] > max(1, _SLIPS * rows):
                first = min(line for line, why in self._dropped.items() if why == reason)
                raise FormatError(
                    f"{counts[reason]:,} of {counted(rows, 'row')} {has_or_have(counts[reason])}"
                    f" {reason}.",
                    where=self._where(first),
                    hint=hint,
                )

    def _check_words(self, name: str, words: Words, known: Sequence[str]) -> None:
        self._drop_where(~words.is_(*known), lambda row: f"unknown {name} {words[row]!r}")

    def _drop_where(self, rows: Mask, reason: Callable[[int], str]) -> None:
        for row in np.flatnonzero(rows).tolist():
            self.drop(self._lines[row], reason(row))

    def _refuse(self) -> NoReturn:
        if not self._dropped:
            raise FormatError("The file has no judgments.", where=self._origin)
        line, reason = min(self._dropped.items())
        rows = self._rows_read()
        subject = "The only row cannot" if rows == 1 else f"None of the {counted(rows, 'row')} can"
        raise FormatError(
            f"{subject} be used: {reason}.",
            where=self._where(line),
        )

    def _where(self, line: int) -> str:
        counted = "" if self._unit == "line" else f"{self._unit} "
        return f"{self._origin}:{counted}{line}"

    def _rows_read(self) -> int:
        used = (line for lines, _ in self._blocks for line in lines.tolist())
        return len({*used, *self._dropped})

    def _warn_dropped(self) -> None:
        by_reason: dict[str, list[int]] = {}
        for line, reason in sorted(self._dropped.items()):
            by_reason.setdefault(reason, []).append(line)
        reasons = sorted(by_reason.items(), key=lambda item: -len(item[1]))
        described = [self._described(reason, lines) for reason, lines in reasons[:_REASONS_SHOWN]]
        if len(reasons) > _REASONS_SHOWN:
            described.append("others")
        files.warn_unused(
            f"{self._origin}: {len(self._dropped):,} of {counted(self._rows_read(), 'row')} not"
            f" used: {', '.join(described)}; the first in {self._unit} {min(self._dropped)}."
        )

    def _described(self, reason: str, lines: list[int]) -> str:
        """A reason with the number of its rows; for impossible numbers also their lines."""
        if reason not in self._hints:
            return f"{reason} ({len(lines):,})"
        shown = ", ".join(map(str, lines[:_LINES_SHOWN]))
        more = " …" if len(lines) > _LINES_SHOWN else ""
        return f"{reason} ({len(lines):,}, {self._unit} {shown}{more})"


def object_in(line: str) -> dict[str, Any]:
    """Parse the JSON object of a line; a line without one cannot be used."""
    try:
        return object_of(line)
    except FormatError as error:
        raise Unusable(error.message.removesuffix(".")) from None


def answer_in(cell: object) -> str:
    """The answer "yes" or "no" in a cell, in any case; "" if it is neither."""
    word = cell.strip().lower() if isinstance(cell, str) else ""
    return word if word in _ANSWERS else ""


def number_of(cell: str | float) -> float:
    """Parse a number; empty cells, NA and None are NaN."""
    if cell in _NONE:
        return math.nan
    number = number_from(cell) if isinstance(cell, str) else float(cell)
    if math.isinf(number):
        raise ValueError
    return number


def seconds_of(cell: str | float) -> float:
    """Parse a time: seconds, or a date and time as in 2025-03-03T08:19:08Z."""
    if isinstance(cell, str) and "-" in cell[1:] and "e" not in cell:
        time = datetime.fromisoformat(cell)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
    return number_of(cell)
