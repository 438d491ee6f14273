"""What holds for every command, found by its file."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli_commands import commands
from tests.command import run

import tertium

CALLED = commands()
SOURCE = Path(tertium.__file__).parent


def test_commands_of_groups_are_found():
    assert {"human", "human rank", "score"} <= set(CALLED)


@pytest.mark.parametrize("called", CALLED)
def test_it_has_help(called):
    result = run(*called.split(), "--help")
    assert result.code == 0
    assert result.stdout.startswith(f"Usage: tertium {called}")
    assert run(*called.split(), "-h").stdout == result.stdout


@pytest.mark.parametrize("called", CALLED)
def test_its_summary_fits_in_the_list_of_commands(called):
    *above, name = called.split()
    lines = run(*above, "--help").stdout.splitlines()
    line = next(line for line in lines if line.split()[:1] == [name])
    assert not line.endswith("...")


@pytest.mark.parametrize("called", CALLED)
def test_an_unknown_option_is_a_usage_error(called):
    result = run(*called.split(), "--nonsense")
    assert result.code == 2
    assert "nonsense" in result.stderr
    assert result.stdout == ""


def test_an_unknown_command_is_a_usage_error_with_a_suggestion():
    result = run("scroe")
    assert result.code == 2
    assert "No such command 'scroe'. Did you mean 'score'?" in result.stderr


def loaded(*arguments: str) -> set[str]:
    """Modules that a command has imported when it ends, beside those of the interpreter."""
    script = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from tertium.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "except SystemExit:\n    print('\\n'.join(set(sys.modules) - before), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", script, *arguments]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


HEAVY = {"numpy", "scipy", "rich", "cloudpickle", "pandas", "asyncio"}


@pytest.fixture(scope="module")
def instant(tmp_path_factory):
    """Modules that instant commands load."""
    folder = tmp_path_factory.mktemp("texts")
    for name in ("ref.txt", "a.txt"):
        (folder / name).write_text(f"The cat sat on the mat.\n{name} it was.\n")
    return {
        "--help": loaded("--help"),
        "--version": loaded("--version"),
        "metrics": loaded("metrics"),
        "score": loaded("score", "-r", str(folder / "ref.txt"), str(folder / "a.txt")),
    }


def test_help_loads_nothing_heavy(instant):
    slow = {"dataclasses", "json", "pathlib", "tertium.core.spec"}
    assert not instant["--help"] & (HEAVY | slow)


def test_instant_commands_load_neither_numpy_nor_rich(instant):
    assert not set.union(*instant.values()) & HEAVY
    assert "tertium.metrics.bleu" in instant["score"]


def test_a_plain_score_loads_only_what_it_needs(instant):
    assert not instant["score"] & {"json", "pathlib", "zlib"}
    unneeded = (
        *("tertium.comparison", "tertium.human", "tertium.meta", "tertium.significance"),
        *("tertium.core.engines", "tertium.core.processes", "tertium.core.resampling"),
        *("tertium.kernels.reference", "tertium.report.page", "tertium.report.section"),
        *("tertium.metrics.chrf", "tertium.text.words", "tertium.checks._effects"),
        *("tertium.core.alignment", "tertium.core.layers", "tertium.core.texts"),
    )
    assert [name for name in sorted(instant["score"]) if name.startswith(unneeded)] == []


def test_only_modules_of_instant_commands_import_numpy_in_functions(instant):
    in_functions = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in SOURCE.rglob("*.py")
        if re.search(r"^ +import numpy", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert in_functions <= set.union(*instant.values())
