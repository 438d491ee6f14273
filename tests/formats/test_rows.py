"""Rows of named cells as CSV and JSON Lines."""

import json

import pytest

from tertium.core.errors import UsageError
from tertium.formats.rows import write_rows

ROWS = [
    {"name": "ann", "number": 3, "several": ["a", "b"], "flag": True},
    {"name": '=1+2, "x"\n', "number": -1.5, "flag": False},
]


def test_csv_has_no_formulas(tmp_path):
    path = tmp_path / "x.csv"
    write_rows(str(path), ["name", "number", "several", "flag", "none"], ROWS)
    assert path.read_text() == (
        'name,number,several,flag,none\nann,3,a;b,yes,\n"\'=1+2, ""x""\n",-1.5,,no,\n'
    )


def test_json_lines_are_exact(tmp_path):
    path = tmp_path / "x.jsonl"
    write_rows(str(path), ["name"], ROWS)
    assert [json.loads(line) for line in path.read_text().splitlines()] == ROWS


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(UsageError, match=r"does not end in \.csv or \.jsonl"):
        write_rows(str(tmp_path / "x.xlsx"), [], [])
    assert list(tmp_path.iterdir()) == []
