"""What holds for every metric with parameters that can be tuned, found by its file."""

import random

import numpy as np
import pytest
from tests.contracts.test_metrics import OUTPUTS, REFERENCES, corpus

import tertium
from tertium.core.scores import Scored, SegmentScores
from tertium.metrics import metric, metric_names

NAMES = [name for name in metric_names() if metric(name).tunable]


@pytest.fixture(params=NAMES)
def made(request):
    return metric(request.param)


def other(made, seed=1):
    """Random values of all parameters that can be tuned."""
    draw = random.Random(seed)
    return {name: draw.choice(one.tried) for name, one in made.tunable.items()}


def test_metrics_with_tunable_parameters_are_found():
    assert {"chrf", "meant", "meteor"} <= set(NAMES)


def test_values_to_try_ascend_and_are_valid(made):
    for name, one in made.tunable.items():
        assert list(one.tried) == sorted(set(one.tried))
        for value in one.tried:
            assert made.tuned({name: value}).tunable[name].value == value


def test_a_tuned_metric_has_its_values_and_parses_from_its_printed_form(made):
    values = other(made)
    tuned = made.tuned(values)
    assert {name: one.value for name, one in tuned.tunable.items()} == values
    assert metric(str(tuned)) == tuned
    same = {name: one.value for name, one in made.tunable.items()}
    assert made.tuned(same).score(rows(made).sum(axis=0)) == made.score(rows(made).sum(axis=0))


def rows(made):
    return made.stats(corpus(), "a").rows


@pytest.mark.parametrize("references", [[REFERENCES], [REFERENCES, REFERENCES[::-1]]])
def test_prepared_outputs_give_the_rows_of_the_tuned_metric(made, references):
    testset = corpus(OUTPUTS, *references)
    reduced = made.prepare(testset, [("a", 0), ("a", 0)])
    for seed in range(5):
        tuned = made.tuned(other(made, seed))
        expected = tuned.stats(testset, "a").rows
        assert tuned.rows_from(reduced) == pytest.approx(np.concatenate([expected, expected]))


def test_it_can_be_tuned(made):
    testset = corpus(OUTPUTS * 5, REFERENCES * 5)
    draw = np.random.default_rng(1)
    human = {Scored("human", "a"): draw.standard_normal(len(testset))}
    scores = SegmentScores(human, testset.segment_ids)
    found = tertium.tune(testset, made, scores, folds=2, starts=0, trials=5)
    assert [one.name for one in found.parameters] == list(made.tunable)
    assert found.seen.tuned >= found.seen.default
    best = metric(found.tuned).for_segments()
    expected = np.corrcoef(best.scores(best.stats(testset, "a").rows), human[Scored("human", "a")])
    assert found.seen.tuned == pytest.approx(expected[0, 1])
