"""TSV of a test set."""

import pytest

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.core.testset import TestSet

tsv = plugins.load("formats.testset", "tsv")


def read(text: str) -> TestSet:
    testset: TestSet = tsv.read(text.encode(), "x.tsv")
    return testset


def test_columns_are_known_by_the_header():
    testset = read(
        "segment\tdocument\tsource\treference:A\treference:B\tsystem:x\tsystem:x\n"
        "s1\td\teins\tone\t1\tuno\teins!\n"
        "s2\td\tzwei\ttwo\t\tdos\tzwei!\n"
    )
    assert list(testset.references) == ["A", "B"]
    assert testset.references["B"].missing == {1}
    assert [list(run) for run in testset.outputs["x"]] == [["uno", "dos"], ["eins!", "zwei!"]]
    assert testset.segment_ids == ("s1", "s2")
    assert testset.document_ids == ("d", "d")
    assert testset.outputs["x"][1].where(1) == "x.tsv, system x, run 2, segment 2"


def test_short_names_of_columns_are_understood():
    testset = read("id\tdoc\tsrc\tref\tmt\n1\td\teins\tone\tuno\n")
    assert list(testset.source or ()) == ["eins"]
    assert list(testset.references) == ["reference"]
    assert list(testset.outputs) == ["x"]  # after the file


def test_languages_are_a_column():
    testset = read("languages\tsource\tsystem:x\nde-en\teins\tuno\nde-en\tzwei\tdos\n")
    assert (testset.source_language, testset.target_language) == ("de", "en")


def test_windows_line_ends_are_understood():
    assert list(read("source\tsystem:x\r\neins\tuno\r\n").outputs["x"][0]) == ["uno"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.tsv: The file is empty."),
        ("source\tsystem:x\n", "x.tsv: The file has no segments."),
        (
            "source\tcolour\neins\tred\n",
            "x.tsv:1: Unknown column 'colour'. Known: segment, document, languages, source,"
            " reference[:NAME], system:NAME.",
        ),
        ("source\tref\nein\tone\ttwo\n", "x.tsv:2: 3 columns; the header has 2."),
        ("source\tref\neins\tone\n\nzwei\ttwo\n", "x.tsv:3: 1 column; the header has 2."),
        ("source\tsrc\neins\tzwei\n", "x.tsv:1: 2 columns hold the source."),
        ("ref:A\treference:A\none\ttwo\n", "x.tsv:1: 2 columns hold reference A."),
        ("id\tdoc\n1\td\n", "x.tsv: The segment has neither source, reference nor output."),
        ("id\tref\n1\ta\n1\tb\n", "x.tsv: Segment 1 occurs 2 times."),
        ("id\tref\n1\ta\n\tb\n", "x.tsv:3: Some segments have a segment id and some have none."),
        ("languages\tref\nde-en\ta\nde-fr\tb\n", "x.tsv:3: de-fr here, but de-en above."),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


def test_segments_without_any_reference_are_left_out_with_a_warning():
    with pytest.warns(DataWarning) as caught:
        testset = read("ref:A\tref:B\thyp\na\t\tx\n\t\ty\n\tb\tz\n")
    assert str(caught[0].message) == (
        "x.tsv: 1 of 3 segments have no reference and are excluded. [left-out]"
    )
    assert list(testset.outputs["x"][0]) == ["x", "z"]


@pytest.mark.parametrize(
    ("testset", "message"),
    [
        (
            TestSet.of(systems={"x": ["a\tb"]}),
            "Segment 1 has a tab or an end of line, which TSV cannot hold. Write jsonl instead.",
        ),
        (
            TestSet.of(systems={"a\tb": ["x"]}),
            "A name has a tab or an end of line, which TSV cannot hold. Write jsonl instead.",
        ),
        (
            TestSet.of(references={"A": ["a", ""]}),
            "Segment 2 of reference A is empty, which would be read as missing. Write jsonl"
            " instead.",
        ),
    ],
)
def test_what_it_cannot_hold_is_refused(testset, message, tmp_path):
    with pytest.raises(FormatError) as caught:
        formats.write("testset", testset, f"{tmp_path}/x.tsv")
    assert str(caught.value) == f"{tmp_path}/x.tsv: {message}"
    assert list(tmp_path.iterdir()) == []
