"""Scores of segments and systems, against the pipelines of Graham et al., and what is refused."""

from itertools import product

import numpy as np
import pytest

from tertium.core.errors import DataError, UsageError
from tertium.core.sample import Pair
from tertium.human.judged_sample import sample_of
from tertium.human.quality_control import passed_only, quality_control
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.standardization import standardize
from tertium.significance.approximate_randomization import ApproximateRandomization
from tests.human._data import mechanical_turk, table


@pytest.fixture(scope="module")
def ratings(reference_data):
    given = mechanical_turk(reference_data)
    return standardize(passed_only(given, quality_control(given))).ratings


@pytest.mark.parametrize(
    ("of_segment", "number", "suffix"),
    [("judgments", "n_judgments", "alljudg"), ("annotators", "n_workers", "strict")],
)
def test_segments_of_the_pipelines(reference_data, ratings, of_segment, number, suffix):
    rows = table(reference_data / "stats/da-amt/expected/segment_scores.csv")
    wanted = {(row["sys"], row["sid"]): row for row in rows}
    for scale, column in (("raw", "mean_raw"), ("standardized", "mean_z")):
        judged = JudgedSegments.of(ratings, scale, of_segment)
        assert len(judged.cells) == len(wanted)
        for row, score, judgments in zip(
            judged.cells.first, judged.cell_scores, judged.cell_judgments, strict=True
        ):
            one = wanted[judged.ratings.system[row], judged.ratings.segment[row]]
            assert score == pytest.approx(float(one[f"{column}_{suffix}"]), abs=1e-9)
            assert judgments == int(one["n_judgments"])
        annotators = len({*judged.ratings.annotator.to_list()})
        assert max(int(row[number]) for row in rows) >= 20
        assert annotators == 21


def test_systems_of_the_pipeline(reference_data, ratings):
    """The rule of crowd-alone: the mean over all judgments."""
    judged = JudgedSegments.of(ratings)
    raw = judged.system_scores(judged.ratings.value, "judgments")
    standardized = judged.system_scores(judged.values, "judgments")
    wanted = {
        row["sys"]: row for row in table(reference_data / "stats/da-amt/expected/system_scores.csv")
    }
    assert set(judged.systems) == set(wanted)
    counts = judged.system_sums(judged.ratings.count)
    for place, system in enumerate(judged.systems):
        assert counts[place] == int(wanted[system]["n"])
        assert raw[place] == pytest.approx(float(wanted[system]["mean_raw"]), abs=1e-9)
        assert standardized[place] == pytest.approx(float(wanted[system]["mean_z"]), abs=1e-9)


def small(**columns):
    """System A has segments 1 (10, 20 and 60 by two annotators) and 2 (50); B has 1 (40)."""
    return Ratings.of(
        {
            "annotator": ["x", "x", "y", "x", "y", "y", "x"],
            "system": ["A", "A", "A", "A", "B", "B", "B"],
            "segment": ["1", "1", "1", "2", "1", "1", "1"],
            "document": ["d", "d", "d", "e", "d", "d", "d"],
            "kind": ["system", "repeat", *["system"] * 3, "bad_reference", "reference"],
            "value": [10, 20, 60, 50, 40, 0, 100],
            **columns,
        }
    )


@pytest.mark.parametrize(
    ("average", "of_segment", "score"),
    [
        ("segments", "judgments", (30 + 50) / 2),
        ("judgments", "judgments", 140 / 4),
        ("segments", "annotators", ((15 + 60) / 2 + 50) / 2),
    ],
)
def test_averages_by_hand(average, of_segment, score):
    judged = JudgedSegments.of(small(), of_segment=of_segment)
    assert judged.systems == ("A", "B")
    assert judged.system_scores(judged.values, average) == pytest.approx([score, 40])


def test_means_of_domains_by_hand():
    ratings = Ratings.of(
        {
            "system": ["A"] * 3,
            "segment": ["1", "2", "3"],
            "document": ["d", "d", "e"],
            "value": [10, 30, 100],
        }
    )
    judged = JudgedSegments.of(ratings, domains={"d": "news", "e": "speech"})
    assert judged.system_scores(judged.values, "domains") == pytest.approx([60])
    with pytest.raises(DataError) as error:
        JudgedSegments.of(ratings, domains={"e": "speech"})
    assert error.value.message == "The domain of the document 'd' is unknown."


def test_published_means_count_for_as_many_judgments_as_they_are_of():
    ratings = Ratings.of(
        {"system": ["A", "A"], "segment": ["1", "2"], "value": [10, 40], "count": [3, 1]}
    )
    judged = JudgedSegments.of(ratings)
    assert judged.system_scores(judged.values, "segments") == pytest.approx([25])
    assert judged.system_scores(judged.values, "judgments") == pytest.approx([17.5])
    assert judged.system_sums(judged.ratings.count).tolist() == [4]


def test_segments_of_different_documents_are_different():
    ratings = Ratings.of(
        {"system": ["A", "A"], "segment": ["1", "1"], "document": ["d", "e"], "value": [1, 2]}
    )
    assert len(JudgedSegments.of(ratings).cells) == 2


def test_what_cannot_be_averaged():
    with pytest.raises(UsageError) as error:
        JudgedSegments.of(small(task=["fluency"] * 3 + ["adequacy"] * 4))
    assert str(error.value) == (
        "There are judgments of several tasks: adequacy, fluency. Choose one."
    )
    with pytest.raises(UsageError) as error:
        JudgedSegments.of(small(languages=["de-en"] * 4 + ["cs-en"] * 3))
    assert str(error.value) == (
        "There are judgments of several language pairs: cs-en, de-en. Choose one."
    )
    with pytest.raises(DataError) as nothing:
        JudgedSegments.of(small(), "standardized")
    assert str(nothing.value) == "There are no standardized scores of systems."


def test_rows_of_statistics(ratings):
    judged = JudgedSegments.of(small())
    sample = sample_of(judged)
    assert sample.rows["A"][0].tolist() == [[30, 1]]
    assert sample.rows["B"][0].tolist() == [[40, 1]]
    assert sample.observed.tolist() == [[30], [40]]
    by_judgment = sample_of(judged, "judgments")
    assert by_judgment.rows["A"][0].tolist() == [[90, 3]]
    assert by_judgment.observed.tolist() == [[30], [40]]
    assert str(by_judgment.metrics[0]) == "rating(average=judgments)"
    assert np.isnan(sample.metrics[0].score([0.0, 0.0]))
    with pytest.raises(DataError) as error:
        sample_of(JudgedSegments.of(ratings))
    assert str(error.value) == "No segment was judged for all systems."


def test_ratings_are_tested_like_any_other_statistics():
    """Approximate randomization on judgments, all 2^6 labellings counted by hand."""
    one, other = [3.0, 5, 4, 5, 2, 4], [2.0, 3, 4, 1, 2, 3]
    ratings = Ratings.of(
        {
            "system": ["A"] * 6 + ["B"] * 6,
            "segment": [str(number) for number in range(6)] * 2,
            "value": one + other,
        }
    )
    sample = sample_of(JudgedSegments.of(ratings))
    ((outcome,),) = ApproximateRandomization(trials=64).run(sample, [Pair("A", "B")])
    difference = np.subtract(one, other)
    signs = np.array(list(product([1, -1], repeat=6)))
    assert outcome.exact
    assert outcome.p == np.mean(np.abs(signs @ difference) >= abs(difference.sum()))
