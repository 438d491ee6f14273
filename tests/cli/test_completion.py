"""Completion of names in a shell, through click's own machinery."""

import pytest
from click.shell_completion import ShellComplete

from tertium.cli.main import tertium


def completed(*words: str, incomplete: str) -> list[str]:
    shell = ShellComplete(tertium, {}, "tertium", "_TERTIUM_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), incomplete)]


@pytest.mark.parametrize(
    ("words", "incomplete", "expected"),
    [
        ((), "sc", ["score"]),
        (("score", "-m"), "ch", ["chrf"]),
        (("score", "-tok"), "ja", ["ja-mecab"]),
        (("score", "--allow"), "empty", ["empty-lines"]),
        (("check", "--input-format"), "w", ["wmt-xml"]),
        (("score", "--format"), "la", ["latex"]),
    ],
)
def test_names_are_completed(words, incomplete, expected):
    assert completed(*words, incomplete=incomplete) == expected
