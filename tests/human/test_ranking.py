"""Rankings: tests on matched segments and domains, intervals, and what they do not depend on."""

import math

import numpy as np
import pytest
from scipy import stats

from tertium.core.errors import ParameterError, UsageError
from tertium.core.executor import Executor, use
from tertium.core.records import from_plain, to_plain
from tertium.core.resampling import replicates
from tertium.human.ranking import Ranking, rank
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RankSettings
from tertium.human.two_way_bootstrap import TwoWayBootstrap

SYSTEMS = ("A", "B", "C")


def made(segments=40, annotators=5, seed=1):
    """A is better than B and C, which are equal; not every segment is judged for every system."""
    random = np.random.default_rng(seed)
    rows = [
        (system, str(segment), f"d{segment % 4}", f"a{random.integers(annotators)}")
        for segment in range(segments)
        for system in SYSTEMS
        for _ in range(random.integers(0, 4))
    ]
    system, segment, document, annotator = zip(*rows, strict=True)
    quality = [30 * (name == "A") for name in system] + random.normal(50, 15, len(rows))
    return Ratings.of(
        {
            "system": system,
            "segment": segment,
            "document": document,
            "annotator": annotator,
            "value": np.round(quality),
        }
    )


def scores_of(ratings):
    """Scores of segments in plain Python, by system and segment."""
    found: dict[tuple[str, str], list[float]] = {}
    for row in range(len(ratings)):
        key = ratings.system[row], ratings.segment[row]
        found.setdefault(key, []).append(float(ratings.value[row]))
    return {key: sum(values) / len(values) for key, values in found.items()}


def by_system(scores, system, segments=None):
    return [
        score
        for (name, segment), score in scores.items()
        if name == system and (segments is None or segment in segments)
    ]


def p_of(ranking, system, other):
    systems = ranking.p_values.systems
    return ranking.p_values.matrix[systems.index(system)][systems.index(other)]


def test_scores_of_segments_are_tested():
    ratings = made(400)
    ranking = rank(ratings, RankSettings(trials=0))
    scores = scores_of(ratings)
    for one in ranking.systems:
        assert one.score == pytest.approx(np.mean(by_system(scores, one.system)))
        assert one.segments == len(by_system(scores, one.system))
        assert one.judgments == ratings.system.to_list().count(one.system)
        assert math.isnan(one.standardized)
    for system in SYSTEMS:
        for other in set(SYSTEMS) - {system}:
            wanted = stats.mannwhitneyu(
                by_system(scores, system), by_system(scores, other), alternative="greater"
            )
            assert p_of(ranking, system, other) == pytest.approx(wanted.pvalue)


def test_judgments_are_tested():
    ratings = made(400)
    ranking = rank(ratings, RankSettings(trials=0, level="judgment"))
    one, other = (ratings.value[ratings.system.is_(name)] for name in "AB")
    wanted = stats.mannwhitneyu(one, other, alternative="greater")
    assert p_of(ranking, "A", "B") == pytest.approx(wanted.pvalue)


@pytest.mark.parametrize("level", ["segment", "judgment"])
def test_segments_judged_for_both(level):
    ratings = made(300)
    ranking = rank(ratings, RankSettings(trials=0, segments="both", level=level))
    scores = scores_of(ratings)
    both = {s for name, s in scores if name == "B"} & {s for name, s in scores if name == "C"}
    if level == "segment":
        one, other = (by_system(scores, name, both) for name in "BC")
    else:
        matched = ratings.segment.is_(*both)
        one, other = (ratings.value[ratings.system.is_(name) & matched] for name in "BC")
    wanted = stats.mannwhitneyu(one, other, alternative="greater")
    assert p_of(ranking, "B", "C") == pytest.approx(wanted.pvalue)


def test_signed_ranks_in_each_domain_combined():
    ratings = made(400)
    domains = {"d0": "news", "d1": "news", "d2": "speech", "d3": "speech"}
    settings = RankSettings(
        trials=0, test="signed-rank", alternative="two-sided", segments="all", average="domains"
    )
    ranking = rank(ratings, settings, domains=domains)
    scores = scores_of(ratings)
    complete = set.intersection(*({s for n, s in scores if n == name} for name in SYSTEMS))
    p, means = [], []
    for remainders in ((0, 1), (2, 3)):
        chosen = [str(s) for s in range(400) if s % 4 in remainders and str(s) in complete]
        difference = [scores["B", segment] - scores["C", segment] for segment in chosen]
        means.append(np.mean([scores["B", segment] for segment in chosen]))
        found = stats.wilcoxon(np.round(difference, 9), correction=True, method="asymptotic")
        p.append(found.pvalue)
    wanted = stats.combine_pvalues(p, "stouffer").pvalue
    both_ways = [p_of(ranking, "B", "C"), p_of(ranking, "C", "B")]
    assert [found for found in both_ways if not math.isnan(found)] == [pytest.approx(wanted)]
    (score,) = (one.score for one in ranking.systems if one.system == "B")
    assert score == pytest.approx(np.mean(means))
    assert all(one.segments == len(complete) for one in ranking.systems)


def test_a_two_sided_p_value_is_of_the_better_system():
    ranking = rank(made(400), RankSettings(trials=0, alternative="two-sided"))
    one_sided = rank(made(400), RankSettings(trials=0))
    assert ranking.systems[0].system == "A"
    assert ranking.systems[0].wins == 2
    assert ranking.systems[0].losses == 0
    assert p_of(ranking, "A", "B") == pytest.approx(2 * p_of(one_sided, "A", "B"))
    assert math.isnan(p_of(ranking, "B", "A"))


def test_places():
    ranking = rank(made(400), RankSettings(trials=50), references=["C"])
    first, *others = ranking.systems
    assert (first.system, first.best, first.worst, first.cluster) == ("A", 1, 1, 1)
    for one in others:
        assert (one.best, one.worst, one.cluster) == (2, 3, 2)
        assert one.interval.low < one.score < one.interval.high < first.interval.low
        assert one.reference == (one.system == "C")
    a, b = ranking.verdicts[0], ranking.verdicts[2]
    assert (a.better, a.confidence_level) == ("A", 0.95)
    assert b.better is None


def test_one_system_and_one_judgment():
    (one,) = rank(Ratings.of({"system": ["A"], "segment": ["1"], "value": [3]})).systems
    assert one.score == 3
    assert math.isnan(one.interval.low)
    assert math.isnan(one.interval.high)
    assert (one.best, one.worst, one.cluster) == (1, 1, 1)


@pytest.mark.parametrize("average", ["segments", "judgments", "domains"])
def test_a_judgment_counts_as_often_as_segment_and_annotator_are_drawn(average):
    ratings = made(30)
    judged = JudgedSegments.of(ratings, domains={f"d{i}": f"{i % 2}" for i in range(4)})
    resampled = TwoWayBootstrap.of(judged, average, judged.ratings.item)
    drawn = resampled.block(5, 0, 3)
    found = resampled.scores(drawn)
    weights = judged.weights(average)
    for replicate, row in enumerate(drawn):
        segments, annotators = row[: resampled.segments], row[resampled.segments :]
        assert segments.sum() == resampled.segments
        assert annotators.sum() == resampled.annotators == 5
        times = segments[judged.ratings.item.codes] * annotators[judged.ratings.annotator.codes]
        for place in range(3):
            own = judged.system == place
            wanted = np.average(judged.values[own], weights=(weights * times)[own])
            assert found[replicate, place] == pytest.approx(wanted)
    whole = resampled.scores(np.ones((1, drawn.shape[1])))
    assert whole[0] == pytest.approx(judged.system_scores(judged.values, average))


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_number_of_threads_changes_no_bit(jobs):
    ratings = made(200)
    with use(Executor(1)):
        one = rank(ratings)
    with use(Executor(jobs)):
        assert to_plain(rank(ratings)) == to_plain(one)


def test_another_seed_draws_others():
    ratings = made()
    one, other = (rank(ratings, RankSettings(seed=seed)).systems[0] for seed in (1, 2))
    assert one.score == other.score
    assert one.interval.low != other.interval.low
    resampled = TwoWayBootstrap.of(JudgedSegments.of(ratings), "segments", ratings.item)
    assert len(replicates(resampled, 300, 1, resampled.scores)) == 300


def test_the_order_of_systems_changes_nothing():
    ratings = made(60)
    backwards = ratings.where(np.argsort(-ratings.system.codes, kind="stable"))
    settings = RankSettings(trials=0)
    found, wanted = (rank(one, settings) for one in (backwards, ratings))
    assert to_plain(found.p_values) == to_plain(wanted.p_values)
    for one, other in zip(found.systems, wanted.systems, strict=True):
        assert one.system == other.system
        assert one.score == pytest.approx(other.score, rel=1e-12)


def test_a_ranking_as_json():
    ranking = rank(made().where(slice(None), "quality_control"), RankSettings(trials=10))
    assert to_plain(from_plain(Ranking, to_plain(ranking))) == to_plain(ranking)
    assert ranking.signature == ("rank(trials=10)|task:adequacy|scale:raw|filters:quality_control")


def test_domains_are_part_of_the_signature():
    settings = RankSettings(trials=0, average="domains")
    one, other = (
        rank(made(), settings, domains={f"d{i}": f"{i % size}" for i in range(9)})
        for size in (2, 3)
    )
    assert (one.domains, other.domains) == (("0", "1"), ("0", "1", "2"))
    assert one.signature != other.signature
    assert "|domains:" in one.signature


def test_means_of_domains_need_domains():
    with pytest.raises(
        UsageError, match="Averaging over domains needs the domain of each document"
    ):
        rank(made(), RankSettings(average="domains"))


def test_a_level_is_between_0_and_1():
    with pytest.raises(ParameterError) as error:
        RankSettings(confidence_level=1.0)
    assert str(error.value) == ("confidence_level must be between 0 and 1. Got 1.0 instead.")
