import json

from tests.report._human import conditions, preferred_conditions
from tests.report.panels._blocks import blocks

from tertium.report.section import Drawing


def test_a_chart_of_differences_and_all_tables():
    drawing, shifts, overlap = blocks("conditions", conditions())
    assert isinstance(drawing, Drawing)
    assert shifts.header[:3] == ["system", "reference", "no-reference"]
    assert [row[0] for row in shifts.rows][:2] == ["all", "baseline"]
    assert [row[0] for row in overlap.rows] == ["slope", "correlation"]
    assert "Mean score: reference minus no-reference" in json.dumps(drawing.draw()[0].to_dict())


def test_a_single_segment_has_no_interval_to_draw():
    (table,) = blocks("conditions", preferred_conditions())
    assert table.header[1:3] == ["first (%)", "second (%)"]
    assert [row[0] for row in table.rows] == ["equal", "a", "b", "c"]
