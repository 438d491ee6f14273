"""`tertium example`: the files that the documentation uses."""

import shlex

import pytest
from tests.command import run

import tertium
from tertium.core.errors import UsageError
from tertium.examples import FILES, folder


def test_the_files_are_written_and_described(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("example", "news")
    assert result.code == 0
    written = {path for path in (tmp_path / "news").rglob("*") if path.is_file()}
    assert written == {tmp_path / "news" / name for name in (*FILES, "README.txt")}
    described = (tmp_path / "news/README.txt").read_text(encoding="utf-8")
    for name, file in FILES.items():
        assert name in described
        assert file.description in described
    assert (tmp_path / "news/ref.txt").read_bytes() == (
        folder() / "reference.A.en.txt"
    ).read_bytes()
    assert len((tmp_path / "news/gap.txt").read_text(encoding="utf-8").splitlines()) == 199


@pytest.mark.slow
def test_the_commands_it_proposes_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    proposed = [line.strip() for line in run("example", "news").stdout.splitlines()]
    commands = [line for line in proposed if line.startswith("tertium ")]
    assert len(commands) == 2
    monkeypatch.chdir(tmp_path / "news")
    for command in commands:
        assert run(*shlex.split(command)[1:]).code == 0, command


def test_nothing_is_overwritten_without_force(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("mine\n")
    result = run("example", ".")
    assert result.code == 2
    assert "a.txt: The file exists" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "mine\n"
    assert run("example", ".", "--force").code == 0
    assert (tmp_path / "a.txt").read_text() != "mine\n"


def test_a_file_is_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "news").write_text("mine\n")
    assert run("example", "news").code == 1


def test_python_has_the_same(tmp_path):
    files = tertium.example(tmp_path / "news")
    assert files == [tmp_path / "news" / name for name in (*FILES, "README.txt")]
    assert all(path.is_file() for path in files)
    with pytest.raises(UsageError, match="The file exists"):
        tertium.example(tmp_path / "news")
    assert tertium.example(tmp_path / "news", force=True) == files
