"""Tables of agreement."""

from typing import Any

import numpy as np
import pytest
from tests.report._human import (
    agreement,
    agreement_on_answers,
    answers_with_experts,
    by_panel,
    example,
    pairwise,
    preferences,
    with_experts,
)

import tertium
from tertium.human.ratings import Ratings
from tertium.report import presentation
from tertium.report.table_formats import render


def on_a_scale(*rows: tuple[str, str, float]) -> Ratings:
    return Ratings.of(
        {
            "annotator": [row[0] for row in rows],
            "system": ["a"] * len(rows),
            "segment": [row[1] for row in rows],
            "value": [row[2] for row in rows],
        }
    )


def said(ratings: Ratings, **options: Any) -> str:
    return " ".join(presentation.summary(tertium.agreement(ratings, **options)))


def test_a_row_for_each_annotator():
    (table,) = presentation.tables(agreement())
    assert table.rows[0] == [
        "a01",
        "189",
        "81.1",
        "19.8",
        "57",
        "+0.05",
        "0.8344",
        "0.93",
        "5.6",
    ]
    lines = render(table, "table").splitlines()
    assert max(len(line) for line in lines if not line.startswith("agreement  ")) <= 80
    assert table.notes[-1] == f"agreement  {agreement().signature}"


def test_alphas_in_words():
    assert presentation.summary(agreement()) == [
        "Inter-annotator agreement on 1,000 outputs: Krippendorff's alpha is 0.52 (interval), 0.48"
        " (ordinal), 0.01 (nominal). Single judgments are not reliable (alpha below 0.67); means of"
        " many judgments may still separate systems.",
        "Intra-annotator consistency on 160 repeated outputs: mean absolute difference 9.7,"
        " correlation 0.79.",
    ]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1, 2, 3, 4], "Single judgments are reliable (alpha of 0.80 or more)."),
        ([1, 2, 4, 4], "Single judgments are reliable"),
        ([2, 3, 3, 4], "Single judgments allow tentative conclusions (alpha from 0.67 to 0.80)."),
        ([4, 3, 2, 1], "are not reliable"),
    ],
)
def test_what_alpha_allows(values, words):
    pairs = list(zip("1234", [1, 2, 3, 4], values, strict=True))
    rows = [
        (who, segment, float(v))
        for segment, *two in pairs
        for who, v in zip("xy", two, strict=True)
    ]
    assert words in said(on_a_scale(*rows))


def test_of_values_that_are_all_the_same_nothing_is_defined():
    text = said(on_a_scale(("x", "1", 3.0), ("y", "1", 3.0), ("x", "2", 3.0)))
    assert "It is undefined because all scores are equal." in text


def test_one_annotator_has_nobody_to_agree_with():
    ratings = example().where(example().annotator.is_("a01"))
    assert said(ratings, task="adequacy").startswith(
        "Inter-annotator agreement is unknown: no output was judged by several annotators."
    )


def test_kappas_where_there_are_few_values():
    rows = [(who, str(n), float(n % 3)) for n in range(6) for who in "xy"]
    _, kappas = presentation.tables(tertium.agreement(on_a_scale(*rows)))
    assert kappas.rows == [["x", "y", "6", "1.000", "1.000"]]


def test_fleiss_in_words():
    rows = [(who, str(n), float(n % 3)) for n in range(6) for who in "xy"]
    assert "Fleiss' kappa on 6 outputs with 2 annotators is 1.00 (almost perfect)." in said(
        on_a_scale(*rows)
    )
    same = [(who, "1", 3.0) for who in "xyz"]
    assert (
        "Fleiss' kappa on 1 output with 3 annotators is undefined: all scores are equal."
    ) in said(on_a_scale(*same))


def test_preferences():
    (table,) = presentation.tables(pairwise())
    assert table.rows == [
        ["between annotators", "10", "12", "0.833", "0.500", "0.667"],
        ["within annotators", "5", "6", "0.833", "0.500", "0.667"],
    ]
    assert presentation.summary(pairwise()) == [
        "Inter-annotator agreement is substantial (kappa = 0.67).",
        "Intra-annotator consistency is substantial (kappa = 0.67).",
    ]


def test_the_definition_of_wmt16_is_reported():
    (table,) = presentation.tables(tertium.agreement(preferences(), definition="wmt16"))
    assert "As at WMT until 2016, only outputs listed in the same order are compared." in (
        table.notes
    )


def test_preferences_judged_once():
    once = preferences()
    once = once.where(np.arange(3))
    assert said(once).startswith("Inter-annotator agreement is unknown: nothing was judged twice.")


def test_answers_of_yes_and_no():
    assert presentation.summary(agreement_on_answers()) == [
        "Inter-annotator agreement on 1,000 outputs: Krippendorff's alpha is 0.42 (nominal). Single"
        " judgments are not reliable (alpha below 0.67); means of many judgments may still separate"
        " systems.",
        "Fleiss' kappa on 1,000 outputs with 2 annotators is 0.42 (moderate).",
        "Intra-annotator consistency on 160 repeated outputs: 85 % got the same answer, correlation"
        " 0.68.",
    ]
    table = presentation.tables(agreement_on_answers())[0]
    assert table.rows[0][2] == "0.73"
    assert table.notes[0].startswith("mean: share of yes; values: number of different scores;")
    assert table.notes[0].endswith("repeats: share of repeated outputs that got the other answer.")


def test_non_experts_who_do_not_reach_an_expert():
    assert presentation.summary(with_experts()) == [
        "One expert agrees with the other experts: r = 0.65 [0.48, 0.76].",
        "No number of non-experts agrees with experts as well as one expert does, up to 6"
        " non-experts (r = 0.62; 95 % CI 3 or more).",
    ]
    (table,) = presentation.tables(with_experts())
    assert table.header == ["non-experts", "r [95 % CI]", "difference [95 % CI]"]
    assert table.rows[0] == ["1", "0.377 [0.293, 0.451]", "-0.275 [-0.393, -0.120]"]
    assert table.rows[-1] == ["one expert", "0.652 [0.483, 0.759]", ""]
    assert table.notes[2] == (
        "60 of 60 outputs that experts and non-experts judged are used: those with judgments by at"
        " least 6 non-experts and two experts, among 3 experts and 6 non-experts."
    )


def test_the_number_of_non_experts_that_equals_one_expert():
    crowd, experts = by_panel("p q r s t u", 6), by_panel("x y z", 6)
    found = tertium.agreement(crowd, experts=experts, trials=50)
    assert presentation.summary(found)[1] == (
        "1 non-expert agrees with experts as well as one expert does (r = 0.66; 95 % CI 1 to 2)."
    )
    noisier = tertium.agreement(by_panel("p q r s t u", 8), experts=experts, trials=50)
    assert presentation.summary(noisier)[1].startswith("2 non-experts together agree with experts")


def test_one_expert_has_no_other_expert_to_agree_with():
    assert presentation.summary(answers_with_experts()) == [
        "How well one expert agrees with other experts is unknown: there is only one expert.",
        "The most frequent answer of 2 non-experts agrees with the expert: 63 % of the answers.",
    ]
    (table,) = presentation.tables(answers_with_experts())
    assert table.header == ["non-experts", "accuracy [95 % CI]"]
    assert [row[0] for row in table.rows] == ["1", "2"]
