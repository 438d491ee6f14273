"""Fisher, Zou and Williams against the authors' R scripts and psych 2.2.9."""

import csv
import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium.core.intervals import Interval
from tertium.inference.correlations import fisher, williams, zou

inside = st.floats(-0.999, 0.999)


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def test_fisher_as_the_authors_script(reference_data: Path) -> None:
    stored = rows(reference_data / "stats/wmt15-ci/expected_fisher_ci.csv")
    assert len(stored) > 50
    for row in stored:
        found = fisher(abs(float(row["r_signed"])), int(row["n"]))
        assert found.low == pytest.approx(float(row["fisher_lo_absr"]), abs=1e-9)
        assert found.high == pytest.approx(float(row["fisher_hi_absr"]), abs=1e-9)


def test_zou_and_williams_as_r(reference_data: Path) -> None:
    stored = rows(reference_data / "stats/wmt15-ci/expected_zou_williams_pairs.csv")
    assert len(stored) > 500
    for row in stored:
        three = float(row["r12"]), float(row["r13"]), float(row["r23"])
        interval, test = zou(*three, int(row["n"])), williams(*three, int(row["n"]))
        assert interval.low == pytest.approx(float(row["zou_lo"]), abs=1e-9)
        assert interval.high == pytest.approx(float(row["zou_hi"]), abs=1e-9)
        assert interval.excludes_zero == (row["sig95"] == "TRUE")
        assert test.t == pytest.approx(float(row["williams_t"]), rel=1e-9, abs=1e-9)
        assert test.p == pytest.approx(float(row["williams_p_onesided"]), abs=1e-9)


def test_williams_known_answers(reference_data: Path) -> None:
    for row in rows(reference_data / "stats/williams/known_answers.csv"):
        three = float(row["r12"]), float(row["r13"]), float(row["r23"])
        n = int(row["n"])
        if row["valid_correlation_matrix"] == "False" or not row["t_signed"]:
            assert williams(*three, n).reason
            continue
        for alternative, column in (
            ("greater", "p_one_sided_greater"),
            ("two-sided", "p_two_sided"),
        ):
            found = williams(*three, n, alternative)
            assert found.t == pytest.approx(float(row["t_signed"]), rel=1e-9, abs=1e-12)
            assert found.p == pytest.approx(float(row[column]), rel=1e-9)


def test_the_readme_of_nlp_williams_has_one_degree_of_freedom_too_many() -> None:
    assert williams(0.65, 0.55, 0.3, 50).p == pytest.approx(0.209286172867536, rel=1e-12)
    assert williams(0.65, 0.55, 0.3, 50).p != pytest.approx(0.209243482964009, abs=1e-6)


def test_undefined_with_a_reason() -> None:
    assert fisher(0.5, 3).reason
    assert math.isnan(fisher(0.5, 3).low)
    assert fisher(1.0, 10) == Interval(1.0, 1.0, "degenerate: all pairs lie on a line")
    assert fisher(math.nan, 10).reason
    assert zou(1.0, 0.5, 0.5, 10).reason
    assert zou(0.9, 0.8, 0.7, 3).reason
    assert williams(0.9, 0.9, 1.0, 10).reason
    assert williams(0.9, 0.8, 0.7, 3).reason
    assert williams(0.8, 0.7, 0.0, 10).reason == "no sample can have these three correlations"
    assert williams(math.nan, 0.7, 0.0, 10).reason
    turned = "one metric is the other with its sign flipped"
    assert williams(0.4, -0.4, -1.0, 10).reason == turned
    assert williams(0.4, -0.4, -1 + 1e-16, 10).reason == turned


@given(inside, st.integers(4, 1000))
def test_fisher_stays_within_one(r: float, n: int) -> None:
    found = fisher(r, n)
    assert -1 <= found.low <= r <= found.high <= 1


@given(inside, inside, inside, st.integers(4, 1000))
def test_turning_the_question_turns_the_answer(r12: float, r13: float, r23: float, n: int) -> None:
    forth, back = zou(r12, r13, r23, n), zou(r13, r12, r23, n)
    assert forth.low == pytest.approx(-back.high, abs=1e-12)
    assert forth.high == pytest.approx(-back.low, abs=1e-12)
    greater, less = williams(r12, r13, r23, n), williams(r13, r12, r23, n, "less")
    assume(not greater.reason)
    assert greater.p == pytest.approx(less.p, abs=1e-12)
