"""The command that shows that no number changed finds one that did."""

import json

import pytest

from tests.tools import tool


@pytest.fixture
def compared(tmp_path, capsys):
    """Store what a command gave before and after, and return the exit code and what is shown."""
    compare = tool("docs_numbers").compare

    def call(before, after):
        for side, printed in (("before", before), ("after", after)):
            (tmp_path / side).mkdir(exist_ok=True)
            stored = {"command": "x", "exit": 0, "messages": "", "printed": printed, "written": {}}
            (tmp_path / side / "page.00.json").write_text(json.dumps(stored))
        code = compare(tmp_path / "before", tmp_path / "after")
        return code, capsys.readouterr().out

    return call


def test_renamed_fields_are_listed_and_are_no_difference(compared):
    before = {"low": 1.5, "high": 2, "unit": "segment"}
    after = {"interval": {"low": 1.5, "high": 2}, "level": "segment"}
    code, shown = compared(before, after)
    assert code == 0
    assert "field unit" in shown
    assert "field level" in shown


def test_another_order_is_listed_and_is_no_difference(compared):
    code, shown = compared({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert code == 0
    assert "another order" in shown
    assert "from a = 1 / b = 2" in shown


@pytest.mark.parametrize("after", [{"p": 0.051}, {}, {"p": 0.05, "q": 1}, {"p": None}])
def test_any_other_number_is_a_difference(compared, after):
    code, shown = compared({"p": 0.05}, after)
    assert code == 1
    assert "Differences" in shown


def test_warnings_may_be_worded_otherwise(compared):
    assert compared({"p": 1, "warnings": ["3 runs"]}, {"p": 1, "warnings": [{"runs": 3}]})[0] == 0


def test_a_command_that_now_fails_is_a_difference(compared, tmp_path):
    compared({}, {})
    path = tmp_path / "after" / "page.00.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"exit": 2}))
    assert tool("docs_numbers").compare(tmp_path / "before", tmp_path / "after") == 1
