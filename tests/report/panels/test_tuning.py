from functools import partial

from tests.report._tuning import with_gain
from tests.report.panels._blocks import blocks

said_of = partial(blocks, "tuning")


def test_parameters_a_chart_of_folds_and_correlations():
    parameters, chart, correlations = said_of(with_gain())
    assert parameters.header[0] == "parameter"
    assert [row[0] for row in correlations.rows] == ["all data", "held-out data"]
    (values,) = chart.draw()[0].to_dict()["datasets"].values()
    assert [(one["default"], one["tuned"]) for one in values] == [
        (fold.default, fold.tuned) for fold in with_gain().folds
    ]
