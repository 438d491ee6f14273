"""A million ratings to a ranking: reading, quality control, standardization, tests, intervals."""

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import command_usage

SIZES = (10_000, 100_000, 1_000_000)
SYSTEMS, SEGMENTS_OF_BATCH = 10, 100
# CPU seconds that the largest job may take.
LIMIT = 20

HEADER = ["ratings", "CPU s", "us a rating", "peak MB", "limit s", "met"]


class Growth(NamedTuple):
    """Number of ratings, and what `tertium human rank` used for them."""

    ratings: int
    seconds: float
    megabytes: float

    def to_row(self) -> list[str]:
        largest = self.ratings == SIZES[-1]
        met = "yes" if self.seconds <= LIMIT else "NO"
        return [
            f"{self.ratings:,}",
            f"{self.seconds:.1f}",
            f"{1e6 * self.seconds / self.ratings:.1f}",
            f"{self.megabytes:,.0f}",
            *([str(LIMIT), met] if largest else ["", ""]),
        ]


def growth() -> list[Growth]:
    """Measure the whole command as ratings grow, each in a fresh process."""
    return [_measured(size) for size in SIZES]


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


def _measured(size: int) -> Growth:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "ratings.csv"
        write_ratings(path, size)
        program = (
            "import sys, tertium;tertium.rank(tertium.read_ratings(sys.argv[1]), quality=True)"
        )
        return Growth(size, *command_usage([sys.executable, "-c", program, str(path)]))
