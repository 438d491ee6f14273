"""Lines of files that are not kept in memory."""

import pytest

from tertium.core.errors import DataError, FormatError
from tertium.core.lines import FileLines
from tertium.core.streams import Stream


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("It rains.\n\nIt pours.\n")
    return str(file)


def test_they_are_a_sequence(path):
    lines = FileLines(path, 3, "digest")
    assert len(lines) == 3
    assert list(lines) == lines.read() == ["It rains.", "", "It pours."]
    assert lines[2] == lines[-1] == "It pours."
    assert lines[:2] == ["It rains.", ""]


def test_they_are_read_when_they_are_looked_at(path, tmp_path):
    lines = FileLines(path, 3, "digest")
    (tmp_path / "a.txt").write_text("1\n2\n3\n")
    assert list(lines) == ["1", "2", "3"]


def test_a_file_of_another_length_has_changed(path):
    with pytest.raises(
        DataError,
        match=r"a\.txt: The file has changed since it was read: it has 3 lines, and had 1,000\.$",
    ):
        FileLines(path, 1000, "digest").read()


def test_what_is_not_utf8_is_as_it_was_when_first_read(tmp_path):
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xff\n")
    assert FileLines(str(file), 1, "digest", invalid=True).read() == ["\ufffd"]
    with pytest.raises(FormatError, match=r"Invalid UTF-8: byte 0xff at offset 0 of the file\."):
        FileLines(str(file), 1, "digest").read()


def test_a_stream_of_them_can_be_loaded_and_knows_its_digest_before(path):
    whole = Stream(["It rains.", "", "It pours."], path)
    stream = Stream(FileLines(path, 3, whole.digest), path)
    assert stream.digest == whole.digest
    assert stream.loaded == whole
    assert stream.loaded.digest == whole.digest
    assert whole.loaded is whole
