"""JSONL of a test set."""

import pytest

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataError, DataWarning, FormatError
from tertium.core.testset import TestSet

jsonl = plugins.load("formats.testset", "jsonl")


def read(text: str) -> TestSet:
    testset: TestSet = jsonl.read(text.encode(), "x.jsonl")
    return testset


def test_everything_of_a_test_set():
    testset = read(
        '{"segment": "s1", "document": 7, "languages": "de-en", "source": "eins",'
        ' "references": {"A": "one", "B": null}, "outputs": {"x": ["uno", "un"], "y": "eins"}}\n'
        '{"segment": "s2", "document": 7, "languages": "de-en", "source": "zwei",'
        ' "references": {"A": "", "B": "2"}, "outputs": {"x": ["dos", "deux"], "y": "zwei"}}\n'
    )
    assert testset.references["A"].missing == frozenset()
    assert testset.references["B"].missing == {0}
    assert [list(run) for run in testset.outputs["x"]] == [["uno", "dos"], ["un", "deux"]]
    assert testset.document_ids == ("7", "7")
    assert (testset.source_language, testset.target_language) == ("de", "en")


def test_lines_as_comet_has_them_are_called_after_the_file():
    testset = jsonl.read(b'{"src": "eins", "mt": "uno", "ref": "one"}\n', "out/system-b.jsonl")
    assert list(testset.source) == ["eins"]
    assert list(testset.references) == ["reference"]
    assert list(testset.outputs) == ["system-b"]


def test_a_list_of_references_is_numbered():
    assert list(read('{"src": "eins", "references": ["one", "1"]}\n').references) == ["1", "2"]


def test_unknown_keys_are_reported():
    with pytest.warns(DataWarning) as caught:
        read('{"src": "a", "lp": "de-en", "score": 1}\n{"src": "b", "domain": "news"}\n')
    assert [str(one.message) for one in caught] == [
        "x.jsonl: Unused keys: domain, lp, score. [left-out]"
    ]


def test_segments_keep_line_feeds_and_tabs(tmp_path):
    testset = TestSet.of(systems={"x": ["a\nb\tc\r"]})
    formats.write("testset", testset, f"{tmp_path}/x.jsonl")
    assert list(formats.read("testset", f"{tmp_path}/x.jsonl").outputs["x"][0]) == ["a\nb\tc\r"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.jsonl: The file has no segments."),
        ('{"src": "a"}\n\n{}', "x.jsonl:2: Not JSON: Expecting value, column 1."),
        ('{"src": "a"\n', "x.jsonl:1: Not JSON: Expecting ',' delimiter, column 12."),
        ('{"src": "a"} b\n', "x.jsonl:1: Not JSON: Extra data, column 14."),
        ('{"src": "a", "src": "b"}\n', "x.jsonl:1: Not JSON: the key 'src' occurs twice."),
        (
            '{"src": "a", "source": "b"}\n',
            "x.jsonl:1: Two keys for the source, one of them 'source'.",
        ),
        ("[1]\n", "x.jsonl:1: Expected an object, found list."),
        ('{"src": 1}\n', "x.jsonl:1: Expected text as source, found int."),
        ('{"src": "a", "id": 1.5}\n', "x.jsonl:1: Expected a string or number as segment."),
        ('{"ref": 1}\n', "x.jsonl:1: Expected an object or a list as references."),
        ('{"ref": {"A": 1}}\n', "x.jsonl:1: Expected text as reference A, found int."),
        ('{"outputs": ["a"]}\n', "x.jsonl:1: Expected an object as outputs."),
        ('{"outputs": {"x": null}}\n', "x.jsonl:1: System x has no output here."),
        ('{"outputs": {"x": []}}\n', "x.jsonl:1: System x has no output here."),
        ('{"languages": 1, "src": "a"}\n', "x.jsonl:1: Expected text as languages, found int."),
        (
            '{"src": "a", "languages": "de-en"}\n{"src": "a", "languages": "de-fr"}\n',
            "x.jsonl:2: de-fr here, but de-en above.",
        ),
        (
            '{"outputs": {"x": "a"}}\n{"outputs": {"x": ["a", "b"]}}\n',
            "x.jsonl:2: System x has 2 outputs here, but 1 for the first segment.",
        ),
        (
            '{"outputs": {"x": "a"}}\n{"outputs": {}}\n',
            "x.jsonl:2: System x has 0 outputs here, but 1 for the first segment.",
        ),
        (
            '{"outputs": {"x": "a"}}\n{"outputs": {"x": "a", "y": "b"}}\n',
            "x.jsonl:2: System y has an output here, but none for the first segment.",
        ),
        (
            '{"src": "a", "mt": "b"}\n{"mt": "b"}\n',
            "x.jsonl:2: Some segments have a source and some have none.",
        ),
        ('{"src": "a\\ud800"}\n', "x.jsonl:1: The lone surrogate U+D800 is not a character."),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


def test_escaped_pairs_of_surrogates_are_characters():
    assert list(read('{"src": "\\ud83d\\ude00"}\n').source or ()) == ["\U0001f600"]


def test_a_lone_surrogate_cannot_be_written(tmp_path):
    with pytest.raises(DataError) as caught:
        formats.write("testset", TestSet.of(systems={"x": ["\udc80"]}), f"{tmp_path}/x.jsonl")
    assert str(caught.value) == (
        f"{tmp_path}/x.jsonl: The lone surrogate U+DC80 is not a character and cannot be written."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"src": ' * 100_000, '{"src": "\\u00e4", "a": ' + "[" * 990]
)
def test_json_that_is_nested_too_deeply_is_refused(line):
    with pytest.raises(FormatError, match=r"x\.jsonl:1: Not JSON"):
        jsonl.read(line.encode(), "x.jsonl")
