"""Scorers of rows that no text is needed for."""

import numpy as np

from tertium.core.sample import Mean


def test_a_mean_of_no_numbers_is_undefined():
    assert Mean("x").scores(np.array([[3.0, 2.0], [0.0, 0.0]])).tolist()[0] == 1.5
    assert np.isnan(Mean("x").scores(np.array([[0.0, 0.0]]))[0])
