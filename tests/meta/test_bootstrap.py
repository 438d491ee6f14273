"""The bootstrap over systems, beside draws that are computed one by one."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tertium.core.errors import UnknownMember, UsageError
from tertium.core.executor import Executor, use
from tertium.core.resampling import Bootstrap, replicates
from tertium.meta.bootstrap import (
    METHODS,
    DrawnSystems,
    SharedDraws,
    bootstrap_difference,
    bootstrap_interval,
    drawn_systems,
)
from tertium.meta.correlation import correlation
from tertium.meta.statistics import make_statistic, statistic_names
from tertium.meta.weighted_pairs import DrawnPairs
from tests.meta._data import averages_of, random_table, tables

# What pairs of a cell with itself do not change.
PLAIN = ("pearson", "spearman", "kendall-b")
AVERAGES = {name: averages_of(make_statistic(name)) for name in statistic_names()}


def named(name):
    return make_statistic("kendall-like(threshold=0.5)" if name == "kendall-like" else name)


def scores(seed, shape=(6, 4), *, ties=True):
    random = np.random.default_rng(seed)
    gold, one, two = (random_table(random, *shape, ties=ties) for _ in range(3))
    return gold, (gold + one) / 2, two


def drawn(systems, trials, seed):
    """Numbers of the systems of each draw."""
    counts = replicates(Bootstrap(systems, systems), trials, seed, lambda weights: weights)
    return [np.repeat(np.arange(systems), row.astype(int)) for row in counts]


@pytest.mark.slow
@pytest.mark.parametrize("average", ["none", "item", "system"])
@pytest.mark.parametrize("name", PLAIN)
def test_each_draw_is_the_statistic_of_the_systems_drawn(name, average):
    gold, metric, _ = scores(1)
    gold[2, 1] = np.nan
    found = bootstrap_interval(
        make_statistic(name), gold, metric, average=average, trials=60, seed=3
    )
    wanted = [
        correlation(make_statistic(name), gold[chosen], metric[chosen], average).value
        for chosen in drawn(6, 60 + found.redrawn, 3)
    ]
    defined = [value for value in wanted if not math.isnan(value)]
    assert found.values == pytest.approx(defined[:60], abs=1e-12)
    assert found.value == correlation(make_statistic(name), gold, metric, average).value


WEIGHTED = [
    (text, average)
    for text in (
        "kendall-b",
        "kendall-b(epsilon=0.25)",
        "acc-eq",
        "tau-eq(epsilon=0.5)",
        "pairwise-accuracy",
        "kendall-like(threshold=0.5)",
        "kendall-like(threshold=0)",
        "acc-eq(epsilon=calibrated)",
        "tau-eq(epsilon=calibrated)",
    )
    for average in ("item", "none")
    if average == "item" or "calibrated" not in text
]


@pytest.mark.parametrize(("text", "average"), WEIGHTED)
@pytest.mark.parametrize("gap", [False, True])
def test_weighted_pairs_are_those_of_drawn_systems(text, average, gap):
    """Counting pairs of systems once gives what scores of drawn systems give."""
    statistic = make_statistic(text)
    for seed in range(3):
        gold, metric, _ = scores(seed, (7, 5), ties=seed < 2)
        if gap:
            gold[2, 1] = metric[4, 3] = metric[4, 4] = np.nan
        cells = statistic.cells(gold, [metric], average)
        draw = drawn_systems(statistic, cells)
        assert isinstance(draw, DrawnPairs)
        counts = Bootstrap(7, 7).block(seed, 0, 40)
        wanted = DrawnSystems(statistic, cells)(counts)
        assert draw(counts) == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_how_pairs_are_counted_does_not_depend_on_the_number_of_systems():
    """Beyond 40 systems each item of each draw was once sorted by itself."""
    gold, metric = np.random.default_rng(1).normal(size=(2, 45, 3))
    for systems in (40, 41, 45):
        cells = make_statistic("acc-eq").cells(gold[:systems], [metric[:systems]], "item")
        assert isinstance(drawn_systems(make_statistic("acc-eq"), cells), DrawnPairs)


def test_a_metric_is_drawn_once_for_all_its_differences(monkeypatch):
    asked = []

    def counted(*arguments):
        asked.append(arguments)
        return replicates(*arguments)

    monkeypatch.setattr("tertium.meta.bootstrap.replicates", counted)
    gold, *others = np.random.default_rng(2).normal(size=(6, 8, 4))
    metrics = {name: gold + one for name, one in zip("abcde", others, strict=True)}
    shared = SharedDraws(make_statistic("kendall-b"), gold, metrics, "item", 30, 1)
    single = {name: shared.interval([name]) for name in metrics}
    pairs = {both: shared.interval(both) for both in combinations(metrics, 2)}
    assert len(asked) == len(metrics)
    for (one, two), found in pairs.items():
        assert found.values == pytest.approx(single[one].values - single[two].values, abs=1e-12)
    # Where a score is missing, differences rest on what both metrics have.
    metrics["a"] = np.where(np.arange(4) == 3, np.nan, metrics["a"])
    part = SharedDraws(make_statistic("kendall-b"), gold, metrics, "item", 30, 1)
    alone = bootstrap_difference(
        make_statistic("kendall-b"),
        gold[:, :3],
        metrics["b"][:, :3],
        metrics["a"][:, :3],
        average="item",
        trials=30,
        seed=1,
    )
    assert part.interval(["b", "a"]).values == pytest.approx(alone.values, abs=1e-12)


@pytest.mark.parametrize("items", [1, 10])  # short and long vectors
def test_a_metric_in_the_order_of_human_scores_has_an_interval_of_width_0(items):
    gold = np.arange(6.0 * items).reshape(6, items)
    for text in ("kendall-b", "kendall-c", "tau-eq", "pairwise-accuracy"):
        found = bootstrap_interval(make_statistic(text), gold, gold**3, trials=100)
        assert (found.value, found.interval.low, found.interval.high) == pytest.approx(
            (1, 1, 1), abs=1e-12
        )


@pytest.mark.parametrize("average", ["none", "item"])
def test_tau_c_of_draws_by_definition(average):
    """2 N n / (n - 1) for n^2, with N pairs of n different cells."""
    gold, metric, _ = scores(2, (6, 1))
    found = bootstrap_interval(
        make_statistic("kendall-c"), gold, metric, average=average, trials=50, seed=1
    )
    wanted = []
    for chosen in drawn(6, 50 + found.redrawn, 1):
        people, machine = gold[chosen, 0], metric[chosen, 0]
        classes = min(len(set(people)), len(set(machine)))
        if classes == 1:
            continue
        apart = [(i, j) for i in range(6) for j in range(i) if chosen[i] != chosen[j]]
        balance = sum(
            np.sign(people[i] - people[j]) * np.sign(machine[i] - machine[j]) for i, j in apart
        )
        different = len(set(chosen))
        squared = 2 * len(apart) * different / (different - 1)
        wanted.append(np.clip(2 * balance / (squared * (classes - 1) / classes), -1, 1))
    assert found.values == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", ["acc-eq", "tau-eq", "pairwise-accuracy"])
def test_a_system_drawn_twice_is_not_compared_with_itself(name):
    gold, metric, _ = scores(2, (6, 1))
    statistic = make_statistic(name)
    found = bootstrap_interval(statistic, gold, metric, trials=50, seed=1)
    for chosen, value in zip(drawn(6, 50, 1), found.values, strict=True):
        right = [
            np.sign(gold[i, 0] - gold[j, 0]) == np.sign(metric[i, 0] - metric[j, 0])
            for at, i in enumerate(chosen)
            for j in chosen[:at]
            if i != j
        ]
        share = np.mean(right)
        assert value == pytest.approx(2 * share - 1 if name == "tau-eq" else share, abs=1e-12)
    assert found.redrawn == 0


def test_the_mean_of_draws_is_near_the_accuracy():
    """Were systems compared with themselves, it would be a tenth higher."""
    gold, metric, _ = scores(3, (9, 30), ties=False)
    for text in ("pairwise-accuracy", "acc-eq", "soft-pairwise-accuracy(trials=100)"):
        average = "none" if text.startswith("soft") else "item"
        found = bootstrap_interval(make_statistic(text), gold, metric, average=average, trials=300)
        assert found.values.mean() == pytest.approx(found.value, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", statistic_names())
def test_limits_stay_in_the_range_of_the_statistic(name, method):
    statistic = named(name)
    for average in AVERAGES[name]:
        for seed in range(4):
            gold, one, two = scores(seed, (5, 3), ties=seed % 2 == 0)
            found = bootstrap_interval(
                statistic, gold, one, average=average, trials=100, method=method
            )
            apart = bootstrap_difference(
                statistic, gold, one, two, average=average, trials=100, method=method
            )
            if not found.interval.reason:
                assert (
                    statistic.lowest
                    <= found.interval.low
                    <= found.interval.high
                    <= statistic.highest
                )
            if not apart.interval.reason:
                reach = statistic.highest - statistic.lowest
                assert -reach <= apart.interval.low <= apart.interval.high <= reach


def test_a_difference_is_that_of_two_metrics_on_the_same_draws():
    gold, one, two = scores(5, (8, 6), ties=False)
    statistic = make_statistic("kendall-b")
    options: dict[str, Any] = {"average": "item", "trials": 200, "seed": 9}
    found = bootstrap_difference(statistic, gold, one, two, **options)
    single = [bootstrap_interval(statistic, gold, metric, **options) for metric in (one, two)]
    assert [one.redrawn for one in single] == [0, 0]
    assert found.values == pytest.approx(single[0].values - single[1].values, abs=1e-12)
    assert found.value == pytest.approx(single[0].value - single[1].value, abs=1e-12)
    turned = bootstrap_difference(statistic, gold, two, one, **options)
    assert (turned.interval.low, turned.interval.high) == pytest.approx(
        (-found.interval.high, -found.interval.low)
    )


def test_undefined_draws_are_drawn_anew_and_counted():
    # Three systems: a ninth of the draws are of one system only.
    gold, metric = np.array([[1.0], [2.0], [3.0]]), np.array([[1.0], [3.0], [2.0]])
    found = bootstrap_interval(make_statistic("pearson"), gold, metric, trials=900)
    assert len(found.values) == 900
    assert not np.isnan(found.values).any()
    assert 60 < found.redrawn < 170
    assert -1 <= found.interval.low <= found.interval.high <= 1


def test_too_many_undefined_draws_are_given_up(monkeypatch):
    # People set the first and the last apart, which two draws in five have both.
    gold = metric = np.arange(40.0)[:, None]
    statistic = make_statistic("kendall-like(threshold=39)")
    found = bootstrap_interval(statistic, gold, metric, trials=50)
    assert found.redrawn > 30
    assert len(found.values) == 50
    monkeypatch.setattr("tertium.meta.bootstrap._MOST", 1)
    found = bootstrap_interval(statistic, gold, metric, trials=50)
    assert math.isnan(found.interval.low)
    assert found.interval.reason == f"the statistic is undefined on {found.redrawn} of 50 draws"


@pytest.mark.parametrize("method", METHODS)
def test_too_few_systems_and_constant_scores_have_no_interval(method):
    gold, metric = np.array([[1.0], [2.0]]), np.array([[1.0], [2.0]])
    found = bootstrap_interval(make_statistic("pearson"), gold, metric, method=method)
    assert found.value == pytest.approx(1)
    assert math.isnan(found.interval.low)
    assert math.isnan(found.interval.high)
    assert found.interval.reason == "2 systems are too few for a bootstrap, which needs three"
    constant = bootstrap_difference(
        make_statistic("pearson"), np.arange(4.0)[:, None], np.arange(4.0)[:, None], np.ones((4, 1))
    )
    assert math.isnan(constant.interval.low)
    assert constant.interval.reason == "all metric scores are equal"


@pytest.mark.parametrize("name", ["kendall-b", "soft-pairwise-accuracy"])
def test_systems_without_scores_do_not_count(name):
    gold, metric, _ = scores(6, (6, 4))
    gold[4:] = np.nan
    statistic = make_statistic(name)
    with_them = bootstrap_interval(statistic, gold, metric, trials=100)
    without = bootstrap_interval(statistic, gold[:4], metric[:4], trials=100)
    assert with_them.values.tobytes() == without.values.tobytes()
    assert with_them.missing == 8


def test_bias_correction_moves_limits():
    gold, metric, _ = scores(7, (10, 1), ties=False)
    percentile, bca = (
        bootstrap_interval(make_statistic("pearson"), gold, metric, trials=500, method=method)
        for method in METHODS
    )
    assert percentile.values.tobytes() == bca.values.tobytes()
    assert (percentile.interval.low, percentile.interval.high) != (
        bca.interval.low,
        bca.interval.high,
    )
    assert percentile.interval.low == pytest.approx(np.quantile(percentile.values, 0.025))


@pytest.mark.parametrize("name", statistic_names())
def test_the_same_for_any_number_of_jobs(name):
    gold, metric, _ = scores(8)

    def run(jobs):
        with use(Executor(jobs)):
            return bootstrap_interval(named(name), gold, metric, trials=600)

    assert run(1).values.tobytes() == run(2).values.tobytes()


@pytest.mark.slow
@given(tables(3, systems=5, items=3))
@settings(max_examples=30)
def test_any_table_has_an_interval_or_a_reason(given_tables):
    gold, one, two = given_tables
    for name in ("pearson", "acc-eq(epsilon=calibrated)", "kendall-like(threshold=1)"):
        for method in METHODS:
            found = bootstrap_difference(
                make_statistic(name), gold, one, two, average="item", trials=20, method=method
            )
            assert math.isnan(found.interval.low) == bool(found.interval.reason)
            if not found.interval.reason:
                assert found.interval.low <= found.interval.high


def test_wrong_requests_are_refused():
    gold, metric, _ = scores(1)
    with pytest.raises(UnknownMember, match="percentile"):
        bootstrap_interval(make_statistic("pearson"), gold, metric, method="normal")
    with pytest.raises(UsageError, match="same systems"):
        bootstrap_interval(make_statistic("pearson"), gold, metric[:3])
