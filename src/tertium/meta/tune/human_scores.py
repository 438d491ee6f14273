"""Human scores of segments that a metric is tuned to."""

from dataclasses import dataclass

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.layers import Layer
from tertium.core.scores import SegmentScores
from tertium.core.testset import TestSet
from tertium.human.join import HumanScores
from tertium.meta.choices import GOLD
from tertium.meta.score_table import table_of


@dataclass(frozen=True, eq=False)
class TargetScores:
    """Human scores of some outputs: (output, segment).

    Attributes:
        outputs: Names of the outputs, sorted.
        scores: Human scores, NaN if there is none.
        gold: Name of the human scores.
        notes: Sentences about excluded data.
    """

    outputs: tuple[str, ...]
    scores: Floats
    gold: str
    notes: tuple[str, ...] = ()


def named_outputs(testset: TestSet) -> dict[str, tuple[str, int]]:
    """System and run of each output, by its name."""
    return {
        system if count == 1 else f"{system} (run {run + 1})": (system, run)
        for system, count in testset.runs.items()
        for run in range(count)
    }


def target_from_scores(testset: TestSet, scores: SegmentScores, gold: str) -> TargetScores:
    """Segment scores from files; by default the scores named "human", or the only scores."""
    (ordered,) = Layer("human", {"": (scores,)}).in_order(testset.segment_ids).contents
    only = scores.metrics[0] if len(scores.metrics) == 1 else GOLD
    table = table_of(ordered, gold or only, "segment")
    known = named_outputs(testset)
    places = [
        place
        for place, name in enumerate(table.systems)
        if name in known and not np.isnan(table.human[place]).all()
    ]
    if not places:
        raise DataError(
            f"No output has a human score. Outputs: {', '.join(known)}; scored:"
            f" {', '.join(table.systems)}.",
            where=scores.origin,
        )
    outputs = tuple(table.systems[place] for place in places)
    notes = []
    unknown = [name for name in table.systems if name not in known]
    if unknown:
        notes.append(f"Left out, because there is no output: {', '.join(unknown)}.")
    without = sorted(known.keys() - set(outputs))
    if without:
        notes.append(f"Left out, because there is no human score: {', '.join(without)}.")
    return TargetScores(outputs, table.human[places], table.gold, tuple(notes))


def target_from_ratings(testset: TestSet, human: HumanScores) -> TargetScores:
    """Human scores that were joined with the outputs."""
    for system in human.systems:
        if testset.runs[system] > 1:
            raise UsageError(
                f"{system} has {testset.runs[system]} outputs, and ratings do not name the training"
                " run.",
                hint="Give the output that was judged.",
            )
    gold = human.ratings.task.names[0] or GOLD
    return TargetScores(human.systems, human.means, gold, tuple(human.joined.sentences))
