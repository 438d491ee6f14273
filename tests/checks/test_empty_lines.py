"""Segments without text."""

from dataclasses import replace

from tests.checks._found import ENGLISH, GERMAN, OUTPUT, found, texts

from tertium.core.streams import Stream

NAME = "empty-lines"


def test_in_an_output():
    assert found(NAME, texts(["", *OUTPUT[1:]])) == [
        "warning: out.txt: 1 of 6 segments is empty (line 1). An empty output gets the worst"
        " possible score."
    ]


def test_in_a_reference():
    assert found(NAME, texts(reference=[*ENGLISH[:4], "", " \t\u3000"])) == [
        "warning: ref.txt: 2 of 6 segments are empty (lines 5 and 6). No output can match an empty"
        " reference."
    ]


def test_in_the_source():
    assert found(NAME, texts(source=["", *GERMAN[1:]])) == [
        "warning: src.txt: 1 of 6 segments is empty (line 1). Metrics that use the source have"
        " no source text for these segments."
    ]


def test_a_missing_reference_is_not_an_empty_one():
    given = texts()
    other = Stream(["", *ENGLISH[1:]], "b.txt", missing=frozenset({0}))
    assert found(NAME, replace(given, references={**given.references, "b": other})) == []


def test_a_single_character_is_not_empty():
    assert found(NAME, texts([".", *OUTPUT[1:]])) == []
