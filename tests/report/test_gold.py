"""Tables of adequacy and fluency."""

from tests.report._human import gold

from tertium.report.gold import gold_tables


def test_three_matrices_and_one_more_for_each_level():
    tables = gold_tables(gold())
    assert [table.header[0] for table in tables] == [
        "adequacy",
        "fluency",
        "combined at 95 %",
        "combined at 99.9 %",
    ]
    assert {tuple(row[0] for row in table.rows) for table in tables} == {
        ("large", "distilled", "finetuned", "baseline", "pivot")
    }


def test_fluency_takes_the_place_of_adequacy_where_that_does_not_decide():
    adequacy, fluency, combined, strict = (table.rows for table in gold_tables(gold()))
    assert combined[0][3] == strict[0][3] == fluency[0][3] != adequacy[0][3]
    assert combined[2][5] == adequacy[2][5] == "0.0024"
    assert strict[2][5] == fluency[2][5] == "0.0004"


def test_how_many_pairs_each_level_decides():
    assert list(gold_tables(gold())[-1].sentences) == [
        "At 95 %: 9 of 10 pairs are decided, 9 by adequacy and 0 by fluency.",
        "At 99.9 %: 9 of 10 pairs are decided, 8 by adequacy and 1 by fluency.",
    ]


def test_signatures_name_the_judgments():
    *_, adequacy, fluency = gold_tables(gold())[-1].notes
    assert adequacy.startswith("adequacy  rank(trials=0)|task:adequacy|")
    assert fluency.startswith("fluency  rank(trials=0)|task:fluency|")
    assert "|judgments:" in fluency
