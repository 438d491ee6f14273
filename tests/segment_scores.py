"""Test sets made of numbers."""

import numpy as np

from tertium.core.layers import Layer
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import TestSet


def scored(**systems) -> TestSet:
    """A test set that has scores only: for each system those of its segments, or of its runs."""
    values = {}
    for name, numbers in systems.items():
        runs = np.atleast_2d(np.asarray(numbers, dtype=float))
        for run, of_segments in enumerate(runs, 1):
            values[Scored("points", name, run if len(runs) > 1 else 0)] = of_segments
    ids = tuple(str(number + 1) for number in range(len(of_segments)))
    return TestSet.of(layers={"scores": Layer("scores", {"": (SegmentScores(values, ids),)})})
