from functools import partial

from tests.report._human import quality, ranking, relative
from tests.report.panels._blocks import blocks

said_of = partial(blocks, "annotators")


def test_the_same_of_quality_and_of_a_ranking_that_took_it():
    (judged,) = said_of(quality())
    assert [row[0] for row in judged.rows if row[-1] == "failed"] == ["a05", "a11"]
    (within,) = said_of(ranking())
    assert within.header == judged.header
    assert [row[0] for row in within.rows if row[-1] == "failed"] == ["a05", "a11"]


def test_it_is_silent_where_annotators_were_not_judged():
    assert said_of(relative()) is None
