"""Hybrids, beside texts that are mixed and scored as such."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import UnknownMember
from tertium.core.sample import Mean, Sample, side_by_side
from tertium.core.testset import TestSet
from tertium.inference.correlations import fisher, zou
from tertium.meta.supersample.hybrids import (
    Choices,
    HybridScores,
    hybrid_scores,
    population,
)
from tertium.meta.supersample.metric_ranking import pearson_matrix, rank_metrics
from tertium.metrics import metric
from tests.meta._hybrids import REFERENCE, SYSTEMS, small_set

METRICS = tuple(metric(name) for name in ("bleu", "chrf", "ter"))


def sample():
    outputs = small_set()
    return Sample(
        METRICS,
        {
            name: (side_by_side([one.stats(outputs, name) for one in METRICS]),)
            for name in outputs.runs
        },
    )


def scored_as_text(choices):
    """Scores of the text that takes each segment from the system of that number."""
    names = sorted(SYSTEMS)
    text = [SYSTEMS[names[system]][segment] for segment, system in enumerate(choices)]
    mixed = TestSet.of(references=[REFERENCE], systems={"hybrid": text})
    return [one.score(one.stats(mixed, "hybrid").sum()) for one in METRICS]


def test_every_hybrid_has_the_score_of_its_text():
    every = np.array(list(product(range(3), repeat=4)), dtype=np.uint8)
    found = HybridScores.of(sample(), "all")(every)
    for choices, scores in zip(every, found, strict=True):
        assert scores == pytest.approx(scored_as_text(choices), rel=1e-12)


def test_hybrids_are_scored_by_the_outputs_in_them():
    choices = Choices(4, 3, 50).block(1, 0, 50)
    found = hybrid_scores(HybridScores.of(sample()), 50, 1)
    for drawn, scores in zip(choices, found, strict=True):
        assert scores == pytest.approx(scored_as_text(drawn), rel=1e-12)


@pytest.mark.parametrize("mix", ["pairs", "all"])
@pytest.mark.parametrize("size", [10, 2**24, 2**40])
def test_sums_are_exact_however_large_counts_are(mix, size):
    random = np.random.default_rng(5)
    counts = random.integers(0, size, (3, 50))
    rows = {
        name: (np.column_stack([counts[i], np.ones(50), random.normal(size=50), np.ones(50)]),)
        for i, name in enumerate("abc")
    }
    mixed = Sample((Mean("counts"), Mean("numbers")), rows)
    chosen = Choices(50, 3, 60, mix).block(1, 0, 60)
    found = HybridScores.of(mixed, mix)(chosen)
    for drawn, scores in zip(chosen, found, strict=True):
        assert scores[0] == counts[drawn, np.arange(50)].sum() / 50
        numbers = [rows["abc"[system]][0][unit, 2] for unit, system in enumerate(drawn)]
        assert scores[1] == pytest.approx(np.mean(numbers), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("hybrids", [4, 5, 100, 301])
def test_all_pairs_make_as_many_hybrids_but_for_one(hybrids):
    units = 64  # enough that hardly any hybrid is one of its systems
    choices = Choices(units, 4, hybrids)
    pairs = {pair: 0 for pair in combinations(range(4), 2)}
    drawn = choices.block(7, 0, min(hybrids, 256))
    if hybrids > 256:
        drawn = np.concatenate([drawn, choices.block(7, 256, hybrids)])
    for hybrid in drawn:
        pairs[tuple(sorted(set(hybrid.tolist())))] += 1
    assert sum(pairs.values()) == hybrids
    assert max(pairs.values()) - min(pairs.values()) <= 1


def test_coins_are_fair_and_segments_independent():
    drawn = Choices(200, 2, 200).block(3, 0, 200)
    assert abs(drawn.mean() - 0.5) < 4 * 0.5 / math.sqrt(drawn.size)
    within = drawn.mean(axis=0)
    assert within.std() == pytest.approx(0.5 / math.sqrt(200), rel=0.2)


def test_of_all_systems_each_is_as_likely():
    drawn = Choices(200, 5, 200, mix="all").block(3, 0, 200)
    shares = np.bincount(drawn.ravel(), minlength=5) / drawn.size
    assert shares == pytest.approx([0.2] * 5, abs=4 * math.sqrt(0.16 / drawn.size))


def test_trials_are_other_samples_of_the_same_seed():
    first, second = (
        hybrid_scores(HybridScores.of(sample()), 40, 5, trial=number) for number in (0, 1)
    )
    assert not np.array_equal(first, second)
    assert np.array_equal(first, hybrid_scores(HybridScores.of(sample()), 40, 5))
    assert not np.array_equal(first, hybrid_scores(HybridScores.of(sample()), 40, 6))


@pytest.mark.parametrize(("systems", "units", "exact"), [(3, 4, 3 * 2**4), (5, 10, 10 * 2**10)])
def test_how_many_hybrids_there_are(systems, units, exact):
    assert 10 ** population(systems, units) == pytest.approx(exact)
    assert 10 ** population(systems, units, "all") == pytest.approx(systems**units)


def test_the_population_of_the_paper():
    """Section 3.1: 10 x 2^3,000 hybrids of 5 systems."""
    assert population(5, 3000) == pytest.approx(1 + 3000 * math.log10(2))


TABLE = np.array([[1.0, 2.0, 1.0], [2.0, 1.0, 2.5], [3.0, 4.0, 2.0], [4.0, 3.0, 5.0], [5, 6, 4]])


def test_metrics_are_ranked_by_definition():
    human, scores = TABLE[:, 0], TABLE[:, 1:]
    found = rank_metrics(["x", "y"], human, scores, 0.9)
    r = np.corrcoef(TABLE.T)
    order = ["x", "y"] if r[0, 1] > r[0, 2] else ["y", "x"]
    assert found.order == tuple(order)
    first, second = (1 + ["x", "y"].index(name) for name in order)
    best = found.of(order[0])
    assert best.rank == 1
    assert best.r == pytest.approx(r[0, first])
    assert tuple(best.interval) == pytest.approx(tuple(fisher(r[0, first], 5, 0.9)))
    over = found.over_next(order[0])
    assert over is not None
    assert tuple(over.interval) == pytest.approx(
        tuple(zou(r[0, first], r[0, second], r[first, second], 5, 0.9))
    )
    assert over.value == pytest.approx(r[0, first] - r[0, second])
    assert found.over_next(order[1]) is None


def test_a_metric_that_is_not_there_is_named_with_those_there_are():
    found = rank_metrics(["x", "y"], TABLE[:, 0], TABLE[:, 1:])
    for ask in (found.of, found.over_next, found.places):
        with pytest.raises(UnknownMember, match=r"^No metric named 'z'\. Known: x, y\.$"):
            ask("z")


def test_a_system_without_a_score_is_left_out_for_all_metrics():
    table = np.vstack([TABLE, [9.0, np.nan, 1.0]])
    found = rank_metrics(["x", "y"], table[:, 0], table[:, 1:])
    assert (found.systems, found.left_out) == (5, 1)
    assert found.metrics == rank_metrics(["x", "y"], TABLE[:, 0], TABLE[:, 1:]).metrics


def test_a_constant_metric_is_last_with_a_reason():
    scores = np.column_stack([np.full(5, 0.1), -TABLE[:, 1]])
    found = rank_metrics(["flat", "flipped"], TABLE[:, 0], scores)
    assert found.order == ("flipped", "flat")
    assert found.of("flipped").r < 0
    assert math.isnan(found.of("flat").r)
    assert found.of("flat").interval.reason == "all metric scores are equal"
    assert found.differences[0].interval.reason == "a correlation is undefined"


def test_ranks_tie_where_correlations_are_the_same():
    """Of two systems, r is 1 or -1; and a metric and twice itself correlate alike."""
    random = np.random.default_rng(3)
    up, down = np.sort(random.normal(size=(30, 2))), -np.sort(random.normal(size=(30, 2)))
    names = [f"up {i}" for i in range(30)] + [f"down {i}" for i in range(30)]
    found = rank_metrics(names, np.array([0.1, 0.3]), np.vstack([up, down]).T)
    assert {one.metric.split()[0]: (one.r, one.rank) for one in found.metrics} == {
        "up": (1.0, 1),
        "down": (-1.0, 31),
    }
    assert found.places("up 7") == range(1, 31)
    scaled = TABLE[:, 1:2] * random.uniform(0.1, 9, 20)
    found = rank_metrics([f"m{i:02}" for i in range(20)], TABLE[:, 0], scaled)
    assert {one.rank for one in found.metrics} == {1}
    assert found.order == tuple(sorted(found.order))


def test_undefined_metrics_have_no_place():
    scores = np.column_stack([np.full(5, 0.1), TABLE[:, 1]])
    found = rank_metrics(["flat", "x"], TABLE[:, 0], scores)
    assert not found.places("flat")
    assert found.places("x") == range(1, 2)


def test_too_few_systems():
    found = rank_metrics(["x"], TABLE[:1, 0], TABLE[:1, 1:2])
    assert found.of("x").interval.reason == "fewer than two systems"
    two = rank_metrics(["x"], TABLE[:2, 0], TABLE[:2, 1:2])
    assert two.of("x").r == pytest.approx(-1)
    assert "too few" in two.of("x").interval.reason


@given(
    st.lists(
        st.tuples(*[st.floats(-100, 100).map(lambda x: round(x, 3))] * 2), min_size=3, max_size=30
    )
)
def test_correlations_are_those_of_numpy(rows):
    table = np.array(rows)
    if (np.ptp(table, axis=0) > 1e-6).all():
        assert pearson_matrix(table) == pytest.approx(np.corrcoef(table.T), abs=1e-9)
