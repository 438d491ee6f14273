"""Correlations with default intervals, and comparisons of many metrics: CPU seconds, one worker.

python -m benchmarks.correlations
"""

import gzip
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import tertium
from benchmarks.measure import call_seconds, command_seconds
from benchmarks.texts import SCORES, WMT23
from tertium.core.formatting import plain_table
from tertium.meta.score_table import ScoreTable

HEADER = ["job", "CPU s", "limit s", "met"]
_BY_SEGMENT = ("--level", "segment", "--average-by", "item")


class Measured(NamedTuple):
    """CPU seconds of a job, and its limit, if it has one."""

    job: str
    seconds: float
    limit: float | None = None

    def to_row(self) -> list[str]:
        """Cells of a table."""
        if self.limit is None:
            return [self.job, f"{self.seconds:.2f}", "", ""]
        met = "yes" if self.seconds <= self.limit else "NO"
        return [self.job, f"{self.seconds:.2f}", f"{self.limit:g}", met]


def measured() -> list[Measured]:
    """Measure all jobs; those on data that are not here are left out."""
    found = [_accuracy_of(systems) for systems in (40, 41)]
    if SCORES.exists():
        data = json.loads(gzip.decompress(SCORES.read_bytes()))
        scores = {"human": data["gold"], **data["metrics"]}
        table = _table({name: np.array(one, float) for name, one in scores.items()})
        found.append(
            Measured(
                "calibrated acc-eq of 3 metrics, 9 systems, 1,418 segments",
                call_seconds(_correlated(table, "acc-eq(epsilon=calibrated)")),
                10,
            )
        )
    if WMT23.is_dir():
        command = [sys.executable, "-m", "tertium", "meta", "correlate", str(WMT23), "-j", "1"]
        command += ["--gold", "mqm", *_BY_SEGMENT, "--statistic", "kendall-b,acc-eq"]
        command += ["--without", "refA", "--without", "synthetic_ref"]
        job = "meta correlate, WMT23 en-de, kendall-b and acc-eq of 24 metrics, whole command"
        found.append(Measured(job, command_seconds(command), 3))
        read = tertium.read_scores(
            WMT23, gold="mqm", level="segment", without=["refA", "synthetic_ref"]
        )
        found += [_compared(read, metrics) for metrics in (3, 6, 20)]
    return found


def _accuracy_of(systems: int) -> Measured:
    random = np.random.default_rng(1)
    human = random.normal(size=(systems, 557)).round(1)
    table = _table({"human": human, "metric": human + random.normal(size=human.shape)})
    job = f"acc-eq by item, {systems} systems, 557 segments"
    return Measured(job, call_seconds(_correlated(table, "acc-eq")))


def _compared(table: ScoreTable, metrics: int) -> Measured:
    chosen = table.only(table.metrics[:metrics])

    def run() -> object:
        return tertium.compare_metrics(chosen, "kendall-b", level="segment", test="scores", jobs=1)

    job = f"meta compare, kendall-b, scores swapped, {metrics} metrics"
    return Measured(job, call_seconds(run))


def _correlated(table: ScoreTable, statistic: str) -> Callable[[], object]:
    return lambda: tertium.correlate(table, statistic, level="segment", average_by="item", jobs=1)


def _table(scores: dict[str, Any]) -> ScoreTable:
    systems, items = scores["human"].shape
    return ScoreTable(
        "segment",
        tuple(f"{number:03}" for number in range(systems)),
        tuple(str(number) for number in range(items)),
        scores,
        "human",
    )


if __name__ == "__main__":
    print(plain_table(HEADER, [one.to_row() for one in measured()]))
