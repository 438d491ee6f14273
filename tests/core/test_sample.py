"""The sample: scores of sums, whose sign is turned once."""

import pickle

import numpy as np
import pytest

from tertium.core.sample import Pair, Sample, side_by_side
from tertium.core.stats import Stats
from tertium.metrics.external import External
from tertium.metrics.ter import Ter

MEAN, TER = External(metric="judge"), Ter()


def rows(*values, edits=None):
    """Segment scores beside edits of a reference of ten words each."""
    edits = values if edits is None else edits
    return np.array([[v, 1, e, 10] for v, e in zip(values, edits, strict=True)], float)


@pytest.fixture
def sample():
    return Sample(
        (MEAN, TER),
        {"b": (rows(1, 2, 3), rows(3, 4, 5)), "a": (rows(1, 0, 2),), "c": (rows(5, 5, 5),)},
    )


def test_systems_are_in_the_order_of_their_names(sample):
    assert sample.systems == ("a", "b", "c")
    assert sample.units == 3
    assert [sample.runs_of(name) for name in "abc"] == [slice(0, 1), slice(1, 3), slice(3, 4)]


def test_the_score_of_a_system_is_the_mean_of_its_runs(sample):
    assert sample.run_scores("b").tolist() == [[2, 20], [4, 40]]
    assert sample.observed.tolist() == [[1, 10], [3, 30], [5, 50]]


def test_pooled_statistics_have_a_score_of_their_own():
    runs = rows(0, 0, edits=(0, 0)), np.array([[4, 1, 9, 30], [4, 1, 9, 30]], float)
    mean, pooled = (Sample((MEAN, TER), {"a": runs}, way).observed[0] for way in ("mean", "pooled"))
    assert mean == pytest.approx([2, 15])  # of 0 % and 30 %
    assert pooled == pytest.approx([2, 100 * 18 / 80])


def test_positive_means_better_under_every_metric(sample):
    pairs = [Pair("b", "a"), Pair("a", "c")]
    assert sample.orientation.tolist() == [1, -1]
    assert sample.improvements(pairs, sample.observed).tolist() == [[2, -20], [-4, 40]]


def test_differences_are_as_good_as_none_by_the_size_of_the_scores(sample):
    (of_pair,) = sample.tolerance([Pair("a", "c")])
    assert of_pair == pytest.approx([5e-12, 50e-12])
    cancels = Sample((MEAN,), {"a": (np.array([[3.0, 1], [-3, 1]]),), "b": (np.zeros((2, 2)),)})
    assert cancels.tolerance([Pair("b", "a")]).tolist() == [[3e-12]]


def test_an_undefined_score_of_a_unit_does_not_hide_the_size_of_the_others():
    class Odd(External):
        def score(self, sums):
            return np.where(np.asarray(sums[0]) == 1, np.nan, sums[0])

    made = Sample((Odd(metric="odd"),), {"a": (np.array([[1.0, 1], [3, 1]]),)})
    assert made.tolerance([Pair("a", "a")]).tolist() == [[4e-12]]


def test_bootstrap_scores_of_outputs_and_systems_go_together(sample):
    drawn = sample.bootstrap(50, 1)
    assert drawn.outputs.shape == (50, 4, 2)
    assert drawn.systems.shape == (50, 3, 2)
    assert np.array_equal(drawn.systems[:, 0], drawn.outputs[:, 0])
    assert np.allclose(drawn.systems[:, 1], drawn.outputs[:, 1:3].mean(axis=1))
    # Runs of b differ by the same on every segment, whichever are drawn: the draws are shared.
    assert np.allclose(drawn.outputs[:, 2] - drawn.outputs[:, 1], [2, 20])
    assert (drawn.systems[:, 2] == [5, 50]).all()


def test_bootstrap_of_pooled_statistics():
    runs = rows(1, 2, 3), np.array([[4, 1, 9, 30]] * 3, float)
    pooled = Sample((TER,), {"a": tuple(one[:, 2:] for one in runs)}, "pooled").bootstrap(40, 3)
    edits = pooled.outputs * [[[30], [90]]] / 100
    assert np.allclose(pooled.systems[:, 0], 100 * edits.sum(axis=1) / 120)


def test_bootstrap_scores_are_drawn_once_for_all_who_ask(sample):
    assert sample.bootstrap(20, 1) is sample.bootstrap(20, 1)
    assert not np.array_equal(sample.bootstrap(20, 1).systems, sample.bootstrap(20, 2).systems)


@pytest.mark.parametrize(("share", "units"), [(1.0, 10), (0.5, 5), (0.04, 1)])
def test_subsamples_have_a_share_of_the_units(share, units):
    class Count(External):
        def score(self, sums):
            return sums[1]

    made = Sample((Count(metric="n"),), {"a": (np.ones((10, 2)),)})
    assert (made.bootstrap(5, 1, share).systems == units).all()


def test_the_jackknife_leaves_out_one_unit_at_a_time(sample):
    left = sample.jackknife()
    assert left.shape == (3, 3, 2)
    assert left[:, 0, 0].tolist() == [1, 1.5, 0.5]
    assert left[:, 1, 1].tolist() == [35, 30, 25]


def test_workers_get_a_sample_without_what_was_memorized(sample):
    sample.bootstrap(1000, 1)
    sent = pickle.loads(pickle.dumps(sample.bare))
    assert sent._memo == {}
    assert np.array_equal(sent.observed, sample.observed)
    assert len(pickle.dumps(sample.bare)) < 3000


def test_rows_of_several_metrics_stand_side_by_side():
    stats = [Stats(np.ones((2, 2)), ("a", "b")), Stats(np.zeros((2, 1)), ("c",))]
    assert side_by_side(stats).tolist() == [[1, 1, 0], [1, 1, 0]]
    assert side_by_side(stats[:1]) is stats[0].rows
