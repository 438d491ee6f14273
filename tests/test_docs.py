"""The documentation tells the truth: examples run and print what they show, members are listed."""

import json
import sys
from typing import Any

import pytest

from tertium.core import plugins
from tertium.formats import kinds
from tests.docs_examples import PAGES, ROOT, examples, printed, shown_files, write_files


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files that the examples name, made of the example data."""
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)])
def test_examples_print_what_the_page_shows(page, files):
    for command, shown in examples(page):
        assert printed(command) == shown, command
    for name, text in shown_files(page).items():
        found = (files / name).read_text(encoding="utf-8")
        assert found == text or agrees(json.loads(text), json.loads(found)), name


def agrees(shown: Any, found: Any) -> bool:
    """Whether a file holds the JSON that a page shows: rounded, and with parts left out."""
    if isinstance(shown, dict):
        return all(key == "..." or agrees(shown[key], found[key]) for key in shown)
    return shown == (round(found, 3) if isinstance(found, float) else found)


def test_files_that_are_shown_otherwise_are_found():
    found = {"a": [1], "b": {"c": 0.26311, "d": "x"}}
    assert agrees({"a": [1], "b": {"c": 0.263, "...": "..."}}, found)
    assert not agrees({"b": {"c": 0.272}}, found)
    assert not agrees({"b": {"d": "y"}}, found)


def test_the_documentation_has_examples():
    assert sum(len(examples(page)) for page in PAGES) > 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "members"),
    [
        ("metrics.md", "metrics"),
        ("tests.md", "significance"),
        ("statistics.md", "meta.statistics"),
        ("tokenizers.md", "text.tokenizers"),
        ("checks.md", "checks"),
        ("commands.md", "cli.commands"),
    ],
)
def test_every_member_has_a_heading(page, members, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    sys.modules.pop("members", None)
    import members as written  # type: ignore[import-not-found]

    for name in plugins.names(members):
        assert f"## {name}\n" in written.pages()[page]


def test_commands_of_groups_have_headings_too(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import members as written

    for name in plugins.names("cli.human"):
        assert f"## human {name}\n" in written.pages()["commands.md"]


def test_every_format_of_every_kind_has_a_heading(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import members as written

    for kind in kinds():
        for name in plugins.names(f"formats.{kind}"):
            assert f"## {name} ({kind})\n" in written.pages()["formats.md"]
