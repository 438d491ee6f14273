from tests.report._human import agreement, pairwise
from tests.report.panels._blocks import blocks


def test_a_row_for_each_annotator():
    (table,) = blocks("agreement", agreement())
    assert table.header[0] == "annotator"


def test_preferences_have_agreement_between_and_within_annotators():
    (table,) = blocks("agreement", pairwise())
    assert [row[0] for row in table.rows] == ["between annotators", "within annotators"]
