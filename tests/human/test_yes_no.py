"""Answers of yes and no: shares of yes, their limits, and annotators who answer at random."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

import tertium
from tertium.core.errors import UsageError
from tertium.examples import folder
from tertium.human.columns import Words
from tertium.human.notices import EqualScores, LowReferenceScores
from tertium.human.quality_control import quality_control
from tertium.human.ranking import Ranking, rank
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RankSettings
from tertium.human.share_of_yes import effective_answers, share_limits
from tertium.inference.binomial import clopper_pearson
from tertium.inference.mid_p import rank_sum_mid_p


def answers(*rows: tuple[Any, ...], **columns: list[Any]) -> Ratings:
    """Rows of system, segment and answer."""
    return Ratings.of(
        {
            "annotator": ["ann"] * len(rows),
            "system": [row[0] for row in rows],
            "segment": [str(row[1]) for row in rows],
            "value": [float(row[2]) for row in rows],
            "scale": ["yes-no"] * len(rows),
            **columns,
        }
    )


def of_shares(segments: int, **yes: int) -> Ratings:
    """One answer per segment, the first ones yes."""
    return answers(
        *((system, n, n < number) for system, number in yes.items() for n in range(segments))
    )


def example() -> Ratings:
    """The ratings of the example as answers: yes for 75 and more."""
    ratings = tertium.read_ratings(folder() / "ratings.csv")
    return replace(
        ratings,
        value=(ratings.value >= 75).astype(float),
        scale=Words.always("yes-no", len(ratings)),
    )


def by_scores(ratings, **settings) -> Ranking:
    """The ranking by scores."""
    ranking = tertium.rank(ratings, **settings).ranking
    assert ranking is not None
    return ranking


def test_systems_are_ranked_by_the_share_of_yes_with_exact_limits():
    ranking = by_scores(of_shares(20, a=12, b=17), seed=1)
    assert [one.system for one in ranking.systems] == ["b", "a"]
    assert [one.score for one in ranking.systems] == [0.85, 0.6]
    for one, yes in zip(ranking.systems, (17, 12), strict=True):
        assert [*one.interval] == pytest.approx([*binomtest(yes, 20).proportion_ci()])
    assert ranking.scale == "yes-no"
    assert all(math.isnan(one.standardized) for one in ranking.systems)
    assert ranking.signature.endswith("|task:adequacy|scale:yes-no")


def test_answers_are_tested_by_mid_p_values():
    ratings = of_shares(20, a=12, b=17)
    expected = rank_sum_mid_p([1] * 17 + [0] * 3, [1] * 12 + [0] * 8, "greater")
    for settings in (RankSettings(), RankSettings(segments="both"), RankSettings(level="judgment")):
        assert rank(ratings, settings).p_values.matrix[0][1] == pytest.approx(expected)


def test_answers_are_standardized_only_if_asked():
    ratings = of_shares(20, a=12, b=17)
    standardized = by_scores(ratings, scale="standardized", trials=0)
    assert standardized.scale == "standardized"
    assert standardized.systems[0].raw == 0.85
    known = replace(ratings, standardized=ratings.value - 0.5)
    assert by_scores(known, trials=0).scale == "yes-no"


def test_the_example_as_answers():
    ranking = tertium.rank(example(), task="adequacy")
    assert [one.system for one in ranking.systems] == [
        *("large", "distilled", "finetuned", "baseline", "pivot")
    ]
    assert [one.cluster for one in ranking.systems] == [1, 1, 2, 3, 4]
    assert ranking.quality is not None
    failed = [one.annotator for one in ranking.quality.annotators if not one.passed]
    assert failed == ["a05", "a11"]
    assert all(one.interval.low < one.score < one.interval.high for one in ranking.systems)


def test_no_limits_without_trials():
    ranking = rank(of_shares(20, a=12, b=17), RankSettings(trials=0))
    assert not any(one.interval.is_defined for one in ranking.systems)


@pytest.mark.parametrize("average", ["segments", "judgments"])
def test_copies_of_every_answer_do_not_narrow_the_limits(average):
    once = of_shares(40, a=30, b=20)
    kind = ["system"] * len(once) + ["repeat"] * len(once)
    twice = replace(Ratings.concatenated([once, once]), kind=Words.of(kind))
    settings = RankSettings(average=average)
    for one, two in zip(
        *(share_limits(JudgedSegments.of(part), settings) for part in (once, twice)), strict=True
    ):
        # The variance is estimated from 40 segments instead of 80 answers.
        assert one.low - 0.01 < two.low < one.low
        assert one.high < two.high < one.high + 0.01


def test_independent_answers_of_a_segment_count_in_full():
    """Every segment has one yes and one no: no more variance than independent answers have."""
    ratings = answers(*((system, n, k) for system in "ab" for n in range(20) for k in (0, 1)))
    limits = share_limits(JudgedSegments.of(ratings), RankSettings())
    assert limits == [clopper_pearson(20, 40)] * 2


def test_equal_answers_count_once_per_segment():
    ratings = answers(*((system, n, 1) for system in "ab" for n in range(20) for _ in range(3)))
    assert share_limits(JudgedSegments.of(ratings), RankSettings()) == [clopper_pearson(20, 20)] * 2
    one = answers(("a", 1, 1), ("a", 1, 0), ("b", 1, 1))
    limits = share_limits(JudgedSegments.of(one), RankSettings())
    assert limits == [clopper_pearson(0.5, 1), clopper_pearson(1, 1)]


def test_the_effective_number_of_answers():
    """Korn and Graubard 1998: n over the design effect, adjusted for degrees of freedom."""
    # Ten segments of four answers each, all equal within a segment, half of them yes.
    squares = 10 * (0.1 * 0.5) ** 2
    effect = squares * 10 / 9 / (0.25 / 39)
    t = 2.0226909, 2.2621572  # quantiles of Student's t, 39 and 9 degrees of freedom
    expected = 40 / effect * (t[0] / t[1]) ** 2
    assert effective_answers(0.5, 40, 10, squares, 0.95) == pytest.approx(expected, rel=1e-6)


def test_whole_documents_are_the_units_of_the_limits():
    rows = [(system, n, n // 5 % 2) for system in "ab" for n in range(50)]
    documents = [f"d{n // 5}" for _, n, _ in rows]
    judged = JudgedSegments.of(answers(*rows, document=documents))
    narrow, wide = (
        share_limits(judged, RankSettings(level=level))[0] for level in ("segment", "document")
    )
    assert narrow == clopper_pearson(25, 50)
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


@pytest.mark.slow
@pytest.mark.parametrize(("per_segment", "repeats"), [(1, 0.0), (1, 0.14), (3, 0.0)])
@pytest.mark.parametrize("mean", [0.0, 2.2])
def test_coverage_of_the_limits(per_segment, repeats, mean):
    """Segments differ, so the answers of a segment depend on each other."""
    rng = np.random.default_rng(9)
    truth = (1 / (1 + np.exp(-rng.normal(mean, 2, 400_000)))).mean()
    covered = 0
    for _ in range(300):
        chance = 1 / (1 + np.exp(-rng.normal(mean, 2, 100)))
        rows = [
            ("a", n, rng.random() < chance[n])
            for n in range(100)
            for _ in range(per_segment + (rng.random() < repeats))
        ]
        (limits,) = share_limits(JudgedSegments.of(answers(*rows)), RankSettings())
        covered += limits.low <= truth <= limits.high
    assert covered >= 276  # 92 %: fewer have a probability of 0.009 if the coverage is 95 %


def batches(pairs: int, annotators: int, answer: Any) -> Ratings:
    """Originals and degraded outputs of a batch of each annotator."""
    rows = [
        (f"a{number:03}", n, kind)
        for number in range(annotators)
        for n in range(pairs)
        for kind in ("system", "bad_reference")
    ]
    return answers(
        *(("x", n, answer(kind)) for _, n, kind in rows),
        annotator=[row[0] for row in rows],
        batch=[row[0] for row in rows],
        kind=[row[2] for row in rows],
    )


def passed(ratings: Ratings) -> float:
    control = quality_control(ratings)
    return len(control.passed) / len(control.annotators)


@pytest.mark.parametrize("yes", [0.5, 0.75, 0.9])
def test_annotators_who_answer_at_random_fail(yes):
    rng = np.random.default_rng(3)
    share = passed(batches(10, 1000, lambda kind: rng.random() < yes))
    assert share < 0.07  # at most 5.4 % by enumeration of all differences


def test_careful_annotators_pass():
    """Nine of ten originals are good, and degraded ones are bad; one answer in twenty is wrong."""
    rng = np.random.default_rng(3)

    def answer(kind: str) -> bool:
        good = kind == "system" and rng.random() < 0.9
        return bool(good == (rng.random() < 0.95))

    assert passed(batches(10, 300, answer)) > 0.97


@pytest.mark.parametrize(("pairs", "passes"), [(10, 1), (4, 1), (3, 0), (2, 0), (1, 0)])
def test_a_perfect_annotator_passes_if_there_are_enough_pairs(pairs, passes):
    """All differences are -1, so that a t-test is undefined."""
    assert passed(batches(pairs, 1, lambda kind: kind == "system")) == passes


@pytest.mark.parametrize("always", [0, 1])
def test_equal_answers_fail(always):
    assert passed(batches(10, 1, lambda kind: always)) == 0


def test_pairs_on_several_scales_are_tested_together():
    """A difference of yes and no counts as much as a usual difference on the slider."""
    rng = np.random.default_rng(3)
    yes_no = batches(6, 1, lambda kind: kind == "system")
    slider = replace(
        batches(6, 1, lambda kind: (60 if kind == "system" else 40) + rng.normal(0, 40)),
        scale=Words.always("slider", 12),
        task=Words.always("fluency", 12),
    )
    p = [quality_control(one).annotators[0].p for one in (slider, yes_no)]
    both = quality_control(Ratings.concatenated([yes_no, slider])).annotators[0].p
    assert p[1] < 0.05 < p[0]
    assert both < 0.05


def test_cautions_of_scores_do_not_apply_to_answers():
    rows = [("x", n, 1) for n in range(20)]
    (one,) = quality_control(answers(*rows, kind=["system"] * 10 + ["reference"] * 10)).annotators
    assert not any(isinstance(notice, LowReferenceScores | EqualScores) for notice in one.cautions)
    assert one.longest_run == 0


def mixed(*scales: str) -> Ratings:
    rows = [(system, n, n % 2) for system in "ab" for n in range(6) for _ in scales]
    return answers(*rows, scale=list(scales) * 12)


def test_several_scales_are_refused():
    with pytest.raises(UsageError) as caught:
        tertium.rank(mixed("slider", "yes-no"))
    assert str(caught.value) == (
        "The judgments of adequacy are on several answer scales: slider, yes-no. Select those of"
        " one scale: `ratings.of_scale('slider')`."
    )
    with pytest.raises(UsageError, match=r"unknown, ldc\..*name it in every row"):
        tertium.rank(mixed("", "ldc"))
    for study in (tertium.agreement, tertium.compare):
        with pytest.raises(UsageError, match="several answer scales: ldc, wmt"):
            study(mixed("ldc", "wmt"))
    tertium.rank(mixed("slider", "yes-no").of_scale("yes-no"), trials=0)


def test_standardized_scores_of_several_scales_can_be_ranked():
    ratings = mixed("slider", "yes-no")
    ratings = replace(ratings, value=np.where(ratings.scale.is_("slider"), 80, 1) * ratings.value)
    ranking = by_scores(ratings, scale="standardized", trials=0)
    assert [one.score for one in ranking.systems] == pytest.approx([0, 0], abs=1e-12)
    assert all(math.isnan(one.raw) for one in ranking.systems)


def test_a_five_point_scale_is_ranked_like_any_other():
    ratings = of_shares(20, a=12, b=17)
    points = replace(ratings, value=1 + 4 * ratings.value)
    named = replace(points, scale=Words.always("ldc", 40))
    unnamed = replace(points, scale=Words.always("", 40))
    assert repr(tertium.rank(named).ranking) == repr(tertium.rank(unnamed).ranking)


def test_a_comparison_of_answers():
    result = tertium.compare(of_shares(20, a=12, b=17), trials=20)
    assert [one.title for one in result.metrics] == ["adequacy (share of yes)"]


def test_agreement_on_answers():
    result = tertium.agreement(example(), task="adequacy")
    assert result.scale == "yes-no"
    assert result.values is not None
    assert result.values.nominal == pytest.approx(result.values.interval)
    assert result.fleiss is not None
