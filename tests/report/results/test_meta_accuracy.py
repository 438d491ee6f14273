"""Tables and charts of accuracy studies."""

from dataclasses import replace

from tests.report._studies import outputs, verdicts

import tertium
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy.verdicts import GoldVerdicts
from tertium.report import presentation
from tertium.report.accuracy_charts import gold_matrices, verdict_grid
from tertium.report.results.meta_accuracy import (
    accuracy_table,
    agreement_table,
    difference_table,
    notes,
    sentences,
    wrong_table,
)
from tertium.report.table_formats import render


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
        lines = render(table(wide), "table").splitlines()
        assert all(len(line) <= 80 for line in lines if "|" not in line)


def test_levels_that_trials_cannot_reach_are_reported():
    assert not verdicts().warnings  # 1/201 reaches 1 %
    settings = replace(verdicts().settings, trials=50)
    few = replace(verdicts(), settings=settings)
    (warning,) = few.warnings
    assert str(warning) == (
        "At 99 % confidence no metric can separate systems: 50 trials are too few for p <= 0.01."
        " Use at least trials=99."
    )
    assert f"Warning: {warning}" in notes(few)
    assert not replace(few, settings=replace(settings, trials=99)).warnings
    assert not replace(few, settings=replace(settings, p_value="plain")).warnings


def test_agreement_between_tests():
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


def test_systems_without_human_verdicts_or_outputs_are_named():
    result = replace(verdicts(), joined=None, without=("a",), unknown=("x", "y"))
    said = notes(result)
    assert "Outputs without human verdicts, left out: a." in said
    assert "Systems with human verdicts but without outputs: x, y." in said
    assert not any("human verdicts" in one for one in notes(verdicts()))


def test_one_accuracy_of_one_pair():
    gold = PValues(("large", "pivot"), ((1.0, 0.01), (0.99, 1.0)))
    found = tertium.accuracy(
        outputs(), "bleu", gold_verdicts=gold, test="bootstrap", trials=50, confidence_levels=[0.95]
    )
    assert presentation.summary(found) == [
        "At 95 % confidence, human judgments separate 1 of 1 pair; BLEU (bootstrap) is correct on"
        " 1, a test that never decides would be correct on 0."
    ]
    assert sentences(found) == ["At 95 % confidence, the accuracy is not significantly above 50 %."]


def test_one_screen_has_a_row_for_each_metric_and_test():
    (table,) = presentation.tables(verdicts(), explain=False)
    assert table.header == ["metric", "test", "at 95 %", "at 99 %"]
    correct = {(o.confidence_level, o.metric, o.test): o.correct for o in verdicts().accuracies}
    assert table.rows[0] == [
        "BLEU",
        "bootstrap",
        *(f"{correct[level, 'bleu', 'bootstrap']}/10" for level in (0.95, 0.99)),
    ]
    assert len(table.rows) == 4
    assert table.notes[-1] == f"accuracy  {verdicts().signature}"


def test_the_best_metrics_and_tests_are_named():
    result = verdicts()
    one, *rest = (replace(one, correct=3) for one in result.accuracies)
    (first, *_) = presentation.summary(replace(result, accuracies=(one, *rest)))
    assert "all metrics and tests are correct on 3," in first
    several = (replace(one, correct=4), *(replace(o, correct=4) for o in rest[:1]), *rest[1:])
    (first, *_) = presentation.summary(replace(result, accuracies=several))
    assert "BLEU (all tests) is correct on 4," in first
    mixed = (replace(one, correct=4), rest[0], replace(rest[1], correct=4), *rest[2:])
    (first, *_) = presentation.summary(replace(result, accuracies=mixed))
    assert "the best 2 combinations of metric and test are correct on 4," in first


def test_what_wrong_verdicts_are():
    rows = wrong_table(verdicts()).rows
    for row, one in zip(rows, verdicts().accuracies, strict=True):
        assert sum(map(int, row[3:])) == one.pairs - one.correct


def test_what_is_said():
    first, second = presentation.summary(verdicts())
    gold = verdicts().gold[0]
    assert first.startswith(
        f"At 95 % confidence, human judgments separate {gold.decided} of 10 pairs; "
    )
    assert first.endswith(f"a test that never decides would be correct on {10 - gold.decided}.")
    assert second.startswith("At 99 % confidence, ")
    said = sentences(verdicts())
    assert len(said) == 2 * 2 + sum(not one.reason for one in verdicts().differences[::2])


def test_metrics_that_differ_are_reported():
    result = verdicts()
    for p, told in ((0.4, "do not differ significantly"), (0.01, "metrics differ significantly")):
        tested = tuple(replace(one, p=p, reason="") for one in result.differences)
        assert told in sentences(replace(result, differences=tested))[1]


def test_tests_that_differ_are_reported():
    result = verdicts()
    differing = tuple(replace(one, same=one.pairs - 2) for one in result.agreements)
    said = sentences(replace(result, agreements=differing))
    assert (
        "At 95 % confidence, two tests give different verdicts on at most 2 of 10 pairs, under"
        " BLEU, TER." in said
    )


def test_another_confidence_level_of_human_verdicts_is_named():
    result = verdicts()
    other = tuple(GoldVerdicts(one.confidence_level, 0.9, one.p_values) for one in result.gold)
    assert "(at 90 % confidence)" in presentation.summary(replace(result, gold=other))[0]


def test_notes_hold_the_signatures():
    said = notes(verdicts())
    assert said[-1] == f"accuracy  {verdicts().signature}"
    assert any("pairs share systems" in one for one in said)
    one, *rest = verdicts().accuracies
    undefined = (replace(one, undefined=3), *rest)
    assert "3 p-values are undefined; such pairs count as not separated." in notes(
        replace(verdicts(), accuracies=undefined)
    )


def test_confidence_levels_share_the_matrix_of_human_judgments():
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
