import numpy as np
import pytest
from scipy.stats import binomtest

from tertium.core.errors import ParameterError
from tertium.core.executor import Executor, use
from tertium.core.resampling import block_size, bootstrap_sums, generator


def rows(segments=300, columns=4, seed=1):
    return np.random.default_rng(seed).integers(0, 20, (segments, columns)).astype(float)


def sums(samples=1000, seed=5, jobs=1, **kwargs):
    with use(Executor(jobs)):
        return bootstrap_sums([rows(**kwargs)], samples, seed)[0]


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_the_number_of_threads_changes_no_bit(jobs):
    assert np.array_equal(sums(jobs=1), sums(jobs=jobs))


def test_fewer_samples_are_the_first_ones_up_to_whole_blocks():
    size = block_size(300)
    assert np.array_equal(sums(samples=2 * size), sums(samples=5 * size)[: 2 * size])


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_a_seed_gives_the_same_samples_again_and_others_do_not(seed):
    assert np.array_equal(sums(seed=seed), sums(seed=seed))
    assert not np.array_equal(sums(seed=seed), sums(seed=4711))


def test_the_samples_are_pinned():
    # Philox(key=[seed, purpose << 48 | block]): NumPy promises the bits of a bit generator, and
    # these are what results are reproduced from.
    drawn = generator(12345, 1, 0).integers(0, 1000, size=6)
    assert drawn.tolist() == [428, 91, 321, 34, 395, 312]


def test_all_systems_see_the_same_draws():
    one, other = bootstrap_sums([rows(), 2 * rows()], 50, 3)
    assert np.array_equal(2 * one, other)


def test_samples_have_as_many_segments_as_the_test_set():
    counted = bootstrap_sums([np.ones((300, 1))], 100, 3)[0]
    assert (counted == 300).all()


def test_one_segment_can_only_be_drawn_again():
    assert (sums(segments=1, samples=10) == rows(segments=1)).all()


def test_the_size_of_a_block_depends_on_the_number_of_segments_alone():
    assert [block_size(n) for n in (1, 8192, 2**14, 2**20, 2**21, 2**22)] == [
        256,
        256,
        128,
        2,
        1,
        1,
    ]


def test_bad_arguments_are_refused():
    with pytest.raises(
        ParameterError, match="'samples' parameter of resampling must be at least 1"
    ):
        sums(samples=0)
    with pytest.raises(ParameterError, match="'seed' parameter of resampling must be between 0"):
        sums(seed=-1)


@pytest.mark.slow
def test_intervals_cover_the_true_value_as_often_as_they_say():
    # Means of normal values, true mean 1; 1,000 replicates, exact 99 % binomial limits.
    random = np.random.default_rng(7)
    replicates, hits = 1000, 0
    for replicate in range(replicates):
        sample = np.column_stack([random.normal(1, 1, size=400), np.ones(400)])
        drawn = bootstrap_sums([sample], 1000, replicate)[0]
        low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
        hits += low <= 1 <= high
    limits = binomtest(hits, replicates).proportion_ci(0.99)
    assert limits.low <= 0.95 <= limits.high
