"""Super-samples beside sacreBLEU, which scores each hybrid like any other system."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from benchmarks.measure import Comparison, call_seconds
from benchmarks.metrics import forget
from benchmarks.texts import systems
from tertium.api.supersample import supersample
from tertium.core.testset import TestSet
from tertium.human.ratings import Ratings
from tertium.meta.supersample.hybrids import Choices

HYBRIDS, METRICS = 10_000, "bleu,chrf,ter"
# CPU seconds of one core that a super-sample may take, and how much faster it must be.
LIMIT, GOAL = 2.0, 50
# Hybrids that sacreBLEU scores; its time for all of them follows.
SCORED = 3

HEADER = ["hybrids", "samples", "systems", "segments", "CPU s", "limit s", "met"]


class Seconds(NamedTuple):
    """What a super-sample takes, everything after reading."""

    hybrids: int
    samples: int
    systems: int
    segments: int
    seconds: float

    def to_row(self) -> list[str]:
        met = "yes" if self.seconds <= LIMIT else "NO"
        return [
            f"{self.hybrids:,}",
            str(self.samples),
            str(self.systems),
            f"{self.segments:,}",
            f"{self.seconds:.2f}",
            f"{LIMIT:g}",
            met,
        ]


def comparisons(repetitions: int) -> list[Comparison]:
    """One sample, with one worker, beside hybrids scored one by one."""
    outputs, _ = systems()
    return [
        Comparison(
            f"{HYBRIDS:,} hybrids of {len(outputs)} systems, {METRICS}",
            (_theirs(),),
            tuple(_ours(1) for _ in range(repetitions)),
            GOAL,
        )
    ]


def measured(repetitions: int) -> list[Seconds]:
    """One sample; and with ten further ones, as by default."""
    outputs, reference = systems()
    return [
        Seconds(
            HYBRIDS,
            samples,
            len(outputs),
            len(reference),
            statistics.median(_ours(samples) for _ in range(repetitions)),
        )
        for samples in (1, 11)
    ]


def judgments(names: Sequence[str], segments: int) -> Ratings:
    """One judgment of each output; its value does not affect the time."""
    import numpy as np

    values = np.random.default_rng(1).normal(60, 20, len(names) * segments)
    return Ratings.of(
        {
            "annotator": [f"w{i // 100}" for i in range(len(values))],
            "system": [name for name in names for _ in range(segments)],
            "segment": [str(i + 1) for _ in names for i in range(segments)],
            "value": values.tolist(),
        }
    )


def _ours(samples: int) -> float:
    outputs, reference = systems()
    testset = TestSet.of(references=[reference], systems=outputs)
    ratings = judgments(list(outputs), len(reference))
    return call_seconds(
        lambda: supersample(testset, ratings, METRICS, hybrids=HYBRIDS, trials=samples - 1, jobs=1)
    )


def _theirs() -> float:
    """Mean time of some hybrids, times all."""
    outputs, reference = systems()
    texts = [outputs[name] for name in sorted(outputs)]
    choices = Choices(len(reference), len(texts), HYBRIDS)
    hybrids = [
        [texts[system][segment] for segment, system in enumerate(chosen)]
        for chosen in choices.block(1, 0, SCORED)
    ]

    def score(hybrid: list[str]) -> None:
        for metric in (BLEU(), CHRF(), TER()):
            metric.corpus_score(hybrid, [reference])

    return HYBRIDS * statistics.mean(
        call_seconds(lambda hybrid=hybrid: score(hybrid), forget)  # type: ignore[misc]
        for hybrid in hybrids
    )
