"""Sentences and tables of judgments under two conditions."""

import pytest
from tests.human.test_conditions import (
    BOTH,
    judgments,
    overlapping,
    preferences,
    table_of_zaidan_and_callison_burch,
)

import tertium
from tertium.report import presentation


def test_a_difference_is_named_with_its_interval():
    testset, ratings, _ = overlapping()
    moved, followed = presentation.summary(tertium.compare_conditions(ratings, testset=testset))
    assert moved == (
        "Scores are higher under reference than under no-reference by 5.2 [3.4, 6.9] (p = 0.0010)."
    )
    assert followed == (
        "The correlation of scores with the overlap of outputs and reference (chrF) is 0.90 under"
        " reference and 0.04 under no-reference; they differ (p = 0.0010)."
    )


def test_without_a_significant_difference_the_excluded_ones_are_named():
    (sentence,) = presentation.summary(tertium.compare_conditions(judgments(BOTH)))
    assert sentence.startswith("Scores do not differ significantly between prefill and no-prefill")
    # A resample has both segments, or one of them twice: the mean difference of 1 deviates by 1.5,
    # which the correction for two units multiplies by the square root of 2.
    assert "differences larger than 3.1 (higher under prefill) or 1.1 (lower" in sentence


def test_shares_of_wins_are_given_in_percent():
    shown, hidden = table_of_zaidan_and_callison_burch()
    result = tertium.compare_conditions(preferences(shown), preferences(hidden, ("gert",)))
    ties, bleu = presentation.summary(result)
    assert ties.startswith("Ties are 17.9 % of the comparisons under first and 25.6 % under second")
    assert bleu.startswith(
        "BLEU wins 36.0 % of the comparisons under first and 29.2 % under second"
    )
    (table,) = presentation.tables(result)
    assert [row[:3] for row in table.rows] == [
        ["equal", "17.9", "25.6"],
        ["BLEU", "36.0", "29.2"],
        ["RYPT", "46.1", "45.2"],
    ]


def test_preferences_that_do_not_move():
    shown, _ = table_of_zaidan_and_callison_burch()
    same = tertium.compare_conditions(preferences(shown), preferences(shown))
    assert presentation.summary(same) == [
        "No share of wins or ties differs significantly between first and second."
    ]


@pytest.mark.parametrize(("largest", "shown"), [(5, "4.50"), (80, "72.0")])
def test_small_scales_have_more_digits(largest, shown):
    rows = [(*row[:4], 0.9 * largest) for row in BOTH]
    (table,) = presentation.tables(tertium.compare_conditions(judgments(rows)))
    assert table.rows[0][1] == shown
