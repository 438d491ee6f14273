"""MEANT: F1 of semantic frames: who did what to whom, when, where, why and how.

`--layer frames=NAME=FILE` reads the frames (predicates with the fillers of their roles) of a system
or reference NAME; JSONL files contain the names. A frame i of the output that matches a frame of
the reference has the credit

    credit_i = (w_pred + sum_j w_j (C_ij + w_partial P_ij)) / (w_pred + sum_j w_j M_ij)

where C_ij and P_ij are the numbers of correct and partly correct fillers of role j, and M_ij that
of all fillers of role j in the output; precision is the sum of the credits divided by the number of
frames in the output. Recall is the same with the numbers of the reference in the denominators, and
MEANT is their F1. It is 1 if neither has a frame. Of several references, the best one is used for
each segment.

Frames are matched by the similarity of their predicates, and fillers of the same role by their own
similarity, so that the sum of similarities is maximal. Human judgments (`match` and `mark`) take
precedence over similarity. Similarity is Dice's coefficient of character bigrams, lower-cased, with
a space before and after each word.

| role | PropBank |
| --- | --- |
| who | ARG0 |
| what | ARG1 |
| whom | ARG2, ARG3, ARG4, ARG5 |
| when | ARGM-TMP |
| where | ARGM-LOC, ARGM-DIR, ARGM-GOL |
| why | ARGM-PRP, ARGM-PNC, ARGM-CAU |
| how | every other ARGM: manner, extent, negation, modal ... |

A0 and AM-TMP are read as ARG0 and ARGM-TMP. C-ARG1 continues ARG1; R-ARG1 only refers to it and is
ignored. Any other label is a separate role, with the weight `other`.

Reference: Lo and Wu 2011. Their correct and partial shares are summed here in one fraction; they
score sentences, tertium sums the credits over the corpus. The thresholds are tertium's.

Example:
    >>> from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
    >>> sat = Frame("sat", (Filler("ARG0", "the cat"),))
    >>> frames = SegmentFrames({Owner("system"): ((sat,),), Owner("1"): ((sat,),)}, ("1",))
    >>> tertium.meant(["The cat sat."], ["The cat sat."], frames=frames)
    Score(system: MEANT = 1.000)
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from tertium.core.arrays import Floats, Number, Rows, divided
from tertium.core.errors import DataError
from tertium.core.formatting import counted
from tertium.core.frames import Filler, Frame, Frames, frames_of
from tertium.core.limits import LARGEST_WEIGHT
from tertium.core.spec import option
from tertium.core.stats import LayerMetric
from tertium.core.testset import TestSet
from tertium.metrics._references import best_rows

_ROLES = ("who", "what", "whom", "when", "where", "why", "how", "other")

_ARGUMENTS = {"0": "who", "1": "what", **dict.fromkeys("2345", "whom")}
_MODIFIERS = {
    "TMP": "when",
    **dict.fromkeys(("LOC", "DIR", "GOL"), "where"),
    **dict.fromkeys(("PRP", "PNC", "CAU"), "why"),
}

# Bonus of all-correct fillers on the similarity of predicates, to distinguish frames of one
# predicate.
_FILLERS = 1e-3


# Weights are powers of two: few values, to avoid overfitting.
_TRIED = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)


class _Comparison(NamedTuple):
    """Matches of the frames of an output and a reference, before weighting.

    Attributes:
        frames: Number of frames in the output and in the reference, by segment.
        segments: Segment of each pair of matching frames.
        fillers: By pair and role the number of fillers that are correct, that are partly correct,
            of the output, and of the reference: pairs x 4 x roles.
    """

    frames: Floats
    segments: list[int]
    fillers: Floats


def _weight(role: str) -> Any:
    return option(1.0, f"Weight of {role}.", minimum=0, maximum=LARGEST_WEIGHT, tuned=_TRIED)


@dataclass(frozen=True)
class Meant(LayerMetric):
    """F1 of semantic frames."""

    needs: ClassVar[tuple[str, ...]] = ("references", "frames")
    best: ClassVar[float | None] = 1.0
    digits: ClassVar[int] = 2

    correct: float = option(0.8, "Minimum similarity of a correct filler.", minimum=0, maximum=1)
    partial: float = option(
        0.5,
        "Minimum similarity of a partly correct filler, and of matching predicates.",
        minimum=0,
        maximum=1,
    )
    partial_weight: float = option(
        0.5, "Weight of a partly correct filler.", minimum=0, maximum=LARGEST_WEIGHT
    )
    predicate: float = option(1.0, "Weight of the predicate.", minimum=0, maximum=LARGEST_WEIGHT)
    who: float = _weight("who")
    what: float = _weight("what")
    whom: float = _weight("whom")
    when: float = _weight("when")
    where: float = _weight("where")
    why: float = _weight("why")
    how: float = _weight("how")
    other: float = _weight("all other roles")

    @property
    def title(self) -> str:
        """Name in tables."""
        return "MEANT"

    @property
    def columns(self) -> tuple[str, ...]:
        """Credits and numbers of frames, of the output and of the reference."""
        return ("output_credits", "output_frames", "reference_credits", "reference_frames")

    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Credits under the best reference of each segment."""
        return self._best(self._comparisons(testset, system, run), testset)

    def prepare(self, testset: TestSet, outputs: Sequence[tuple[str, int]]) -> Any:
        """Matches of the frames of all outputs and references, before weighting."""
        self.check_needs(testset)
        return testset, [self._comparisons(testset, *output) for output in outputs]

    def rows_from(self, prepared: Any) -> Floats:
        """Credits under these weights."""
        import numpy as np

        testset, outputs = prepared
        return np.concatenate([self._best(comparisons, testset) for comparisons in outputs])

    def score(self, sums: Sequence[Number]) -> Number:
        """F1 from 0 to 1."""
        precision, recall = self._precision_and_recall(sums)
        return divided(2 * precision * recall, precision + recall, 0.0)

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Precision, recall, numbers of frames."""
        precision, recall = self._precision_and_recall(sums)
        return {
            "precision": precision,
            "recall": recall,
            "output_frames": int(sums[1]),
            "reference_frames": int(sums[3]),
        }

    def description(self, details: Mapping[str, Any]) -> str:
        """Precision and recall."""
        return (
            f"precision {details['precision']:.3f} of"
            f" {counted(details['output_frames'], 'frame')}, recall {details['recall']:.3f} of"
            f" {details['reference_frames']:,}"
        )

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Similarity and its thresholds."""
        thresholds = {"correct": f"{self.correct:g}", "partial": f"{self.partial:g}"}
        return {"similarity": "dice-2"} | thresholds

    @staticmethod
    def _precision_and_recall(sums: Sequence[Number]) -> tuple[Number, Number]:
        output_credits, output_frames, reference_credits, reference_frames = sums
        return (
            divided(output_credits, output_frames, 1.0 * (reference_frames == 0)),
            divided(reference_credits, reference_frames, 1.0 * (output_frames == 0)),
        )

    def _best(self, comparisons: Sequence[_Comparison], testset: TestSet) -> Rows:
        import numpy as np

        per_reference = [self._rows(comparison) for comparison in comparisons]
        return best_rows(self, per_reference, np.arange(len(testset)), testset)

    def _rows(self, comparison: _Comparison) -> Floats:
        """Rows against one reference."""
        import numpy as np

        weights = np.array([getattr(self, role) for role in _ROLES])
        correct, partial, output, reference = (comparison.fillers @ weights).T
        earned = self.predicate + correct + self.partial_weight * partial
        rows = np.zeros((len(comparison.frames), len(self.columns)))
        rows[:, 1::2] = comparison.frames
        for column, fillers in ((0, output), (2, reference)):
            possible = self.predicate + fillers
            share = np.divide(earned, possible, out=np.ones_like(earned), where=possible > 0)
            # A filler marked by an annotator need not have the same role in the reference.
            np.add.at(rows[:, column], comparison.segments, np.minimum(share, 1))
        return rows

    def _comparisons(self, testset: TestSet, system: str, run: int) -> list[_Comparison]:
        """Compare an output with every reference."""
        layer = testset.layer("frames", str(self))
        output = frames_of(layer, system, testset.runs[system])[run]
        _check_complete(output, system, testset)
        if len(testset.references) > 1 and any(map(_is_judged, output)):
            raise DataError(
                f"Annotators compared the frames of {system} with one reference, but there are"
                f" {len(testset.references)}."
            )
        found = []
        for name, stream in testset.references.items():
            (reference,) = frames_of(layer, name)
            _check_complete(reference, name, testset, stream.missing)
            found.append(self._comparison(output, reference, testset))
        return found

    def _comparison(
        self,
        output: Sequence[Frames | None],
        reference: Sequence[Frames | None],
        testset: TestSet,
    ) -> _Comparison:
        import numpy as np

        frames, segments, fillers = [], [], []
        for i, (ours, theirs) in enumerate(zip(output, reference, strict=True)):
            frames.append((len(ours or ()), len(theirs or ())))
            for counts in self._matches(ours or (), theirs or (), testset.segment_ids[i]):
                segments.append(i)
                fillers.append(counts)
        shape = (len(fillers), 4, len(_ROLES))
        return _Comparison(np.array(frames), segments, np.array(fillers, float).reshape(shape))

    def _matches(self, ours: Frames, theirs: Frames, segment: str) -> Iterator[Floats]:
        """Counts of the fillers of the pairs of frames that match."""
        for frame in ours:
            if (frame.match or 0) > len(theirs):
                raise DataError(
                    f"Segment {segment}: {frame.predicate!r} matches frame {frame.match} of the"
                    f" reference, which has {len(theirs)}."
                )
        # Sorted, so that the choice among equal sums does not depend on the order of a file.
        rows = sorted(ours, key=_order)
        columns = sorted(enumerate(theirs, 1), key=lambda one: _order(one[1]))
        weights = [[0.0] * len(columns) for _ in rows]
        counts = {}
        for i, frame in enumerate(rows):
            for k, (number, other) in enumerate(columns):
                alike = _alike(frame, number, other)
                if alike > 0 and alike >= self.partial:
                    counts[i, k] = self._counts(frame, other)
                    correct, partial, output, reference = counts[i, k].sum(axis=1)
                    share = (1 + correct + partial / 2) / (1 + max(output, reference))
                    weights[i][k] = alike + _FILLERS * share
        for pair in _assigned(weights):
            yield counts[pair]

    def _counts(self, frame: Frame, other: Frame) -> Floats:
        """Fillers that are correct, partly correct, of the output, of the reference, by role."""
        import numpy as np

        counts = np.zeros((4, len(_ROLES)))
        ours, theirs = _by_role(frame), _by_role(other)
        for role, fillers in ours.items():
            marks = Counter(self._marks(fillers, theirs.get(role, [])))
            counts[:3, _column(role)] += marks["correct"], marks["partial"], len(fillers)
        for role, fillers in theirs.items():
            counts[3, _column(role)] += len(fillers)
        return counts

    def _marks(self, ours: list[Filler], theirs: list[Filler]) -> Iterator[str]:
        """Marks of the fillers of a role: human marks, else by similarity."""
        yield from (filler.mark for filler in ours if filler.mark)
        unmarked = [filler.text for filler in ours if not filler.mark]
        alike = [[similarity(text, filler.text) for filler in theirs] for text in unmarked]
        for i, k in _assigned(alike):
            if alike[i][k] >= self.partial:
                yield "correct" if alike[i][k] >= self.correct else "partial"


@lru_cache(maxsize=1 << 14)
def similarity(one: str, other: str) -> float:
    """Dice's coefficient of character bigrams."""
    ours, theirs = _pairs(one), _pairs(other)
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())


def _order(frame: Frame) -> tuple[str, list[Filler], int]:
    return frame.predicate, sorted(frame.fillers), frame.match or 0


def _alike(frame: Frame, number: int, other: Frame) -> float:
    """Similarity of two frames; a human match exceeds any similarity."""
    if frame.match is None:
        return similarity(frame.predicate, other.predicate)
    return 2.0 if frame.match == number else 0.0


def _pairs(text: str) -> Counter[tuple[str, str]]:
    padded = f" {' '.join(text.lower().split())} "
    return Counter(pairwise(padded))


def role_of(label: str) -> str:
    """Role of a PropBank label; any other label is a separate role."""
    found = re.fullmatch(r"A(?:RG)?(?:([0-5])|M-([A-Z]+))(?:-.*)?", label.upper())
    if not found:
        return label
    argument, modifier = found.groups()
    return _ARGUMENTS[argument] if argument else _MODIFIERS.get(modifier, "how")


def _column(role: str) -> int:
    return _ROLES.index(role if role in _ROLES else "other")


def _by_role(frame: Frame) -> dict[str, list[Filler]]:
    """Fillers of each role; continuations are joined, references to fillers are ignored."""
    found: dict[str, list[Filler]] = {}
    for filler in frame.fillers:
        if filler.role.startswith("R-"):
            continue
        fillers = found.setdefault(role_of(filler.role.removeprefix("C-")), [])
        if filler.role.startswith("C-") and fillers:
            fillers[-1] = fillers[-1]._replace(text=f"{fillers[-1].text} {filler.text}")
        else:
            fillers.append(filler)
    return {role: sorted(fillers) for role, fillers in found.items()}


def _assigned(weights: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs of rows and columns, each used at most once, with the maximum sum of weights."""
    if not weights or not weights[0]:
        return []
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(weights, maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(i, k) for i, k in pairs if weights[i][k] > 0]


def _is_judged(frames: Frames | None) -> bool:
    return any(
        frame.match is not None or any(filler.mark for filler in frame.fillers)
        for frame in frames or ()
    )


def _check_complete(
    frames: Sequence[Frames | None],
    name: str,
    testset: TestSet,
    excused: frozenset[int] = frozenset(),
) -> None:
    missing = [i for i, one in enumerate(frames) if one is None and i not in excused]
    if missing:
        raise DataError(
            f"{len(missing):,} of the {counted(len(frames), 'segment')} of {name} have no frames,"
            f" the first of them {testset.segment_ids[missing[0]]}.",
            hint="A segment without a predicate has an empty list of frames.",
        )


METRIC = Meant

CITATIONS = (
    """
@inproceedings{lo-2011,
  author    = {Lo, Chi-kiu and Wu, Dekai},
  title     = {{MEANT}: An inexpensive, high-accuracy, semi-automatic metric for evaluating
               translation utility based on semantic roles},
  booktitle = {Proceedings of the 49th Annual Meeting of the ACL},
  pages     = {220--229},
  year      = {2011}
}
""",
)
