"""Time and memory as the work grows; run as a program it measures one size in a fresh process."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable

SIZES = (2_000, 20_000, 100_000, 500_000)
METRICS = ("bleu", "chrf", "chrf(word_order=2)", "ter")
THEIR_METRICS = ("bleu", "chrf")
# At half a million segments sacreBLEU would take minutes and tens of gigabytes.
THEIR_LARGEST = 100_000

HEADER = [
    "segments",
    *(f"{metric} us" for metric in METRICS),
    "peak MB",
    *(f"sacreBLEU {metric} us" for metric in THEIR_METRICS),
    "peak MB",
]


def measured(size: int) -> dict[str, dict[str, float]]:
    """For each program CPU microseconds per segment, and its peak memory in MB."""
    programs = ["tertium"] + ["sacrebleu"] * (size <= THEIR_LARGEST)
    return {
        program: json.loads(
            subprocess.check_output([sys.executable, "-m", "benchmarks.growth", program, str(size)])
        )
        for program in programs
    }


def to_row(size: int, results: dict[str, dict[str, float]]) -> list[str]:
    ours, theirs = results["tertium"], results.get("sacrebleu")
    row = [f"{size:,}", *(f"{ours[metric]:.2f}" for metric in METRICS), f"{ours['peak']:.0f}"]
    if theirs is None:
        return [*row, *[""] * (len(THEIR_METRICS) + 1)]
    return [*row, *(f"{theirs[m]:.1f}" for m in THEIR_METRICS), f"{theirs['peak']:.0f}"]


def _ours(metric: str, outputs: list[str], references: list[str]) -> Callable[[], object]:
    import tertium

    testset = tertium.TestSet.of(references=[references], systems={"a": outputs})
    return lambda: tertium.score(testset, metric, jobs=1)


def _theirs(metric: str, outputs: list[str], references: list[str]) -> Callable[[], object]:
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    scorer = {"bleu": BLEU, "chrf": CHRF}[metric]()
    return lambda: scorer.corpus_score(outputs, [references])


def _measure(program: str, size: int) -> dict[str, float]:
    from benchmarks.texts import grown

    outputs, references = grown(size)
    metrics, prepare = (METRICS, _ours) if program == "tertium" else (THEIR_METRICS, _theirs)
    result = {}
    for metric in metrics:
        prepare(metric, outputs[:10], references[:10])()  # imports are measured elsewhere
        run = prepare(metric, outputs, references)
        start = time.process_time()
        run()
        result[metric] = 1e6 * (time.process_time() - start) / size
    result["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return result


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1], int(sys.argv[2]))))
