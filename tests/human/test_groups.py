"""Rows that belong together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.human.columns import Words
from tertium.human.groups import grouped, places


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), min_size=1))
def test_rows_that_agree_are_together(rows):
    words, codes = zip(*rows, strict=True)
    groups = grouped(Words.of(words), np.array(codes))
    assert len(groups) == len(set(rows))
    for row, number in zip(rows, groups.numbers, strict=True):
        assert rows[groups.first[number]] == row
        assert rows.index(row) == groups.first[number]
        assert groups.sizes[number] == rows.count(row)
    values = np.arange(len(rows), dtype=float)
    for number, mean in enumerate(groups.means(values)):
        assert mean == np.mean(values[groups.numbers == number])


def test_more_combinations_than_integers():
    codes = np.array([0, 2**40, 0, 2**40, 0])
    other = np.array([0, 2**40, 0, 0, 1])
    groups = grouped(codes, other, other)
    assert groups.numbers.tolist() == [0, 3, 0, 2, 1]


def test_no_rows():
    groups = grouped(Words.of([]))
    assert len(groups) == 0
    assert groups.sums(np.array([])).tolist() == []


def test_places_of_every_name():
    column = Words.of(["b", "a", "b", "c"])
    assert [own.tolist() for own in places(column)] == [[0, 2], [1], [3]]
    assert [own.tolist() for own in places(column, np.array([3, 1]))] == [[], [1], [0]]


def test_no_names_have_no_places():
    """As of a file where no row has a value."""
    assert places(Words.of([])) == []
