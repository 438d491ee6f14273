from dataclasses import replace
from functools import partial

from tests.report._results import beside_baseline, of_two
from tests.report.panels._blocks import blocks

from tertium.report.section import Drawing
from tertium.report.table import Table

said_of = partial(blocks, "differences")


def kinds(result):
    return [type(block) for block in said_of(result)]


def test_a_chart_and_a_table_for_each_metric_and_what_they_mean():
    *_, explained = said_of(beside_baseline())
    assert kinds(beside_baseline())[:4] == [Drawing, Table, Drawing, Table]
    assert explained.title == "Explanation of the numbers"
    assert "Difference: system minus pivot." in explained.items


def test_a_chart_of_very_many_pairs_is_left_out():
    result = of_two()
    (bleu,) = result.metrics
    many = replace(result, metrics=(replace(bleu, pairs=bleu.pairs * 51),))
    assert Drawing in kinds(result)
    assert Drawing not in kinds(many)
