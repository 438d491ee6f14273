"""Extras of the package: code mentions each of them, and no others."""

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def asked_for() -> set[str]:
    """Extras that an error message asks the user to install."""
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "MissingComponent.extra":
                found.add(ast.literal_eval(node.args[2]))
    return found


def test_extras_are_those_that_code_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    (every,) = extras.pop("all")
    assert set(extras) == asked_for()
    # COMET brings PyTorch, some gigabytes.
    listed = every.removeprefix("tertium[").removesuffix("]").split(",")
    assert sorted(listed) == sorted(set(extras) - {"comet"})
