"""Segment scores of mt-metrics-eval."""

import gzip
import math
import os
import re

import numpy as np
import pytest

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataError, DataWarning, FormatError, UsageError
from tertium.core.scores import Scored, SegmentScores

mtme = plugins.load("formats.scores", "mt-metrics-eval")


def read(text: str, origin: str = "BLEU-refA.seg.score") -> SegmentScores:
    scores: SegmentScores = mtme.read(text.encode(), origin)
    return scores


def test_the_metric_is_the_name_of_the_file():
    for name in ("BLEU-refA.seg.score", "a/BLEU-refA.seg.score.gz", "BLEU-refA.score"):
        assert read("a 1\n", name).metrics == ["BLEU-refA"]


def test_segments_are_counted_for_each_system():
    scores = read("a\t1\na  2\nb\t3\nb None\n")
    assert scores.segment_ids == ("1", "2")
    assert scores.values[Scored("BLEU-refA", "a")].tolist() == [1, 2]
    assert math.isnan(scores.values[Scored("BLEU-refA", "b")][1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "BLEU-refA.seg.score: The file has no scores."),
        ("a\n", "BLEU-refA.seg.score:1: Expected a system and a score."),
        ("a 1\n\na 2\n", "BLEU-refA.seg.score:2: Expected a system and a score."),
        ("a 1 2\n", "BLEU-refA.seg.score:1: Expected a system and a score."),
        ("a x\n", "BLEU-refA.seg.score:1: 'x' in column 2 is not a number."),
        (
            "a 1\na 2\nb 1\n",
            "BLEU-refA.seg.score: Systems have different numbers of scores: a 2, b 1.",
        ),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


def test_scores_of_systems_are_not_taken_for_those_of_segments():
    assert read("a 1\nb 2\n", "BLEU-refA.sys.score").whole == {
        Scored("BLEU-refA", "a"): 1,
        Scored("BLEU-refA", "b"): 2,
    }
    with pytest.raises(FormatError) as caught:
        read("a 1\nb 2\n", "BLEU-refA.doc.score")
    assert str(caught.value) == (
        "BLEU-refA.doc.score: Expected segment scores, found scores of doc."
    )


def test_a_directory(tmp_path):
    parts = {
        "human-scores/de-en.mqm.seg.score": "a\t-1\na\tNone\nb\t0\nb\t-5\n",
        "human-scores/de-en.mqm.sys.score": "a\t-1\nb\t-2.5\n",
        "human-scores/en-de.mqm.sys.score": "a\t7\n",
        "metric-scores/de-en/BLEU-refA.sys.score": "a\t30\nb\t31\n",
        "documents/de-en.docs": "news x\nnews y\n",
    }
    for name, text in parts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    scores = formats.read("scores", str(tmp_path))
    assert scores.metrics == ["mqm", "BLEU-refA"]
    assert scores.values[Scored("mqm", "b")].tolist() == [0, -5]
    assert scores.whole[Scored("mqm", "b")] == -2.5
    assert scores.document_ids == ("x", "y")
    lost = tmp_path / "metric-scores/de-en/M-refA.seg.score"
    lost.write_text("a\t1\na\t2\nb\t3\n")
    with pytest.raises(FormatError, match="different numbers of scores: a 2, b 1"):
        formats.read("scores", str(tmp_path))
    lost.unlink()
    (tmp_path / "metric-scores/en-de").mkdir()
    with pytest.raises(UsageError, match="several language pairs"):
        formats.read("scores", str(tmp_path))
    assert formats.read("scores", str(tmp_path), "", "en-de").whole == {Scored("mqm", "a"): 7}


@pytest.fixture
def directory(tmp_path):
    """Scores of one language pair, and the documents of its segments."""
    parts = {
        "human-scores/de-en.mqm.seg.score": "a\t-1\nb\t0\n",
        "metric-scores/de-en/BLEU-refA.seg.score": "a\t30\nb\t31\n",
        "documents/de-en.docs": "news x\n",
    }
    for name, text in parts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["metric-scores/de-en/X.seg.score", "human-scores/de-en.x.seg.score"]
)
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.mkdir(), "Expected a file, found a directory."),
        (lambda path: path.symlink_to("nosuch"), "No such file."),
        (os.mkfifo, "Not a regular file."),
        (lambda path: path.symlink_to("/dev/zero"), "Not a regular file."),
        (lambda path: path.write_bytes(b"a\t1_000\n"), "'1_000' in column 2 is not a number."),
        (lambda path: path.write_bytes(b"\xff\xfea\0"), "The text is encoded as UTF-16; UTF-8"),
    ],
)
def test_a_file_of_a_directory_that_cannot_be_read_is_named(directory, name, make, message):
    make(directory / name)
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        formats.read("scores", str(directory))
    assert caught.value.where.startswith(str(directory / name))


def test_compressed_scores_in_a_directory_are_read(directory):
    file = directory / "metric-scores/de-en/X-refA.seg.score.gz"
    file.write_bytes(gzip.compress(b"a\t1\nb\t2\n\n"))
    assert formats.read("scores", str(directory)).metrics == ["mqm", "BLEU-refA", "X-refA"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nnews x\n", ":1: Expected a domain and a document."),
        ("news\n", ":1: Expected a domain and a document."),
    ],
)
def test_documents_of_a_directory_that_cannot_be_read(directory, text, message):
    (directory / "documents/de-en.docs").write_text(text)
    with pytest.raises(FormatError) as caught:
        formats.read("scores", str(directory))
    assert str(caught.value) == f"{directory}/documents/de-en.docs{message}"


@pytest.mark.parametrize("pair", ["**-en", "*-*", "/de-en", "../de-en", "a-" + "b" * 5_000])
def test_a_language_pair_is_a_name_not_a_pattern(directory, pair):
    with pytest.raises(UsageError, match="has no scores of the language pair"):
        formats.read("scores", str(directory), "", pair)


def test_names_and_ids_that_are_not_written_are_reported(tmp_path):
    scores = SegmentScores({Scored("bleu", "a"): np.array([1.0])}, ("d:1",), ("d",))
    path = f"{tmp_path}/x.seg.score"
    with pytest.warns(DataWarning) as caught:
        formats.write("scores", scores, path)
    assert [str(one.message) for one in caught] == [
        f"{path}: Segment and document ids are not written; the order of the lines identifies"
        " segments."
        " [left-out]",
        f"{path}: The metric, bleu, is not written; use the file name to identify it. [left-out]",
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {Scored("m", "a"): np.array([1.0]), Scored("n", "a"): np.array([1.0])},
            "mt-metrics-eval holds one metric per file and one output per system. Write tsv"
            " instead.",
        ),
        (
            {Scored("m", "a", 1): np.array([1.0]), Scored("m", "a", 2): np.array([1.0])},
            "mt-metrics-eval holds one metric per file and one output per system. Write tsv"
            " instead.",
        ),
        ({Scored("m", "a b"): np.array([1.0])}, "White space in the name of system 'a b'."),
    ],
)
def test_what_it_cannot_hold_is_refused(values, message, tmp_path):
    with pytest.raises(FormatError) as caught:
        formats.write("scores", SegmentScores(values, ("1",)), f"{tmp_path}/m.seg.score")
    assert str(caught.value) == f"{tmp_path}/m.seg.score: {message}"
    assert list(tmp_path.iterdir()) == []
