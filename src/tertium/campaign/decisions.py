"""Which pairs of systems the judgments of a campaign decide, however often one looks.

Each annotator judges all outputs of a segment, or of a document. The differences between two
systems, in the order in which segments were drawn, are tested by betting
(`inference/sequential.py`); p-values are Holm-corrected for all pairs. Segments whose annotator is
excluded count as not drawn.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import numpy as np

from tertium.campaign.items import systems_of
from tertium.core.sample import Pair
from tertium.inference.sequential import SequentialTest, SequentialVerdicts, sequential_verdicts
from tertium.inference.streams import pair_stream

CONFIDENCE_LEVEL = 0.95


class Decisions:
    """Judgments in the order drawn.

    Args:
        systems: Names of the systems.
        drawn: Places of the segments in the test set, in the order drawn.
        scale: Smallest and largest possible score.
        weights: How many segments each segment stands for, by place; 1 if it is absent.
        documents: Document of each segment, by place, if documents are judged as a whole.
    """

    def __init__(
        self,
        systems: Sequence[str],
        drawn: Sequence[int],
        scale: tuple[float, float],
        weights: Mapping[int, float] | None = None,
        documents: Mapping[int, str] | None = None,
    ) -> None:
        self.systems = tuple(systems)
        self._scale = scale
        self._row = {place: row for row, place in enumerate(drawn)}
        self._column = {name: column for column, name in enumerate(systems)}
        self._values = np.full((len(drawn), len(systems)), np.nan)
        self._weights = None if not weights else np.array([weights.get(p, 1.0) for p in drawn])
        self._documents = None if documents is None else [documents[p] for p in drawn]

    def add(self, place: int, system: str, value: float) -> None:
        """Take the score of an output; of each system, if several share it."""
        for name in systems_of(system):
            self._values[self._row[place], self._column[name]] = value

    def judged(self) -> int:
        """Number of segments that are judged for all systems."""
        return int((~np.isnan(self._values)).all(axis=1).sum())

    def verdicts(
        self, left_out: Collection[int] = (), confidence_level: float = CONFIDENCE_LEVEL
    ) -> SequentialVerdicts:
        """Test all pairs of systems.

        Args:
            left_out: Places of segments that count as not drawn.
            confidence_level: Confidence level of all verdicts together.
        """
        rows = np.ones(len(self._values), dtype=np.bool_)
        rows[[self._row[place] for place in left_out]] = False
        values = self._values[rows]
        weights = None if self._weights is None else self._weights[rows]
        documents = None
        if self._documents is not None:
            documents = [name for name, kept in zip(self._documents, rows, strict=True) if kept]
        tests = {}
        for one, other in combinations(range(len(self.systems)), 2):
            stream = pair_stream(
                values[:, one],
                values[:, other],
                scale=self._scale,
                weights=weights,
                documents=documents,
            )
            pair = Pair(self.systems[one], self.systems[other])
            tests[pair] = SequentialTest.of(*stream)
        return sequential_verdicts(tests, confidence_level)


def needed_systems(systems: Sequence[str], decided: Collection[frozenset[str]]) -> set[str]:
    """Systems that are still to be judged: those of a pair that is not decided."""
    pairs = {frozenset(pair) for pair in combinations(systems, 2)} - set(decided)
    return {name for pair in pairs for name in pair}
