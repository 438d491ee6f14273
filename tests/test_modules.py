"""Modules: imports that import-linter does not check, the drawing of the packages, and lengths."""

import re
from pathlib import Path

import grimp
import pytest

from tests.tools import tool

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("tertium")


def outside_imports_of_private_modules(graph):
    """Imports of a module `_x` from outside the package that it belongs to."""
    return [
        f"{importer} imports {imported}"
        for imported in graph.modules
        for importer in graph.find_modules_that_directly_import(imported)
        for owner in owners(imported)
        if importer != owner and not importer.startswith(f"{owner}.")
    ]


def owners(module):
    """Packages to which a private part of the name of a module belongs."""
    parts = module.split(".")
    private = (n for n, part in enumerate(parts) if part.startswith("_") and part != "__main__")
    return [".".join(parts[:number]) for number in private]


def test_private_modules_are_imported_from_their_own_package_only(graph):
    assert not outside_imports_of_private_modules(graph)


def test_an_import_of_a_private_module_from_outside_is_found():
    graph = grimp.ImportGraph()
    graph.add_import(importer="tertium.api.rank", imported="tertium.human._rules")
    graph.add_import(importer="tertium.human.rank", imported="tertium.human._rules")
    found = outside_imports_of_private_modules(graph)
    assert found == ["tertium.api.rank imports tertium.human._rules"]


def test_the_report_imports_no_verb(graph):
    chains = graph.find_shortest_chains("tertium.report", "tertium.api", as_packages=True)
    assert not chains


def test_the_drawing_of_the_packages_is_current():
    graph = tool("import_graph")
    assert graph.DRAWING.read_text(encoding="utf-8") == graph.drawing(), "Run: make graph"


def test_the_architecture_names_files_that_exist():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", text))
    assert len(named) > 50
    source = ROOT / "src" / "tertium"
    assert {name for name in named if not (source / name).exists()} == set()


def test_files_are_below_400_lines_or_say_why_they_are_longer():
    sources = (ROOT / "src").rglob("*.py")
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    long = {str(path) for path, text in texts.items() if text.count("\n") > 400}
    explained = {str(path) for path, text in texts.items() if "# Longer than 400 lines: " in text}
    assert long == explained
