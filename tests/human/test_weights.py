"""Weights of segments that were drawn with unequal probabilities."""

import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.campaign.status import campaign_status
from tertium.core.errors import DataError, UsageError
from tertium.human.agreement import measure_agreement
from tertium.human.join import human_scores
from tertium.human.judged_sample import sample_of
from tertium.human.quality_control import quality_control
from tertium.human.rank import default_test
from tertium.human.ranking import rank
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RankSettings
from tertium.human.share_of_yes import share_limits
from tertium.human.two_way_bootstrap import TwoWayBootstrap
from tertium.inference.binomial import clopper_pearson
from tertium.report import presentation
from tests.command import run
from tests.human.test_ranking import made as made_on_any_scale
from tests.meta._hybrids import JUDGED, small_set
from tests.meta._hybrids import ratings as joined_ratings
from tests.report._human import example

RESAMPLED = "approximate-randomization"


def rated(*rows: tuple[str, str, float, float], **columns: Any) -> Ratings:
    """Judgments: system, segment, value, weight."""
    system, segment, value, weight = zip(*rows, strict=True)
    given = {"system": system, "segment": segment, "value": value, "weight": weight}
    return Ratings.of(given | columns)


def made() -> Ratings:
    """Judgments of three systems by five annotators, within the scale."""
    ratings = made_on_any_scale()
    return replace(ratings, value=np.clip(ratings.value, 0, 100))


def drawn(ratings: Ratings, seed: int = 2) -> Ratings:
    """The same judgments, with a weight of each segment."""
    weights = np.random.default_rng(seed).choice([1.0, 2.5, 4.0], len(ratings.item.names))
    return replace(ratings, weight=weights[ratings.item.codes])


def scores(ratings: Ratings, **settings: Any) -> dict[str, float]:
    """Scores of the systems; the test is one that takes weights."""
    found = rank(ratings, RankSettings(test=RESAMPLED, trials=20, scale="raw", **settings))
    return {one.system: one.score for one in found.systems}


# Two judgments of A on the first segment; weights 1, 3 and 4.
ROWS = (
    ("A", "1", 10, 1),
    ("A", "1", 20, 1),
    ("A", "2", 50, 3),
    ("A", "3", 40, 4),
    ("B", "1", 30, 1),
    ("B", "2", 20, 3),
    ("B", "3", 20, 4),
)


# --- Scores -------------------------------------------------------------------------------------


def test_the_score_is_the_weighted_mean_over_segments():
    # A: (1 * 15 + 3 * 50 + 4 * 40) / 8; B: (30 + 60 + 80) / 8.
    assert scores(rated(*ROWS)) == pytest.approx({"A": 325 / 8, "B": 170 / 8})


def test_the_weighted_mean_over_judgments():
    # The first segment of A has two judgments of weight 1: (10 + 20 + 150 + 160) / 9.
    expected = {"A": 340 / 9, "B": 170 / 8}
    assert scores(rated(*ROWS), average="judgments") == pytest.approx(expected)


def test_means_over_domains_are_weighted_within_domains():
    # Domain x has the segments 1 and 2, y the segment 3.
    ratings = rated(*ROWS, document=["d", "d", "d", "e", "d", "d", "e"])
    judged = JudgedSegments.of(ratings, "raw", domains={"d": "x", "e": "y"})
    found = judged.system_scores(judged.values, "domains")
    assert found == pytest.approx([((15 + 150) / 4 + 40) / 2, ((30 + 60) / 4 + 20) / 2])


def test_annotators_of_a_segment_are_averaged_before_segments_are_weighted():
    ratings = rated(*ROWS, annotator=["x", "y", "x", "x", "x", "x", "x"])
    assert scores(ratings, of_segment="annotators") == scores(rated(*ROWS))


@pytest.mark.parametrize("average", ["segments", "judgments"])
@pytest.mark.parametrize("level", ["segment", "document"])
def test_rows_are_weighted_values_and_weights(average, level):
    judged = JudgedSegments.of(rated(*ROWS, document=["d", "d", "d", "e", "d", "d", "e"]), "raw")
    rows = sample_of(judged, average, level).rows["A"][0]
    first = [15, 1] if average == "segments" else [30, 2]
    of_segments = np.array([first, [150, 3], [160, 4]])
    of_documents = np.array([of_segments[:2].sum(axis=0), of_segments[2]])
    assert rows.tolist() == (of_segments if level == "segment" else of_documents).tolist()


def test_resampled_scores_are_weighted():
    judged = JudgedSegments.of(rated(*ROWS), "raw")
    resampled = TwoWayBootstrap.of(judged, "segments", judged.ratings.item)
    # Segment 1 twice, segment 3 once; there is one annotator.
    found = resampled.scores(np.array([[2.0, 0.0, 1.0, 1.0]]))
    assert found == pytest.approx(np.array([[(30 + 160) / 6, (60 + 80) / 6]]))


def test_joined_human_scores_are_weighted():
    weights = {"1": 1.0, "2": 2.0, "3": 4.0, "4": 8.0}
    ratings = joined_ratings(weight=[weights[segment] for _, segment, _ in JUDGED])
    plain = human_scores(small_set(), joined_ratings(), scale="raw")
    found = human_scores(small_set(), ratings, scale="raw")
    columns = list(weights.values())
    assert found.sums.tolist() == (plain.sums * columns).tolist()
    assert found.counts.tolist() == (plain.counts * columns).tolist()
    assert np.array_equal(found.means, plain.means, equal_nan=True)
    # Judgments 90, 60, 70 of a.
    assert found.of_systems[0] == pytest.approx((90 + 2 * 60 + 4 * 70) / 7)
    assert "filters:weighted" in found.source


# --- No weights ---------------------------------------------------------------------------------


def comparable(ranking):
    """A ranking without its intervals of NaN, which are not equal to themselves."""
    return repr(ranking.systems), repr(ranking.p_values), ranking.signature


@pytest.mark.parametrize("test", ["rank-sum", "signed-rank", RESAMPLED])
@pytest.mark.parametrize("average", ["segments", "judgments"])
def test_equal_weights_are_no_weights(test, average):
    settings = RankSettings(test=test, trials=50, average=average)
    plain, weighted = made(), replace(made(), weight=np.full(len(made()), 3.7))
    assert comparable(rank(weighted, settings)) == comparable(rank(plain, settings))
    assert "weighted" not in rank(weighted, settings).signature


def test_weights_that_are_equal_on_the_segments_used_are_no_weights():
    # Only segments 1 and 2, of weight 2, were judged for both systems.
    rows = [("A", "1", 10, 2), ("A", "2", 20, 2), ("A", "3", 30, 9)]
    ratings = rated(*rows, ("B", "1", 15, 2), ("B", "2", 30, 2))
    found = rank(ratings, RankSettings(segments="all", scale="raw", trials=0))
    assert [one.score for one in found.systems] == [22.5, 15]


def test_control_items_need_no_weights():
    ratings = rated(*ROWS, ("A", "1", 0, 77), kind=["system"] * len(ROWS) + ["bad_reference"])
    assert scores(ratings) == scores(rated(*ROWS))


def test_agreement_and_quality_control_ignore_weights():
    plain = example().of_task("adequacy")
    weighted = drawn(plain)
    assert measure_agreement(weighted).values == measure_agreement(plain).values
    assert quality_control(weighted).annotators == quality_control(plain).annotators


# --- Errors -------------------------------------------------------------------------------------


def test_a_segment_has_one_weight():
    message = (
        "x.csv: Judgments of the segment '2' have different weights: 3 and 5. The weight belongs to"
        " the segment: 1 / the probability with which it was drawn."
    )
    ratings = replace(rated(*ROWS, ("B", "2", 20, 5)), origin="x.csv")
    for call in (tertium.rank, tertium.compare):
        with pytest.raises(DataError, match=f"^{re.escape(message)}$"):
            call(ratings)


def test_segments_of_different_documents_may_share_an_id():
    document = ["d", "d", "d", "d", "d", "d", "d", "e"]
    assert rank(
        rated(*ROWS, ("B", "2", 20, 5), document=document),
        RankSettings(test=RESAMPLED, trials=20, scale="raw"),
    )


def test_marked_errors_of_a_segment_have_one_weight():
    rows = [("A", "1", np.nan, 1), ("A", "1", np.nan, 2), ("B", "1", np.nan, 1)]
    columns = {"severity": ["minor"] * 3, "task": ["mqm"] * 3, "document": ["d"] * 3}
    with pytest.raises(DataError, match="segment '1' of the document 'd' have different weights"):
        tertium.rank(rated(*rows, **columns))


@pytest.mark.parametrize("test", ["rank-sum", "signed-rank"])
def test_rank_tests_refuse_weights(test):
    message = (
        f"The {test} test cannot use the weights of segments that were drawn with unequal"
        " probabilities: ranks have no weights. Use approximate randomization:"
        f' test="{RESAMPLED}".'
    )
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        tertium.rank(drawn(made()), test=test)


def test_the_command_line_names_the_option(tmp_path):
    rows = [
        f"ann,{name},{n},{n * 7 % 50 + 10 * (name == 'b')},{1 + n % 2}"
        for name in "ab"
        for n in range(9)
    ]
    file = tmp_path / "ratings.csv"
    file.write_text("\n".join(["annotator,system,segment,value,weight", *rows]) + "\n")
    refused = run("human", "rank", str(file))
    assert refused.code == 2
    assert f"Use approximate randomization: --test {RESAMPLED}." in refused.stderr
    shown = run("human", "rank", str(file), "--test", RESAMPLED).stdout
    assert "Segments were drawn with unequal probabilities" in " ".join(shown.split())
    assert "filters:standardized+weighted" in shown


# --- Tests --------------------------------------------------------------------------------------


def test_approximate_randomization_of_weighted_segments_by_enumeration():
    random = np.random.default_rng(4)
    size = 8
    values, weights = random.integers(0, 100, (2, size)), random.choice([1.0, 2.0, 5.0], size)
    rows = [
        (name, str(n), float(values[place, n]), weights[n])
        for place, name in enumerate("AB")
        for n in range(size)
    ]
    found = tertium.rank(rated(*rows), test=RESAMPLED, scale="raw", alternative="greater")
    differences = weights * (values[0] - values[1])
    swapped = [sum(signs * differences) for signs in product((1, -1), repeat=size)]
    p = np.mean(np.array(swapped) >= differences.sum() - 1e-9)
    assert found.ranking is not None
    matrix = found.ranking.p_values.ordered(("A", "B")).matrix
    assert matrix[0][1] == pytest.approx(p)


def test_comparisons_use_the_same_weighted_scores():
    ratings = drawn(made())
    compared = tertium.compare(ratings, scale="raw", trials=100)
    ranked = tertium.rank(ratings, scale="raw", segments="all", test=RESAMPLED, trials=100)
    assert {one.system: one.score for one in compared.metrics[0].systems} == pytest.approx(
        {one.system: one.score for one in ranked.systems}
    )
    assert "|filters:weighted|" in compared.metrics[0].signature
    assert "|filters:weighted|" in ranked.signature


def test_the_order_of_filters_is_that_of_the_steps():
    ratings = drawn(made())
    found = tertium.rank(ratings, test=RESAMPLED, trials=20)
    assert found.ranking is not None
    assert found.ranking.filters == ("standardized", "weighted")


def test_gold_verdicts_of_weighted_judgments():
    adequacy = drawn(made())
    fluency = replace(adequacy, task=adequacy.task.of(["fluency"] * len(adequacy)))
    with pytest.raises(UsageError, match="rank-sum test cannot use the weights"):
        tertium.gold(adequacy, fluency)
    found = tertium.gold(adequacy, fluency, test=RESAMPLED, trials=100)
    assert all("weighted" in signature for signature in found.gold.signatures)


def test_human_verdicts_of_meta_evaluation_are_those_of_approximate_randomization():
    weights = {"1": 1.0, "2": 2.0, "3": 4.0, "4": 8.0}
    rows = [(name, n, 10.0 * place + int(n)) for place, name in enumerate("abc") for n in weights]
    ratings = joined_ratings(rows, weight=[weights[segment] for _, segment, _ in rows])
    found = tertium.accuracy(small_set(), ratings=ratings, trials=50, scale="raw")
    assert f"test={RESAMPLED}" in found.source
    assert "filters:weighted" in found.source


def test_the_usual_test():
    assert default_test(made()) == "rank-sum"
    assert default_test(drawn(made())) == RESAMPLED


def test_the_state_of_a_weighted_campaign_has_scores():
    ratings = drawn(made())
    found = campaign_status(
        ratings,
        campaign="news",
        task="adequacy",
        answer="slider",
        state="running",
        judged=10,
        planned=20,
        planned_by_system=dict.fromkeys("ABC", 40),
        work=[],
        times=[],
        orphaned=0,
        now=0.0,
    )
    expected = tertium.rank(ratings, test=RESAMPLED, trials=20)
    assert {one.system: one.score for one in found.systems} == {
        one.system: one.score for one in expected.systems
    }
    assert found.unscored == ""


def test_notes_explain_the_weights():
    found = tertium.rank(drawn(made()), test=RESAMPLED, trials=20)
    notes = " ".join(presentation.tables(found)[-1].notes)
    assert "means are weighted by 1 / probability" in notes
    assert "approximate randomization on segments judged for all systems" in notes


# --- Shares of yes ------------------------------------------------------------------------------


def yes_no(values, weights):
    rows = [
        (name, str(n), float(value), float(weight))
        for name in "ab"
        for n, (value, weight) in enumerate(zip(values, weights, strict=True))
    ]
    return JudgedSegments.of(rated(*rows, scale=["yes-no"] * len(rows)))


def test_limits_of_a_weighted_share():
    # 20 answers, half of the segments with weight 4. The share is (4 * 5 + 5) / 50 = 1/2, and the
    # sum of squared deviations is 10 (4/50 / 2)^2 + 10 (1/50 / 2)^2 = 0.017.
    weights, values = [4] * 10 + [1] * 10, [1, 0] * 10
    variance = 0.017 * 20 / 19
    number = 20 * (0.25 / 19) / variance
    assert number < 20
    expected = clopper_pearson(number / 2, number)
    for limits in share_limits(yes_no(values, weights), RankSettings()):
        assert tuple(limits) == pytest.approx(tuple(expected), rel=1e-9)


def test_limits_of_a_weighted_share_without_variance():
    # Kish's effective number of segments: (sum of weights)^2 / sum of squares = 50^2 / 170.
    weights, values = [4] * 10 + [1] * 10, [1] * 20
    expected = clopper_pearson(2500 / 170, 2500 / 170)
    for limits in share_limits(yes_no(values, weights), RankSettings()):
        assert tuple(limits) == pytest.approx(tuple(expected), rel=1e-9)


def test_equal_weights_give_exact_limits():
    values = [1, 0, 1, 1, 0, 1]
    assert share_limits(yes_no(values, [3] * 6), RankSettings()) == [clopper_pearson(4, 6)] * 2
