"""Two systems with the same output."""

from dataclasses import replace

from tests.checks._found import ENGLISH, OUTPUT, found, texts

from tertium.core.streams import Stream
from tertium.core.testset import TestSet

NAME = "identical-systems"
GOOD = [f"{line} Indeed." for line in ENGLISH]


def systems(**outputs: list[list[str]]) -> TestSet:
    return replace(
        texts(),
        outputs={
            name: tuple(
                Stream(lines, f"{name}.{number}.txt") for number, lines in enumerate(runs, 1)
            )
            for name, runs in outputs.items()
        },
    )


def test_two_systems():
    assert found(NAME, systems(a=[OUTPUT], b=[GOOD], c=[list(OUTPUT)])) == [
        "warning: c.1.txt: The output of c is identical to that of a in every segment. Their"
        " scores are equal, and no test can separate them."
    ]


def test_two_runs():
    assert found(NAME, systems(a=[OUTPUT, OUTPUT], b=[GOOD])) == [
        "warning: a.2.txt: The output of a (run 2) is identical to that of a (run 1) in every"
        " segment. Their scores are equal, and no test can separate them."
    ]


def test_a_single_different_segment_is_enough():
    assert found(NAME, systems(a=[OUTPUT], b=[[*OUTPUT[:-1], "Else."]])) == []
