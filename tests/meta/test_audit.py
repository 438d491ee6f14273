"""Published intervals: Table 1 of Graham and Liu 2016, and what can be wrong with a table."""

import math
from pathlib import Path

import pytest

import tertium
from tertium.core.errors import FormatError, UsageError
from tertium.meta.audit import Published
from tests.command import run

# Metric, r and the half interval that WMT-14 reported for five systems.
TABLE = """metric\tr\tci
REDSYSENT\t0.993\t± 0.018
REDSYS\t0.989\t± 0.021
NIST\t0.983\t± 0.025
DISCOTK-PARTY\t0.983\t± 0.025
APAC\t0.982\t± 0.026
METEOR\t0.980\t± 0.029
TER\t0.976\t± 0.031
DISCOTK-PARTY-TUNED\t0.975\t± 0.031
WER\t0.974\t± 0.033
CDER\t0.965\t± 0.035
TBLEU\t0.957\t± 0.040
BLEU\t0.909\t± 0.054
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.tsv"
    path.write_text(TABLE)
    return path


def test_nine_limits_exceed_one(table: Path) -> None:
    found = tertium.audit(table, n=5)
    assert [one.metric for one in found.rows if one.out_of_range] == [
        line.split("\t")[0] for line in TABLE.splitlines()[1:10]
    ]
    assert all(one.symmetric for one in found.rows)
    bleu = found.rows[-1]
    assert bleu.fisher.low == pytest.approx(0.1350, abs=1e-4)
    assert bleu.fisher.high == pytest.approx(0.99402, abs=1e-4)


def test_on_the_command_line(table: Path) -> None:
    shown = run("meta", "audit", str(table), "--n", "5")
    assert shown.code == 0
    assert "9 of 12 published intervals exceed 1, which no correlation can." in shown.stdout


def test_blanks_limits_and_systems_in_the_table(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text("METRIC R LOW HIGH N\na 0.9 0.1 0.95 13\n")
    (one,) = tertium.audit(path).rows
    assert (one.n, one.symmetric, one.out_of_range) == (13, False, False)
    path.write_text("metric r ± n\na 0.9 ± 0.05 3\n")
    (one,) = tertium.audit(path).rows
    assert one.fisher.reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The table is empty"),
        ("metric\tr\tci\tn\n", "No correlations"),
        ("metric\tr\tci\n", "1: No column 'n'"),
        ("metric\tr\tn\n", "1: No column 'ci'"),
        ("metric\tr\tci\tn\na\tx\t1\t5\n", "2: 'x' in column r is not a number"),
        ("metric\tr\tci\tn\na\t1.2\t1\t5\n", "2: A correlation of 1.2 is not possible"),
        ("metric\tr\tci\tn\na\t0.2\t1\t5.5\n", "2: 5.5 is not a number of systems"),
        ("metric\tr\tci\tn\na\t0.2\n", "2: 2 columns; the header has 4"),
        (
            "metric\tr\tlow\thigh\tn\na\t0.5\t0.9\t0.1\t5\n",
            "2: [0.9, 0.1] is not an interval that contains 0.5",
        ),
    ],
)
def test_bad_tables_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        tertium.audit(path)
    assert said in str(caught.value)


def test_a_correlation_of_one_has_a_degenerate_interval() -> None:
    (one,) = tertium.audit([Published("a", 1.0, 0.9, 1.0, 9)]).rows
    assert one.fisher.low == one.fisher.high == 1
    assert one.fisher.reason == "degenerate: all pairs lie on a line"
    assert math.isnan(one.width_ratio)


def test_a_level_that_is_none(table: Path) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        tertium.audit(table, n=5, confidence_level=95)
