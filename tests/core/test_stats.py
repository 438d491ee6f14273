"""Rows, and scorers of rows that no text is needed for."""

from array import array

import numpy as np
import pytest

from tertium.core.errors import UsageError
from tertium.core.sample import Mean
from tertium.core.testset import TestSet
from tertium.metrics.exact_match import ExactMatch


def test_a_mean_of_no_numbers_is_undefined():
    assert Mean("x").scores(np.array([[3.0, 2.0], [0.0, 0.0]])).tolist()[0] == 1.5
    assert np.isnan(Mean("x").scores(np.array([[0.0, 0.0]]))[0])


class TooWide(ExactMatch):
    """A wrong metric, whose rows have more numbers than columns."""

    name = "too-wide"

    def rows(self, outputs, segment_of_output, testset):
        return memoryview(array("d", [1, 1, 1] * len(outputs)))


def test_rows_that_do_not_fit_the_columns_are_refused():
    testset = TestSet.of(references=[["a", "b"]], systems={"x": ["a", "c"]})
    with pytest.raises(UsageError) as refused:
        TooWide().stats(testset, "x")
    assert str(refused.value) == (
        "too-wide computed 6 numbers instead of 4 (segments: 2; columns: matches, segments)."
        " Its rows must have one number for each column."
    )
