"""What holds for every command, found by its file."""

import subprocess
import sys

import pytest
from tests.cli_commands import commands
from tests.command import run

CALLED = commands()


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
    """Modules that a command has imported when it ends."""
    script = (
        "import sys\n"
        "from tertium.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "except SystemExit:\n    print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", script, *arguments]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


def test_help_loads_nothing_heavy():
    assert not loaded("--help") & {"numpy", "scipy", "rich", "cloudpickle", "dataclasses", "json"}


def test_a_plain_score_loads_neither_numpy_nor_rich(tmp_path):
    for name in ("ref.txt", "a.txt"):
        (tmp_path / name).write_text(f"The cat sat on the mat.\n{name} it was.\n")
    modules = loaded("score", "-r", str(tmp_path / "ref.txt"), str(tmp_path / "a.txt"))
    assert not modules & {"numpy", "scipy", "rich", "cloudpickle", "pandas"}
    assert "tertium.metrics.bleu" in modules
