"""Verdicts on annotators, from Python."""

import json

import pytest
from tests.report._human import example, quality

import tertium
from tertium.core.errors import DataWarning, ParameterError


def test_rows_json_and_print():
    result = quality()
    assert [row["annotator"] for row in result.to_rows() if not row["passed"]] == ["a05", "a11"]
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert data["signature"] == result.signature
    assert result.signature.startswith("quality_control|version:tertium-")
    assert str(result).splitlines()[2].split() == ["a01", "330", "0.0000", "passed"]


def test_rows_for_a_spreadsheet_say_why_in_sentences():
    rows = {row["annotator"]: row for row in quality().to_rows()}
    assert (rows["a01"]["verdict"], rows["a01"]["reasons"]) == ("passed", "")
    assert rows["a01"]["cautions"] == ""
    assert rows["a05"]["verdict"] == "failed"
    assert rows["a05"]["reasons"] == (
        "Degraded outputs are not scored significantly lower than the original outputs"
        " (p = 0.8771, 18 pairs)."
    )
    assert rows["a07"]["cautions"] == "References have a mean adequacy score of only 88.3."


def test_rows_do_not_say_what_is_not_known():
    rows = tertium.quality(example().where(example().kind.is_("system"))).to_rows()
    assert {(row["passed"], row["verdict"]) for row in rows} == {(None, "not tested")}


def test_rules_can_be_given():
    strict = tertium.quality(example(), test="signed-rank", alpha=1e-6)
    assert strict.signature.startswith("quality_control(alpha=1e-06,test=signed-rank)|")
    assert len(strict.control.passed) < len(quality().control.passed)
    with pytest.raises(ParameterError, match="alpha must be between 0 and 1"):
        tertium.quality(example(), alpha=1.0)


def test_the_chain_of_mechanical_turk(reference_data):
    """31 assignments are those of 29 workers with 2,900 judgments: 23 not rejected, 21 pass."""
    files = sorted((reference_data / "stats/da-amt/input").glob("Batch_*.csv"))
    with pytest.warns(DataWarning, match="2 of 29 rows not used"):
        ratings = tertium.read_ratings(files)
    assert len(ratings) == 2900
    assert len(ratings.annotator.names) == 29
    annotators = tertium.quality(ratings).control.annotators
    assert sum(not one.rejected for one in annotators) == 23
    assert sum(one.passed for one in annotators) == 21
