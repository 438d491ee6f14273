"""Time and memory as the work grows; run as a program it measures one size in a fresh process."""

import json
import resource
import subprocess
import sys
import time

SIZES = (2_000, 20_000, 100_000, 500_000)
METRICS = ("bleu", "chrf", "chrf(word_order=2)", "ter")
HEADER = ["segments", *(f"{metric} us/seg" for metric in METRICS), "peak MB"]


def measured(size: int) -> dict[str, float]:
    """CPU microseconds per segment of each metric, and the peak memory of all of it in MB."""
    command = [sys.executable, "-m", "benchmarks.growth", str(size)]
    result: dict[str, float] = json.loads(subprocess.check_output(command))
    return result


def to_row(size: int, result: dict[str, float]) -> list[str]:
    times = [f"{result[metric]:.2f}" for metric in METRICS]
    return [f"{size:,}", *times, f"{result['peak']:.0f}"]


def _measure(size: int) -> dict[str, float]:
    import tertium
    from benchmarks.texts import grown

    outputs, references = grown(size)
    result = {}
    for metric in METRICS:
        testset = tertium.TestSet.of(references=[references], systems={"a": outputs})
        start = time.process_time()
        tertium.score(testset, metric, jobs=1)
        result[metric] = 1e6 * (time.process_time() - start) / size
    result["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return result


if __name__ == "__main__":
    print(json.dumps(_measure(int(sys.argv[1]))))
