"""What holds for every check, found by its file."""

from functools import cache
from pathlib import Path

import pytest

import tertium
from tertium.api.check import check
from tertium.core import plugins
from tertium.core.errors import UnknownMember
from tertium.core.streams import Stream
from tertium.core.testset import TestSet
from tertium.examples import folder

NAMES = plugins.names("checks")
FINDERS = [name for name in NAMES if hasattr(plugins.load("checks", name), "find")]


def odd(size: int, line: str = "", **rest: object) -> TestSet:
    """Source, two references and two systems, one of two runs, all of the same lines."""
    lines = [line] * size
    return TestSet.of(
        source=lines,
        references={"A": lines, "B": [*lines[:-1], "Else."]},
        systems={"x": [lines, lines], "y": lines},
    )


ODD = {
    "one segment": odd(1, "It rains."),
    "two segments": odd(2, "It rains."),
    "one empty segment": odd(1),
    "empty lines only": odd(30),
    "white space only": odd(30, " \t\u3000"),
    "five thousand identical lines": odd(5_000, "It rains."),
    "no letters at all": odd(150, "12:34 +++ 5.6 % ..."),
    "emoji": odd(150, "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea"),
    "NUL": odd(30, "\0"),
    "lone surrogates": odd(30, "a \ud800 b"),
    "combining marks only": odd(30, "\u0301\u0308"),
    "a line of many letters": odd(1, "a" * 200_000),
    "lines of many spaces": odd(30, " " * 10_000 + "a"),
    "ampersands": odd(30, "&" * 1_000 + "&#" * 1_000 + "&amp" * 1_000),
    "no source": TestSet.of(references=[["a"] * 30], systems={"x": ["b"] * 30}),
    "no references": TestSet.of(source=["a"] * 30, systems={"x": ["b"] * 30}),
    "no outputs": TestSet.of(source=["a"] * 30, references=[["b"] * 30]),
    "a source only": TestSet.of(source=["a"] * 30),
    "no names of files": TestSet(outputs={"x": (Stream(["a"] * 30),)}),
    "missing references": TestSet.of(
        references=[["a", None] * 15, [None, "b"] * 15], systems={"x": ["c"] * 30}
    ),
    "unknown languages": TestSet.of(
        systems={"x": ["a"] * 30}, source_language="-", target_language="_"
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_summary_and_explains_what_allowing_does(name):
    member = plugins.load("checks", name)
    assert plugins.summary("checks", name)
    assert hasattr(member, "find") != hasattr(member, "ALLOWED")


@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_test_file(name):
    tests = Path(__file__).parent.parent / "checks"
    assert (tests / f"test_{name.replace('-', '_')}.py").exists()


@pytest.mark.parametrize("name", FINDERS)
@pytest.mark.parametrize("example", ODD)
def test_it_never_crashes_and_explains_its_findings(name, example):
    for finding in plugins.load("checks", name).find(ODD[example]):
        assert finding.level in ("error", "warning")
        assert finding.message.endswith(".")
        assert finding.effect.endswith(".")
        assert "\n" not in str(finding)


@cache
def news() -> TestSet:
    files = folder()
    names = ("large", "distilled", "finetuned", "pivot")
    return tertium.read(
        [
            f"baseline={files}/systems/baseline.*.txt",
            *(files / "systems" / f"{name}.txt" for name in names),
        ],
        references={"A": files / "reference.A.en.txt", "B": files / "reference.B.en.txt"},
        source=files / "source.de.txt",
        documents=files / "documents.tsv",
        language_pair="de-en",
        enforce_checks=False,
    )


@pytest.mark.parametrize("name", FINDERS)
def test_it_leaves_the_example_data_alone(name):
    assert list(plugins.load("checks", name).find(news())) == []


@cache
def real(inputs: Path) -> TestSet:
    given = sorted(inputs.iterdir())
    source = inputs / "src.txt.gz"
    return tertium.read(
        [path for path in given if not path.name.startswith(("ref", "src"))],
        references=[path for path in given if path.name.startswith("ref")],
        source=source if source.exists() else None,
        language_pair="de-en" if source.exists() else "",
        enforce_checks=False,
    )


@pytest.mark.parametrize("name", FINDERS)
@pytest.mark.parametrize(
    ("data", "right"),
    [
        ("wmt22-de-en", ()),
        ("multeval-example", ("identical-systems",)),  # sys2 is a copy of the baseline
        ("multeval-set1", ()),
    ],
)
def test_it_leaves_real_data_alone(name, data, right, reference_data):
    testset = real(reference_data / "metrics" / data / "inputs")
    assert bool(list(plugins.load("checks", name).find(testset))) == (name in right)


def test_effects_are_measured_on_odd_test_sets_too():
    for testset in ODD.values():
        if len(testset) < 1_000:
            check(testset)


def test_an_unknown_check_cannot_be_allowed():
    with pytest.raises(UnknownMember) as caught:
        check(ODD["one segment"], allow=["empty-line"])
    assert str(caught.value).startswith(
        "No check named 'empty-line'. Did you mean 'empty-lines'? Known: byte-order-mark, "
    )
