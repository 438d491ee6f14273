"""Searching parameters, and judging them on what was held out."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import tertium
from tertium.core.scores import SegmentScores
from tertium.meta.statistics import make_statistic
from tertium.meta.tune.agreement import Agreement, Judged, correlation
from tertium.meta.tune.search import Search
from tertium.meta.tune.settings import TuneSettings
from tertium.metrics import metric
from tests.meta._tuning import METEOR, example, noise, scored


def test_of_two_pairs_there_is_no_correlation():
    two = np.array([1.0, 2.0])
    assert math.isnan(correlation(make_statistic("pearson"), two, two))


def test_noise_of_floating_point_breaks_no_ties():
    noisy = np.array([0.3, 0.1 + 0.2, 0.5, 0.7])
    exact = np.array([0.3, 0.3, 0.5, 0.7])
    human = np.array([1.0, 2.0, 3.0, 3.0])
    for name in ("spearman", "kendall-b"):
        statistic = make_statistic(name)
        expected = correlation(statistic, exact, human)
        assert correlation(statistic, noisy, human) == pytest.approx(expected, abs=1e-15)


def judged(made, testset, human):
    outputs = [(name, 0) for name in sorted(testset.runs)]
    values = np.array([human.runs("human", name)[0] for name, _ in outputs])
    return Judged(made.prepare(testset, outputs), values, np.arange(len(testset)))


def test_of_one_parameter_the_best_of_all_values_is_found():
    testset, made = example(40), metric("chrf")
    data = judged(made, testset, scored(testset, "chrf(beta=6,word_order=2)", noise=5))
    drawn = data.drawn(np.arange(40))

    def agreement(one):
        return Agreement(one, data, TuneSettings()).on(drawn)

    every = [made.tuned({"beta": value}) for value in made.tunable["beta"].tried]
    assert Search(made, agreement).best(10, seed=1) == max(every, key=agreement)


@given(st.integers(0, 2**32))
def test_tuned_parameters_are_never_worse_than_the_original_ones(seed):
    random = np.random.default_rng(seed)
    values: dict[str, float] = {}

    def agreement(one):
        return values.setdefault(str(one), float(random.standard_normal()))

    made = metric(METEOR)
    assert agreement(Search(made, agreement).best(1, seed)) >= agreement(made)


def test_parameters_that_do_not_matter_stay_as_they_are():
    made = metric(METEOR)

    def agreement(one):
        return -abs(one.tunable["alpha"].value - 0.35)

    assert str(Search(made, agreement).best(3, seed=1)) == str(made.tuned({"alpha": 0.35}))
    assert Search(made, lambda one: math.nan).best(3, seed=1) == made


@given(st.integers(2, 9), st.integers(0, 2**32))
def test_every_judged_unit_is_in_one_fold(folds, seed):
    human = np.full((2, 20), np.nan)
    human[0, 3:], human[1, 10:] = 1, 2
    dealt = Judged(None, human, np.arange(20) // 2).folds(folds, seed)
    assert sorted(np.concatenate(dealt)) == list(range(1, 10))
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("fold_level", ["segment", "document"])
def test_a_fold_is_scored_by_parameters_that_know_nothing_of_it(fold_level):
    testset = example(40, documents=4)
    human = scored(testset, noise=0.1)
    units = np.arange(40) // (4 if fold_level == "document" else 1)
    settings: dict[str, Any] = {
        "folds": 3,
        "starts": 0,
        "trials": 5,
        "fold_level": fold_level,
    }
    found = tertium.tune(testset, METEOR, human, **settings)
    values = np.array(list(human.values.values()))
    folds = Judged(None, values, units).folds(3, TuneSettings().seed)
    for number, fold in enumerate(folds):
        held = np.isin(units, fold)
        other = {name: np.where(held, -one, one) for name, one in human.values.items()}
        changed = tertium.tune(testset, METEOR, SegmentScores(other, human.segment_ids), **settings)
        assert changed.folds[number].metric == found.folds[number].metric
        assert changed.folds[number].default == pytest.approx(-found.folds[number].default)
        assert changed.tuned != found.tuned


@pytest.mark.parametrize("statistic", ["pearson", "kendall-b"])
def test_held_out_correlations_are_those_of_scoring_anew(statistic):
    testset = example(40)
    human = scored(testset, noise=0.1)
    found = tertium.tune(testset, METEOR, human, folds=2, starts=0, trials=5, statistic=statistic)
    values = np.array(list(human.values.values()))
    folds = Judged(None, values, np.arange(40)).folds(2, TuneSettings().seed)
    gains = []
    for fold, units in zip(found.folds, folds, strict=True):
        before, after = (
            np.array([one.segments for one in tertium.score(testset, spec)])[:, units]
            for spec in (found.metric, fold.metric)
        )
        known = stats.pearsonr if statistic == "pearson" else stats.kendalltau
        expected = [known(one.ravel(), values[:, units].ravel())[0] for one in (before, after)]
        assert [fold.default, fold.tuned] == pytest.approx(expected)
        gains.append(expected[1] - expected[0])
    assert found.gain.value == pytest.approx(np.mean(gains))


def test_systems_are_correlated_by_corpus_scores_and_mean_human_scores():
    testset = example(30, systems=("baseline.1", "distilled", "finetuned", "large", "pivot"))
    human = noise(testset, 1)
    values = {scored: one.copy() for scored, one in human.values.items()}
    first = next(iter(values))
    values[first][:10] = np.nan
    found = tertium.tune(
        testset,
        METEOR,
        replace(human, values=values),
        level="system",
        folds=2,
        starts=0,
        trials=5,
    )
    part = example(30, systems=(first.system,))
    rest = tertium.score(
        type(part).of(
            references=[one.lines[10:] for one in part.references.values()],
            systems={first.system: part.outputs[first.system][0].lines[10:]},
        ),
        METEOR,
    )
    scores = {one.system: one.value for one in tertium.score(testset, METEOR)}
    scores[first.system] = rest[0].value
    means = [np.nanmean(values[one]) for one in values]
    expected = np.corrcoef([scores[one.system] for one in values], means)[0, 1]
    assert found.seen.default == pytest.approx(expected)


@pytest.mark.slow
def test_on_pure_noise_no_gain_is_shown():
    # Of 40 intervals of level 0.95 that are right, 7 or more miss with a probability of 0.003.
    testset = example(40)
    missed = 0
    for seed in range(40):
        gain = tertium.tune(
            testset, METEOR, noise(testset, seed), starts=0, trials=100, seed=seed
        ).gain
        missed += gain.interval.excludes_zero
    assert missed < 7
