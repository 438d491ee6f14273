"""Find judged systems and segments in a test set.

Campaigns have their own names and ids. WMT appends a number to the names of systems; ids of
segments are those of the test set, line numbers, or numbers within documents, from 1 or from 0.
The key that matches most judged segments is used.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.core import wording
from tertium.core.errors import AlignmentError, UsageError, did_you_mean
from tertium.core.testset import TestSet
from tertium.core.wording import FILE, Placeholder
from tertium.human.columns import Integers
from tertium.human.ratings import Ratings

# Number of names that an error shows of each side.
_NAMES_SHOWN = 4


def match_names(
    outputs: Sequence[str], judged: Iterable[str], rename: Mapping[str, str]
) -> dict[str, str]:
    """Match names of systems in the judgments with names of outputs.

    Args:
        outputs: Names of the outputs.
        judged: Names in the judgments.
        rename: Names of outputs by names in the judgments, if given.

    Returns:
        Names of outputs by names in the judgments: those given, those that are equal, and those
        that are equal except for case and a number at the end (Online-A.8), if that is unambiguous.
    """
    judged = tuple(judged)
    for theirs, ours in rename.items():
        _check_known(theirs, judged, "judged system")
        _check_known(ours, outputs, "output")
    names = dict(rename) | {name: name for name in judged if name in outputs and name not in rename}
    unmatched = [name for name in judged if name not in names]
    free = [name for name in outputs if name not in names.values()]
    for name in unmatched:
        similar = [output for output in free if _normalized(output) == _normalized(name)]
        rivals = [other for other in unmatched if _normalized(other) == _normalized(name)]
        if len(similar) == 1 and len(rivals) == 1:
            names[name] = similar[0]
    matched = list(names.values())
    doubled = sorted(name for name in matched if matched.count(name) > 1)
    if doubled:
        raise UsageError(f"Several judged systems are matched with {doubled[0]!r}.")
    if not names:
        example = wording.option("rename", {Placeholder("JUDGED"): Placeholder("OUTPUT")})
        raise AlignmentError(
            f"No judged system is among the outputs. Outputs: {_listed(outputs)}; judged:"
            f" {_listed(judged)}.",
            hint=f"Map the names of the judgments to outputs: {example}.",
        )
    return names


def match_segments(testset: TestSet, ratings: Ratings) -> tuple[str, Integers]:
    """Find the segment of each judgment in a test set.

    Returns:
        The key by which segments were matched, and the position of the segment of each judgment,
        -1 if it is not in the test set.
    """
    items = [tuple(name.split("\t")[1:]) for name in ratings.item.names]
    segments = {segment for _, segment in items}
    best, positions = None, [-1] * len(items)
    documents = testset.document_ids
    known = set(documents)

    def position(key: _Key, document: str, segment: str) -> int:
        found = key.positions.get(key.of_judged(document, segment), -1)
        # The same number in another document is another segment.
        elsewhere = found >= 0 and document in known and documents[found] != document
        return -1 if elsewhere else found

    for key in _keys(testset, segments, unique=len(segments) == len(items)):
        tried = [position(key, *item) for item in items]
        if tried.count(-1) < positions.count(-1):
            best, positions = key, tried
    if best is None:
        ids = [f"{document} {segment}".strip() for document, segment in items]
        without = "" if documents else " without documents"
        raise AlignmentError(
            "No judged segment is in the test set. Ids in the test set:"
            f" {_listed(testset.segment_ids)}{without}; judged: {_listed(ids)}.",
            hint=f"Give the document of each segment with {wording.option('documents', FILE)}."
            if without and any(document for document, _ in items)
            else "Use the same ids in both.",
        )
    return best.name, np.array(positions, dtype=np.int64)[ratings.item.codes]


@dataclass(frozen=True)
class _Key:
    """A key that identifies a segment in the test set and in the judgments.

    Attributes:
        name: Description of the key.
        positions: Position in the test set by key; empty if keys repeat there.
        of_judged: The key of a judged document and segment.
    """

    name: str
    positions: Mapping[Hashable, int]
    of_judged: Callable[[str, str], Hashable]


def _keys(testset: TestSet, segments: Collection[str], *, unique: bool) -> list[_Key]:
    """List keys that segments can be matched by, the most literal first.

    Args:
        testset: The test set.
        segments: Ids in the judgments.
        unique: Whether each of these ids belongs to one document only.
    """
    ids, documents = testset.segment_ids, testset.document_ids
    from_zero = "0" in segments
    keys: list[_Key] = []
    if unique:
        by_segment: list[tuple[str, Sequence[str]]] = [
            ("their ids", ids),
            ("their line numbers", [str(i + 1) for i in range(len(ids))]),
        ]
        if from_zero:
            lines = [str(i) for i in range(len(ids))]
            by_segment.append(("their line numbers, counted from 0", lines))
        keys += [
            _Key(name, _positions(values), lambda _, segment: segment)
            for name, values in by_segment
        ]
    if documents:
        within = _positions_in_documents(documents)
        by_document: list[tuple[str, Sequence[str]]] = [
            ("documents and ids", ids),
            ("documents and positions in them", [str(i + 1) for i in within]),
        ]
        if from_zero:
            zero = [str(i) for i in within]
            by_document.append(("documents and positions in them, counted from 0", zero))
        keys += [
            _Key(
                name,
                _positions(list(zip(documents, values, strict=True))),
                lambda document, segment: (document, segment),
            )
            for name, values in by_document
        ]
    return keys


def _positions(keys: Sequence[Hashable]) -> dict[Hashable, int]:
    """Position of each key; none if keys repeat, because they then identify no segment."""
    positions = {key: position for position, key in enumerate(keys)}
    return positions if len(positions) == len(keys) else {}


def _positions_in_documents(documents: Sequence[str]) -> list[int]:
    """Position of each segment in its document, from 0."""
    sizes: dict[str, int] = {}
    positions = []
    for document in documents:
        positions.append(sizes.get(document, 0))
        sizes[document] = positions[-1] + 1
    return positions


def _check_known(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        raise UsageError(
            f"There is no {what} {name!r}.{did_you_mean(name, known)}",
            hint=f"Known: {', '.join(sorted(known))}.",
        )


def _normalized(name: str) -> str:
    """Remove a number at the end, and fold case."""
    return re.sub(r"\.\d+$", "", name).casefold()


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:_NAMES_SHOWN]))
    return shown + (" …" if len(names) > _NAMES_SHOWN else "")
