"""Tables and charts of accuracy studies."""

from dataclasses import replace

from tests.report._studies import verdicts

import tertium
from tertium.meta.accuracy import GoldVerdicts
from tertium.report.accuracy import (
    accuracy_table,
    difference_table,
    gold_matrices,
    notes,
    sentences,
    verdict_grid,
    wrong_table,
)


def test_a_row_for_each_accuracy():
    table = accuracy_table(verdicts())
    assert len(table.rows) == 8
    one = verdicts().accuracies[0]
    assert table.rows[0][:4] == ["95 %", "BLEU", "bootstrap", f"{one.correct} of 10"]
    assert table.rows[0][4].startswith(f"{100 * one.accuracy:.1f} [")
    best = max(a.correct for a in verdicts().accuracies[:4])
    marked = [i for i, a in enumerate(verdicts().accuracies[:4]) if a.correct == best]
    assert {(i, 3) for i in marked} <= table.emphasis


def test_everything_fits_a_terminal():
    for table in (accuracy_table, wrong_table, difference_table):
        lines = table(verdicts()).render("table").splitlines()
        assert all(len(line) <= 80 for line in lines if "|" not in line)


def test_what_wrong_verdicts_are():
    rows = wrong_table(verdicts()).rows
    for row, one in zip(rows, verdicts().accuracies, strict=True):
        assert sum(map(int, row[3:])) == one.pairs - one.correct


def test_what_is_said():
    said = sentences(verdicts())
    gold = verdicts().gold[0]
    assert said[0].startswith(
        f"At 95 % people decide {gold.decided} of 10 pairs: whoever decides none is right on"
        f" {10 - gold.decided}."
    )
    assert len(said) == 2 * 2 + sum(not one.reason for one in verdicts().differences[::2])


def test_metrics_that_differ_are_told():
    result = verdicts()
    for p, told in ((0.4, "metrics are not shown to differ"), (0.01, "metrics differ in accuracy")):
        tested = tuple(replace(one, p=p, reason="") for one in result.differences)
        assert told in sentences(replace(result, differences=tested))[1]


def test_tests_that_differ_are_told():
    result = verdicts()
    differing = tuple(replace(one, same=one.pairs - 2) for one in result.agreements)
    said = sentences(replace(result, agreements=differing))
    assert (
        "At 95 % tests differ: BLEU: bootstrap and paired bootstrap on 2 of 10 pairs; TER:"
        " bootstrap and paired bootstrap on 2 of 10 pairs." in said
    )


def test_another_level_of_people_is_told():
    result = verdicts()
    other = tuple(GoldVerdicts(one.level, 0.9, one.p_values) for one in result.gold)
    assert "(themselves at 90 %)" in sentences(replace(result, gold=other))[0]


def test_notes_hold_the_signatures():
    said = notes(verdicts())
    assert said[-1] == f"accuracy  {verdicts().signature}"
    assert any("Pairs share systems" in one for one in said)
    one, *rest = verdicts().accuracies
    undefined = (replace(one, undefined=3), *rest)
    assert "3 tests are undefined, and decide nothing." in notes(
        replace(verdicts(), accuracies=undefined)
    )


def test_people_have_one_matrix_where_levels_share_it():
    assert len(gold_matrices(verdicts())) == 1


def test_the_grid_colours_what_is_significant():
    drawn = verdict_grid(verdicts()).to_dict()
    cells = drawn["datasets"][drawn["data"]["name"]]
    assert len(cells) == 4 * 20
    for cell in cells:
        steps = {"": 1.0, "p ≤ 0.05": 0.05, "p ≤ 0.01": 0.01}
        assert float(cell["p"]) <= steps[cell["step"]]
    assert tertium.plot(verdicts()).to_dict()
