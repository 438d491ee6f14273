"""What may be written where."""

import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from tests.report._results import of_two

import tertium
from tertium.core import files, marks, outputs
from tertium.core.errors import DataError, UsageError

FOREIGN = "The file exists, and was not recognized as written by tertium."


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("My only copy.\n")
    return path


def test_a_file_of_someone_else_is_replaced_only_by_force(mine):
    with pytest.raises(UsageError) as caught:
        files.write_text(mine, "x")
    assert str(caught.value) == (
        f"{mine}: {FOREIGN} Choose another name, or replace the file with force=True."
    )
    with pytest.raises(UsageError, match=FOREIGN):
        files.write_bytes(mine, b"x")
    assert mine.read_text() == "My only copy.\n"
    with outputs.replacing(True):
        files.write_text(mine, "x")
    assert mine.read_text() == "x"


def test_force_ends_where_it_is_said_to_end(mine):
    with outputs.replacing(True), outputs.replacing(False):
        files.write_text(mine, "x")  # what is asked for without is asked for within
    with pytest.raises(UsageError, match=FOREIGN):
        files.write_text(mine, "y")


def test_an_empty_file_has_nothing_to_lose(tmp_path):
    (tmp_path / "empty").touch()
    files.write_text(tmp_path / "empty", "x")
    assert (tmp_path / "empty").read_text() == "x"


@pytest.mark.parametrize("ending", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_a_result_file_is_replaced_compressed_or_not(ending, tmp_path):
    path = tmp_path / f"result.json{ending}"
    tertium.write_result(of_two(), path)
    first = path.read_bytes()
    tertium.write_result(of_two(), path)
    assert files.read_bytes(path).startswith(b'{\n "tertium":')
    path.write_bytes(first[: len(first) // 2] + b"damaged")
    tertium.write_result(of_two(), path, force=True)


def test_a_compressed_file_of_someone_else_is_kept(tmp_path):
    path = tmp_path / "mine.json.gz"
    files.write_text(path, '{"mine": 1}')
    with pytest.raises(UsageError, match=FOREIGN):
        tertium.write_result(of_two(), path)
    (tmp_path / "not.gz").write_text("not compressed at all")
    with pytest.raises(UsageError, match=FOREIGN):
        files.write_text(tmp_path / "not.gz", "x")


@pytest.mark.parametrize(
    ("content", "own"),
    [
        (b'{"tertium": "0.1"}', True),
        (b'{ \n "tertium":1', True),
        (b'{"mine": {"tertium": "0.1"}}', False),
        (b'"tertium":', False),
        (f"<!doctype html><html><head>{marks.HTML}".encode(), True),
        (b"<!doctype html><html><head></head>Made by tertium 0.1.", False),
        (f"A page has {marks.HTML} inside.".encode(), False),
        (f'<?xml version="1.0"?>\n{marks.XML}\n<dataset>'.encode(), True),
        (b'<?xml version="1.0"?>\n<dataset id="tertium">', False),
        (marks.marked_svg("<svg a='b'><g/></svg>").encode(), True),
        (b"<svg><g/></svg>", False),
        (marks.marked_pdf(b"%PDF-1.7\n" + 9_999 * b"x" + b"\nstartxref\n1\n%%EOF"), True),
        (b"%PDF-1.7\n" + 9_999 * b"x" + b"\nstartxref\n1\n%%EOF", False),
        (b"tertium 0.1\n", False),
    ],
)
def test_marks(content, own, tmp_path):
    (tmp_path / "x").write_bytes(content)
    assert outputs.is_own(tmp_path / "x") is own


def test_devices_pipes_and_descriptors_are_written(tmp_path, capfd):
    outputs.check_file("/dev/null")
    files.write_text("/dev/null", "x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    os.mkfifo(tmp_path / "pipe")
    outputs.check_file(str(tmp_path / "pipe"))
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_text()))
    reader.start()
    files.write_text(tmp_path / "pipe", "into the pipe")
    reader.join()
    assert got == ["into the pipe"]
    read, write = os.pipe()
    outputs.check_file(f"/dev/fd/{write}")
    files.write_text(f"/dev/fd/{write}", "ä")
    files.write_bytes(f"/proc/self/fd/{write}", b"\0")
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        assert stream.read() == "ä\0".encode()
    (tmp_path / "link").symlink_to("/dev/stdout")
    files.write_text(tmp_path / "link", "to standard output")
    assert (tmp_path / "link").is_symlink()
    assert capfd.readouterr().out == "to standard output"


def test_standard_output_that_is_a_file_is_continued_not_replaced(tmp_path):
    with (tmp_path / "out").open("w+b") as file:
        file.write(b"before\n")
        file.flush()
        outputs.check_file(f"/dev/fd/{file.fileno()}")
        files.write_text(f"/dev/fd/{file.fileno()}", "after\n")
    assert (tmp_path / "out").read_text() == "before\nafter\n"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none/x.json", "No such file or directory. Create the directory first."),
        (".", "Is a directory."),
        ("new/", "Is a directory."),
        ("mine.txt/x.json", "Not a directory."),
        ("/proc/self/x.json", "No such file or directory. Create the directory first."),
    ],
)
def test_a_place_where_nothing_can_be_written(name, reason, mine, monkeypatch):
    monkeypatch.chdir(mine.parent)
    with pytest.raises(DataError) as caught:
        outputs.check_file(name)
    assert str(caught.value) == f"{name}: Cannot be written: {reason}"
    assert [path.name for path in mine.parent.iterdir()] == ["mine.txt"]


def test_a_folder_may_be_made_but_not_in_place_of_a_file(mine, monkeypatch):
    monkeypatch.chdir(mine.parent)
    outputs.check_folder("some/new/folder/")
    outputs.check_folder(".")
    with pytest.raises(DataError, match="Cannot be written: Not a directory"):
        outputs.check_folder("mine.txt/")
    with pytest.raises(UsageError, match="A directory cannot be written to standard output"):
        outputs.check_folder("-")


def test_a_name_that_no_file_can_have():
    with pytest.raises(DataError, match="Not the name of a file: embedded null byte"):
        outputs.check_file("a\0b")
    with pytest.raises(DataError, match=r"Not the name of a file: .*surrogates not allowed"):
        outputs.check_file("\ud800")


def test_a_folder_with_a_file_of_someone_else_is_left_as_it_is(tmp_path):
    (tmp_path / "b.txt").write_text("mine")
    with pytest.raises(UsageError, match=FOREIGN):
        files.write_folder(tmp_path, {"a.txt": "1", "b.txt": "2"})
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]
    assert (tmp_path / "b.txt").read_text() == "mine"


def test_what_was_read_cannot_be_written_within_a_command(mine):
    with outputs.replacing(True), outputs.reserving(str(mine.parent / "other"), "--output"):
        files.read_text(mine)
        with pytest.raises(UsageError, match="This file is an input and would be overwritten"):
            files.write_text(mine, "x")
        with pytest.raises(UsageError, match="This file is an input and would be overwritten"):
            files.write_folder(mine.parent, {"mine.txt": "x"})
    with outputs.replacing(True):
        files.write_text(mine, "x")


def test_a_file_on_standard_input_is_an_input(mine, monkeypatch):
    with mine.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        with outputs.reserving(str(mine), "--output"), pytest.raises(UsageError) as caught:
            files.read_bytes("-")
    assert str(caught.value) == (
        "-: This file is an input; --output would overwrite it. Choose another name for the output."
    )
