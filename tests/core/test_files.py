"""Bytes in and out of files."""

import bz2
import gzip
import io
import lzma
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard

from tertium.core import files, outputs
from tertium.core.errors import (
    DataError,
    DataWarning,
    FormatError,
    MissingComponent,
    UsageError,
)

TEXT = "Größe\nzwei\n".encode()


# --- Reading ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "compress", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress]
)
@pytest.mark.parametrize("name", ["x", "x.gz", "x.txt"])
def test_compression_is_seen_by_content_not_by_name(compress, name, tmp_path):
    (tmp_path / name).write_bytes(compress(TEXT))
    assert files.read_bytes(tmp_path / name) == TEXT


@pytest.mark.parametrize(
    "compress", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress]
)
def test_compressed_files_one_after_another_are_read_whole(compress, tmp_path):
    (tmp_path / "x").write_bytes(compress(b"one\n") + compress(b"two\n"))
    assert files.read_bytes(tmp_path / "x") == b"one\ntwo\n"


@pytest.mark.parametrize(
    ("compress", "message"),
    [
        (gzip.compress, "Compressed file ended before the end-of-stream marker was reached"),
        (bz2.compress, "Compressed file ended before the end-of-stream marker was reached"),
        (lzma.compress, "Compressed file ended before the end-of-stream marker was reached"),
        (zstandard.compress, "it ends within a frame"),
    ],
)
def test_a_compressed_file_that_is_cut_off_is_an_error(compress, message, tmp_path):
    data = compress(os.urandom(10_000))
    (tmp_path / "x").write_bytes(data[:5_000])
    with pytest.raises(FormatError) as caught:
        files.read_bytes(tmp_path / "x")
    assert str(caught.value) == f"{tmp_path}/x: Damaged compressed file: {message}."


@pytest.mark.parametrize(
    "start", [b"\x1f\x8b", b"BZh91AY&SY", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"]
)
def test_a_file_that_only_begins_like_a_compressed_one_is_an_error(start, tmp_path):
    (tmp_path / "x").write_bytes(start + b"nonsense")
    with pytest.raises(FormatError, match="Damaged compressed file"):
        files.read_bytes(tmp_path / "x")


def test_without_its_package_zstd_says_how_to_install_it(tmp_path, monkeypatch):
    (tmp_path / "x").write_bytes(zstandard.compress(TEXT))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingComponent) as caught:
        files.read_bytes(tmp_path / "x")
    assert str(caught.value) == (
        "A zstd file needs the package 'zstandard', which is not installed. Install it with: pip"
        " install 'tertium[zstd]'"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nosuch", "nosuch: No such file."),
        (".", ".: Expected a file, found a directory."),
        ("x/y", "x/y: Cannot be read: Not a directory."),
        ("a\0b", "'a\\x00b': Not the name of a file: embedded null byte."),
        ("n" * 300, "n" * 300 + ": Cannot be read: File name too long."),
    ],
)
def test_what_cannot_be_read(name, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_bytes(TEXT)
    with pytest.raises(DataError) as caught:
        files.read_bytes(name)
    assert str(caught.value) == message


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    assert files.read_text("-") == "Größe\nzwei\n"


def test_without_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError) as caught:
        files.read_bytes("-")
    assert str(caught.value) == "-: There is no standard input."


# --- Text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"a\nb\xe4c\n",
            "x:2: Invalid UTF-8: byte 0xe4 at offset 3 of the file. Convert the file to UTF-8, for"
            " example: iconv -f LATIN1 -t UTF-8.",
        ),
        (
            b"\xed\xa0\x80",
            "x:1: Invalid UTF-8: byte 0xed at offset 0 of the file. Convert the file to UTF-8, for"
            " example: iconv -f LATIN1 -t UTF-8.",
        ),
        (
            b"x" * 12_345 + b"\xc3",
            "x:1: Invalid UTF-8: byte 0xc3 at offset 12345 of the file. Convert the file to"
            " UTF-8, for example: iconv -f LATIN1 -t UTF-8.",
        ),
    ],
)
def test_what_is_not_utf8_is_an_error_with_its_place(data, message):
    with pytest.raises(FormatError) as caught:
        files.decode(data, "x")
    assert str(caught.value) == message
    assert caught.value.check == "invalid-utf8"


def test_invalid_bytes_can_be_allowed_and_are_reported():
    data = b"a\xe4b\xef\xbf\xbd\xff"
    with files.allowing_invalid(True), pytest.warns(DataWarning) as caught:
        assert files.decode(data, "x") == "a\ufffdb\ufffd\ufffd"
    assert (
        str(caught[0].message) == "x: Invalid UTF-8 in 2 places was replaced by U+FFFD. [left-out]"
    )
    with pytest.raises(FormatError):
        files.decode(data, "x")


def test_lines_end_with_a_line_feed_only():
    assert files.lines_of("a\r\nb\u2028c\n\nd") == ["a\r", "b\u2028c", "", "d"]


def test_lines_of_records_may_have_windows_line_ends():
    assert files.record_lines(b"\xef\xbb\xbfa\r\nb\rc\r\n", "x") == ["a", "b\rc"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("out/a.txt", "a"),
        ("a.txt.gz", "a"),
        ("a.b.txt", "a.b"),
        ("wmt.sgm", "wmt"),
        ("a.jsonl.zst", "a"),
        ("a.en", "a.en"),
        (".txt", ".txt"),
        (".gz", ".gz"),
        ("a/.txt.gz", ".txt"),
        ("-", "stdin"),
        ("a.tsv.bz2", "a"),
        ("/dev/fd/63", "fd63"),
        ("/proc/self/fd/11", "fd11"),
        ("fd/63", "63"),
        ("b\udce4r.txt", "b\ufffdr"),
    ],
)
def test_a_text_is_called_after_its_file(path, name):
    assert files.stem_of(path) == name


def test_a_format_can_have_endings_of_its_own():
    assert files.stem_of("out/a.pipes.gz") == "a.pipes"
    assert files.stem_of("out/a.pipes.gz", ".pipes") == "a"


@pytest.mark.parametrize("text", ["Hello world\nHi\n", "source\tref\nä\tö\n"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_utf16_is_refused_by_name_with_or_without_a_mark(text, encoding):
    data = text.encode(encoding)
    with pytest.raises(FormatError) as caught:
        files.decode(data, "x")
    name = encoding.upper().replace("-LE", "LE").replace("-BE", "BE")
    assert str(caught.value) == (
        f"x: The text is encoded as {name}; UTF-8 is expected. Convert it: iconv -f {name} -t"
        " UTF-8 FILE > NEW."
    )
    assert data.decode(name) == text  # the advice works


def test_some_nul_characters_are_not_utf16():
    assert files.decode(b"a\0b\0\0 and more of the same line\n", "x").startswith("a\0b")


def test_blank_last_lines_of_records_are_no_records():
    assert files.record_lines(b"a\r\n\r\n\n", "x") == ["a"]
    assert files.record_lines(b"a\n\nb\n", "x") == ["a", "", "b"]


# --- Limits -----------------------------------------------------------------------------------

BOMB = bytes(50_000_000)
TOO_LARGE = (
    "x: The file has more than 1,000,000 bytes, which is the limit (decompressed). To read larger"
    " files, set the environment variable TERTIUM_MAX_FILE_SIZE, as in 4G."
)


@pytest.mark.parametrize(
    "compress", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress]
)
def test_a_file_beyond_the_limit_is_refused_by_name(compress, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERTIUM_MAX_FILE_SIZE", "1000000")
    Path("x").write_bytes(compress(BOMB))
    with pytest.raises(DataError) as caught:
        files.read_bytes("x")
    assert str(caught.value) == TOO_LARGE


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_is_never_whole_in_memory(compress, tmp_path, monkeypatch):
    import tracemalloc

    (tmp_path / "x").write_bytes(compress(BOMB))
    monkeypatch.setenv("TERTIUM_MAX_FILE_SIZE", "1M")
    tracemalloc.start()
    try:
        with pytest.raises(DataError):
            files.read_bytes(tmp_path / "x")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_standard_input_and_pipes_have_the_same_limit(tmp_path):
    script = "from tertium.core.files import read_bytes; print(len(read_bytes('{}')))"
    environment = os.environ | {"TERTIUM_MAX_FILE_SIZE": "1K"}
    for path in ("-", "/dev/stdin"):
        command = [sys.executable, "-c", script.format(path)]
        for size, expected in ((1024, b"1024\n"), (1025, b"")):
            done = subprocess.run(command, input=bytes(size), capture_output=True, env=environment)
            assert done.stdout == expected
            assert (b"more than 1,024 bytes" in done.stderr) == (size > 1024)


def test_a_limit_that_is_none_is_refused(tmp_path, monkeypatch):
    (tmp_path / "x").write_bytes(TEXT)
    monkeypatch.setenv("TERTIUM_MAX_FILE_SIZE", "plenty")
    with pytest.raises(UsageError, match=r"as in 4G\. Got 'plenty' instead"):
        files.read_bytes(tmp_path / "x")


def test_an_endless_device_is_refused_by_name():
    with pytest.raises(DataError) as caught:
        files.read_bytes("/dev/zero")
    assert str(caught.value) == "/dev/zero: Expected a file, found a device."
    assert files.read_bytes("/dev/null") == b""


def test_a_pipe_in_a_directory_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DataError) as caught:
        files.read_member(tmp_path / "pipe")
    assert str(caught.value) == f"{tmp_path}/pipe: Not a regular file."
    (tmp_path / "x").write_bytes(TEXT)
    assert files.read_member(tmp_path / "x") == TEXT


def test_what_cannot_be_looked_at_is_not_there(tmp_path):
    for path in ("a" * 5_000, "a\0b", tmp_path / "nosuch"):
        assert not files.exists(path)
        assert not files.is_file(path)
        assert not files.is_directory(path)
    with pytest.raises(DataError) as caught:
        files.read_bytes("a" * 5_000)
    assert caught.value.message.endswith("Cannot be read: File name too long.")


# --- Writing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "decompress"),
    [("x", bytes), ("x.gz", gzip.decompress), ("x.bz2", bz2.decompress), ("x.xz", lzma.decompress)],
)
def test_names_tell_the_compression(name, decompress, tmp_path):
    files.write_text(tmp_path / name, "ä\n")
    assert decompress((tmp_path / name).read_bytes()) == "ä\n".encode()
    assert files.read_text(tmp_path / name) == "ä\n"


def test_zstd_is_written_too(tmp_path):
    files.write_text(tmp_path / "x.zst", "ä\n")
    assert (tmp_path / "x.zst").read_bytes().startswith(b"\x28\xb5\x2f\xfd")
    assert files.read_text(tmp_path / "x.zst") == "ä\n"


def test_nothing_is_there_before_all_is_written(tmp_path):
    with files.writing(tmp_path / "x") as stream:
        stream.write("half")
        stream.flush()
        assert not (tmp_path / "x").exists()
    assert (tmp_path / "x").read_text() == "half"


def interrupted(path: Path, interruption: type[BaseException]) -> None:
    with files.writing(path) as stream:
        stream.write("half")
        raise interruption


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, ValueError, SystemExit])
def test_an_interruption_leaves_what_was_there(interruption, tmp_path):
    (tmp_path / "x").write_text("before")
    with pytest.raises(interruption), outputs.replacing(True):
        interrupted(tmp_path / "x", interruption)
    assert (tmp_path / "x").read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_a_new_file_follows_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        files.write_text(tmp_path / "x", "a")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


def test_an_old_file_keeps_its_permissions(tmp_path):
    (tmp_path / "x").write_text("a")
    (tmp_path / "x").chmod(0o600)
    with outputs.replacing(True):
        files.write_text(tmp_path / "x", "b")
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600


def test_what_a_link_points_to_is_written_not_the_link(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    files.write_text(tmp_path / "link", "a")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "a"


def test_a_device_stays_a_device():
    files.write_text("/dev/null", "a")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nosuch/x", "nosuch/x: Cannot be written: No such file or directory."),
        (".", ".: Cannot be written: Is a directory."),
        ("a\0b", "'a\\x00b': Not the name of a file: embedded null byte."),
    ],
)
def test_what_cannot_be_written(name, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        files.write_text(name, "a")
    assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_one_line():
    with pytest.raises(DataError) as caught:
        files.write_text("/dev/full", "a" * 100_000)
    assert str(caught.value) == "/dev/full: Cannot be written: No space left on device."


def test_a_lone_surrogate_is_refused(tmp_path):
    with pytest.raises(DataError) as caught:
        files.write_text(tmp_path / "x", "a\ud800")
    assert str(caught.value) == (
        f"{tmp_path}/x: The lone surrogate U+D800 is not a character and cannot be written."
    )
    assert list(tmp_path.iterdir()) == []


def test_standard_output_is_utf8_whatever_the_locale():
    script = "from tertium.core.files import write_text; write_text('-', 'ä\\n')"
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert result.stdout == "ä\n".encode()


def test_a_folder_appears_whole(tmp_path):
    files.write_folder(tmp_path / "new" / "out", {"a.txt": "1\n", "b/c.txt": "2\n"})
    assert (tmp_path / "new" / "out" / "b" / "c.txt").read_text() == "2\n"
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["out"]
    with pytest.raises(DataError):
        files.write_folder(tmp_path / "more", {"a.txt": "1\n", "b.txt": "\ud800"})
    assert not (tmp_path / "more").exists()


def test_a_folder_cannot_be_standard_output():
    with pytest.raises(UsageError) as caught:
        files.write_folder("-", {"a.txt": "1\n"})
    assert str(caught.value) == "A directory cannot be written to standard output."


def test_a_folder_cannot_be_where_a_file_is(tmp_path):
    (tmp_path / "x").write_text("a")
    with pytest.raises(DataError) as caught:
        files.write_folder(tmp_path / "x", {"a.txt": "1\n"})
    assert str(caught.value) == f"{tmp_path}/x: Cannot be written: Not a directory."
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_bytes_are_written_whole_or_not_at_all(tmp_path, capsysbinary):
    files.write_bytes(tmp_path / "x.png", b"\x89PNG")
    assert (tmp_path / "x.png").read_bytes() == b"\x89PNG"
    assert [file.name for file in tmp_path.iterdir()] == ["x.png"]
    with pytest.raises(DataError) as caught:
        files.write_bytes(tmp_path / "none" / "x.png", b"")
    assert caught.value.message.endswith("x.png: Cannot be written: No such file or directory.")
    files.write_bytes("-", b"\x89PNG")
    assert capsysbinary.readouterr().out == b"\x89PNG"
