"""Old spellings of options are refused, with the new name."""

import pytest
from tests.cli_commands import commands, options_of
from tests.command import run
from tests.tools import tool

from tertium.cli import _renamed


@pytest.mark.parametrize("called", commands())
def test_an_old_option_names_the_new_one_wherever_there_is_one(called):
    options = options_of(called.split())
    for old, names in _renamed._OPTIONS.items():
        if old in options or not options.intersection(names) or not old.startswith("--"):
            continue
        result = run(*called.split(), old, "1")
        (new,) = options.intersection(names)
        assert result == (
            2,
            "",
            f"error: tertium {called} has no option {old}. {old} is now {new}.\n",
        )


def test_every_rename_that_the_comparison_of_numbers_translates_is_known():
    tables = tool("docs_numbers").TABLES["options"].values()
    renames = {(old, new) for table in tables for old, new in table.items()}
    assert renames <= {(old, new) for old, names in _renamed._OPTIONS.items() for new in names}


def test_every_old_option_is_one_that_some_command_has_under_a_new_name():
    everywhere = set.union(*(options_of(called.split()) for called in commands()))
    missing = {old for old, names in _renamed._OPTIONS.items() if not everywhere & set(names)}
    assert not missing


def test_a_confidence_level_is_distinguished_from_a_level():
    result = run("human", "rank", "ratings.csv", "--level", "0.95")
    assert result.code == 2
    assert result.stderr == (
        "error: --level must be one of segment, document, judgment. Got '0.95' instead.\n"
        "The confidence level is now --confidence-level 0.95.\n"
    )


def test_an_unknown_option_is_reported_with_the_nearest():
    assert run("score", "--reprot", "x") == (
        2,
        "",
        "error: tertium score has no option --reprot. Did you mean --report?\n",
    )
