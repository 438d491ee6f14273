"""Members are found by their file names."""

import pytest

from tertium.core import plugins
from tertium.core.errors import UnknownMember


def test_members_are_the_modules_of_a_folder():
    names = plugins.names("formats.testset")
    assert names == tuple(sorted(names))
    assert "wmt-xml" in names
    assert not [name for name in names if name.startswith("_")]


def test_a_member_is_loaded_by_its_name():
    assert plugins.load("checks", "empty-lines").__name__ == "tertium.checks.empty_lines"


@pytest.mark.parametrize(
    ("folder", "name", "message"),
    [
        ("metrics", "blue", "No metric named 'blue'. Did you mean 'bleu'? Known: "),
        (
            "formats.testset",
            "jsnl",
            "No testset format named 'jsnl'. Did you mean 'jsonl'? Known: ",
        ),
        ("checks", "empty", "No check named 'empty'. Did you mean 'empty-lines'? Known: "),
        (
            "metrics",
            "exact_match",
            "No metric named 'exact_match'. Did you mean 'exact-match'? Known: ",
        ),
        ("text.tokenizers", "13b", "No tokenizer named '13b'. Did you mean '13a'? Known: "),
    ],
)
def test_an_unknown_member_is_reported_with_the_nearest(folder, name, message):
    with pytest.raises(UnknownMember) as caught:
        plugins.load(folder, name)
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith(f"{', '.join(plugins.names(folder))}.")


def test_names_have_hyphens_where_files_have_underscores():
    assert plugins.member_name("tertium.metrics.exact_match") == "exact-match"
    assert plugins.identifier("exact-match") == "exact_match"
    assert plugins.load("metrics", "exact-match").METRIC.name == "exact-match"
    assert plugins.load("metrics", "bleu+1").METRIC.name == "bleu+1"


def test_private_modules_and_paths_are_no_members():
    for name in ("_lines", "__init__", "../core/errors", ""):
        with pytest.raises(UnknownMember):
            plugins.load("checks", name)


def test_a_summary_is_the_first_sentence():
    assert plugins.summary("checks", "invalid-utf8") == "A file is not UTF-8"
