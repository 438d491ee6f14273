"""Lines that do not go with those of the reference."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.checks._found import found, texts

from tertium.core.streams import Stream
from tertium.examples import folder

NAME = "unrelated"


def lines(name: str) -> list[str]:
    return (folder() / name).read_text(encoding="utf-8").split("\n")[:-1]


REFERENCE = lines("reference.A.en.txt")
OUTPUT = lines("systems/baseline.1.txt")
SOURCE = lines("source.de.txt")


def test_lines_shifted_by_one():
    assert found(NAME, texts([*OUTPUT[1:], "The end."], REFERENCE)) == [
        "warning: out.txt: The lines seem to be out of step: there is no counterpart to line 1 of"
        " ref.txt and line 200 of out.txt. The lines in between are compared with the wrong lines."
    ]


def test_lines_shifted_in_the_middle():
    shifted = [*OUTPUT[:60], "Nothing of the kind.", *OUTPUT[60:150], *OUTPUT[151:]]
    assert found(NAME, texts(shifted, REFERENCE)) == [
        "warning: out.txt: The lines seem to be out of step: there is no counterpart to line 61 of"
        " out.txt and line 151 of ref.txt. The lines in between are compared with the wrong lines."
    ]


def test_lines_in_another_order():
    shuffled = list(OUTPUT)
    random.Random(1).shuffle(shuffled)
    assert found(NAME, texts(shuffled, REFERENCE)) == [
        "warning: out.txt: Its lines match those of ref.txt no better than they match the"
        " neighbouring lines. One of them may be in another order, or the wrong file."
    ]


def test_another_language():
    assert found(NAME, texts(SOURCE, REFERENCE)) == [
        "warning: out.txt: Only 9 % of its words occur in ref.txt at all. One of them may be in"
        " another language, or the wrong file."
    ]


def test_a_second_reference_is_compared_too():
    given = texts(OUTPUT, REFERENCE)
    other = Stream([*lines("reference.B.en.txt")[1:], "The end."], "b.txt")
    assert found(NAME, replace(given, references={**given.references, "b": other})) == [
        "warning: b.txt: The lines seem to be out of step: there is no counterpart to line 1 of"
        " ref.txt and line 200 of b.txt. The lines in between are compared with the wrong lines."
    ]


@pytest.mark.parametrize("name", ["baseline.1", "distilled", "large", "pivot"])
def test_real_outputs_are_fine(name):
    assert found(NAME, texts(lines(f"systems/{name}.txt"), REFERENCE)) == []


def test_a_few_lines_tell_nothing():
    assert found(NAME, texts(SOURCE[:19], REFERENCE[:19])) == []


def test_the_same_line_over_and_over_is_fine():
    assert found(NAME, texts(["It rains a lot."] * 100, ["It rains."] * 100)) == []


@pytest.mark.parametrize("pair", ["wmt22-de-en", "multeval-set1"])
def test_real_systems_are_fine(pair, reference_data):
    folder = reference_data / "metrics" / pair / "inputs"

    def read(path: Path) -> list[str]:
        return gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")[:-1]

    first, *rest = sorted(folder.glob("ref*"))
    for path in [*rest, *(p for p in folder.iterdir() if not p.name.startswith(("ref", "src")))]:
        assert found(NAME, texts(read(path), read(first))) == [], path.name
