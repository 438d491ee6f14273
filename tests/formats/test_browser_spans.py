"""Spans of programs in the browser."""

import pytest

from tertium.formats.browser_spans import code_points_of, units_of_span


def test_units_beyond_the_basic_plane_are_two():
    assert code_points_of("a😀b") == [0, 1, 1, 2]
    assert code_points_of("a\nb", "\n") == [0, 2]


@pytest.mark.parametrize(
    ("start", "end", "units"),
    [(0, 1, (0, 0)), (1, 2, (1, 2)), (0, 3, (0, 3)), (2, 3, (3, 3)), (1, 1, None), (3, 3, None)],
)
def test_the_last_unit_belongs_to_a_span(start, end, units):
    assert units_of_span(code_points_of("a😀b"), start, end) == units
