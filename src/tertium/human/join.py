"""Join human judgments with the outputs of a test set: human scores by system and segment.

Judgments of unknown systems and segments are excluded and counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import AlignmentError, UsageError
from tertium.core.formatting import counted
from tertium.core.judgments import Judgments
from tertium.core.testset import TestSet
from tertium.human.columns import Integers, Words
from tertium.human.errors import Weights
from tertium.human.machines import of_people
from tertium.human.matching import match_names, match_segments
from tertium.human.preparation import prepare
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import AVERAGES


@dataclass(frozen=True)
class Joined:
    """How judgments were joined with outputs.

    Attributes:
        systems: Names in the judgments, by names of outputs.
        without: Outputs without judgments.
        unknown: Judged systems that are not among the outputs.
        segments: Number of segments of the test set that were judged.
        of_segments: Number of all segments of the test set.
        unknown_segments: Number of judged segments that are not in the test set.
        judgments: Number of judgments of these outputs and segments.
        left_out: Number of judgments of other systems or segments.
        matched_by: Key by which segments were matched.
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
        """Describe which judgments were joined and which were excluded."""
        sentences = [
            f"{counted(self.judgments, 'judgment')} of {counted(len(self.systems), 'system')} on"
            f" {self.segments:,} of {counted(self.of_segments, 'segment')}, matched by"
            f" {self.matched_by}."
        ]
        if self.left_out:
            others = [f"unknown systems ({', '.join(self.unknown)})"] if self.unknown else []
            if self.unknown_segments:
                others.append(counted(self.unknown_segments, "unknown segment"))
            sentences.append(
                f"{counted(self.left_out, 'judgment')} excluded: of {' and '.join(others)}."
            )
        if self.without:
            sentences.append(
                f"Outputs excluded because they have no judgments: {', '.join(self.without)}."
            )
        renamed = [f"{output} is {name}" for output, name in self.systems.items() if output != name]
        if renamed:
            sentences.append(f"Names in the judgments: {', '.join(sorted(renamed))}.")
        return sentences


@dataclass(frozen=True, eq=False)
class HumanScores:
    """Human scores of the outputs of a test set.

    Attributes:
        judged: The judgments used, with the systems named like the outputs.
        position: Position of the segment of each judgment in the test set.
        size: Number of segments of the test set.
        average: Whether means are over "judgments" or over "segments".
        joined: How they were joined with the outputs.
        data: Counts of the judgments used and excluded.
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
        """The judgments used."""
        return self.judged.ratings

    @property
    def source(self) -> str:
        """Description of the judgments, for signatures."""
        items = {
            "task": self.ratings.task.names[0],
            "scale": self.judged.score_scale,
            "filters": "+".join(self.ratings.filters),
            "judgments": self.data.digest,
        }
        return "|".join(f"{key}:{value}" for key, value in items.items() if value)

    @cached_property
    def counts(self) -> Floats:
        """Number of judgments of each output, by system and segment; 0 if there are none.

        If means are over segments, any number of judgments counts as 1. Numbers are multiplied by
        the weights of segments.
        """
        return self._table(self._cell_counts)

    @cached_property
    def sums(self) -> Floats:
        """Sum of the judgments of each output, or their mean if means are over segments."""
        return self._table(self._cell_counts * self.judged.cell_scores)

    @property
    def means(self) -> Floats:
        """Mean of the judgments of each output, by system and segment; NaN if there are none."""
        return _quotients(self.sums, self.counts)

    @property
    def of_systems(self) -> Floats:
        """Mean of each system."""
        return _quotients(self.sums.sum(axis=1), self.counts.sum(axis=1))

    @property
    def _cell_counts(self) -> Floats:
        judged = self.judged
        weights = judged.cell_weights
        return weights * judged.cell_judgments if self.average == "judgments" else weights

    def _table(self, of_cells: Floats) -> Floats:
        table = np.zeros((len(self.systems), self.size))
        table[self.judged.cell_system, self.position[self.judged.cells.first]] = of_cells
        return table


def human_scores(
    testset: TestSet,
    ratings: Ratings,
    *,
    task: str = "",
    quality: bool | None = None,
    machines: Sequence[str] = (),
    weights: Weights | None = None,
    scale: str = "auto",
    average: str = "judgments",
    rename: Mapping[str, str] | None = None,
) -> HumanScores:
    """Join judgments with the outputs of a test set.

    Quality control and standardization use all judgments of an annotator, joined or not.

    Args:
        testset: Segments and systems; texts are not needed.
        ratings: Human judgments, as `tertium.read_ratings` returns them.
        task: Annotation task, if there are several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        machines: Names of machine annotators to include.
        weights: Weights of errors, for judgments that mark errors.
        scale: "raw" or "standardized" scores; "auto" standardizes adequacy, fluency and SQM, but no
            answers of yes or no.
        average: Whether scores of systems are means over "judgments" or over "segments".
        rename: Names of outputs by names in the judgments.
    """
    if average not in AVERAGES[:2]:
        raise UsageError(
            f"Scores are averaged over {' or '.join(AVERAGES[:2])}, not over {average!r}."
        )
    prepared = prepare(
        ratings,
        task=task,
        languages=_languages(testset, of_people(ratings, machines)),
        quality=quality,
        machines=machines,
        weights=weights,
        scale=scale,
    )
    of_systems = JudgedSegments.of(prepared.ratings, scale)
    judgments = of_systems.ratings
    names = match_names(tuple(testset.runs), judgments.system.names, rename or {})
    matched_by, position = match_segments(testset, judgments)
    known = judgments.system.is_(*names) & (position >= 0)
    kept = _renamed(judgments.where(known), names)
    if not len(kept):
        raise AlignmentError("No judgment has both a system and a segment of the test set.")
    judged = JudgedSegments(kept, of_systems.scale)
    number = round(kept.count.sum())
    joined = Joined(
        systems={ours: theirs for theirs, ours in names.items() if ours in judged.systems},
        without=tuple(sorted(set(testset.runs) - set(judged.systems))),
        unknown=tuple(sorted(set(judgments.system.names) - names.keys())),
        segments=len(set(position[known].tolist())),
        of_segments=len(testset),
        unknown_segments=len(set(judgments.item.codes[position < 0].tolist())),
        judgments=number,
        left_out=round(judgments.count.sum()) - number,
        matched_by=matched_by,
    )
    data = prepared.ledger.judgments(of_systems.systems)
    return HumanScores(judged, position[known], len(testset), average, joined, data)


def _languages(testset: TestSet, ratings: Ratings) -> str:
    """Language pair of the test set, if there are judgments of several pairs."""
    pair = f"{testset.source_language}-{testset.target_language}"
    return pair if len(ratings.languages.names) > 1 and pair != "-" else ""


def _renamed(ratings: Ratings, names: Mapping[str, str]) -> Ratings:
    system = ratings.system
    return replace(ratings, system=Words(system.codes, tuple(names[name] for name in system.names)))


def _quotients(sums: Floats, counts: Floats) -> Floats:
    """Divide where counts are positive; NaN elsewhere."""
    quotients = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=quotients, where=counts > 0)
    return quotients
