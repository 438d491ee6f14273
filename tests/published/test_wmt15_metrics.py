"""Graham and Liu 2016 from their own data (WMT-15), through the verbs that users call.

Expected: the authors' R script (ygraham/MT-metric-confidence-intervals @84f1d681), run unchanged,
and psych 2.2.9 for Williams; the printed tables of the paper.
"""

import csv
import math
import re
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.meta.compare_metrics.results import MetricComparison
from tertium.meta.notices import HiddenSigns

PAIRS = ("cs-en", "de-en", "fi-en", "en-cs", "en-de")


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def compared(reference_data: Path, pair: str, **settings: Any) -> MetricComparison:
    path = reference_data / f"stats/wmt15-ci/input/hum-sys.{pair}.scores.csv"
    return tertium.compare_metrics(path, **settings)


@pytest.mark.parametrize("pair", PAIRS)
def test_fisher_intervals(reference_data: Path, pair: str) -> None:
    stored = {
        row["metric"]: row
        for row in rows(reference_data / "stats/wmt15-ci/expected_fisher_ci.csv")
        if row["lp"] == pair
    }
    path = reference_data / f"stats/wmt15-ci/input/hum-sys.{pair}.scores.csv"
    signed, absolute = (tertium.correlate(path, absolute=hide) for hide in (False, True))
    assert len(signed.correlations) == len(stored)
    for one in signed.correlations:
        assert one.value == pytest.approx(float(stored[one.metric]["r_signed"]), abs=1e-9)
        assert one.correlation.n == int(stored[one.metric]["n"])
    for one in absolute.correlations:
        row = stored[one.metric]
        assert one.interval.low == pytest.approx(float(row["fisher_lo_absr"]), abs=1e-9)
        assert one.interval.high == pytest.approx(float(row["fisher_hi_absr"]), abs=1e-9)


@pytest.mark.parametrize("pair", PAIRS)
def test_zou_and_williams_on_all_pairs(reference_data: Path, pair: str) -> None:
    stored = [
        row
        for row in rows(reference_data / "stats/wmt15-ci/expected_zou_williams_pairs.csv")
        if row["lp"] == pair
    ]
    found = compared(reference_data, pair, absolute=True, correction="none")
    by_names = {(one.metric, one.other): one for one in found.pairs}
    for row in stored:
        one = by_names[row["metric_a"], row["metric_b"]]
        assert one.between == pytest.approx(float(row["r23"]), abs=1e-9)
        assert one.interval.low == pytest.approx(float(row["zou_lo"]), abs=1e-9)
        assert one.interval.high == pytest.approx(float(row["zou_hi"]), abs=1e-9)
        assert one.t == pytest.approx(float(row["williams_t"]), rel=1e-9, abs=1e-9)
        # Theirs is one-sided in the direction of the data.
        assert one.p / 2 == pytest.approx(float(row["williams_p_onesided"]), abs=1e-9)
    # Ties of r have no row there: the script prints "-" on both sides.
    exact_ties = sum(one.difference == 0 for one in found.pairs)
    assert len(found.pairs) == len(stored) + exact_ties
    # The specification's counts of significant pairs.
    counts = {"cs-en": 110, "de-en": 65, "fi-en": 75, "en-cs": 30, "en-de": 60}
    assert len(found.supported) == counts[pair]


@pytest.mark.parametrize("pair", PAIRS)
def test_the_matrix_that_the_script_prints(reference_data: Path, pair: str) -> None:
    text = (reference_data / f"stats/wmt15-ci/expected_r_output/r-ci.{pair}.csv").read_text()
    header, *lines = text.splitlines()
    names = header.split()
    found = {
        (one.metric, one.other): one for one in compared(reference_data, pair, absolute=True).pairs
    }
    printed = 0
    for line in lines:
        name, rest = line.split(" ", 1)
        cells = re.findall(r"\[ (\S+) , (\S+) \]|(-)(?=\s|$)", rest)
        assert len(cells) == len(names)
        for other, (low, high, _) in zip(names, cells, strict=True):
            if not low:
                continue
            printed += 1
            interval = found[name, other].interval
            assert interval.low == pytest.approx(float(low), abs=0.0005 + 1e-9)
            assert interval.high == pytest.approx(float(high), abs=0.0005 + 1e-9)
    assert printed > 90


def test_table_3_of_the_paper(reference_data: Path) -> None:
    printed = rows(reference_data / "stats/wmt15-ci/paper001_table3_check.csv")
    assert len(printed) == 19
    found = {(one.metric, one.other): one for one in compared(reference_data, "de-en").pairs}
    for row in printed:
        interval = found[row["a"], row["b"]].interval
        assert f"{interval.low:.3f}" == f"{float(row['printed_lo']):.3f}"
        assert f"{interval.high:.3f}" == f"{float(row['printed_hi']):.3f}"
    # The two cells that the text of the paper lost.
    for other, lost in {"DPMFcomb": (-0.023, 0.061), "DPMF": (-0.004, 0.101)}.items():
        assert tuple(found["upf-cobalt", other].interval) == pytest.approx(lost, abs=5e-4)


def test_the_fisher_half_of_table_2(reference_data: Path) -> None:
    printed = rows(reference_data / "stats/wmt15-ci/paper001_table2_check.csv")
    assert len(printed) == 10
    path = reference_data / "stats/wmt15-ci/input/hum-sys.en-cs.scores.csv"
    found = {one.metric: one for one in tertium.correlate(path).correlations}
    for row in printed:
        one = found[row["metric"]]
        assert abs(one.value) == pytest.approx(float(row["printed_r"]), abs=5e-4 + 1e-9)
        below, above = one.value - one.interval.low, one.interval.high - one.value
        # Three values were rounded twice; BS was printed as |r| beside the interval of r.
        assert below == pytest.approx(float(row["printed_minus"]), abs=6e-4)
        assert above == pytest.approx(float(row["printed_plus"]), abs=6e-4)
    assert found["BS"].value < 0
    assert round(found["RATATOUILLE"].value - found["RATATOUILLE"].interval.low, 3) == 0.070


def test_negative_correlations_are_shown_as_such(reference_data: Path) -> None:
    path = reference_data / "stats/wmt15-ci/input/hum-sys.en-de.scores.csv"
    found = tertium.correlate(path)
    dreem = next(one for one in found.correlations if one.metric == "Dreem")
    assert dreem.value == pytest.approx(-0.074, abs=5e-4)
    assert any("Dreem" in str(warning) for warning in found.warnings)
    hidden = tertium.correlate(path, absolute=True)
    assert all(one.value >= 0 for one in hidden.correlations)
    assert any(isinstance(warning, HiddenSigns) for warning in hidden.warnings)


def test_identical_metrics_are_not_tested(reference_data: Path) -> None:
    pairs = compared(reference_data, "de-en").pairs
    same = next(
        one for one in pairs if {one.metric, one.other} == {"LeBLEU-default", "LeBLEU-optimized"}
    )
    assert same.reason == "the metrics give the same scores"
    assert math.isnan(same.p)
    assert not same.significant
