"""Outputs with human scores to tune metrics to."""

import numpy as np

import tertium
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import TestSet
from tertium.examples import folder

SYSTEMS = ("distilled", "large", "pivot")
METEOR = "meteor(modules=exact+stem,norm=true)"
TRUTH = (
    "meteor(alpha=0.3,beta=1.0,delta=0.4,gamma=0.9,lang=en,modules=exact+stem,norm=true,"
    "weights=1.0+0.2)"
)


def example(
    size: int = 80, systems: tuple[str, ...] = SYSTEMS, references: str = "A", documents: int = 0
) -> TestSet:
    """The first segments of the example data, in documents of so many segments."""
    news = folder()

    def lines(name: str) -> list[str]:
        return (news / name).read_text(encoding="utf-8").splitlines()[:size]

    return TestSet.of(
        references=[lines(f"reference.{name}.en.txt") for name in references],
        systems={name: lines(f"systems/{name}.txt") for name in systems},
        document_ids=[f"d{i // documents}" for i in range(size)] if documents else (),
    )


def scored(testset: TestSet, spec: str = TRUTH, noise: float = 0.0, seed: int = 1) -> SegmentScores:
    """Scores of a metric with noise, as human scores."""
    random = np.random.default_rng(seed)
    values = {}
    for one in sorted(tertium.score(testset, spec), key=lambda one: one.system):
        errors = noise * random.standard_normal(len(testset))
        values[Scored("human", one.system, one.run or 0)] = one.segments + errors
    return SegmentScores(values, testset.segment_ids)


def noise(testset: TestSet, seed: int) -> SegmentScores:
    """Human scores that have nothing to do with the outputs."""
    random = np.random.default_rng(seed)
    values = {Scored("human", name): random.standard_normal(len(testset)) for name in testset.runs}
    return SegmentScores(values, testset.segment_ids)
