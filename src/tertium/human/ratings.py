"""One model of human judgments, wherever they were collected: a table with one judgment a row.

Words are kept as numbers with a list of names, so that a million judgments are a few arrays.
"""

import math
import warnings
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from tertium.core import files
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, DataWarning
from tertium.core.plain import counted
from tertium.core.testset import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]
else:
    Integers = Mask = Any

# What is judged. A ranking has one row for each system, with its rank as value and the ranking as
# batch; a preference is a ranking of two. MQM and ESA have one row for each error, with category,
# severity and no value, and one without severity for the score or for a segment without errors.
TASKS = ("adequacy", "fluency", "ranking", "preference", "mqm", "esa", "sqm", "label")

# Control items beside what systems made: a degraded output, the same output again, a reference.
KINDS = ("system", "bad_reference", "repeat", "reference")


@dataclass(frozen=True, eq=False)
class Words:
    """A column of words: for each row the number of its name; names in the order of appearance."""

    codes: Integers
    names: tuple[str, ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> "Words":
        """Make a column of the words of all rows."""
        import numpy as np

        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(word, len(numbers)) for word in words]
        return cls(np.array(codes, dtype=np.int64), tuple(numbers))

    @classmethod
    def always(cls, word: str, size: int) -> "Words":
        """Make a column that has the same word in every row."""
        import numpy as np

        return cls(np.zeros(size, dtype=np.int64), (word,) if size else ())

    @classmethod
    def concatenated(cls, parts: "Sequence[Words]") -> "Words":
        """Put the rows of several columns below each other."""
        import numpy as np

        numbers: dict[str, int] = {}
        codes = []
        for part in parts:
            renumbered = [numbers.setdefault(name, len(numbers)) for name in part.names]
            codes.append(np.array(renumbered, dtype=np.int64)[part.codes])
        return cls(np.concatenate(codes), tuple(numbers))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        return self.names[int(self.codes[row])]

    def is_(self, *names: str) -> Mask:
        """Which rows have one of these names."""
        import numpy as np

        wanted = set(names)
        return np.isin(self.codes, [i for i, name in enumerate(self.names) if name in wanted])

    def taken(self, rows: Any) -> "Words":
        """Give some of the rows, with the names that they have."""
        import numpy as np

        kept, codes = np.unique(self.codes[rows], return_inverse=True)
        return Words(codes.astype(np.int64), tuple(self.names[i] for i in kept))

    def to_list(self) -> list[str]:
        """Words of all rows."""
        return [self.names[code] for code in self.codes.tolist()]

    @property
    def digest(self) -> str:
        """Fingerprint of the words, however they are numbered."""
        import numpy as np

        order = sorted(range(len(self.names)), key=self.names.__getitem__)
        places = np.argsort(np.array(order, dtype=np.int64))
        names = [self.names[code] for code in order]
        return digest([repr(names), _bytes(places[self.codes], "<i8")])


# Why a row is dropped that is there already.
COPY = "the same judgment of the same batch or time as in another row"

# Said of rows that may be there already.
UNSURE = (
    "Kept, though equal to others in every column, for neither a batch nor a time tells copies from"
    " repeats:"
)


class Dropped(NamedTuple):
    """A row that could not be used: why, and where it stands."""

    reason: str
    where: str


@dataclass(frozen=True, eq=False)
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
        import numpy as np

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
        import numpy as np

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
        import numpy as np

        from tertium.human.groups import grouped

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
            told = f"{UNSURE} {counted(across, 'judgment')}."
            warnings.warn(f"{together.origin}: {told}", DataWarning, stacklevel=2)
        if not copies.any():
            return together
        files.passed_over(
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
        numbers = (_bytes(getattr(self, name), "<f8") for name in NUMBERS)
        return digest([*words, *numbers])


def _bytes(numbers: Any, kind: str) -> str:
    """Numbers as their bytes, the same on every machine."""
    import numpy as np

    # Zeros and undefined numbers have several forms in binary.
    alike = np.where(np.isnan(numbers), np.nan, numbers) + 0
    return str(alike.astype(kind).tobytes().hex())


def joined(*columns: Words) -> Words:
    """One column of several: rows that agree in all of them have the same name."""
    import numpy as np

    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        codes = codes * max(1, len(column.names)) + column.codes
    _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
    names = tuple("\t".join(column.names[column.codes[row]] for column in columns) for row in first)
    return Words(numbers.astype(np.int64), names)


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
