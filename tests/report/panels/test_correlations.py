from functools import partial

from tests.report._meta import correlations, of_segments
from tests.report.panels._blocks import blocks

said_of = partial(blocks, "correlations")


def test_a_forest_and_a_table_for_each_statistic_then_scatter_plots():
    first, table, second, other, scatters = said_of(correlations())
    assert table.header[1] == "pearson"
    assert other.header[1] == "kendall-b"
    names = [row[0] for row in table.rows if row[0] != "constant"]
    assert first.draw()[0].to_dict()["layer"][0]["encoding"]["y"]["sort"] == names
    assert second.draw()
    assert len(scatters.draw()[0].to_dict()["concat"]) == 4


def test_segments_have_no_scatter_plots():
    chart, table = said_of(of_segments())
    assert chart.draw()
    assert "ties up to" in table.header
