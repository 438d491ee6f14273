"""One model of human judgments, wherever they were collected: a table with one judgment a row."""

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
from tertium.core.plain import counted
from tertium.core.streams import digest
from tertium.human.columns import Mask, Words, joined, number_bytes
from tertium.human.groups import grouped
from tertium.human.notices import PossibleCopies

# What is judged. A ranking has one row for each system, with its rank as value and the ranking as
# batch; a preference is a ranking of two. MQM and ESA have one row for each error, with category,
# severity and no value, and one without severity for the score or for a segment without errors.
TASKS = ("adequacy", "fluency", "ranking", "preference", "mqm", "esa", "sqm", "label")

# Control items beside what systems made: a degraded output, the same output again, a reference.
KINDS = ("system", "bad_reference", "repeat", "reference")


# Why a row is dropped that is there already.
COPY = "the same judgment of the same batch or time as in another row"


class Dropped(NamedTuple):
    """A row that could not be used: why, and where it stands."""

    reason: str
    where: str


@dataclass(frozen=True, eq=False, repr=False)
class Ratings:
    """Judgments, one a row.

    Attributes:
        annotator: Who judged.
        system: Whose output was judged; a reference is a system that wrote it.
        run: Which of the outputs of a system with several, "" where it has one.
        segment: Id of the segment, within its document.
        document: Its document, "" where there is none.
        task: What was asked for; one of `TASKS`.
        kind: What was shown; one of `KINDS`.
        languages: Source and target language, as in de-en.
        batch: HIT, batch or ranking that the judgment is part of.
        status: What became of the work, as in "Approved" or "Rejected".
        category: Kind of an error, where errors are marked.
        severity: How severe it is.
        value: The judgment as a number; NaN where it has none.
        standardized: The same on the annotator's own scale, where it was published so; else NaN.
        count: How many judgments the value is the mean of.
        start: When it began, in seconds; NaN where unknown.
        end: When it ended.
        filters: What was done to the judgments since they were read, for signatures.
        dropped: Rows that could not be used.
        origin: Where they were read from.
        severities: Where each severity was first read.
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
    value: Floats
    standardized: Floats
    count: Floats
    start: Floats
    end: Floats
    filters: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    origin: str = ""
    severities: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[Any]], **rest: Any) -> "Ratings":
        """Make ratings of columns; those that are left out have the words and numbers of `MISSING`.

        Args:
            columns: For each name of a column the words or numbers of all rows.
            rest: Filters, dropped rows, origin.
        """
        size = len(next(iter(columns.values())))
        made: dict[str, Any] = {}
        for name in WORDS:
            given = columns.get(name)
            made[name] = Words.always(MISSING[name], size) if given is None else Words.of(given)
        for name in NUMBERS:
            numbers = columns.get(name)
            made[name] = (
                np.full(size, MISSING[name]) if numbers is None else np.array(numbers, float)
            )
        return cls(**made, **rest)

    @classmethod
    def concatenated(cls, parts: "Sequence[Ratings]") -> "Ratings":
        """Put the rows of several ratings below each other, as those of several files."""
        first = parts[0]
        for part in parts[1:]:
            if part.filters != first.filters:
                raise DataError(
                    "Judgments that were filtered differently cannot be joined:"
                    f" {', '.join(first.filters) or 'not at all'} in {first.origin},"
                    f" {', '.join(part.filters) or 'not at all'} in {part.origin}."
                )
        made: dict[str, Any] = {}
        for name in WORDS:
            made[name] = Words.concatenated([getattr(part, name) for part in parts])
        for name in NUMBERS:
            made[name] = np.concatenate([getattr(part, name) for part in parts])
        return cls(
            **made,
            filters=first.filters,
            dropped=tuple(one for part in parts for one in part.dropped),
            origin=", ".join(part.origin for part in parts),
            severities=ChainMap(*(dict(part.severities) for part in parts)),
        )

    def __len__(self) -> int:
        return len(self.value)

    def __eq__(self, other: object) -> bool:
        """Whether the judgments are the same, and were filtered alike; files do not matter."""
        if not isinstance(other, Ratings):
            return NotImplemented
        return self.filters == other.filters and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        """Tell the size, and what was judged."""
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
        """The judgments as a pandas data frame, a row for each."""
        try:
            import pandas
        except ImportError:
            raise MissingComponent.extra("to_frame", "pandas", "frames") from None
        words = {name: getattr(self, name).to_array() for name in WORDS}
        return pandas.DataFrame(words | {name: getattr(self, name) for name in NUMBERS})

    def where(self, rows: Any, because: str = "") -> "Ratings":
        """Give some of the rows; `because` says in signatures what was done."""
        changed = {name: getattr(self, name).taken(rows) for name in WORDS}
        changed |= {name: getattr(self, name)[rows] for name in NUMBERS}
        filters = (*self.filters, because) if because else self.filters
        return replace(self, **changed, filters=filters)

    def copies(self) -> tuple[Mask, Mask]:
        """Rows that say the same as an earlier one in every column.

        Two masks: those that share a batch or a time with it, and are copies; and those of which
        nothing tells whether they are copies or the same judgment made again. Errors are neither:
        an output may have several of a kind.
        """
        numbers = (np.unique(getattr(self, n), return_inverse=True)[1] for n in NUMBERS)
        same = grouped(*(getattr(self, name) for name in WORDS), *numbers)
        again = np.ones(len(self), dtype=np.bool_)
        again[same.first] = False
        again &= self.severity.is_("")
        told = ~(self.batch.is_("") & np.isnan(self.start) & np.isnan(self.end))
        return again & told, again & ~told

    @classmethod
    def of_files(cls, parts: "Sequence[Ratings]") -> "Ratings":
        """Join what was read from several files; what is in several of them counts once."""
        together = cls.concatenated(parts)
        copies, unsure = together.copies()
        # Of those within a file its reader has told.
        across = unsure.sum() - sum(part.copies()[1].sum() for part in parts)
        if across:
            notices.warn(PossibleCopies(together.origin, int(across)), stacklevel=2)
        if not copies.any():
            return together
        files.warn_unused(
            f"{together.origin}: {counted(copies.sum(), 'judgment')} of a file not used: in another"
            " of the files, too."
        )
        dropped = (Dropped(COPY, together.origin),) * int(copies.sum())
        return replace(together.where(~copies), dropped=(*together.dropped, *dropped))

    def of_task(self, *tasks: str) -> "Ratings":
        """Judgments of some tasks."""
        return self.where(self.task.is_(*tasks))

    @cached_property
    def item(self) -> Words:
        """For each row the segment in its document and language pair: ids may restart in each."""
        return joined(self.languages, self.document, self.segment)

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the content, whatever file it came from."""
        words = (getattr(self, name).digest for name in WORDS)
        numbers = (number_bytes(getattr(self, name), "<f8") for name in NUMBERS)
        return digest([*words, *numbers])


WORDS = tuple(item.name for item in fields(Ratings) if item.type is Words)
NUMBERS = ("value", "standardized", "count", "start", "end")

# What a column has that nothing is known of.
MISSING: dict[str, Any] = {
    **dict.fromkeys(WORDS, ""),
    **dict.fromkeys(NUMBERS, math.nan),
    "task": "adequacy",
    "kind": "system",
    "count": 1.0,
}
