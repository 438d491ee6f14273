"""The documentation tells the truth: examples run and print what they show, members are listed."""

import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tertium.core import plugins
from tertium.examples import folder
from tertium.formats._kinds import kinds
from tests.command import run

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md")))]


def examples(page: str) -> list[tuple[str, str]]:
    """Commands of tertium in the console blocks of a page, with the output shown for each."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("tertium "):
                found.append((command, output.rstrip("\n")))
    return found


def shown_files(page: str) -> dict[str, str]:
    """Files that a page shows, in blocks with their name as caption."""
    text = (ROOT / page).read_text(encoding="utf-8")
    pattern = r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```"
    return dict(re.findall(pattern, text, re.MULTILINE | re.DOTALL))


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files that the examples name, made of the example data."""
    news = folder()
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "src.txt": "source.de.txt",
        "a.txt": "systems/large.txt",
        "b.txt": "systems/baseline.1.txt",
        "c.txt": "systems/distilled.txt",
        "d.txt": "systems/finetuned.txt",
        "e.txt": "systems/pivot.txt",
        "base.run1.txt": "systems/baseline.1.txt",
        "base.run2.txt": "systems/baseline.2.txt",
        "base.run3.txt": "systems/baseline.3.txt",
        "a.edited.txt": "post_edits/large.txt",
        "ratings.csv": "ratings.csv",
    }.items():
        shutil.copy(news / origin, tmp_path / name)
    lines = (tmp_path / "a.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "gap.txt").write_text("".join(lines[:76] + lines[77:]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)])
def test_examples_print_what_the_page_shows(page, files):
    for name, text in shown_files(page).items():
        (files / name).write_text(text, encoding="utf-8")
    for command, shown in examples(page):
        result = run(*shlex.split(command)[1:])
        assert (result.stderr + result.stdout).rstrip("\n") == shown, command
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
