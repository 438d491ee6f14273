"""The WMT20 metrics task: Pearson, Williams and Kendall as the organisers published them.

Expected: WMT-Metrics-task/wmt20-metrics @3e434fc3.
"""

import csv
import json
import math
from pathlib import Path

import pytest

import tertium

# What stands in the published matrices for "not significant, or the row is not better".
SENTINEL = 0.12


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


@pytest.fixture(params=["de-en", "en-de"])
def pair(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(reference_data: Path) -> Path:
    return reference_data / "stats/wmt20-metrics"


def test_pearson_and_williams_without_outliers(folder: Path, pair: str) -> None:
    outliers = json.loads((folder / "outlier-systems.json").read_text())[pair]
    table = tertium.read_scores(
        folder / f"input.{pair}.sys-scores.csv", without=["Human-*", *outliers]
    )
    found = tertium.compare_metrics(table, correction="none")
    published = rows(folder / f"published.{pair}.pearson-excloutl.csv")
    r = {one.metric: one for one in found.correlations}
    for row in published:
        assert r[row["metric"]].value == pytest.approx(float(row["Pearson"]), abs=1e-12)
        assert r[row["metric"]].correlation.n == int(row["N"])
    pairs = {(one.metric, one.other): one for one in found.pairs}
    significant = 0
    for row in rows(folder / f"published.{pair}.williams-excloutl.csv"):
        for other, cell in row.items():
            if other == "metric" or row["metric"] == other:
                continue
            one = pairs.get((row["metric"], other))
            p = float(cell) if cell else math.nan
            if math.isnan(p):
                same = one or pairs[other, row["metric"]]
                assert same.reason
            elif p != SENTINEL:
                significant += 1
                assert one is not None
                # Theirs is one-sided in the direction of the data.
                assert one.p / 2 == pytest.approx(p, rel=1e-8)
            elif one is not None and not one.reason:
                assert one.p / 2 > 0.05
    assert significant > 40


def test_kendall_on_all_systems(folder: Path, pair: str) -> None:
    table = tertium.read_scores(folder / f"input.{pair}.sys-scores.csv", without=["Human-*"])
    found = tertium.correlate(table, "kendall-b", interval="none")
    tau = {one.metric: one.value for one in found.correlations}
    for row in rows(folder / f"published.{pair}.kendall-allsys.csv"):
        assert tau[row["metric"]] == pytest.approx(float(row["Kendall"]), abs=1e-12)
