"""Measures everything, prints tables, and writes benchmarks/results/latest.json."""

import argparse
import json
import platform
import statistics
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks import (
    commands,
    correlations,
    growth,
    human,
    meta,
    metrics,
    programs,
    significance,
    supersample,
)
from benchmarks.measure import HEADER
from benchmarks.texts import pairs
from tertium.core.engines import available_cores
from tertium.core.formatting import plain_table
from tertium.kernels import build

RESULTS = Path(__file__).parent / "results" / "latest.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    repetitions = parser.parse_args().repetitions
    origin, outputs, _ = pairs()
    machine = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "cores": available_cores(),
        "python": platform.python_version(),
        "kernels": build(),
        **{name: version(name) for name in ("tertium", "sacrebleu", "jiwer", "numpy")},
    }
    print(f"{origin}: {len(outputs):,} segments.")
    print(", ".join(f"{key} {value}" for key, value in machine.items()))
    print(f"CPU time, {repetitions} alternating repetitions, medians.\n")

    made = metrics.comparisons(repetitions)
    others, absent = programs.comparisons(repetitions)
    whole, help_seconds = commands.comparisons(repetitions)
    swaps, missing = meta.comparisons()
    made += others + whole + significance.comparisons(repetitions) + swaps
    made += supersample.comparisons(repetitions)
    absent += missing
    print(plain_table(HEADER, [comparison.to_row() for comparison in made]))
    for line in absent:
        print(line)
    print(f"\ntertium --help: {1000 * statistics.median(help_seconds):.0f} ms of CPU.\n")

    grown = {size: growth.measured(size) for size in growth.SIZES}
    print(plain_table(growth.HEADER, [growth.to_row(size, r) for size, r in grown.items()]))

    compared = significance.growth()
    print(f"\nComparing all pairs, {significance.METRICS}:")
    print(plain_table(significance.GROWTH_HEADER, [one.to_row() for one in compared]))
    usage = significance.memory()
    print("\nComparing with a baseline, BLEU, from text:")
    print(plain_table(significance.MEMORY_HEADER, [significance.memory_row(usage)]))
    judged = human.growth()
    print("\nRanking by human judgments, from a file:")
    print(plain_table(human.HEADER, [one.to_row() for one in judged]))

    correlated = correlations.measured()
    print("\nMetrics and human scores, with default intervals, one worker:")
    print(plain_table(correlations.HEADER, [one.to_row() for one in correlated]))

    sampled = supersample.measured(repetitions)
    print(f"\nSuper-samples, {supersample.METRICS}, one worker, everything after reading:")
    print(plain_table(supersample.HEADER, [one.to_row() for one in sampled]))

    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(
        json.dumps(
            {
                "machine": machine,
                "text": origin,
                "comparisons": [comparison.to_dict() for comparison in made],
                "help_seconds": help_seconds,
                "growth": grown,
                "growth_of_comparisons": [one._asdict() for one in compared],
                "memory_of_comparisons": usage._asdict(),
                "growth_of_rankings": [one._asdict() for one in judged],
                "correlations": [one._asdict() for one in correlated],
                "supersamples": [one._asdict() for one in sampled],
            },
            indent=2,
        )
    )
    print(f"\nWritten to {RESULTS.relative_to(Path.cwd())}.")


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
