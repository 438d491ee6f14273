from functools import partial

from tests.report._results import beside_baseline, of_runs
from tests.report.panels._blocks import blocks

from tertium.report.comparison.notes import RUNS

said_of = partial(blocks, "runs")


def test_a_table_for_each_metric_after_the_two_p_values():
    said, table, explained = said_of(of_runs())
    assert explained == RUNS
    assert "the training procedure" in said
    assert table.header[2] == "mean GLEU (s_sel/s_opt/p)"


def test_single_runs_have_none():
    assert said_of(beside_baseline()) is None
