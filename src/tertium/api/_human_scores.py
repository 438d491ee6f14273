"""Join judgments with the outputs they are of: human scores by system and segment.

Campaigns name things in their own ways. WMT appends a number to the names of systems, and ids of
segments are those of the test set, numbers of lines, or numbers within documents, from 1 or from 0.
The way is taken that finds most of what was judged; what it does not find is counted and told.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tertium.api.ratings import prepared
from tertium.core.arrays import Floats
from tertium.core.errors import AlignmentError, UsageError, did_you_mean
from tertium.core.judgments import Judgments
from tertium.core.plain import counted
from tertium.core.testset import TestSet
from tertium.human.errors import Weights
from tertium.human.ratings import Integers, Ratings, Words
from tertium.human.segments import AVERAGES, JudgedSegments

# How many names an error shows of either side.
_SHOWN = 4


@dataclass(frozen=True)
class Joined:
    """How judgments were joined with outputs.

    Attributes:
        systems: For each judged output its name in the judgments.
        without: Outputs that nobody judged.
        unknown: Judged systems that are not among the outputs.
        segments: How many segments of the test set were judged.
        of_segments: How many there are.
        unknown_segments: How many judged segments are not in the test set.
        judgments: How many judgments are of these outputs and segments.
        left_out: How many are of others.
        matched_by: What segments were found by.
    """

    systems: dict[str, str]
    without: tuple[str, ...]
    unknown: tuple[str, ...]
    segments: int
    of_segments: int
    unknown_segments: int
    judgments: int
    left_out: int
    matched_by: str

    @property
    def sentences(self) -> list[str]:
        """Say what was joined, and what was not."""
        said = [
            f"{counted(self.judgments, 'judgment')} of {counted(len(self.systems), 'system')} on"
            f" {self.segments:,} of {counted(self.of_segments, 'segment')}, found by"
            f" {self.matched_by}."
        ]
        if self.left_out:
            others = [_named("systems", self.unknown)] if self.unknown else []
            if self.unknown_segments:
                others.append(counted(self.unknown_segments, "segment"))
            said.append(
                f"{counted(self.left_out, 'judgment')} {_are(self.left_out)} left out: of"
                f" {' and '.join(others)} that the outputs do not have."
            )
        if self.without:
            are = _are(len(self.without))
            said.append(f"Nobody judged {', '.join(self.without)}, which {are} left out.")
        renamed = sorted(theirs for ours, theirs in self.systems.items() if ours != theirs)
        if renamed:
            said.append(f"The judgments name systems otherwise: {', '.join(renamed)}.")
        return said


@dataclass(frozen=True, eq=False)
class HumanScores:
    """What people said of each output.

    Attributes:
        judged: The judgments that count, with systems named as the outputs are.
        position: For each of them where its segment is in the test set.
        size: Number of segments of the test set.
        average: Whether means are over judgments, or over segments.
        joined: How they were joined with the outputs.
        data: What they rest on.
    """

    judged: JudgedSegments
    position: Integers
    size: int
    average: str
    joined: Joined
    data: Judgments

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, sorted."""
        return self.judged.systems

    @property
    def ratings(self) -> Ratings:
        """The judgments that count."""
        return self.judged.ratings

    @property
    def source(self) -> str:
        """What the scores rest on, for signatures."""
        items = {
            "task": self.ratings.task.names[0],
            "scale": self.judged.scale,
            "filters": "+".join(self.ratings.filters),
            "judgments": self.data.digest,
        }
        return "|".join(f"{key}:{value}" for key, value in items.items() if value)

    @cached_property
    def counts(self) -> Floats:
        """Number of judgments of each output, 0 where there is none: (system, segment).

        Where means are over segments, it is 1 for any number.
        """
        import numpy as np

        judgments = self.judged.cell_judgments
        return self._table(judgments if self.average == "judgments" else np.ones(len(judgments)))

    @cached_property
    def sums(self) -> Floats:
        """Sum of the judgments of each output, or their mean where means are over segments."""
        judged = self.judged
        weights = judged.cell_judgments if self.average == "judgments" else 1.0
        return self._table(weights * judged.cell_scores)

    @property
    def means(self) -> Floats:
        """Mean of the judgments of each output, NaN where there is none: (system, segment)."""
        return _divided(self.sums, self.counts)

    @property
    def of_systems(self) -> Floats:
        """Mean of each system."""
        return _divided(self.sums.sum(axis=1), self.counts.sum(axis=1))

    def _table(self, of_cells: Floats) -> Floats:
        import numpy as np

        table = np.zeros((len(self.systems), self.size))
        table[self.judged.cell_system, self.position[self.judged.cells.first]] = of_cells
        return table


def human_scores(
    testset: TestSet,
    ratings: Ratings,
    *,
    task: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    scale: str = "auto",
    average: str = "judgments",
    rename: Mapping[str, str] | None = None,
) -> HumanScores:
    """Join judgments with the outputs of a test set.

    Annotators are judged and standardized by all they judged, whether it is joined or not.

    Args:
        testset: Segments and systems; texts are not looked at.
        ratings: What `tertium.read_ratings` gives.
        task: What was judged, where there are several tasks.
        quality: Whether to take only annotators who can be trusted; by default where degraded
            outputs were shown.
        weights: What errors weigh, for judgments that mark errors.
        scale: "raw" or "standardized" values; "auto" takes these where they are known.
        average: Whether scores of systems are means over "judgments" or over "segments".
        rename: Names of outputs, by those of the judgments.
    """
    if average not in AVERAGES[:2]:
        raise UsageError(f"Means are over {' or '.join(AVERAGES[:2])}, not over {average!r}.")
    ready = prepared(
        ratings,
        task=task,
        languages=_languages(testset, ratings),
        quality=quality,
        weights=weights,
        scale=scale,
    )
    of_systems = JudgedSegments.of(ready.ratings, scale)
    counted = of_systems.ratings
    names = match_names(tuple(testset.runs), counted.system.names, rename or {})
    way, position = _positions(testset, counted)
    found = counted.system.is_(*names) & (position >= 0)
    kept = _renamed(counted.where(found), names)
    if not len(kept):
        raise AlignmentError("No judgment is of an output: none of both segment and system.")
    judged = JudgedSegments(kept, of_systems.scale)
    judgments = round(kept.count.sum())
    joined = Joined(
        systems={ours: theirs for theirs, ours in names.items() if ours in judged.systems},
        without=tuple(sorted(set(testset.runs) - set(judged.systems))),
        unknown=tuple(sorted(set(counted.system.names) - names.keys())),
        segments=len(set(position[found].tolist())),
        of_segments=len(testset),
        unknown_segments=len(set(counted.item.codes[position < 0].tolist())),
        judgments=judgments,
        left_out=round(counted.count.sum()) - judgments,
        matched_by=way,
    )
    data = ready.ledger.judgments(of_systems.systems)
    return HumanScores(judged, position[found], len(testset), average, joined, data)


def match_names(
    ours: Sequence[str], theirs: Iterable[str], rename: Mapping[str, str]
) -> dict[str, str]:
    """Find systems of judgments among those of a test set.

    Args:
        ours: Names of the outputs.
        theirs: Names in the judgments.
        rename: Some of ours by theirs, where they are told.

    Returns:
        Ours by theirs: those told, those that are the same, and those that are but for case and a
        number at the end (Online-A.8), where that leaves no choice.
    """
    theirs = tuple(theirs)
    for judged, output in rename.items():
        _check_known(judged, theirs, "judged system")
        _check_known(output, ours, "output")
    names = dict(rename) | {name: name for name in theirs if name in ours and name not in rename}
    left = [name for name in theirs if name not in names]
    free = [name for name in ours if name not in names.values()]
    for name in left:
        near = [other for other in free if _loose(other) == _loose(name)]
        rivals = [other for other in left if _loose(other) == _loose(name)]
        if len(near) == 1 and len(rivals) == 1:
            names[name] = near[0]
    doubled = sorted(name for name in names.values() if list(names.values()).count(name) > 1)
    if doubled:
        raise UsageError(f"Several judged systems are said to be {doubled[0]!r}.")
    if not names:
        raise AlignmentError(
            f"No judged system is among the outputs. Outputs: {_some(ours)}; judged:"
            f" {_some(theirs)}.",
            hint="Say which is which with --rename JUDGED=OUTPUT.",
        )
    return names


def _check_known(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        raise UsageError(
            f"There is no {what} {name!r}.{did_you_mean(name, known)}",
            hint=f"Known: {', '.join(sorted(known))}.",
        )


def _loose(name: str) -> str:
    return re.sub(r"\.\d+$", "", name).casefold()


def _languages(testset: TestSet, ratings: Ratings) -> str:
    """Languages of the test set, where judgments of several have to be told apart."""
    told = f"{testset.source_language}-{testset.target_language}"
    return told if len(ratings.languages.names) > 1 and told != "-" else ""


def _renamed(ratings: Ratings, names: Mapping[str, str]) -> Ratings:
    system = ratings.system
    return replace(ratings, system=Words(system.codes, tuple(names[one] for one in system.names)))


@dataclass(frozen=True)
class _Way:
    """A way to find segments: what they are known by on either side."""

    name: str
    places: Mapping[Hashable, int]
    key: Callable[[str, str], Hashable]


def _ways(testset: TestSet, segments: Collection[str], *, unique: bool) -> list[_Way]:
    """Ways to find segments, the most literal first.

    Args:
        testset: Where they are to be found.
        segments: Ids in the judgments.
        unique: Whether each of them belongs to one document only.
    """
    ids, documents = testset.segment_ids, testset.document_ids
    from_zero = "0" in segments
    found: list[_Way] = []
    if unique:
        by_segment: list[tuple[str, Sequence[str]]] = [
            ("their ids", ids),
            ("their line numbers", [str(i + 1) for i in range(len(ids))]),
        ]
        if from_zero:
            lines = [str(i) for i in range(len(ids))]
            by_segment.append(("their line numbers, counted from 0", lines))
        found += [
            _Way(name, _numbered(keys), lambda _, segment: segment) for name, keys in by_segment
        ]
    if documents:
        within = _within(documents)
        by_document: list[tuple[str, Sequence[str]]] = [
            ("documents and ids", ids),
            ("documents and places in them", [str(i + 1) for i in within]),
        ]
        if from_zero:
            zero = [str(i) for i in within]
            by_document.append(("documents and places in them, counted from 0", zero))
        found += [
            _Way(
                name,
                _numbered(list(zip(documents, keys, strict=True))),
                lambda document, segment: (document, segment),
            )
            for name, keys in by_document
        ]
    return found


def _numbered(keys: Sequence[Hashable]) -> dict[Hashable, int]:
    """Place of each key; none where some occur twice, as they then tell nothing."""
    places = {key: place for place, key in enumerate(keys)}
    return places if len(places) == len(keys) else {}


def _within(documents: Sequence[str]) -> list[int]:
    """Place of each segment in its document, from 0."""
    sizes: dict[str, int] = {}
    places = []
    for document in documents:
        places.append(sizes.get(document, 0))
        sizes[document] = places[-1] + 1
    return places


def _positions(testset: TestSet, ratings: Ratings) -> tuple[str, Integers]:
    """What segments are found by; and for each judgment where its segment is, -1 if nowhere."""
    import numpy as np

    items = [tuple(name.split("\t")[1:]) for name in ratings.item.names]
    segments = {segment for _, segment in items}
    best, places = None, [-1] * len(items)
    for way in _ways(testset, segments, unique=len(segments) == len(items)):
        tried = [way.places.get(way.key(*item), -1) for item in items]
        if tried.count(-1) < places.count(-1):
            best, places = way, tried
    if best is None:
        ids = [f"{d} {s}".strip() for d, s in items]
        documents = "" if testset.document_ids else " that have no documents"
        raise AlignmentError(
            f"No judged segment is in the test set. Ids there: {_some(testset.segment_ids)}"
            f"{documents}; judged: {_some(ids)}.",
            hint="Give the document of each segment with --documents FILE."
            if documents and any(d for d, _ in items)
            else "Use the same ids in both.",
        )
    return best.name, np.array(places, dtype=np.int64)[ratings.item.codes]


def _divided(sums: Floats, counts: Floats) -> Floats:
    import numpy as np

    quotient = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=quotient, where=counts > 0)
    return quotient


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:_SHOWN]))
    return shown + (" …" if len(names) > _SHOWN else "")


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _named(word: str, names: Sequence[str]) -> str:
    return f"the {word if len(names) > 1 else word[:-1]} {', '.join(names)}"
