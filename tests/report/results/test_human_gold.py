"""Tables of adequacy and fluency."""

from tests.report._human import gold

from tertium.report import presentation


def test_three_matrices_and_one_more_for_each_level():
    tables = presentation.tables(gold())
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
    adequacy, fluency, combined, strict = (table.rows for table in presentation.tables(gold()))
    assert combined[0][3] == strict[0][3] == fluency[0][3] != adequacy[0][3]
    assert combined[2][5] == adequacy[2][5] == "0.0024"
    assert strict[2][5] == fluency[2][5] == "0.0004"


def test_how_many_pairs_each_level_decides():
    assert presentation.summary(gold()) == [
        "At 95 % confidence, human judgments separate 9 of 10 pairs: 9 by adequacy, 0 by fluency.",
        "At 99.9 % confidence, human judgments separate 9 of 10 pairs: 8 by adequacy, 1 by"
        " fluency.",
        "Not separated at 95 % confidence: large and distilled.",
    ]


def test_in_short_each_system_has_the_pairs_it_wins_and_loses():
    (table,) = presentation.tables(gold(), explain=False)
    assert table.header == ["system", "95 %", "99.9 %"]
    assert table.rows[0] == ["large", "3/1/0", "3/1/0"]
    assert table.rows[-1] == ["pivot", "0/0/4", "0/0/4"]


def test_signatures_name_the_judgments():
    *_, adequacy, fluency = presentation.tables(gold())[-1].notes
    assert adequacy.startswith("adequacy  rank(trials=0)|task:adequacy|")
    assert fluency.startswith("fluency  rank(trials=0)|task:fluency|")
    assert "|judgments:" in fluency
