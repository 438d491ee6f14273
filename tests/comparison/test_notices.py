"""Warnings of comparisons: few sentences for many systems, in the words of the reader."""

import re

import pytest

import tertium
from tertium.core import wording
from tertium.core.notices import sentences

LINES = [f"word{number} is in line {number} of the text" for number in range(40)]


@pytest.fixture(scope="module")
def comparison():
    """Forty systems, each of which differs from the reference in one line."""
    systems = {
        f"s{system:02}": [
            "another line" if number == system else line for number, line in enumerate(LINES)
        ]
        for system in range(40)
    }
    testset = tertium.testset(references=[LINES], systems=systems)
    return tertium.compare(testset, "bleu,chrf", all_pairs=True, trials=20)


def test_forty_systems_give_few_sentences(comparison):
    assert len(comparison.warnings) > 700
    assert len(sentences(comparison.warnings)) <= 4


def test_python_users_read_keywords_and_command_line_users_flags(comparison):
    flags = re.compile(r"(?<![\w-])--[a-z]")
    assert not any(map(flags.search, sentences(comparison.warnings)))
    with wording.on_command_line():
        assert any(map(flags.search, sentences(comparison.warnings)))
