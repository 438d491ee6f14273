"""Warnings of rankings, and tests of whole documents."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

import tertium
from tertium.core.errors import DataError, UsageError
from tertium.core.records import to_plain
from tertium.human.documents import judged_by_one_annotator
from tertium.human.notices import (
    DocumentsJudgedByOneAnnotator,
    FewDocuments,
    FewRankingTrials,
    SegmentsShareDocuments,
)
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments


def made(documents, segments=3, *, whole=True, systems="abc", seed=1):
    """Each document of each system judged by one annotator, or each segment by another."""
    random = np.random.default_rng(seed)
    rows = [
        (f"x{(place * 7 + document + (0 if whole else segment)) % 11}", system, document, segment)
        for document in range(documents)
        for place, system in enumerate(systems)
        for segment in range(segments)
    ]
    return Ratings.of(
        {
            "annotator": [row[0] for row in rows],
            "system": [row[1] for row in rows],
            "document": [f"d{row[2]}" for row in rows],
            "segment": [str(row[3]) for row in rows],
            "value": random.integers(0, 101, len(rows)).tolist(),
        }
    )


def scores(ratings):
    """Values by system, document and segment."""
    names = zip(ratings.system.to_list(), ratings.document.to_list(), strict=True)
    found: dict[Any, list[float]] = {}
    for name, value in zip(names, ratings.value.tolist(), strict=True):
        found.setdefault(name, []).append(value)
    return {
        system: np.array([v for (one, _), v in found.items() if one == system]) for system in "abc"
    }


def p_of(result, one, other):
    systems = result.ranking.p_values.systems
    return result.ranking.p_values.matrix[systems.index(one)][systems.index(other)]


def test_rank_sums_of_documents_are_of_their_means():
    ratings = made(15)
    result = tertium.rank(ratings, scale="raw", level="document", trials=0)
    means = {name: of.mean(axis=1) for name, of in scores(ratings).items()}
    for one, other in ("ab", "bc", "ca"):
        wanted = stats.mannwhitneyu(
            means[one], means[other], alternative="greater", method="asymptotic"
        )
        assert p_of(result, one, other) == pytest.approx(wanted.pvalue, rel=1e-9)
    both = tertium.rank(ratings, scale="raw", level="document", segments="both", trials=0)
    assert str(to_plain(both)["ranking"]["p_values"]) == str(
        to_plain(result)["ranking"]["p_values"]
    )


def test_signed_ranks_of_documents_are_of_the_sums_of_differences():
    ratings = made(15)
    result = tertium.rank(ratings, scale="raw", level="document", test="signed-rank", trials=0)
    sums = {name: of.sum(axis=1) for name, of in scores(ratings).items()}
    wanted = stats.wilcoxon(sums["a"] - sums["b"], alternative="greater")
    assert p_of(result, "a", "b") == pytest.approx(wanted.pvalue, rel=1e-9)


def test_approximate_randomization_swaps_whole_documents():
    """Eight documents can be swapped in 256 ways, which are enumerated."""
    ratings = made(8)
    result = tertium.rank(
        ratings,
        scale="raw",
        level="document",
        test="approximate-randomization",
        alternative="greater",
        trials=1000,
    )
    sums = {name: of.sum(axis=1) for name, of in scores(ratings).items()}
    difference = sums["a"] - sums["b"]
    signs = 1 - 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1)
    wanted = (signs @ difference >= difference.sum() - 1e-9).mean()
    assert p_of(result, "a", "b") == pytest.approx(wanted, abs=1e-12)


def test_intervals_draw_whole_documents():
    """Segments of a document that are all alike are one draw, not three."""
    ratings = made(20, systems="ab", whole=False)
    values = np.repeat(np.random.default_rng(2).normal(50, 9, 40), 3)
    alike = Ratings.of(
        {
            "annotator": ["x"] * len(ratings),
            "system": ratings.system.to_list(),
            "document": ratings.document.to_list(),
            "segment": ratings.segment.to_list(),
            "value": values.tolist(),
        }
    )
    by_segment, by_document = (
        tertium.rank(alike, scale="raw", level=level).systems[0]
        for level in ("segment", "document")
    )
    (low, high), (lower, higher) = by_segment.interval, by_document.interval
    width = (higher - lower) / (high - low)
    assert width == pytest.approx(3**0.5, rel=0.15)


def test_documents_judged_as_a_whole_are_reported():
    whole, mixed = made(12), made(12, whole=False)
    assert judged_by_one_annotator(JudgedSegments.of(whole)) == (36, 36)
    assert judged_by_one_annotator(JudgedSegments.of(mixed)) == (0, 36)
    (notice,) = tertium.rank(whole, scale="raw", trials=0).warnings
    assert notice == DocumentsJudgedByOneAnnotator(36, 36)
    assert str(notice).endswith('Test whole documents: level="document".')
    (notice,) = tertium.rank(mixed, scale="raw", trials=0).warnings
    assert notice == SegmentsShareDocuments(36, 12)
    assert str(notice).startswith("The 36 segments belong to 12 documents")
    assert tertium.rank(whole, scale="raw", trials=0, level="document").warnings == ()


def test_few_documents():
    (notice,) = tertium.rank(made(9), scale="raw", trials=0, level="document").warnings
    assert notice == FewDocuments(9)
    assert str(notice).startswith("Only 9 documents were judged")
    with pytest.raises(DataError, match=r"5 documents cannot show a difference at p <= 0\.05"):
        tertium.rank(made(5), scale="raw", trials=0, level="document")
    assert tertium.rank(made(5), scale="raw", trials=0, level="document", confidence_level=0.9)


def test_documents_that_are_not_known():
    ratings = Ratings.of({"system": ["a", "b"], "segment": ["1", "1"], "value": [1, 2]})
    with pytest.raises(UsageError, match=r'level="document" needs the document of each segment'):
        tertium.rank(ratings, scale="raw", level="document")


def test_single_judgments_have_no_pairs():
    for test in ("signed-rank", "approximate-randomization"):
        with pytest.raises(UsageError, match="single judgments have no pairs"):
            tertium.rank(made(5), scale="raw", level="judgment", test=test)


def test_approximate_randomization_needs_trials():
    """With none there was one, and every p was 1 or a half."""
    ratings = made(12, whole=False)
    with pytest.raises(UsageError, match="Approximate randomization needs trials"):
        tertium.rank(ratings, scale="raw", test="approximate-randomization", trials=0)
    few = tertium.rank(ratings, scale="raw", test="approximate-randomization", trials=5)
    assert FewRankingTrials(5, 0.05) in few.warnings
