"""COMET, through the calls that its package documents; a stand-in answers them."""

import sys

import numpy as np
import pytest

from tertium.api.score import score
from tertium.core.errors import MissingComponent, UsageError
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tests.command import run
from tests.stand_ins import Comet

SOURCE, OUTPUT, REFERENCE = ["Ja.", "Es regnet."], ["Yes!", "It rain."], ["Yes.", "It rains."]


@pytest.fixture
def comet(monkeypatch):
    module = Comet()
    monkeypatch.setitem(sys.modules, "comet", module)
    return module


def corpus(*references, **systems):
    return TestSet.of(source=SOURCE, references=references, systems=systems or {"a": OUTPUT})


def test_the_model_is_loaded_and_asked_as_the_package_says(comet):
    (result,) = score(corpus(REFERENCE), "comet(batch_size=2,gpus=0)")
    samples = [
        {"src": source, "mt": output, "ref": reference}
        for source, output, reference in zip(SOURCE, OUTPUT, REFERENCE, strict=True)
    ]
    assert comet.asked == [
        ("download", "Unbabel/wmt22-comet-da"),
        ("load", "Unbabel/wmt22-comet-da/checkpoints/model.ckpt"),
        (samples, 2, 0, False),
    ]
    # 3 of 5 characters and places in common, 7 of 10.
    assert result.segments.tolist() == [3 / 5, 7 / 10]
    assert result.value == pytest.approx(0.65)
    assert result.stats.columns == ("score", "segments")


def test_the_defaults_are_those_of_the_package(comet):
    score(corpus(REFERENCE), "comet")
    assert comet.asked[-1][1:] == (16, 1, False)


def test_a_model_is_loaded_once_for_all_systems(comet):
    score(corpus(REFERENCE, a=OUTPUT, b=REFERENCE), "comet")
    assert [call[0] for call in comet.asked[:2]] == ["download", "load"]
    assert len(comet.asked) == 4


def test_a_checkpoint_is_read_from_its_file(comet, tmp_path):
    file = tmp_path / "model.ckpt"
    file.touch()
    score(corpus(REFERENCE), f"comet(model={file})")
    assert comet.asked[0] == ("load", str(file))


@pytest.mark.parametrize(("choice", "expected"), [("mean", 0.8), ("best", 1.0)])
def test_several_references_count_by_their_mean_or_the_best(comet, choice, expected):
    result = score(corpus(REFERENCE, [OUTPUT[0], None]), f"comet(references={choice})")[0]
    assert result.segments.tolist() == [expected, 7 / 10]
    assert "|nrefs:var|" in result.signature


def test_a_model_without_references(comet):
    comet.needs_references = False
    result = score(corpus(), "comet(model=Unbabel/wmt22-cometkiwi-da)")[0]
    assert comet.asked[-1][0][0] == {"src": "Ja.", "mt": "Yes!"}
    assert "nrefs" not in result.signature


def test_references_can_be_left_out(comet):
    comet.needs_references = False
    score(corpus(REFERENCE), "comet(references=none)")
    assert comet.asked[-1][0][0] == {"src": "Ja.", "mt": "Yes!"}


def test_candidates_are_scored_with_source_and_reference_of_their_segment(comet):
    rows = metric("comet").rows(["Yes.", "x", "It rains."], np.array([0, 0, 1]), corpus(REFERENCE))
    assert np.asarray(rows).tolist() == [[1, 1], [0, 1], [1, 1]]


def test_the_signature_tells_model_and_version(comet):
    signature = score(corpus(REFERENCE), "comet(model=Unbabel/XCOMET-XL)")[0].signature
    assert signature.startswith(
        "comet(model=Unbabel/XCOMET-XL)|nrefs:1|model:Unbabel/XCOMET-XL|unbabel-comet:2.2.7|version"
    )


@pytest.mark.parametrize("spec", ["comet", "comet(references=none)"])
def test_a_model_that_needs_references_says_so(comet, spec):
    testset = corpus() if spec == "comet" else corpus(REFERENCE)
    with pytest.raises(UsageError) as caught:
        score(testset, spec)
    assert str(caught.value) == (
        "The COMET model Unbabel/wmt22-comet-da needs references. Give them with references=FILE."
    )


def test_the_source_is_needed(comet):
    with pytest.raises(UsageError) as caught:
        score(TestSet.of(references=[REFERENCE], systems={"a": OUTPUT}), "comet")
    assert str(caught.value) == "comet needs the source. Give it with source=FILE."


def test_a_model_that_does_not_exist(comet):
    with pytest.raises(MissingComponent) as caught:
        score(corpus(REFERENCE), "comet(model=nosuch)")
    assert str(caught.value) == (
        "The COMET model 'nosuch' cannot be loaded: \"Model 'nosuch' not supported by COMET.\""
    )


def test_without_the_package_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "comet", None)
    monkeypatch.chdir(tmp_path)
    for name, lines in {"s": SOURCE, "r": REFERENCE, "a": OUTPUT}.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    assert run("score", "-s", "s", "-r", "r", "a", "-m", "comet") == (
        1,
        "",
        "error: comet needs the package 'unbabel-comet', which is not installed.\n"
        "Install it with: pip install 'tertium[comet]'\n",
    )
