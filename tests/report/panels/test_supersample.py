from functools import partial

from tests.report._studies import hybrids
from tests.report.panels._blocks import blocks

from tertium.report.section import Drawing, Legend
from tertium.report.table import Table

said_of = partial(blocks, "supersample")


def test_tables_maps_and_planes():
    said = said_of(hybrids())
    assert [type(block) for block in said] == [
        Table,
        *[Drawing] * 2,
        Table,
        Legend,
        *[Drawing] * 4,
    ]
    told = [drawing.draw()[0].to_dict()["description"] for drawing in said[1:3]]
    assert [one.split(":")[0] for one in told] == ["5 original systems", "300 hybrids"]
