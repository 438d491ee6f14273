from functools import partial

from tests.report._meta import metrics
from tests.report.panels._blocks import blocks

said_of = partial(blocks, "metrics")


def test_correlations_wins_and_differences():
    forest, of_metrics, wins, heatmap, of_pairs = said_of(metrics())
    assert forest.draw()
    assert [row[0] for row in of_metrics.rows][-1] == "constant"
    left, right = wins.draw()[0].to_dict()["hconcat"]
    assert left["description"].endswith("intervals of metrics do not overlap, which is not a test")
    assert right["description"].endswith("interval of the difference excludes 0")
    assert heatmap.draw()
    assert len(of_pairs.rows) == 3
