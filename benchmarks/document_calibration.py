"""How often tests of human judgments reject a true null, on segments and on whole documents.

The judgments are those of WMT23 English-German by error spans (ESA): 13 outputs, 207 segments of 71
documents, two judgments of each output by different annotators, each of whom judged whole
documents. Pairs of systems at most 3 points apart are made equal by swapping their labels at
random, segment by segment, or document by document, which keeps what an annotator does to a
document. The two judgments of an output are swapped together.

    python -m benchmarks.document_calibration REPLICATES
"""

import csv
import gzip
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from tertium.core.intervals import Interval
from tertium.core.resampling import NULL_PAIRS, generator
from tertium.human.columns import Words
from tertium.human.groups import grouped
from tertium.human.pairwise_tests import tested
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RankSettings
from tertium.inference.binomial import clopper_pearson

CAMPAIGNS = {"ESA": ("ESA-1", "ESA-2"), "ESA-AI": ("ESAAI-1", "ESAAI-2")}
NULLS = ("segment", "document")
TESTS = ("rank-sum", "signed-rank", "approximate-randomization")
LEVELS = ("segment", "document")

# Systems that really differ would exaggerate what swapping them does.
APART = 3.0

ALPHA, LIMITS, SEED, TRIALS = 0.05, 0.99, 20250826, 1000


@dataclass(frozen=True)
class Rejections:
    """How many null pairs a test rejected."""

    rejected: int
    replicates: int

    @property
    def limits(self) -> Interval:
        """Exact limits of the rate at which it rejects such pairs."""
        return clopper_pearson(self.rejected, self.replicates, LIMITS)

    def __str__(self) -> str:
        low, high = (100 * limit for limit in self.limits)
        return f"{100 * self.rejected / self.replicates:.1f} % [{low:.1f}, {high:.1f}]"


def judgments(data: Path, campaign: str) -> JudgedSegments:
    """Judgments of a campaign that were published."""
    path = data / "wmt23/esa/judgments.en-de.csv.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    rows = [
        row
        for row in csv.DictReader(lines)
        if row["protocol"] in CAMPAIGNS[campaign] and row["type"] == "TGT" and row["kept"] == "1"
    ]
    names = ("annotator", "system", "document", "segment")
    columns: dict[str, Sequence[Any]] = {name: [row[name] for row in rows] for name in names}
    columns |= {"value": [float(row["score"]) for row in rows], "task": ["esa"] * len(rows)}
    return JudgedSegments.of(Ratings.of(columns), "raw")


def close_pairs(judged: JudgedSegments) -> Iterator[JudgedSegments]:
    """Judgments of each pair of systems with similar scores."""
    scores = judged.system_scores(judged.values, "segments")
    for one, other in combinations(range(len(scores)), 2):
        if abs(scores[one] - scores[other]) <= APART:
            yield judged.where((judged.system == one) | (judged.system == other))


def null_pair(pair: JudgedSegments, null: str, number: int) -> JudgedSegments:
    """A pair with labels swapped at random."""
    ratings = pair.ratings
    blocks = grouped(ratings.item if null == "segment" else ratings.document)
    swapped = generator(SEED, NULL_PAIRS, number).integers(0, 2, len(blocks))
    system = Words(ratings.system.codes ^ swapped[blocks.numbers], ratings.system.names)
    return JudgedSegments(replace(ratings, system=system), "raw")


def rejections(
    pairs: list[JudgedSegments], null: str, test: str, level: str, replicates: int
) -> Rejections:
    """Test null pairs made from all pairs in turn, two-sided."""
    settings = RankSettings(test=test, level=level, alternative="two-sided", trials=TRIALS)
    # A two-sided p is that of the system that scores better; NaN for the other.
    rejected = sum(
        bool((tested(null_pair(pairs[number % len(pairs)], null, number), settings) <= ALPHA).any())
        for number in range(replicates)
    )
    return Rejections(rejected, replicates)


def main() -> None:
    """Print a row for each test and level."""
    replicates = int(sys.argv[1])
    data = Path(os.environ.get("TERTIUM_REFERENCE_DATA", "../shared/data"))
    cases = [
        (list(close_pairs(judgments(data, campaign))), campaign, null)
        for campaign in CAMPAIGNS
        for null in NULLS
    ]
    titles = [f"{campaign} ({len(pairs)} pairs), {null} null" for pairs, campaign, null in cases]
    print(f"| test | level | {' | '.join(titles)} |")
    print(f"| --- | --- |{' ---: |' * len(cases)}")
    for test in TESTS:
        for level in LEVELS:
            cells = [rejections(pairs, null, test, level, replicates) for pairs, _, null in cases]
            print(f"| `{test}` | {level} | {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
