"""Human judgments of any source as one table, one judgment per row."""

import math
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from tertium.core import files, notices
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, MissingComponent
from tertium.core.formatting import counted
from tertium.core.streams import digest
from tertium.human.columns import Integers, Mask, Words, joined, number_bytes
from tertium.human.groups import grouped
from tertium.human.notices import PossibleCopies

# Annotation tasks. A ranking has one row per system, with its rank as value and the ranking as
# batch; a preference is a ranking of two systems. MQM and ESA have one row per error, with category
# and severity but no value, and one row without severity for the score or for a segment without
# errors. Post-editing and frames have one row per output without a value, and comprehension the
# share of right answers.
TASKS = (
    *("adequacy", "fluency", "ranking", "preference", "mqm", "esa", "sqm", "label"),
    *("post-editing", "comprehension", "frames"),
)

# What the tasks of further sliders begin with: the slider "style" has the task "slider:style", so
# that its values are not taken for scores of the task beside which it stands.
SLIDER = "slider:"

# Outputs of systems, and control items: a degraded output, a repeated output, a reference.
KINDS = ("system", "bad_reference", "repeat", "reference")


# Text that a span is in: the output (the default), or the source for content that is missing.
SIDES = ("output", "source")

# An annotator that is a program; it enters no human score unless it is named.
MACHINE = "machine"

# The answer scale of yes or no: a value is 1 (yes) or 0 (no), or the share of yes if it is a mean.
YES_NO = "yes-no"

# Reason to drop a copy of another row.
COPY = "copy of another row, with the same batch or time"


def slider_task(name: str) -> str:
    """Task of the values of a further slider."""
    return f"{SLIDER}{name}"


def is_task(name: str) -> bool:
    """Whether a name is that of an annotation task, or of the task of a further slider."""
    return name in TASKS or (name.startswith(SLIDER) and name != SLIDER)


class Dropped(NamedTuple):
    """A row that could not be used: the reason, and its location."""

    reason: str
    where: str


@dataclass(frozen=True, eq=False, repr=False)
class Ratings:
    """Human judgments, one per row.

    Attributes:
        annotator: The annotator.
        system: The judged system; a reference counts as a system.
        run: Training run of the system, "" if it has one only.
        segment: Id of the segment, within its document.
        document: Its document, "" if there is none.
        task: Annotation task, one of `TASKS`, or "slider:" and the name of a further slider.
        kind: Kind of item, one of `KINDS`.
        languages: Source and target language, as in de-en.
        batch: HIT, batch or ranking that the judgment is part of.
        status: Status of the assignment, as in "Approved" or "Rejected".
        category: Category of an error, if errors are marked.
        severity: Severity of the error.
        scale: Name of the answer scale: "slider", "yes-no", or the name of a five-point scale such
            as "ldc"; "" if unknown.
        side: Text that the span of an error is in, one of `SIDES`; "" if there is no span.
        comment: Comment of the annotator on the judgment or error.
        condition: What was shown to the annotator beside the texts, if that varied at random, as in
            "prefill" and "no-prefill"; several conditions are joined by "+".
        annotator_kind: "machine" if a program gave the judgment; "" for people.
        value: The judgment as a number; NaN if it has none.
        standardized: The standardized score (z-score), if known; else NaN.
        count: Number of judgments that the value is the mean of.
        start: Start time in seconds; NaN if unknown.
        end: End time.
        span_start: First code point of the span of an error, from 0; NaN if there is no span.
        span_end: Code point after its last one; equal to `span_start` for a gap.
        weight: How many segments of the test set the judgment stands for, if segments were drawn
            with unequal probabilities: 1 / probability.
        filters: How the judgments were filtered since they were read, for signatures.
        dropped: Rows that could not be used.
        origin: Names of the files.
        severities: Location where each severity was first read.
        lines: Line of each row in its file; None if the rows have no lines of one file.
    """

    annotator: Words
    system: Words
    run: Words
    segment: Words
    document: Words
    task: Words
    kind: Words
    languages: Words
    batch: Words
    status: Words
    category: Words
    severity: Words
    scale: Words
    side: Words
    comment: Words
    condition: Words
    annotator_kind: Words
    value: Floats
    standardized: Floats
    count: Floats
    start: Floats
    end: Floats
    span_start: Floats
    span_end: Floats
    weight: Floats
    filters: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    origin: str = ""
    severities: Mapping[str, str] = field(default_factory=dict)
    lines: Integers | None = None

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[Any]], **rest: Any) -> "Ratings":
        """Make ratings from columns; absent columns have the default values in `MISSING`.

        Args:
            columns: Words or numbers of all rows, by the name of the column.
            rest: Filters, dropped rows, origin.
        """
        size = len(next(iter(columns.values())))
        values: dict[str, Any] = {}
        for name in WORDS:
            words = columns.get(name)
            values[name] = Words.always(MISSING[name], size) if words is None else Words.of(words)
        for name in NUMBERS:
            numbers = columns.get(name)
            values[name] = (
                np.full(size, MISSING[name]) if numbers is None else np.array(numbers, float)
            )
        return cls(**values, **rest)

    @classmethod
    def concatenated(cls, parts: "Sequence[Ratings]") -> "Ratings":
        """Concatenate the rows of several ratings."""
        first = parts[0]
        for part in parts[1:]:
            if part.filters != first.filters:
                raise DataError(
                    "Judgments that were filtered differently cannot be joined:"
                    f" {', '.join(first.filters) or 'not at all'} in {first.origin},"
                    f" {', '.join(part.filters) or 'not at all'} in {part.origin}."
                )
        values: dict[str, Any] = {}
        for name in WORDS:
            values[name] = Words.concatenated([getattr(part, name) for part in parts])
        for name in NUMBERS:
            values[name] = np.concatenate([getattr(part, name) for part in parts])
        return cls(
            **values,
            filters=first.filters,
            dropped=tuple(row for part in parts for row in part.dropped),
            origin=", ".join(part.origin for part in parts),
            severities=ChainMap(*(dict(part.severities) for part in parts)),
        )

    def __len__(self) -> int:
        return len(self.value)

    def __eq__(self, other: object) -> bool:
        """Whether judgments and filters are equal; file names do not matter."""
        if not isinstance(other, Ratings):
            return NotImplemented
        return self.filters == other.filters and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        """Describe the size, task and language pair."""
        annotators = [name for name in self.annotator.names if name]
        outputs = f"{counted(len(self.system.names), 'system')} on"
        sizes = [
            counted(len(self), "judgment"),
            *([f"by {counted(len(annotators), 'annotator')}"] if annotators else []),
            f"of {outputs} {counted(len(self.item.names), 'segment')}",
        ]
        judged = [*self.task.names, *filter(None, self.languages.names)]
        return f"Ratings({' '.join(sizes)}: {', '.join(judged)})"

    def to_frame(self) -> Any:
        """Return a pandas data frame with one row per judgment."""
        try:
            import pandas
        except ImportError:
            raise MissingComponent.extra("to_frame", "pandas", "frames") from None
        words = {name: getattr(self, name).to_array() for name in WORDS}
        return pandas.DataFrame(words | {name: getattr(self, name) for name in NUMBERS})

    def where(self, rows: Any, because: str = "") -> "Ratings":
        """Select rows; `because` names the filter in signatures."""
        changed = {name: getattr(self, name).select(rows) for name in WORDS}
        changed |= {name: getattr(self, name)[rows] for name in NUMBERS}
        filters = (*self.filters, because) if because else self.filters
        lines = None if self.lines is None else self.lines[rows]
        return replace(self, **changed, filters=filters, lines=lines)

    def location(self, row: int) -> str:
        """File and line of a row, as far as they are known."""
        return self.origin if self.lines is None else f"{self.origin}:{self.lines[row]}"

    def copies(self) -> tuple[Mask, Mask]:
        """Find rows that are equal to an earlier row in every column.

        Returns:
            Two masks: rows with an equal batch or time, which are copies; and rows without batch
            and time, which may be copies or repeated judgments. Marked errors are in neither,
            because an output may have several equal errors.
        """
        numbers = (np.unique(getattr(self, n), return_inverse=True)[1] for n in NUMBERS)
        same = grouped(*(getattr(self, name) for name in WORDS), *numbers)
        again = np.ones(len(self), dtype=np.bool_)
        again[same.first] = False
        again &= self.severity.is_("")
        identified = ~(self.batch.is_("") & np.isnan(self.start) & np.isnan(self.end))
        return again & identified, again & ~identified

    @classmethod
    def of_files(cls, parts: "Sequence[Ratings]") -> "Ratings":
        """Join the judgments of several files; judgments in several files count once."""
        together = cls.concatenated(parts)
        copies, unsure = together.copies()
        # The reader has warned of those within one file already.
        across = unsure.sum() - sum(part.copies()[1].sum() for part in parts)
        if across:
            notices.warn(PossibleCopies(together.origin, int(across)), stacklevel=2)
        if not copies.any():
            return together
        files.warn_unused(
            f"{together.origin}: {counted(copies.sum(), 'judgment')} not used, because"
            " another of the files contains the same."
        )
        dropped = (Dropped(COPY, together.origin),) * int(copies.sum())
        return replace(together.where(~copies), dropped=(*together.dropped, *dropped))

    def of_task(self, *tasks: str) -> "Ratings":
        """Select judgments of the given tasks."""
        return self.where(self.task.is_(*tasks))

    def without_sliders(self) -> "Ratings":
        """Leave out the values of further sliders, which stand beside other judgments."""
        further = [name for name in self.task.names if name.startswith(SLIDER)]
        return self.where(~self.task.is_(*further)) if further else self

    def of_scale(self, *scales: str) -> "Ratings":
        """Select judgments on the given answer scales; "" is an unknown scale."""
        return self.where(self.scale.is_(*scales))

    @cached_property
    def answer_scales(self) -> tuple[str, ...]:
        """Names of the answer scales of the judgments that have a number."""
        unscored = np.isnan(self.value) & np.isnan(self.standardized)
        return self.scale.select(~unscored).names

    def holds(self, name: str) -> bool:
        """Whether a column holds information: any value that differs from that of no column."""
        column = getattr(self, name)
        if name in WORDS:
            return not set(column.names) <= {MISSING[name]}
        return not np.array_equal(column, np.full(len(column), MISSING[name]), equal_nan=True)

    @cached_property
    def item(self) -> Words:
        """Segment, document and language pair of each row; segment ids may repeat in documents."""
        return joined(self.languages, self.document, self.segment)

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the content, independent of file names.

        A column of `ADDED` counts only if it holds information, so that the fingerprints of files
        without this column stay as they were.
        """
        first = [self._digest_of(name) for name in (*WORDS, *NUMBERS) if name not in ADDED]
        added = [f"{name}:{self._digest_of(name)}" for name in ADDED if self.holds(name)]
        return digest([*first, *added])

    def _digest_of(self, name: str) -> str:
        column = getattr(self, name)
        return column.digest if name in WORDS else number_bytes(column, "<f8")


WORDS = tuple(item.name for item in fields(Ratings) if item.type is Words)
NUMBERS = ("value", "standardized", "count", "start", "end", "span_start", "span_end", "weight")

# Columns that were added after fingerprints had been published, in the order of their addition.
ADDED = (
    *("scale", "span_start", "span_end", "side", "weight"),
    *("comment", "condition", "annotator_kind"),
)

# Default values of absent columns.
MISSING: dict[str, Any] = {
    **dict.fromkeys(WORDS, ""),
    **dict.fromkeys(NUMBERS, math.nan),
    "task": "adequacy",
    "kind": "system",
    "count": 1.0,
    "weight": 1.0,
}
