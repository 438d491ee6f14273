"""Warnings about suspicious data: one for each check, however many systems there are."""

import warnings

import pytest
from tests.command import run

import tertium
from tertium.checks import Finding
from tertium.checks._notices import SuspiciousData, grouped
from tertium.core.errors import DataWarning
from tertium.core.wording import on_command_line

SYSTEMS = [f"system{number:02}.txt" for number in range(40)]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Forty systems with an entity and an empty line each, and different words."""
    monkeypatch.chdir(tmp_path)
    lines = [f"Sentence {number} of the news is about cats &amp; dogs." for number in range(20)]
    (tmp_path / "ref.txt").write_text("\n".join(lines).replace("&amp;", "and") + "\n")
    for number, name in enumerate(SYSTEMS):
        own = [line.replace("news", f"report{number}") for line in lines]
        own[number % 20] = ""
        (tmp_path / name).write_text("\n".join(own) + "\n")


def test_forty_systems_give_one_warning_for_each_check():
    result = run("score", "-r", "ref.txt", *SYSTEMS)
    assert result.code == 0
    lines = result.stderr.splitlines()
    checks = [line.rpartition("[")[2] for line in lines]
    assert len(checks) == len(set(checks)) >= 2
    assert all(line.startswith("warning: system00.txt") for line in lines)
    assert all("39 other findings of this kind are in system01.txt" in line for line in lines)
    assert all("and 36 more; `tertium check` shows all. [" in line for line in lines)


def test_a_warning_of_one_system_is_the_finding_itself():
    result = run("score", "-r", "ref.txt", SYSTEMS[0])
    assert "other finding" not in result.stderr
    assert result.stderr.count("warning: ") == len(result.stderr.splitlines())


def test_python_users_see_the_function():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        tertium.read(SYSTEMS, references="ref.txt")
    messages = [str(warning.message) for warning in caught]
    assert messages
    assert all("`tertium.check()` shows all" in message for message in messages)


def test_findings_are_grouped_by_check():
    findings = [
        Finding("warning", "a.txt:1", "Odd.", "It costs.", check="odd"),
        Finding("warning", "a.txt", "Strange.", check="strange"),
        Finding("warning", "b.txt:4", "Odd.", check="odd"),
    ]
    odd, strange = grouped(findings)
    assert odd == SuspiciousData("odd", "a.txt:1: Odd. It costs.", ("b.txt:4",))
    assert strange == SuspiciousData("strange", "a.txt: Strange.")
    with on_command_line():
        assert str(odd) == (
            "a.txt:1: Odd. It costs. 1 other finding of this kind is in b.txt:4;"
            " `tertium check` shows all. [odd]"
        )
