import numpy as np
import pytest
from scipy.stats import binomtest

from tertium.core.errors import ParameterError, UsageError
from tertium.core.executor import Executor, use
from tertium.core.resampling import (
    AllSwaps,
    Bootstrap,
    Shuffles,
    Swaps,
    block_size,
    generator,
    replicates,
)


def rows(segments=300, columns=4, seed=1):
    return np.random.default_rng(seed).integers(0, 20, (segments, columns)).astype(float)


def sums(samples=1000, seed=5, jobs=1, share=1.0, **kwargs):
    given = rows(**kwargs)
    draws = Bootstrap(len(given), round(share * len(given)))
    with use(Executor(jobs)):
        return replicates(draws, samples, seed, lambda weights: weights @ given)


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
    # Philox(key=[seed, purpose << 48 | block]): NumPy guarantees the bits of a bit generator, and
    # these are what results are reproduced from.
    drawn = generator(12345, 1, 0).integers(0, 1000, size=6)
    assert drawn.tolist() == [428, 91, 321, 34, 395, 312]


@pytest.mark.parametrize("size", [300, 150, 1])
def test_samples_have_as_many_units_as_are_asked_for(size):
    drawn = replicates(Bootstrap(300, size), 100, 3, lambda weights: weights)
    assert (drawn.sum(axis=1) == size).all()


def test_every_unit_is_swapped_in_half_of_the_trials():
    masks = replicates(Swaps(7), 10_000, 3, lambda weights: weights)
    assert set(np.unique(masks)) == {0.0, 1.0}
    # 4.5 standard deviations of a share of 10,000 coins.
    assert np.abs(masks.mean(axis=0) - 0.5).max() < 4.5 * 0.005
    assert np.abs(np.corrcoef(masks.T) - np.eye(7)).max() < 0.045


def test_all_ways_to_swap_come_once_the_observed_one_first():
    masks = replicates(AllSwaps(9), 2**9, 0, lambda weights: weights)
    assert len(np.unique(masks, axis=0)) == 2**9
    assert not masks[0].any()


def test_every_order_of_a_pool_is_as_likely_as_any_other():
    orders = replicates(Shuffles(3, 3), 6_000, 1, lambda weights: weights)
    assert (np.sort(orders, axis=2) == [0, 1, 2]).all()
    _, counts = np.unique(orders[:, 1], axis=0, return_counts=True)
    # Six orders, 1,000 times each; 4.5 standard deviations of a count are 130.
    assert len(counts) == 6
    assert np.abs(counts - 1000).max() < 130


@pytest.mark.parametrize("draws", [Swaps(40), Shuffles(40, 4), AllSwaps(11)])
def test_no_draw_depends_on_the_number_of_threads(draws):
    drawn = []
    for jobs in (1, 3):
        with use(Executor(jobs)):
            drawn.append(replicates(draws, 2048, 7, lambda weights: weights))
    assert np.array_equal(drawn[0], drawn[1])


def test_how_an_engine_lays_out_its_blocks_changes_nothing():
    # NumPy adds up in the order of memory: another one gives another last digit.
    layouts = np.ascontiguousarray, np.asfortranarray
    rows, columns = (replicates(Swaps(9), 700, 7, layout) for layout in layouts)
    assert rows.shape == (700, 9)
    assert rows.strides == columns.strides
    assert np.array_equal(rows, columns)


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
    with pytest.raises(ParameterError, match="trials must be at least 1"):
        sums(samples=0)
    with pytest.raises(ParameterError, match="seed must be between 0"):
        sums(seed=-1)


@pytest.mark.slow
def test_intervals_cover_the_true_value_as_often_as_they_say():
    # Means of normal values, true mean 1; 1,000 replicates, exact 99 % binomial limits.
    random = np.random.default_rng(7)
    studies, hits = 1000, 0
    for study in range(studies):
        sample = np.column_stack([random.normal(1, 1, size=400), np.ones(400)])
        drawn = replicates(Bootstrap(400, 400), 1000, study, sample.__rmatmul__)
        low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
        hits += low <= 1 <= high
    limits = binomtest(hits, studies).proportion_ci(0.99)
    assert limits.low <= 0.95 <= limits.high


def test_more_replicates_than_memory_holds_are_refused_with_the_number_that_fits():
    with pytest.raises(UsageError, match=r"^10,000,000,000,000 trials with 4 numbers each") as told:
        sums(samples=10**13)
    assert "need 320,000.0 GB of memory; this machine has" in str(told.value)
    assert told.value.hint.startswith("Use at most ")
