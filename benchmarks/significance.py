"""Comparisons of systems beside sacreBLEU's paired tests, how they grow, and their memory."""

import sys
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from sacrebleu.significance import PairedTest

from benchmarks.measure import Comparison, Usage, call_seconds, command_usage
from benchmarks.metrics import forget
from benchmarks.texts import systems, write_grown
from tertium.api.compare import compare
from tertium.comparison.sample import collect
from tertium.core.executor import Executor, use
from tertium.core.resampling import Swaps, replicates
from tertium.core.sums import Sums
from tertium.core.testset import TestSet

TRIALS = 10_000
METRICS = "bleu,chrf,ter"
# Units of the largest job, and what it may take.
SEGMENTS, SYSTEMS, SAMPLES, LIMIT = 1_000_000, 10, 1_000, 2_000

GROWTH_HEADER = ["systems", "pairs", "segments", "trials", "sums ms", "all ms"]
MEMORY_HEADER = ["segments", "systems", "samples", "CPU s", "peak MB", "limit", "met"]


def comparisons(repetitions: int) -> list[Comparison]:
    """All pairs beside sacreBLEU's tests, which go against one baseline.

    Ours always gives intervals; of theirs paired bootstrap (bs) does, and approximate randomization
    (ar) if it is asked to; without them it does less than ours. Theirs take a minute or more and
    are measured once. Statistics are included on both sides.
    """
    outputs, reference = systems()

    def theirs(test: str, intervals: int) -> float:
        metrics = {"BLEU": BLEU(), "chrF2": CHRF(), "TER": TER()}
        named: list[tuple[str, Sequence[str]]] = list(outputs.items())
        return call_seconds(
            lambda: PairedTest(named, metrics, [reference], test, TRIALS, intervals)(), forget
        )

    def ours() -> float:
        return call_seconds(lambda: _compared(outputs, reference, TRIALS))

    ours()
    return [
        Comparison(
            f"{len(outputs)} systems, {METRICS}, {TRIALS:,} trials, {label}",
            (theirs(test, intervals),),
            tuple(ours() for _ in range(repetitions)),
            goal,
        )
        for label, test, intervals, goal in (
            ("bs", "bs", -1, 100),
            ("ar with intervals", "ar", TRIALS, 100),
            ("ar without", "ar", -1, 100),
        )
    ]


class Growth(NamedTuple):
    """Size of a comparison, and milliseconds for the weighted sums alone and for everything."""

    systems: int
    segments: int
    trials: int
    sums: float
    everything: float

    def to_row(self) -> list[str]:
        pairs = self.systems * (self.systems - 1) // 2
        sizes = (self.systems, pairs, self.segments, self.trials)
        return [*(f"{n:,}" for n in sizes), f"{self.sums:,.1f}", f"{self.everything:,.1f}"]


def growth() -> list[Growth]:
    """Measure all pairs as systems, segments and trials grow."""
    sizes = [(count, 1, TRIALS // 10) for count in (2, 4, 8)]
    sizes += [(4, times, TRIALS // 10) for times in (4, 16)]
    sizes += [(4, 1, TRIALS)]
    return [_grown(*size) for size in sizes]


def memory() -> Usage:
    """Measure a million segments of ten systems from text, in a fresh process."""
    with tempfile.TemporaryDirectory() as name:
        reference, outputs = write_grown(Path(name), SEGMENTS, SYSTEMS)
        program = (
            "import sys, tertium; from tertium.api.compare import compare;"
            "testset = tertium.read(sys.argv[3:], references=sys.argv[2], keep_outputs=False);"
            "compare(testset, 'bleu', trials=int(sys.argv[1]), jobs=2)"
        )
        files = [str(path) for path in (reference, *outputs)]
        return command_usage([sys.executable, "-c", program, str(SAMPLES), *files])


def memory_row(usage: Usage) -> list[str]:
    sizes = (f"{n:,}" for n in (SEGMENTS, SYSTEMS, SAMPLES))
    met = "yes" if usage.megabytes <= LIMIT else "NO"
    return [*sizes, f"{usage.seconds:.0f}", f"{usage.megabytes:,.0f}", f"{LIMIT:,}", met]


def _compared(outputs: dict[str, list[str]], reference: list[str], trials: int) -> object:
    testset = TestSet.of(references=[reference], systems=outputs)
    return compare(testset, METRICS, all_pairs=True, trials=trials, jobs=1)


def _grown(count: int, times: int, trials: int) -> Growth:
    outputs, reference = systems()
    chosen = {name: lines * times for name, lines in islice(outputs.items(), count)}
    repeated = reference * times
    testset = TestSet.of(references=[repeated], systems=chosen)
    collected = collect(testset, METRICS, level="segment", combine_runs="mean")
    sums = Sums.of(collected.sample.outputs)

    def weigh() -> None:
        with use(Executor(1)):
            replicates(Swaps(len(repeated)), trials, 1, lambda masks: sums(masks).swapaxes(0, 1))

    return Growth(
        count,
        len(repeated),
        trials,
        1000 * min(call_seconds(weigh) for _ in range(3)),
        1000 * min(call_seconds(lambda: _compared(chosen, repeated, trials)) for _ in range(3)),
    )
