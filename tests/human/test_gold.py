"""Adequacy, then fluency, by hand and as the example ratings have it."""

import csv
import math
from dataclasses import replace
from importlib.resources import files

import pytest

from tertium.core.errors import DataError, UsageError
from tertium.core.records import from_plain, to_plain
from tertium.human.gold import Gold, combine
from tertium.human.quality_control import passed_only, quality_control
from tertium.human.ranking import Ranking, rank
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings
from tertium.human.standardization import standardize
from tertium.inference.verdicts import PValues

NAN = math.nan


def ranking(systems, matrix, **settings):
    return Ranking(
        RankSettings(**settings),
        "adequacy",
        "de-en",
        "raw",
        0,
        (),
        "",
        (),
        (),
        PValues(systems, matrix),
    )


ADEQUACY = ranking(("A", "B", "C"), ((NAN, 0.001, 0.3), (0.999, NAN, 0.03), (0.7, 0.97, NAN)))
# A and B are the other way round, which adequacy overrules.
FLUENCY = ranking(("C", "B", "A"), ((NAN, 0.6, 0.004), (0.4, NAN, 0.01), (0.996, 0.99, NAN)))


def test_by_hand():
    found = combine(ADEQUACY, FLUENCY, [0.95, 0.99, 0.9999])
    assert found.fluency.systems == ("A", "B", "C")
    assert found.fluency.matrix[2] == (0.004, 0.6, NAN)
    five, one, hundredth = found.combined
    assert to_plain(five.p_values.matrix) == [
        [None, 0.001, 0.996],
        [0.999, None, 0.03],
        [0.004, 0.97, None],
    ]
    assert [verdict.better for verdict in five.verdicts] == ["A", "C", "B"]
    # At 1 % neither adequacy nor fluency separates B from C.
    assert to_plain(one.p_values.matrix) == [
        [None, 0.001, 0.996],
        [0.999, None, 0.4],
        [0.004, 0.6, None],
    ]
    assert [verdict.better for verdict in one.verdicts] == ["A", "C", None]
    assert [verdict.p for verdict in one.verdicts] == [0.001, 0.004, 0.4]
    # At 0.01 % adequacy separates no pair.
    assert to_plain(hundredth.p_values) == to_plain(found.fluency)
    assert {verdict.better for verdict in hundredth.verdicts} == {None}
    assert found.signatures[0] == ADEQUACY.signature


def test_all_of_it_as_json():
    found = combine(ADEQUACY, FLUENCY)
    assert [one.confidence_level for one in found.combined] == [0.95, 0.99, 0.999]
    assert to_plain(from_plain(Gold, to_plain(found))) == to_plain(found)


def test_other_systems():
    with pytest.raises(DataError) as error:
        combine(ADEQUACY, ranking(("A", "B"), ((NAN, 0.5), (0.5, NAN))))
    assert str(error.value) == "C: judged for adequacy or fluency, but not both."


def test_two_sided_tests_have_no_direction_to_combine():
    two_sided = replace(FLUENCY, settings=RankSettings(alternative="two-sided"))
    with pytest.raises(UsageError) as error:
        combine(ADEQUACY, two_sided)
    assert str(error.value) == "Adequacy and fluency can only be combined from one-sided tests."


def test_the_example_ratings():
    with (files("tertium.examples") / "news/ratings.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = ("annotator", "batch", "segment", "document", "system", "task", "kind", "value")
    ratings = Ratings.of({name: [row[name] for row in rows] for name in names})
    quality = quality_control(ratings)
    assert {one.annotator for one in quality.annotators if not one.passed} >= {"a05", "a11"}
    kept = standardize(passed_only(ratings, quality)).ratings
    adequacy, fluency = (
        rank(kept.of_task(task), RankSettings(level="judgment", trials=0))
        for task in ("adequacy", "fluency")
    )
    found = combine(adequacy, fluency)
    assert found.adequacy.systems[-1] == "pivot"
    better = {(one.system, one.other): one.better for one in found.combined[0].verdicts}
    assert better["finetuned", "pivot"] == "finetuned"


def test_adequacy_and_fluency_of_different_language_pairs():
    """They were combined without a word."""
    other = replace(FLUENCY, languages="cs-en")
    with pytest.raises(DataError, match="Adequacy was judged for de-en, fluency for cs-en"):
        combine(ADEQUACY, other)
    assert combine(ADEQUACY, replace(FLUENCY, languages="")).adequacy == ADEQUACY.p_values
