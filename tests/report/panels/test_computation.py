from functools import partial

from tests.report._results import of_runs
from tests.report.panels._blocks import blocks

from tertium.core.version import VERSION

said_of = partial(blocks, "computation")


def test_all_that_decides_the_numbers_is_there():
    result = of_runs()
    _, table = said_of(result)
    rows = dict(table.rows)
    assert rows["GLEU"] == result.metrics[0].signature
    assert rows["comparison"] == result.signature
    assert rows["seed"] == "12345"
    assert rows["tertium"] == VERSION
    assert rows["test set"] == result.data.digest
    assert rows["system baseline, run 2"] == result.data.digests["system baseline, run 2"]
    assert {"numpy", "python"} < set(rows)
