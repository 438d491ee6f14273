from functools import partial

from tests.report._results import beside_baseline, example
from tests.report.panels._blocks import blocks

from tertium.api.score import score
from tertium.report.section import Drawing
from tertium.report.wording import OVERLAP

said_of = partial(blocks, "scores")


def test_a_chart_for_each_metric_and_a_table():
    charts, table = said_of(beside_baseline())
    assert isinstance(charts, Drawing)
    assert len(charts.draw()) == 2
    assert table.header == ["system", "BLEU", "TER"]
    assert OVERLAP in table.notes


def test_scores_that_are_not_compared():
    bleu, table = said_of(score(example("large"), "bleu"))
    assert isinstance(bleu, Drawing)
    assert table.rows[0][0] == "large"
