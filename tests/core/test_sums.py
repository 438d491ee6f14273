import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.resampling import Bootstrap
from tertium.core.sums import Sums


def counts(units, columns=3, outputs=2, largest=20, seed=1):
    random = np.random.default_rng(seed)
    return [random.integers(0, largest, (units, columns)).astype(float) for _ in range(outputs)]


def expected(outputs, weights):
    """Sums of whole numbers of any size, one after another."""
    return [
        [
            [sum(int(w) * int(x) for w, x in zip(row, column, strict=True)) for column in one.T]
            for row in weights
        ]
        for one in outputs
    ]


@given(
    st.integers(1, 40), st.integers(1, 4), st.integers(1, 3), st.integers(1, 6), st.integers(0, 99)
)
def test_sums_are_by_output_replicate_and_column(units, columns, outputs, replicates, seed):
    rows = counts(units, columns, outputs, seed=seed)
    weights = Bootstrap(units, units).block(seed, 0, replicates)
    assert Sums.of(rows)(weights).tolist() == expected(rows, weights)


def test_counts_take_single_precision_and_others_double():
    rows = counts(10)
    assert Sums.of(rows).matrix.dtype == np.float32
    for other in (0.5, -1.0, np.nan, np.inf, 2.0**24):
        changed = [rows[0], rows[1].copy()]
        changed[1][3, 2] = other
        assert Sums.of(changed).matrix.dtype == np.float64


@pytest.mark.parametrize("replicates", [2, 5])
@pytest.mark.parametrize("largest", [2, 2**8, 2**12, 2**18, 2**24])
def test_sums_of_counts_are_exact_however_large(largest, replicates):
    # From 2^24 on single precision has no place for every whole number; more than one part.
    rows = counts(10_000, largest=largest)
    weights = Bootstrap(10_000, 10_000).block(5, 0, replicates)
    sums = Sums.of(rows)
    assert sums.matrix.dtype == np.float32
    assert sums(weights).tolist() == expected(rows, weights)
    assert sums.unweighted.tolist() == [one.sum(axis=0).tolist() for one in rows]


def test_what_is_undefined_stays_so_in_its_own_column():
    rows = counts(10)
    rows[1][3, 2] = np.nan
    undefined = np.isnan(Sums.of(rows)(np.ones((1, 10))))
    assert np.argwhere(undefined).tolist() == [[1, 0, 2]]


def test_masks_of_true_and_false_are_weights_too():
    rows = counts(10)
    masks = np.arange(10)[None] % 2 == 0
    assert Sums.of(rows)(masks)[1, 0].tolist() == rows[1][::2].sum(axis=0).tolist()
