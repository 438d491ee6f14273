"""A reference and an output that have changed places."""

import pytest
from tests.checks._found import ENGLISH, OUTPUT, found, write
from tests.command import run

from tertium.core.streams import Stream
from tertium.core.testset import TestSet


def named(reference: str, *outputs: str, unit: str = "line") -> TestSet:
    return TestSet(
        references={"r": Stream(ENGLISH, reference, unit)},
        outputs={name: (Stream(OUTPUT, name, unit),) for name in outputs},
    )


EFFECT = (
    "Give references with references=FILE. If they are swapped with outputs, so are precision and"
    " recall."
)
AS_OUTPUT = f"The file is given as an output, but its name suggests a reference. {EFFECT}"
AS_REFERENCE = f"The file is given as a reference, but its name suggests an output. {EFFECT}"


@pytest.mark.parametrize(
    ("reference", "outputs", "where"),
    [
        ("a.txt", ["ref.txt"], "ref.txt"),
        ("hyp.txt", ["x/newstest2014-deen-ref.en"], "x/newstest2014-deen-ref.en"),
        ("a.txt", ["b.txt", "reference.A.txt.gz"], "reference.A.txt.gz"),
        ("a.txt", ["refA.txt"], "refA.txt"),
        ("out.txt", ["ref2"], "ref2"),
        ("model.txt", ["gold.en"], "gold.en"),
    ],
)
def test_an_output_that_is_named_as_a_reference(reference, outputs, where):
    assert found("swapped-reference", named(reference, *outputs)) == [
        f"warning: {where}: {AS_OUTPUT}"
    ]


@pytest.mark.parametrize("reference", ["hyp.txt", "system.en", "outputs.de", "baseline.1.txt"])
def test_a_reference_that_is_named_as_an_output(reference):
    assert found("swapped-reference", named(reference, "a.txt")) == [
        f"warning: {reference}: {AS_REFERENCE}"
    ]


@pytest.mark.parametrize(
    ("reference", "outputs"),
    [
        ("ref.txt", ["a.txt", "b.txt"]),
        ("refA.txt", ["refB.txt", "hyp.txt"]),  # a person as a system
        ("newstest.en", ["hyp.txt"]),
        ("newstest.en", ["refactored.txt", "preferences.txt"]),
        ("hyp.ref.txt", ["a.txt"]),
        ("out/a.txt", ["ref/a.txt"]),
        ("hyp1.txt", ["hyp2.txt"]),
    ],
)
def test_correct_or_neutral_names_give_no_warning(reference, outputs):
    assert found("swapped-reference", named(reference, *outputs)) == []


def test_files_that_say_themselves_what_is_what():
    assert found("swapped-reference", named("hyp.tsv", "ref.tsv", unit="segment")) == []


def test_it_is_reported_on_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"ref.txt": ENGLISH, "a.txt": OUTPUT})
    result = run("score", "-r", "a.txt", "ref.txt")
    assert result.code == 0
    typed = AS_OUTPUT.replace("references=FILE", "--reference FILE")
    assert result.stderr.startswith(f"warning: ref.txt: {typed} [swapped-reference]")
    assert run("score", "-r", "ref.txt", "a.txt").stderr == ""
