from functools import partial

from tests.report._human import of_errors, ranking, relative
from tests.report.panels._blocks import blocks

said_of = partial(blocks, "ranking")


def test_scores_then_all_pairs():
    chart, table, heatmap, matrix = said_of(ranking())
    names = [row[2] for row in table.rows]
    assert chart.draw()[0].to_dict()["layer"][0]["encoding"]["y"]["sort"] == names
    assert heatmap.draw()
    assert matrix.header[0] == "adequacy"
    assert "10 of 12 annotators passed quality control; a05 and a11 failed." in matrix.notes


def test_relative_judgments_have_no_tests_of_pairs():
    chart, table = said_of(relative())
    assert chart.draw()
    assert table.header[3] == "score"


def test_errors_have_a_table_of_their_own():
    *_, errors = said_of(of_errors())
    assert errors.header == ["errors", "a", "b"]
