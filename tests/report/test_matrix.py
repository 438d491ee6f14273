"""P-values of all pairs as tables show them."""

import math

from tertium.inference.verdicts import PValues
from tertium.report.matrix import Matrix

P = PValues(("a", "b"), ((math.nan, 0.05), (math.nan, math.nan)))


def test_only_pairs_that_were_tested_have_p():
    matrix = Matrix.of(P, "adequacy", 0.95)
    assert matrix.p == {("a", "b"): 0.05}
    table = matrix.table()
    assert table.rows == [["a", "1", "–", "0.0500"], ["b", "2", "–", "–"]]
    assert table.emphasis == {(0, 3)}
    assert table.notes == ["Cells: p-value of the row being better than the column."]


def test_a_stricter_level_emphasizes_less():
    assert not Matrix.of(P, "adequacy", 0.99).table().emphasis
