"""A million ratings to a ranking: reading, quality control, standardization, tests, intervals.

    python -m benchmarks.human

Ratings are scores of adequacy, or ESA: a score for each output and the spans of its errors.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import command_usage
from tertium.core.formatting import plain_table

SIZES = (10_000, 100_000, 1_000_000)
SYSTEMS, SEGMENTS_OF_BATCH = 10, 100
# CPU seconds that the largest job may take.
LIMIT = 20

HEADER = ["task", "ratings", "CPU s", "us a rating", "peak MB", "limit s", "met"]


class Growth(NamedTuple):
    """Task and number of ratings, and what `tertium human rank` used for them."""

    task: str
    ratings: int
    seconds: float
    megabytes: float

    def to_row(self) -> list[str]:
        largest = self.ratings == SIZES[-1]
        met = "yes" if self.seconds <= LIMIT else "NO"
        return [
            self.task,
            f"{self.ratings:,}",
            f"{self.seconds:.1f}",
            f"{1e6 * self.seconds / self.ratings:.1f}",
            f"{self.megabytes:,.0f}",
            *([str(LIMIT), met] if largest else ["", ""]),
        ]


def growth() -> list[Growth]:
    """Measure the whole command as ratings grow, each in a fresh process."""
    writers = {"adequacy": write_ratings, "esa": write_spans}
    return [_measured(task, write, size) for task, write in writers.items() for size in SIZES]


def write_ratings(path: Path, size: int) -> None:
    """Write ratings of ten systems; each annotator judges a batch of a hundred.

    A tenth of the items are degraded outputs, beside the outputs themselves.
    """
    import numpy as np

    random = np.random.default_rng(1)
    values = random.normal(60, 20, size).clip(0, 100 - SYSTEMS).round()
    with path.open("w", encoding="utf-8") as file:
        file.write("annotator,batch,segment,document,system,task,kind,value\n")
        for row, value in enumerate(values):
            batch, place = divmod(row, SEGMENTS_OF_BATCH)
            degraded = place % 10 == 9
            segment = row - 1 if degraded else row
            system = segment % SYSTEMS
            kind = "bad_reference" if degraded else "system"
            shown = value / 2 if degraded else value + system
            file.write(
                f"w{batch // 10},b{batch},{segment // SYSTEMS % 2_000},d{segment % 100},s{system},"
                f"adequacy,{kind},{shown:g}\n"
            )


def write_spans(path: Path, size: int) -> None:
    """Write ESA judgments of ten systems: three rows in four are errors with their spans."""
    import numpy as np

    random = np.random.default_rng(1)
    values = random.normal(60, 20, size).clip(0, 100 - SYSTEMS).round()
    starts = random.integers(0, 150, size)
    with path.open("w", encoding="utf-8") as file:
        columns = "annotator,batch,segment,document,system,task,kind,severity,value,span_start"
        file.write(f"{columns},span_end,side\n")
        for row in range(size):
            output, place = divmod(row, 4)
            batch, item = divmod(output, SEGMENTS_OF_BATCH)
            degraded = item % 10 == 9
            segment = output - 1 if degraded else output
            system = segment % SYSTEMS
            kind = "bad_reference" if degraded else "system"
            value = values[output] / 2 if degraded else values[output] + system
            start = starts[row]
            rest = (
                f"{('minor', 'major')[row % 2]},,{start},{start + 7},output"
                if place
                else f",{value:g},,,"
            )
            file.write(
                f"w{batch // 10},b{batch},{segment // SYSTEMS % 2_000},d{segment % 100},s{system},"
                f"esa,{kind},{rest}\n"
            )


def _measured(task: str, write: Callable[[Path, int], None], size: int) -> Growth:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "ratings.csv"
        write(path, size)
        program = (
            "import sys, tertium;tertium.rank(tertium.read_ratings(sys.argv[1]), quality=True)"
        )
        return Growth(task, size, *command_usage([sys.executable, "-c", program, str(path)]))


def main() -> None:
    print(plain_table(HEADER, [one.to_row() for one in growth()]))


if __name__ == "__main__":
    main()
