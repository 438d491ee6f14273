"""Human scores and metric scores of the same outputs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import MissingComponent, UsageError, did_you_mean
from tertium.core.formatting import counted
from tertium.core.notices import Notice
from tertium.core.scores import Scored, SegmentScores
from tertium.core.streams import digest
from tertium.meta.choices import LEVELS
from tertium.meta.notices import UnevenMeans

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTable:
    """Human scores and metric scores of every system on every item; NaN if a score is missing.

    Attributes:
        level: "segment", "document" or "system"; at the system level the whole test set is the
            only item.
        systems: Names of the systems, sorted.
        items: Names of the items; ("",) at the system level.
        scores: Human scores and metric scores by name: (system, item).
        gold: Name of the human scores.
        documents: The document of each item, if it is known.
        origin: The file that the scores were read from.
        notes: How the scores were prepared, in words.
        judgments: Human scores of the segments of each system, if human scores of systems can be
            resampled from them.
        warnings: Reasons why the scores are less comparable.
        named: Whether the user chose the metrics, so that their order is the user's.
    """

    level: str
    systems: tuple[str, ...]
    items: tuple[str, ...]
    scores: Mapping[str, Floats]
    gold: str
    documents: tuple[str, ...] = ()
    origin: str = ""
    notes: tuple[str, ...] = ()
    judgments: tuple[Floats, ...] = ()
    warnings: tuple[Notice, ...] = ()
    named: bool = False

    def __eq__(self, other: object) -> bool:
        """Whether the scores are equal; file names do not matter."""
        if not isinstance(other, ScoreTable):
            return NotImplemented
        return self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        """Describe the size, and name the metrics."""
        sizes = [counted(len(self.systems), "system")]
        sizes += [counted(len(self.items), self.level)] * (self.level != "system")
        return f"ScoreTable({', '.join(sizes)}: {', '.join((self.gold, *self.metrics))})"

    def to_frame(self) -> Any:
        """Return a pandas data frame with one row per system and item; scores may be missing."""
        try:
            import pandas
        except ImportError:
            raise MissingComponent.extra("to_frame", "pandas", "frames") from None
        keys = {"system": np.repeat(self.systems, len(self.items))}
        if self.level != "system":
            keys[self.level] = np.tile(self.items, len(self.systems))
        return pandas.DataFrame(keys | {name: one.ravel() for name, one in self.scores.items()})

    @property
    def human(self) -> Floats:
        """Human scores: (system, item)."""
        return self.scores[self.gold]

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics, in the order of the table."""
        return tuple(name for name in self.scores if name != self.gold)

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the scores, which depends on neither their file nor their order."""
        cells = sorted(
            repr(name) + scores.astype("<f8").tobytes().hex()
            for name, scores in self.scores.items()
        )
        facts = [self.level, self.gold, repr(self.systems), repr(self.items), repr(self.documents)]
        return digest([*facts, *cells])

    def with_gold(self, name: str) -> "ScoreTable":
        """Return the table with other human scores."""
        if name not in self.scores:
            raise UsageError(
                f"There are no scores named {name!r}.{did_you_mean(name, self.scores)}",
                hint=f"Known: {', '.join(self.scores)}.",
            )
        return replace(self, gold=name)

    def only(self, metrics: Sequence[str]) -> "ScoreTable":
        """Return the table with only some of the metrics, in this order."""
        _check_known(metrics, self.metrics)
        kept = {name: self.scores[name] for name in (self.gold, *metrics)}
        return replace(self, scores=kept, named=True)

    def without_metrics(self, names: Sequence[str]) -> "ScoreTable":
        """Return the table without human scores other than the gold; folders can have several."""
        others = [name for name in self.metrics if name in names]
        if not others:
            return self
        kept = {name: one for name, one in self.scores.items() if name not in others}
        note = f"Other human scores, which were left out: {', '.join(others)}."
        return replace(self, scores=kept, notes=(*self.notes, note))

    def without(self, patterns: Sequence[str]) -> "ScoreTable":
        """Return the table without some systems; patterns such as `Human-*` work, too."""
        left_out: set[str] = set()
        for pattern in patterns:
            found = [name for name in self.systems if fnmatchcase(name, pattern)]
            if not found:
                raise UsageError(
                    f"No system is named {pattern!r}.{did_you_mean(pattern, self.systems)}",
                    hint=f"Known: {', '.join(self.systems)}.",
                )
            left_out.update(found)
        if not left_out:
            return self
        places = [i for i, name in enumerate(self.systems) if name not in left_out]
        return replace(
            self,
            systems=tuple(self.systems[i] for i in places),
            scores={name: scores[places] for name, scores in self.scores.items()},
            notes=(*self.notes, f"Left out: {', '.join(sorted(left_out))}."),
            judgments=tuple(self.judgments[i] for i in places) if self.judgments else (),
        )

    def outliers(self) -> list[str]:
        """Return systems whose human score is far from those of the other systems.

        More than 2.5 times 1.4826 median absolute deviations from the median, the rule of the WMT
        metrics tasks (Mathur, Baldwin and Cohn 2020).
        """
        human = self.at_level("system").human[:, 0]
        known = human[~np.isnan(human)]
        if not len(known):
            return []
        distance = np.abs(human - np.median(known))
        spread = 1.4826 * np.median(np.abs(known - np.median(known)))
        if spread == 0:  # most scores are equal, so that no distance is far
            return []
        return [
            name for name, far in zip(self.systems, distance > 2.5 * spread, strict=True) if far
        ]

    def flipped(self, names: Sequence[str]) -> "ScoreTable":
        """Return the table with the sign of some metrics flipped, so that higher is better."""
        _check_known(names, (*self.metrics, self.gold))
        if not names:
            return self
        scores = {name: -s if name in names else s for name, s in self.scores.items()}
        judgments = self.judgments
        if self.gold in names:
            judgments = tuple(-judged for judged in judgments)
        note = f"Sign flipped, so that higher is better: {', '.join(names)}."
        return replace(self, scores=scores, judgments=judgments, notes=(*self.notes, note))

    def at_level(self, level: str) -> "ScoreTable":
        """Return means over the items of each document, or over all items.

        The mean of a metric is over the items with a human score. Notes count items without a
        metric score, and warnings name systems with different numbers of items.
        """
        if level == self.level:
            return self
        if LEVELS.index(level) > LEVELS.index(self.level) or (
            level == "document" and not self.documents
        ):
            raise UsageError(
                f"There are no scores at the {level} level.",
                hint=f"The scores are at the {self.level} level"
                + ("; documents are not known." if level == "document" else "."),
            )
        groups = self.documents if level == "document" else ("",) * len(self.items)
        numbers: dict[str, int] = {}
        of_item = np.array([numbers.setdefault(name, len(numbers)) for name in groups], np.intp)

        def means(scores: Floats, there: "NDArray[np.bool_]") -> Floats:
            cells = np.arange(len(self.systems))[:, None] * len(numbers) + of_item
            size, shape = len(self.systems) * len(numbers), (len(self.systems), len(numbers))
            sums = np.bincount(cells[there], scores[there], size).reshape(shape)
            counts = np.bincount(cells[there], minlength=size).reshape(shape)
            quotients: Floats = np.divide(
                sums, counts, out=np.full(shape, np.nan), where=counts > 0
            )
            return quotients

        judged = ~np.isnan(self.human)
        there = {name: judged & ~np.isnan(one) for name, one in self.scores.items()}
        missing = {name: int((judged & ~one).sum()) for name, one in there.items()}
        listed = ", ".join(f"{name} {count:,}" for name, count in missing.items() if count)
        notes = (
            (f"Outputs with a human score but without a metric score: {listed}.",) if listed else ()
        )
        uneven = [
            notice
            for name, one in there.items()
            if level == "system"
            for notice in self._uneven(name, one)
        ]
        return replace(
            self,
            level=level,
            items=tuple(numbers),
            scores={name: means(one, there[name]) for name, one in self.scores.items()},
            documents=(),
            notes=(*self.notes, *notes),
            warnings=(*self.warnings, *uneven),
        )

    def _uneven(self, name: str, there: "NDArray[np.bool_]") -> "Iterator[UnevenMeans]":
        """Warn if systems have different numbers of scores."""
        counts = there.sum(axis=1)
        scored = [number for number in range(len(counts)) if counts[number]]
        fewest = min(scored, key=lambda number: counts[number], default=0)
        most = max(scored, key=lambda number: counts[number], default=0)
        if scored and counts[fewest] < counts[most]:
            yield UnevenMeans(
                name,
                self.level,
                int(counts[fewest]),
                self.systems[fewest],
                int(counts[most]),
                self.systems[most],
            )


def table_of(scores: SegmentScores, gold: str, level: str) -> ScoreTable:
    """Return the scores of one level.

    System scores are taken from the file; system scores that it lacks are means over segments.
    """
    if level not in LEVELS:
        raise UsageError(f"The level must be one of {', '.join(LEVELS)}, not {level!r}.")
    gold = _gold(gold, scores.metrics)
    segments = _of_segments(scores, gold)
    given = _whole(scores) if level == "system" else {}
    if gold not in {**segments.scores, **given}:
        raise UsageError(
            f"There are no scores of {level}s by {gold!r}.",
            hint=f"To use scores of whole systems, give {wording.option('level', 'system')}."
            if level != "system"
            else "",
        )
    if segments.scores.keys() - given.keys() and gold in segments.scores:
        wanted = {n: one for n, one in segments.scores.items() if n == gold or n not in given}
        means = replace(segments, scores=wanted).at_level(level)
    else:
        means = replace(segments, level=level, items=("",), scores={}, documents=())
    found = {name: given.get(name, means.scores.get(name)) for name in scores.metrics}
    absent = [name for name, one in found.items() if one is None]
    notes = []
    if absent:
        notes.append(f"No scores of {level}s: {', '.join(absent)}.")
    averaged = [name for name, one in found.items() if name not in given and one is not None]
    if level != segments.level and averaged:
        notes.append(f"Means over segments: {', '.join(averaged)}.")
    known = {name: one for name, one in found.items() if one is not None}
    judged = segments.scores.get(gold)
    return replace(
        means,
        scores=known,
        notes=(*notes, *means.notes),
        judgments=()
        if judged is None or level != "system"
        else tuple(row[~np.isnan(row)] for row in judged),
    )


def _gold(wanted: str, names: Iterable[str]) -> str:
    """Return the name of the human scores; upper and lower case do not matter."""
    known = list(names)
    if wanted in known:
        return wanted
    alike = [name for name in known if name.lower() == wanted.lower()]
    if len(alike) == 1:
        return alike[0]
    raise UsageError(
        f"There are no scores named {wanted!r}.{did_you_mean(wanted, known)}",
        hint=f"Name the human scores with {wording.option('gold')}: {', '.join(known)}.",
    )


def _systems(scores: SegmentScores) -> tuple[str, ...]:
    return tuple(sorted({_label(scored) for scored in (*scores.values, *scores.whole)}))


def _label(scored: Scored) -> str:
    """Name an output; every training run counts as a system."""
    return f"{scored.system} (run {scored.run})" if scored.run else scored.system


def _of_segments(scores: SegmentScores, gold: str) -> ScoreTable:
    systems = _systems(scores)
    tables: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = {}
    for scored, values in scores.values.items():
        shape = len(systems), len(scores.segment_ids)
        table = tables.setdefault(scored.metric, np.full(shape, np.nan))
        table[systems.index(_label(scored))] = values
    return ScoreTable(
        "segment", systems, scores.segment_ids, tables, gold, scores.document_ids, scores.origin
    )


def _whole(scores: SegmentScores) -> dict[str, Floats]:
    systems = _systems(scores)
    tables: dict[str, Floats] = {}
    for scored, value in scores.whole.items():
        table = tables.setdefault(scored.metric, np.full((len(systems), 1), np.nan))
        table[systems.index(_label(scored)), 0] = value
    return tables


def _check_known(names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise UsageError(
                f"There is no metric {name!r}.{did_you_mean(name, known)}",
                hint=f"Known: {', '.join(known)}.",
            )
