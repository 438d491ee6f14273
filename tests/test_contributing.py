"""The members in CONTRIBUTING.md: their files work as printed, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```python\n# ((?:src|tests)/\S+)\n(.*?)```", re.DOTALL)


def files() -> dict[str, str]:
    """Source and test files in CONTRIBUTING.md, by their paths."""
    return dict(BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))


def names() -> list[str]:
    """Names of the members."""
    return [Path(path).stem.replace("_", "-") for path in files() if path.startswith("src/")]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project with these files and nothing else changed."""
    root = tmp_path_factory.mktemp("copy")
    for folder in ("src/tertium", "tests", "tools"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", root)
    for path, text in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        assert not (root / path).exists(), path
        (root / path).write_text(text, encoding="utf-8")
    return root


def run(copy, *arguments):
    """Run Python in the copy: whether it succeeded, and its output."""
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    command = [sys.executable, *arguments]
    ran = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    return ran.returncode == 0, ran.stdout + ran.stderr


def test_there_is_a_source_and_a_test_file_of_every_kind():
    tests = [path for path in files() if path.startswith("tests/")]
    assert len(tests) == len(names()) == 5


@pytest.mark.slow
def test_their_tests_and_contracts_pass(copy):
    tests = [path for path in files() if path.startswith("tests/")]
    tests += ["tests/core/test_citations.py"]  # a contract of members of several kinds
    stems = [Path(path).stem for path in (*files(), *tests)]
    arguments = ["-v", "-p", "no:cacheprovider", "-k", " or ".join([*names(), *stems])]
    passed, shown = run(copy, "-m", "pytest", *arguments, *tests, "tests/contracts")
    assert passed, shown[-8000:]
    for name in names():
        assert re.search(rf"tests/contracts/.*\[.*{name}.*PASSED", shown), name


@pytest.mark.slow
def test_the_files_are_typed_and_formatted(copy):
    commands = [
        ["tools/write_stub.py"],
        ["-m", "ruff", "check", *files()],
        ["-m", "ruff", "format", "--check", *files()],
        ["-m", "mypy", *files()],
    ]
    for arguments in commands:
        passed, shown = run(copy, *arguments)
        assert passed, shown
