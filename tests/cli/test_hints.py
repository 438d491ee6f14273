"""Hints name options that the command at hand has; `tests.command.run` checks that everywhere."""

import ast
import re
from pathlib import Path

import pytest
from tests.cli_commands import commands, options_of
from tests.command import run

import tertium
from tertium.core import plugins

ALL = set.union(*(options_of(called.split()) for called in commands()), {"--version", "--help"})

# Files with other uses of two hyphens: colours in CSS, a program of its own, examples, old options.
OTHERS = (
    *("report/page.py", "examples/generate.py", "core/wording.py", "cli/_renamed.py"),
    *("batches/appraise.py", "batches/_appraise_results.py"),
)


@pytest.mark.parametrize(
    "folder", sorted(p.name for p in Path(plugins.ROOT).iterdir() if p.is_dir())
)
def test_every_option_that_is_named_exists(folder):
    named = {
        (option, f"{path.relative_to(plugins.ROOT)}:{node.lineno}")
        for path in Path(plugins.ROOT, folder).rglob("*.py")
        if not str(path).endswith(OTHERS)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", node.value)
    }
    assert sorted((option, place) for option, place in named if option not in ALL) == []


# Files with flags of other programs, with names of CSS, or that write a README with commands, and
# the one that words options.
WITH_FLAGS = (
    *("core/wording.py", "report/page.py", "examples/generate.py"),
    *("batches/appraise.py", "batches/_appraise_results.py", "batches/_mturk_project.py"),
    *("core/files.py", "formats/standard_test_sets.py"),
)


def messages(tree):
    """Strings of a module that are not docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, documented)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    strings = (
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in docstrings
    )
    return [(line, text) for line, text in strings if isinstance(text, str)]


def test_only_the_command_line_writes_flags_in_messages():
    """Python users read the same messages: `core/wording.py` names options for either reader."""
    root = Path(plugins.ROOT)
    found = [
        f"{path.relative_to(root)}:{line}: {text}"
        for path in sorted(root.rglob("*.py"))
        if path.relative_to(root).parts[0] != "cli" and not str(path).endswith(WITH_FLAGS)
        for line, text in messages(ast.parse(path.read_text(encoding="utf-8")))
        if re.search(r"(?<![\w-])(?<!sacrebleu )(--[a-z]|-[a-z] [A-Z])", text)
    ]
    assert found == []


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    for name in ("ref", "a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"The cat sat on the mat.\n{name} it was.\n")
    (tmp_path / "odd.bin").write_bytes(b"neither this\nnor that\n")
    monkeypatch.chdir(tmp_path)


TEXTS = ("-r", "ref.txt", "a.txt", "b.txt")
FORMATS_OF_RATINGS = ", ".join(plugins.names("formats.ratings"))
FORMATS_OF_SCORES = ", ".join(plugins.names("formats.scores"))


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("human", "rank", "odd.bin"), f"Set a format with --input-format: {FORMATS_OF_RATINGS}."),
        (
            ("meta", "supersample", *TEXTS, "--ratings", "odd.bin"),
            f"Set a format with --ratings-format: {FORMATS_OF_RATINGS}.",
        ),
        (
            ("meta", "correlate", *TEXTS, "--ratings", "odd.bin"),
            f"Set a format with --ratings-format: {FORMATS_OF_RATINGS}.",
        ),
        (
            ("meta", "correlate", "odd.bin"),
            f"Set a format with --input-format: {FORMATS_OF_SCORES}.",
        ),
        (
            ("meta", "tune", "chrf", *TEXTS, "--human", "odd.bin"),
            f"Known scores formats: {FORMATS_OF_SCORES}.",
        ),
        (("compare", "--scores", "odd.bin"), f"Known scores formats: {FORMATS_OF_SCORES}."),
        (
            ("score", *TEXTS, "--layer", "frames=odd.bin"),
            f"Known frames formats: {', '.join(plugins.names('formats.frames'))}.",
        ),
        (
            ("convert", "--kind", "scores", "odd.bin", "-o", "x.tsv"),
            f"Set a format with --input-format: {FORMATS_OF_SCORES}.",
        ),
    ],
)
def test_the_option_for_a_format_is_the_one_of_that_file(arguments, hint):
    result = run(*arguments)
    assert (result.code, result.stdout) == (1, "")
    kind = "ratings" if FORMATS_OF_RATINGS in hint else "frames" if "frames" in hint else "scores"
    assert result.stderr.endswith(
        f"error: odd.bin: The file is in no known {kind} format.\n{hint}\n"
    )


def test_the_language_pair_that_a_hint_asks_for_is_taken(tmp_path):
    """Of scores in a directory that has several pairs, wherever they are read."""
    for pair in ("de-en", "en-de"):
        for folder, name in (("human-scores", f"{pair}.mqm"), (f"metric-scores/{pair}", "m-ref")):
            path = tmp_path / "wmt" / folder / f"{name}.seg.score"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("a\t1\na\t2\nb\t2\nb\t3\n")
    convert = ("convert", "--kind", "scores", "wmt", "-o", "-", "-f", "tsv")
    asked = run(*convert)
    assert asked.code == 2
    assert asked.stderr.endswith("Choose one with --language-pair: de-en, en-de.\n")
    assert run(*convert, "--language-pair", "de-en").stdout.startswith("system\tsegment\t")
    compare = ("compare", "--scores", "wmt", "-m", "external(metric=m-ref)", "--trials", "10")
    assert "--language-pair: de-en, en-de" in run(*compare).stderr
    assert run(*compare, "-l", "de-en").code == 0


def test_a_format_that_a_name_does_not_tell_is_asked_for_by_an_option_that_there_is():
    assert "--format" not in run("score", *TEXTS, "--segment-scores", "x.foo").stderr
    assert "--format: jsonl" in run("convert", "a.txt", "-o", "x.foo").stderr
    with pytest.raises(tertium.TertiumError, match=r"Known endings: \.jsonl, \.tsv, \.xml, /"):
        tertium.convert(tertium.read("a.txt"), "x.foo")


def test_a_check_is_passed_over_only_where_a_command_can(tmp_path):
    (tmp_path / "odd.csv").write_bytes(b"annotator,system,segment,value\n\xff,a,1,50\n")
    (tmp_path / "odd.txt").write_bytes(b"\xff\n")
    for command in (("human", "rank"), ("human", "quality"), ("meta", "audit")):
        found = run(*command, "odd.csv")
        assert "odd.csv:2: Invalid UTF-8" in found.stderr
        assert "--allow" not in found.stderr
    assert "--allow invalid-utf8" in run("score", "-r", "odd.txt", "odd.txt").stderr
