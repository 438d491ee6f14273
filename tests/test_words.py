"""Messages and tables: a number agrees with the noun that it counts."""

import ast
import re
from pathlib import Path

import pytest

from tertium.core.formatting import counted, has_or_have, is_or_are

SOURCE = Path(__file__).parent.parent / "src" / "tertium"

# A noun in the plural, alone or after one word that describes it; other words that end in s.
PLURAL = re.compile(r" (?:[a-z-]+ )?(?P<noun>[a-z]+s)(?![a-z'])")
OTHER = (
    "is",
    "has",
    "was",
    "this",
    "as",
    "its",
    "less",
    "does",
    "goes",
    "corresponds",
    "opens",
    "closes",
    "times",
)


def texts(path: Path) -> list[ast.JoinedStr]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]


def is_count(value: ast.FormattedValue) -> bool:
    """Whether a value in a text is a number of things: with commas, or a length."""
    spec = ast.unparse(value.format_spec) if value.format_spec else ""
    length = isinstance(value.value, ast.Call) and ast.unparse(value.value.func) == "len"
    return length or spec == "f','"


def counts_before_plurals(path: Path) -> list[str]:
    found = []
    for text in texts(path):
        for value, after in zip(text.values, text.values[1:], strict=False):
            if not isinstance(value, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            words = PLURAL.match(str(after.value))
            if is_count(value) and words and words["noun"] not in OTHER:
                found.append(f"{path.name}:{text.lineno}: {ast.unparse(text)}")
    return found


def test_every_count_agrees_with_its_noun():
    found = [one for path in SOURCE.rglob("*.py") for one in counts_before_plurals(path)]
    assert found == [], "use tertium.core.formatting.counted"


def test_the_test_finds_what_does_not_agree(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text('f"{n:,} samples"\nf"{len(x)} null pairs"\nf"{name} is"\nf"{n:,} of them"\n')
    assert len(counts_before_plurals(path)) == 2


@pytest.mark.parametrize(
    ("number", "word", "text"),
    [
        (1, "sample", "1 sample"),
        (0, "sample", "0 samples"),
        (12345, "study", "12,345 studies"),
        (2, "way", "2 ways"),
        (1, "study", "1 study"),
    ],
)
def test_counted(number, word, text):
    assert counted(number, word) == text


def test_verbs():
    assert [is_or_are(n) for n in (0, 1, 2)] == ["are", "is", "are"]
    assert [has_or_have(n) for n in (0, 1, 2)] == ["have", "has", "have"]


def test_no_text_holds_a_function_instead_of_what_it_gives():
    # A name in braces that is a function of `core.formatting` in this module prints as such.
    for path in SOURCE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "tertium.core.formatting" not in source:
            continue
        tree = ast.parse(source)
        names = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "tertium.core.formatting"
            for alias in node.names
            if alias.name.islower()
        }
        assigned = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for text in texts(path):
            for value in text.values:
                if isinstance(value, ast.FormattedValue) and isinstance(value.value, ast.Name):
                    assert value.value.id not in names - assigned, f"{path.name}:{text.lineno}"
