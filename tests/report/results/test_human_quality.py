"""Tables of verdicts on annotators."""

from typing import Any

from tests.report._human import answers, example, quality

import tertium
from tertium.human.ratings import Ratings
from tertium.report import presentation
from tertium.report.results.human_quality import annotator_table
from tertium.report.table_formats import render


def test_who_passes_and_why_not():
    table = annotator_table(quality())
    assert table.rows[4] == [
        "a05",
        "270",
        "18",
        "+9.0",
        "0.8771",
        "18.9",
        "161",
        "2",
        "failed",
    ]
    assert table.warned == {(4, 8), (10, 8)}
    assert presentation.summary(quality()) == [
        "10 of 12 annotators passed quality control; a05 and a11 failed."
    ]
    assert list(table.sentences) == [
        "a05 failed: Degraded outputs are not scored significantly lower than the original outputs"
        " (p = 0.8771, 18 pairs).",
        "a11 failed: Degraded outputs are not scored significantly lower than the original outputs"
        " (p = 0.6886, 20 pairs).",
    ]


def test_what_is_suspicious_is_small_print():
    notes = annotator_table(quality()).notes
    assert notes[0] == "Suspicious, but not a reason to exclude an annotator:"
    assert "a07: References have a mean adequacy score of only 88.3." in notes
    assert notes[-1] == f"quality  {quality().signature}"
    ratings = example().where(example().annotator.is_("a01"))
    assert annotator_table(tertium.quality(ratings)).notes[0].startswith("degraded: mean rating")


def test_lines_fit_a_terminal():
    assert max(map(len, render(annotator_table(quality()), "table").splitlines())) <= 80


def test_without_degraded_outputs_nothing_is_known():
    ratings = example().where(example().kind.is_("system"))
    result = tertium.quality(ratings)
    table = annotator_table(result)
    assert presentation.summary(result) == [
        "Annotators could not be tested: no degraded outputs were shown."
    ]
    assert {row[4] for row in table.rows} == {"–"}
    assert {row[8] for row in table.rows} == {"not tested"}
    assert not table.warned


def test_runs_are_of_scores_not_of_ranks():
    ranks: dict[str, list[Any]] = {
        "annotator": ["x"] * 24,
        "batch": [str(number // 2) for number in range(24)],
        "segment": [str(number // 2) for number in range(24)],
        "system": ["a", "b"] * 12,
        "value": [1.0] * 24,
    }
    ranked, scored = (
        annotator_table(tertium.quality(Ratings.of(ranks | {"task": [task] * 24})))
        for task in ("preference", "adequacy")
    )
    assert (ranked.rows[0][7], scored.rows[0][7]) == ("–", "24")
    assert "24 scores in a row are equal." in scored.notes[1]
    assert not any("in a row" in note for note in ranked.notes)


def test_means_of_answers_have_two_digits():
    rows = annotator_table(tertium.quality(answers())).rows
    assert rows[0][3] == "-0.73"
    assert rows[0][5] == "0.23"
    assert rows[0][7] == "–"
