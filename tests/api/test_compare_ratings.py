"""Comparisons of human judgments by every test."""

import json
from typing import Any

import numpy as np
import pytest
from tests.report._human import errors, example, preferences

import tertium
from tertium.core import plugins
from tertium.core.errors import UnknownMember, UsageError
from tertium.human.ratings import Ratings
from tertium.report.comparison.notes import common_notes


def judged(replicates=1, documents=8, segments=3, seed=3):
    """Two systems; b is better, and each output was judged several times."""
    random = np.random.default_rng(seed)
    rows = [
        (f"x{again}", system, f"d{document}", str(segment), random.integers(40, 90) + 5 * place)
        for document in range(documents)
        for segment in range(segments)
        for place, system in enumerate("ab")
        for again in range(replicates)
    ]
    names = ("annotator", "system", "document", "segment", "value")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return Ratings.of(columns | {"languages": ["de-en"] * len(rows)})


def pair(comparison):
    (found,) = comparison.metrics[0].pairs
    return found


def test_scores_are_those_of_the_ranking():
    compared = tertium.compare(example(), task="adequacy", all_pairs=True, trials=100)
    ranked = tertium.rank(example(), task="adequacy", trials=0)
    assert {one.system: one.score for one in compared.metrics[0].systems} == pytest.approx(
        {one.system: one.score for one in ranked.systems}
    )
    assert compared.metrics[0].title == "adequacy (z)"
    assert compared.data.judgments == ranked.data
    assert ranked.data.left_out == {
        "of other tasks": 1200,
        "by annotators who did not pass quality control": 360,
        "of control items": 204,
    }
    assert any(note.startswith("Human judgments of adequacy:") for note in common_notes(compared))


def test_preparation_is_that_of_the_ranking():
    cases: list[dict[str, Any]] = [{"quality": False}, {"scale": "raw"}, {"quality_alpha": 1e-6}]
    for options in cases:
        compared = tertium.compare(example(), task="fluency", trials=50, **options)
        ranked = tertium.rank(example(), task="fluency", segments="all", trials=0, **options)
        assert {one.system: one.score for one in compared.metrics[0].systems} == pytest.approx(
            {one.system: one.score for one in ranked.systems}
        )
        assert compared.data.judgments == ranked.data


@pytest.mark.parametrize("test", plugins.names("significance"))
def test_every_test(test):
    ratings = judged(documents=30)
    found = pair(tertium.compare(ratings, test=test, scale="raw", trials=400))
    assert (found.system, found.other) == ("b", "a")
    of_runs = test in ("run-permutation", "hierarchical-bootstrap")
    assert bool(found.tests[0].reason) == of_runs
    assert found.tests[0].p < 0.6 or of_runs
    assert found.interval.low < found.difference < found.interval.high


def test_percentiles_and_wins_of_algorithms_4_and_5():
    options: dict[str, Any] = {
        "test": "paired-bootstrap",
        "interval": "element",
        "subsample": 0.5,
        "trials": 300,
    }
    found = pair(tertium.compare(judged(documents=30), scale="raw", **options))
    assert found.wins + found.ties + found.losses == pytest.approx(1)
    assert found.wins > 0.5


def test_judgments_of_one_output_are_averaged_first():
    """They are not further segments."""
    ratings = judged(replicates=2)
    compared = tertium.compare(ratings, scale="raw", trials=100)
    assert (compared.data.segments, compared.data.units) == (24, 24)
    assert compared.data.judgments is not None
    assert compared.data.judgments.used == 96
    values = ratings.value.reshape(-1, 2, 2).mean(axis=2)
    difference = values[:, 1] - values[:, 0]
    assert pair(compared).difference == pytest.approx(difference.mean())


def test_whole_documents_are_swapped():
    ratings = judged()
    by_document = tertium.compare(ratings, scale="raw", level="document", trials=1000)
    assert (by_document.data.documents, by_document.data.units) == (8, 8)
    values = ratings.value.reshape(8, 3, 2)
    sums = (values[..., 1] - values[..., 0]).sum(axis=1)
    signs = 1 - 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1)
    wanted = (np.abs(signs @ sums) >= abs(sums.sum()) - 1e-9).mean()
    assert pair(by_document).tests[0].exact
    assert pair(by_document).tests[0].p == pytest.approx(wanted)
    assert pair(by_document).difference == pytest.approx(
        pair(tertium.compare(ratings, scale="raw", trials=50)).difference
    )
    assert "Only 8 documents were judged" in str(by_document.warnings[0])
    warnings = map(str, tertium.compare(ratings, scale="raw").warnings)
    (said,) = [one for one in warnings if "document" in one]
    assert said.startswith("One annotator judged all segments of a document in 16 of 16 cases,")


def test_segments_that_not_all_systems_were_judged_on():
    ratings = judged()
    ratings = ratings.where(np.arange(len(ratings)) > 0)  # without a on the first segment
    compared = tertium.compare(ratings, scale="raw", trials=50)
    assert compared.data.segments == 23
    assert compared.data.judgments is not None
    assert compared.data.judgments.left_out == {
        "of segments that were not judged for all systems": 1
    }


def test_errors_and_languages(tmp_path):
    compared = tertium.compare(errors(), trials=20)
    assert (compared.metrics[0].title, pair(compared).difference) == ("mqm", -5.45)
    result = tertium.compare(judged(), scale="raw", trials=20)
    assert result.data.languages == ("de", "en")
    assert result.metrics[0].signature.startswith("rating|languages:de-en|judgments:")
    tertium.write_result(result, tmp_path / "result.json")
    again = tertium.read_result(tmp_path / "result.json")
    assert json.dumps(again.to_dict()) == json.dumps(result.to_dict())
    with pytest.raises(UsageError, match="Comparisons of human judgments cannot be computed again"):
        tertium.verify(again)


def test_what_is_refused():
    with pytest.raises(UsageError, match="metrics do not apply"):
        tertium.compare(judged(), "bleu")
    with pytest.raises(UnknownMember, match="scale"):
        tertium.compare(judged(), scale="z")
    with pytest.raises(UsageError, match="compare outputs and have no scores"):
        tertium.compare(preferences())
    testset = tertium.TestSet.of(systems={"a": ["x"], "b": ["y"]}, references=[["x"]])
    cases: list[dict[str, Any]] = [{"task": "mqm"}, {"quality": False}, {"scale": "raw"}]
    for options in [*cases, {"quality_alpha": 0.1}, {"language_pair": "de-en"}]:
        with pytest.raises(UsageError, match="Only comparisons of human judgments take: "):
            tertium.compare(testset, **options)
