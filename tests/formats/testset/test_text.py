"""Plain text, as a file and as a directory of files."""

import gzip
import os
from pathlib import Path

import pytest

from tertium import formats
from tertium.core import outputs, plugins
from tertium.core.errors import DataError, FormatError
from tertium.core.testset import TestSet

text = plugins.load("formats.testset", "text")

EXAMPLE = b"Good morning.\nIt has been raining for days.\nNo trains run.\n"


def test_only_a_line_feed_ends_a_line():
    stream = text.read("a\rb\x0bc\x0cd\x1ce\x85f\u2028g\u2029h\ni\n".encode(), "x.txt")
    assert list(stream) == ["a\rb\x0bc\x0cd\x1ce\x85f\u2028g\u2029h", "i"]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"\n\n", ["", ""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b" a \n", [" a "]),
        (b"\xef\xbb\xbfa\n", ["\ufeffa"]),
        (b"a\0b\n", ["a\0b"]),
    ],
)
def test_lines_are_kept_as_they_are(data, lines):
    assert list(text.read(data, "x.txt")) == lines


def test_a_line_is_named_as_editors_understand_it():
    assert text.read(b"a\nb\n", "x.txt").where(1) == "x.txt:2"


def test_compression_is_seen_by_content_whatever_the_name(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(gzip.compress(b"a\nb\n"))
    assert list(formats.read("testset", str(path))) == ["a", "b"]


def test_a_text_whose_first_line_is_one_word_is_still_plain_text():
    for word in (b"Source", b"Reference", b"system", b"{source}", b"<b>"):
        assert formats.sniff("testset", word + b"\nAnother line.\n") == "text"


def folder(path: Path, **texts: str) -> str:
    for name, content in texts.items():
        (path / f"{name.replace('__', '.')}.txt").write_text(content, encoding="utf-8")
    return str(path)


def test_a_pipe_in_a_directory_does_not_block(tmp_path):
    path = folder(tmp_path, source="eins\n")
    os.mkfifo(tmp_path / "system.a.txt")
    with pytest.raises(DataError) as caught:
        formats.read("testset", path)
    assert str(caught.value) == f"{path}/system.a.txt: Not a regular file."


def test_a_directory_is_a_whole_test_set(tmp_path):
    path = folder(
        tmp_path,
        source="eins\nzwei\n",
        reference__A="one\ntwo\n",
        reference__B="1\n2\n",
        system__x="uno\ndos\n",
        segments="s1\ns2\n",
        documents="d\nd\n",
        languages="de-en\n",
    )
    testset = formats.read("testset", path)
    assert list(testset.references) == ["A", "B"]
    assert list(testset.outputs["x"][0]) == ["uno", "dos"]
    assert list(testset.source) == ["eins", "zwei"]
    assert testset.segment_ids == ("s1", "s2")
    assert testset.document_ids == ("d", "d")
    assert (testset.source_language, testset.target_language) == ("de", "en")
    assert testset.outputs["x"][0].where(1) == f"{tmp_path}/system.x.txt:2"


def test_runs_are_in_the_order_of_their_numbers(tmp_path):
    path = folder(tmp_path, **{f"system__x__{run}": f"{run}\n" for run in (10, 9, 1)})
    assert [list(run) for run in formats.read("testset", path).outputs["x"]] == [
        ["1"],
        ["9"],
        ["10"],
    ]


def test_a_file_that_is_no_part_of_a_test_set_is_an_error(tmp_path):
    path = folder(tmp_path, source="a\n", notes="b\n")
    with pytest.raises(FormatError) as caught:
        formats.read("testset", path)
    assert str(caught.value) == (
        f"{tmp_path}/notes.txt: The file name is not that of a part of a test set. Expected"
        " source.txt,"
        " reference.NAME.txt, system.NAME.txt, segments.txt, documents.txt or languages.txt."
    )


def test_a_directory_of_something_else_is_an_error(tmp_path):
    with pytest.raises(FormatError) as caught:
        formats.read("testset", str(tmp_path))
    assert str(caught.value) == f"{tmp_path}: The directory is in no known testset format."


def test_a_line_feed_within_a_segment_is_refused_and_nothing_written(tmp_path):
    testset = TestSet.of(source=["a", "b"], systems={"x": ["c", "d\ne"]})
    with pytest.raises(FormatError) as caught:
        formats.write("testset", testset, f"{tmp_path}/out/")
    assert str(caught.value) == (
        f"{tmp_path}/out/: Segment 2 of system.x has a line feed, which plain text cannot hold."
        " Write jsonl instead."
    )
    assert not (tmp_path / "out").exists()


def test_a_missing_segment_of_a_reference_is_refused(tmp_path):
    testset = TestSet.of(references={"A": ["a", "b"], "B": ["c", None]})
    with pytest.raises(FormatError) as caught:
        formats.write("testset", testset, f"{tmp_path}/out/")
    assert str(caught.value) == (
        f"{tmp_path}/out/: Reference B has no segment 2; plain text cannot leave one out. Write"
        " jsonl instead."
    )


def test_files_of_another_test_set_are_not_mixed_in(tmp_path):
    testset = TestSet.of(source=["a"], systems={"x": ["b"]})
    path = f"{tmp_path}/out/"
    formats.write("testset", testset, path)
    with outputs.replacing(True):
        formats.write("testset", testset, path)  # over itself
    (tmp_path / "out" / "system.y.txt").write_text("c\n")
    with pytest.raises(FormatError) as caught, outputs.replacing(True):
        formats.write("testset", testset, path)
    assert str(caught.value) == (
        f"{tmp_path}/out/system.y.txt: The file exists already and is not part of this test set."
        " Remove it,"
        " or choose another directory."
    )


def test_a_name_that_cannot_be_that_of_a_file_is_refused(tmp_path):
    testset = TestSet.of(systems={"../x": ["b"]})
    with pytest.raises(FormatError) as caught:
        formats.write("testset", testset, f"{tmp_path}/out/")
    assert str(caught.value) == (f"{tmp_path}/out/: 'system.../x' cannot be the name of a file.")


def test_an_interrupted_directory_is_not_there(tmp_path, monkeypatch):
    testset = TestSet.of(source=["a"], systems={"x": ["b"]})

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        formats.write("testset", testset, f"{tmp_path}/out/")
    assert list(tmp_path.iterdir()) == []
