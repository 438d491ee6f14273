from functools import partial

from tests.report._studies import outputs, verdicts
from tests.report.panels._blocks import blocks

import tertium
from tertium.inference.verdicts import PValues
from tertium.report.section import Drawing
from tertium.report.table import Table

said_of = partial(blocks, "accuracy")


def test_tables_and_heatmaps():
    said = said_of(verdicts())
    assert [type(block) for block in said] == [Table, Drawing, Drawing, *[Table] * 3]
    people, grid = (drawing.draw()[0].to_dict() for drawing in said[1:3])
    assert people["description"].startswith("human judgments: p-value of the row being better")
    assert grid["facet"]["row"]["sort"] == ["BLEU", "TER"]
    assert grid["facet"]["column"]["sort"] == ["bootstrap", "paired bootstrap"]


def test_one_metric_cannot_differ():
    gold = PValues(("large", "pivot"), ((1.0, 0.01), (0.99, 1.0)))
    found = tertium.accuracy(outputs(), "bleu", gold_verdicts=gold, test="bootstrap", trials=20)
    assert [type(block) for block in said_of(found)] == [Table, Drawing, Drawing, Table]
