"""Tables of agreement."""

from typing import Any

import numpy as np
import pytest
from tests.report._human import agreement, example, pairwise, preferences

import tertium
from tertium.human.ratings import Ratings
from tertium.report.agreement import agreement_tables


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
    tables = agreement_tables(tertium.agreement(ratings, **options))
    return " ".join(sentence for table in tables for sentence in table.sentences)


def test_a_row_for_each_annotator():
    (table,) = agreement_tables(agreement())
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
    lines = table.render("table").splitlines()
    assert max(len(line) for line in lines if not line.startswith("agreement  ")) <= 80
    assert table.notes[-1] == f"agreement  {agreement().signature}"


def test_alphas_in_words():
    assert list(agreement_tables(agreement())[0].sentences) == [
        "Between annotators, on 1,000 outputs that several judged: Krippendorff's alpha is 0.52 by"
        " distance, 0.48 by order, 0.01 by value. Single judgments cannot be relied upon (below"
        " 0.67); means of many may well tell systems apart.",
        "Within annotators, on 160 outputs judged again: the two differ by 9.7 on average"
        " and correlate by 0.79.",
    ]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1, 2, 3, 4], "Single judgments can be relied upon (0.80 or more)."),
        ([1, 2, 4, 4], "Single judgments can be relied upon"),
        ([2, 3, 3, 4], "Single judgments allow tentative conclusions (from 0.67 to 0.80)."),
        ([4, 3, 2, 1], "cannot be relied upon"),
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
    assert "It is not defined: all values are the same." in text


def test_one_annotator_has_nobody_to_agree_with():
    ratings = example().where(example().annotator.is_("a01"))
    assert said(ratings, task="adequacy").startswith(
        "No output was judged by several annotators: how far they agree is not known."
    )


def test_kappas_where_there_are_few_values():
    rows = [(who, str(n), float(n % 3)) for n in range(6) for who in "xy"]
    _, kappas = agreement_tables(tertium.agreement(on_a_scale(*rows)))
    assert kappas.rows == [["x", "y", "6", "1.000", "1.000"]]


def test_fleiss_in_words():
    rows = [(who, str(n), float(n % 3)) for n in range(6) for who in "xy"]
    assert "Fleiss' kappa, on the 6 outputs that 2 judged, is 1.00: almost perfect." in said(
        on_a_scale(*rows)
    )
    same = [(who, "1", 3.0) for who in "xyz"]
    assert (
        "Fleiss' kappa, on the 1 output that 3 judged, is not defined: all values are the same."
    ) in said(on_a_scale(*same))


def test_preferences():
    (table,) = agreement_tables(pairwise())
    assert table.rows == [
        ["between annotators", "10", "12", "0.833", "0.500", "0.667"],
        ["within annotators", "5", "6", "0.833", "0.500", "0.667"],
    ]
    assert list(table.sentences) == [
        "Agreement between annotators is substantial.",
        "Agreement within annotators is substantial.",
    ]


def test_the_definition_of_wmt16_is_told():
    (table,) = agreement_tables(tertium.agreement(preferences(), definition="wmt16"))
    assert "As WMT counted until 2016: only outputs listed in the same order are compared." in (
        table.notes
    )


def test_preferences_judged_once():
    once = preferences()
    once = once.where(np.arange(3))
    assert said(once).startswith(
        "Agreement between annotators is not known: nothing was judged twice."
    )
