from functools import partial

from tests.report._human import gold
from tests.report.panels._blocks import blocks

from tertium.report.section import Drawing
from tertium.report.table import Table

said_of = partial(blocks, "gold")


def test_a_heatmap_and_a_matrix_each():
    said = said_of(gold())
    kinds = [Drawing] * 4 + [Table] * 4
    assert [type(block) for block in said] == kinds
    titles = ["adequacy", "fluency", "combined at 95 %", "combined at 99.9 %"]
    assert [table.header[0] for table in said[4:]] == titles
    for drawing, title in zip(said[:4], titles, strict=True):
        assert drawing.draw()[0].to_dict()["description"].startswith(f"{title}: p-value of the row")
