"""Chi-square tests of proportions, beside R and scipy."""

import csv
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from tertium.inference.chi_square import chi_square


def test_all_stored_values(reference_data):
    """R's chisq.test on accuracies of Graham et al. 2014, with Yates' correction and without."""
    with (reference_data / "stats/misc/chisq_paper000.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        size = int(row["n"])
        found = chi_square(
            [int(row["k1"]), int(row["k2"])], [size, size], yates=row["yates"] == "TRUE"
        )
        assert found.statistic == pytest.approx(float(row["X2"]), rel=1e-12, abs=1e-12)
        assert found.p == pytest.approx(float(row["p"]), rel=1e-9)
        assert found.freedom == 1


COUNTS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 40)), min_size=2, max_size=6)


@given(COUNTS)
def test_several_proportions(counts):
    hits, misses = zip(*counts, strict=True)
    if not sum(hits):
        assert chi_square(hits, [a + b for a, b in counts]).reason == "none succeeds"
        return
    expected = chi2_contingency([hits, misses], correction=False)
    found = chi_square(hits, [a + b for a, b in counts])
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)
    assert found.freedom == expected.dof
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)


@given(st.tuples(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40), st.integers(1, 40)))
def test_two_with_correction(counts):
    a, b, c, d = counts
    expected = chi2_contingency([[a, c], [b, d]], correction=True)
    found = chi_square([a, b], [a + c, b + d], yates=True)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)


@pytest.mark.parametrize(
    ("hits", "sizes", "reason"),
    [
        ([5, 5], [5, 5], "all succeed"),
        ([0, 0], [5, 5], "none succeeds"),
        ([3], [5], "there is only one proportion"),
    ],
)
def test_undefined_with_a_reason(hits, sizes, reason):
    found = chi_square(hits, sizes)
    assert math.isnan(found.p)
    assert found.reason == reason


def test_the_correction_is_for_two():
    with pytest.raises(ValueError, match="two proportions"):
        chi_square([1, 2, 3], [5, 5, 5], yates=True)
