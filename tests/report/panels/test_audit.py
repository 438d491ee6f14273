from functools import partial

from tests.report._meta import audit
from tests.report.panels._blocks import blocks, rows_of

said_of = partial(blocks, "audit")


def test_published_intervals_beside_fishers():
    chart, table = said_of(audit())
    drawn = rows_of(chart.draw()[0], 0)
    assert [one["kind"] for one in drawn] == ["published", "Fisher"] * 2 + ["published"]
    assert table.raised == {(0, 3): "*"}
    assert "With 3 systems a correlation has no interval; four systems are needed." in table.notes
