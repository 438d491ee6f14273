"""Tables and charts of accuracy studies."""

from dataclasses import replace

from tests.report._studies import outputs, verdicts

import tertium
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy.verdicts import GoldVerdicts
from tertium.report import presentation
from tertium.report.results.meta_accuracy import (
    accuracy_table,
    agreement_table,
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
    assert table.rows[0][:4] == ["95 %", "BLEU", "bootstrap", f"{one.correct}/10"]
    assert table.rows[0][4].startswith(f"{100 * one.accuracy:.1f} [")
    best = max(a.correct for a in verdicts().accuracies[:4])
    marked = [i for i, a in enumerate(verdicts().accuracies[:4]) if a.correct == best]
    assert {(i, 3) for i in marked} <= table.emphasis


def test_everything_fits_a_terminal():
    """Even with the longest name of a test, the highest level, and all verdicts correct."""
    result = verdicts()
    long = {"bootstrap": "approximate-randomization", "paired-bootstrap": "paired-bootstrap"}
    wide = replace(
        result,
        tests={long[name]: spec for name, spec in result.tests.items()},
        accuracies=tuple(
            replace(
                one,
                test=long[one.test],
                confidence_level=0.999,
                correct=190,
                pairs=190,
                accuracy=1.0,
            )
            for one in result.accuracies
        ),
        gold=tuple(replace(one, confidence_level=0.999) for one in result.gold),
        agreements=tuple(
            replace(one, test=long[one.test], confidence_level=0.999, same=190, pairs=190)
            for one in result.agreements
        ),
        differences=tuple(replace(one, test=long[one.test]) for one in result.differences),
    )
    for table in (accuracy_table, wrong_table, difference_table, agreement_table):
        lines = table(wide).render("table").splitlines()
        assert all(len(line) <= 80 for line in lines if "|" not in line)


def test_levels_that_trials_cannot_reach_are_told():
    assert not any("too few" in said for said in sentences(verdicts()))  # 1/201 reaches 1 %
    settings = replace(verdicts().settings, trials=50)
    few = replace(verdicts(), settings=settings)
    assert sentences(few)[0] == (
        "At 99 % no metric can decide anything. 50 trials are too few: p cannot be below"
        " 0.02, and 0.01 is needed. Use at least 99 trials (trials)."
    )
    assert len(few.cautions) == 1
    assert not replace(few, settings=replace(settings, trials=99)).cautions
    assert not replace(few, settings=replace(settings, p_value="plain")).cautions


def test_how_far_tests_agree():
    result = verdicts()
    table = agreement_table(result)
    assert table.header == ["conf.", "test", "other test", "BLEU", "TER"]
    same = {(one.confidence_level, one.metric): f"{one.same}/10" for one in result.agreements}
    assert table.rows == [
        [shown, "bootstrap", "paired bootstrap", same[level, "bleu"], same[level, "ter"]]
        for level, shown in ((0.95, "95 %"), (0.99, "99 %"))
    ]


def test_notes_stand_below_the_last_table():
    first, last = presentation.tables(verdicts())
    assert not first.notes
    assert last.notes[1:] == notes(verdicts())
    (alone,) = presentation.tables(replace(verdicts(), agreements=()))
    assert alone.notes == notes(verdicts())


def test_what_a_gold_standard_lacks_is_told():
    result = replace(verdicts(), joined=None, without=("a",), unknown=("x", "y"))
    said = notes(result)
    assert "The gold standard has no verdict on a, which is left out." in said
    assert "The gold standard has verdicts on x, y, of which there is no output." in said
    assert not any("gold standard has" in one for one in notes(verdicts()))


def test_one_accuracy_of_one_pair():
    gold = PValues(("large", "pivot"), ((1.0, 0.01), (0.99, 1.0)))
    found = tertium.accuracy(
        outputs(), "bleu", gold_verdicts=gold, test="bootstrap", trials=50, confidence_levels=[0.95]
    )
    assert sentences(found) == [
        "At 95 % confidence, human judgments separate 1 of 1 pair; a test that never decides would"
        " be right on 0. The best (BLEU, bootstrap) is right on 1; that is not shown"
        " to be above a coin's 50 %."
    ]


def test_what_wrong_verdicts_are():
    rows = wrong_table(verdicts()).rows
    for row, one in zip(rows, verdicts().accuracies, strict=True):
        assert sum(map(int, row[3:])) == one.pairs - one.correct


def test_what_is_said():
    said = sentences(verdicts())
    gold = verdicts().gold[0]
    assert said[0].startswith(
        f"At 95 % confidence, human judgments separate {gold.decided} of 10 pairs; a test that"
        f" never decides would be right on {10 - gold.decided}."
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
        "At 95 % two tests come to different verdicts on at most 2 of 10 pairs, under BLEU, TER."
        in said
    )


def test_another_confidence_level_of_human_verdicts_is_named():
    result = verdicts()
    other = tuple(GoldVerdicts(one.confidence_level, 0.9, one.p_values) for one in result.gold)
    assert "(at 90 % confidence)" in sentences(replace(result, gold=other))[0]


def test_notes_hold_the_signatures():
    said = notes(verdicts())
    assert said[-1] == f"accuracy  {verdicts().signature}"
    assert any("Pairs share systems" in one for one in said)
    one, *rest = verdicts().accuracies
    undefined = (replace(one, undefined=3), *rest)
    assert "Undefined, and deciding nothing: 3 tests." in notes(
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


def test_names_of_tests_do_not_run_into_each_other():
    drawn = verdict_grid(verdicts()).to_dict()
    assert drawn["facet"]["column"]["header"]["labelExpr"] == "split(datum.label, ' ')"
    assert drawn["spacing"]["column"] + 5 * 15 >= 100
