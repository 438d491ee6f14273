"""The documentation is correct: examples print the output shown, and all members are listed."""

import inspect
import json
import re
import sys
from typing import Any

import pytest

import tertium
from tertium.core import plugins
from tertium.formats import kinds
from tests.docs_examples import (
    PAGES,
    ROOT,
    Part,
    examples,
    parts,
    printed,
    run_python,
    run_session,
    shown_files,
    succeeds,
    write_files,
)
from tests.tools import tool


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files that the examples name, made of the example data."""
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if parts(page)])
def test_everything_on_a_page_runs_as_printed(page, files):
    namespace: dict[str, Any] = {}
    for kind, text, shown in parts(page):
        if kind == "console":
            assert printed(text) == shown, text
        elif kind == "table":
            succeeds(text)
        elif kind == "python":
            run_python(text, namespace)
        else:
            run_session(text, namespace)
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


def test_all_kinds_of_commands_are_found(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(
        """\
```console
$ tertium score a.txt
BLEU
$ make
```

| `tertium check a.txt`, `-b` | `cat a.txt \\| tertium score -` |

<!-- not run: downloads a test set -->

| | |
| --- | --- |
| `tertium never` | |

| `tertium again` |

<!-- not run: set-up -->

```console
$ pip install tertium
```

```python
one = 1
```

```pycon
>>> one
1
```
""",
        encoding="utf-8",
    )
    monkeypatch.setattr("tests.docs_examples.ROOT", tmp_path)
    assert parts("page.md") == [
        Part("console", "tertium score a.txt", "BLEU"),
        Part("console", "make", ""),
        Part("table", "tertium check a.txt", None),
        Part("table", "cat a.txt | tertium score -", None),
        Part("table", "tertium again", None),
        Part("python", "one = 1\n", None),
        Part("pycon", ">>> one\n1\n", None),
    ]


def test_a_session_that_prints_otherwise_fails():
    namespace: dict[str, Any] = {}
    run_python("one = 1", namespace)
    run_session(">>> one + 1\n2\n", namespace)
    with pytest.raises(AssertionError, match="Expected"):
        run_session(">>> one\n2\n", namespace)


@pytest.mark.parametrize("page", PAGES)
def test_commands_stand_in_console_blocks(page):
    """Else nothing would run them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for mark, block in re.findall(r"^(?:```|~~~)(\S*).*?\n(.*?)^(?:```|~~~)$", text, re.M | re.S):
        assert mark == "console" or not re.search(r"^(\$ )?tertium ", block, re.M), block


@pytest.mark.slow
def test_the_picture_of_the_readme_is_current(tmp_path):
    tool("readme_picture").draw(tmp_path / "new.svg")
    shown, drawn = (
        re.findall(r"<text[^>]*>([^<]*)<|aria-label=\"([^\"]*)", path.read_text(encoding="utf-8"))
        for path in (ROOT / "docs" / "differences.svg", tmp_path / "new.svg")
    )
    assert shown == drawn


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


def test_every_public_name_is_in_the_reference(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import members as written

    page = written.pages()["python.md"]
    for name in dir(tertium):
        value = getattr(tertium, name)
        if inspect.isfunction(value):
            assert f".. autofunction:: tertium.{name}\n" in page
        elif inspect.isclass(value):
            assert f".{name}\n" in page
    for kind in ("Comparison", "HumanRanking", "Correlations", "Scores", "Ratings", "Findings"):
        assert f".{kind}\n" in page, "a type that functions return"


@pytest.mark.parametrize(
    "term",
    [
        "confidence interval",
        "effect size",
        "meta-evaluation",
        "z-score",
        "inter-annotator agreement",
        "type I error",
        "system level",
    ],
)
def test_the_terms_of_the_field_are_in_the_readme_and_the_glossary(term):
    for page in ("README.md", "docs/terms.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert term.lower() in text.lower(), page


def rows(page: str) -> list[list[str]]:
    """Cells of all tables of a page."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]


def test_the_readme_has_the_figures_of_the_page_on_speed():
    ratios = {row[0]: row[-2] for row in rows("docs/speed.md") if len(row) >= 5}
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    in_process = [ratios["corpus BLEU"], ratios["chrF"], ratios["TER, 1,000 segments"]]
    commands = [ratios[f"command, {name}"] for name in ("BLEU", "chrF", "TER")]
    start, call = ratios["command, start and 10 segments, BLEU"], "sentence BLEU, one call each"
    assert (
        "corpus BLEU is {} times as fast, chrF {} times, TER {} times,".format(*in_process) in text
    )
    assert "BLEU {} times, chrF {} times, TER {} times,".format(*commands) in text
    assert f"and {start} times on ten segments. One call per sentence: {ratios[call]} times" in text


def test_error_rates_are_those_of_the_page_on_calibration():
    news = {row[1]: row[2] for row in rows("docs/calibration.md") if row[0] == "BLEU"}
    header, discrete = (
        next(row for row in rows("docs/calibration.md") if row[:2] == first)
        for first in (["scores", "segments"], ["0 or 1", "20"])
    )
    few = dict(zip(header, discrete, strict=True))
    claimed = [row for row in rows("docs/which_test.md") if row[1].endswith(" %")]
    assert len(claimed) == 4
    for test, on_news, on_few, _ in claimed:
        name = test.split(" (")[0]
        assert news[name].split(" [")[0] == on_news.removesuffix(" %")
        assert few[name].split(" / ")[0] == on_few.removesuffix(" %")


def test_links_of_the_readme_lead_somewhere():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_page_can_be_reached():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").splitlines()
    for page in PAGES:
        if page.startswith("docs/") and page != "docs/index.md":
            assert page.removeprefix("docs/").removesuffix(".md") in index


def test_every_format_of_every_kind_has_a_heading(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import members as written

    for kind in kinds():
        for name in plugins.names(f"formats.{kind}"):
            assert f"## {name} ({kind})\n" in written.pages()["formats.md"]
