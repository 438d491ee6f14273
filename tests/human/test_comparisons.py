"""Rankings taken apart into comparisons."""

from collections import Counter

import pytest

import tertium
from tertium.core.errors import DataError, UsageError
from tertium.human.comparisons import Comparisons
from tertium.human.notices import RepeatedComparisons
from tertium.human.ratings import Ratings
from tertium.human.relative_ranking import outcomes
from tests.human._data import relative_judgments, table


def made(**columns):
    """One annotator ranks three systems, and then two; another ranks two."""
    return Ratings.of(
        {
            "annotator": ["x", "x", "x", "x", "y", "x", "y"],
            "batch": ["1", "1", "1", "2", "2", "2", "2"],
            "segment": ["7", "7", "7", "8", "8", "8", "8"],
            "system": ["C", "A", "B", "A", "B", "C", "A"],
            "task": ["ranking"] * 3 + ["preference"] * 4,
            "value": [2, 1, 2, 5, 1, 3, 2],
            **columns,
        }
    )


def listed(compared):
    """Number of comparisons by annotator, outputs, segment and outcome."""
    names = compared.systems
    return Counter(
        (annotator, item.split("\t")[-1], names[first], "=><"[outcome], names[second])
        for annotator, item, first, outcome, second in zip(
            compared.annotator.to_list(),
            compared.item.to_list(),
            compared.first,
            compared.outcome,
            compared.second,
            strict=True,
        )
    )


def test_all_pairs_of_a_ranking_in_the_order_listed():
    compared = Comparisons.of(made())
    assert compared.systems == ("A", "B", "C")
    assert len(compared) == 5
    assert listed(compared) == Counter(
        [
            ("x", "7", "C", "<", "A"),
            ("x", "7", "C", "=", "B"),
            ("x", "7", "A", ">", "B"),
            ("x", "8", "A", "<", "C"),
            ("y", "8", "B", ">", "A"),
        ]
    )


def test_pairs_and_the_rankings_they_were_taken_from_are_the_same(reference_data):
    pairs = Comparisons.of(relative_judgments(reference_data, "tur-eng"))
    ranked = {}
    for row in table(reference_data / "stats/trueskill/input/wmt16.tur-eng.csv.gz"):
        for which in "12":
            key = row["judgeID"], row["rankingID"], row["segmentId"], row[f"system{which}Id"]
            ranked[key] = float(row[f"system{which}rank"])
    names = ("annotator", "batch", "segment", "system")
    columns = dict(zip(names, map(list, zip(*ranked, strict=True)), strict=True))
    ratings = Ratings.of(
        columns | {"task": ["ranking"] * len(ranked), "value": list(ranked.values())}
    )
    whole = Comparisons.of(ratings)
    assert len(whole) == len(pairs) == 10188
    assert listed(whole) == listed(pairs)


def test_what_cannot_be_compared():
    with pytest.raises(DataError) as error:
        Comparisons.of(made(task=["adequacy"] * 7))
    assert str(error.value) == "There are no relative judgments."
    with pytest.raises(DataError) as error:
        Comparisons.of(made(batch=list("1234567")))
    assert str(error.value) == "No two systems were ranked together."
    with pytest.raises(UsageError) as usage:
        Comparisons.of(made(languages=["tr-en"] * 3 + ["de-en"] * 4))
    assert str(usage.value) == (
        "There are judgments of several language pairs: de-en, tr-en. Choose one."
    )


def shared(*rows):
    """One annotator compares the outputs of one segment by pairs, all of one ranking."""
    both = [
        cell for number, row in enumerate(rows) for cell in ((number, row[:2]), (number, row[2:]))
    ]
    return Comparisons.of(
        Ratings.of(
            {
                "annotator": ["x"] * len(both),
                "batch": [f"9:{number}" for number, _ in both],
                "segment": ["7"] * len(both),
                "task": ["preference"] * len(both),
                "system": [system for _, (system, _) in both],
                "value": [rank for _, (_, rank) in both],
            }
        )
    )


def test_what_is_said_of_a_shared_output_is_copied_to_each_system():
    alone = [("A", 1, "C", 1), ("B", 1, "C", 1)]
    compared = shared(("A+B", 1, "C", 2), ("A+B", 1, "D", 1), *alone).of_single_systems()
    assert compared.systems == ("A", "B", "C", "D")
    assert compared.filters == ("shared_outputs_copied",)
    assert sorted(listed(compared).elements()) == sorted(
        [
            *(("x", "7", name, ">", "C") for name in "AB"),
            *(("x", "7", name, "=", "D") for name in "AB"),
            *(("x", "7", name, "=", "C") for name in "AB"),
            ("x", "7", "A", "=", "B"),
        ]
    )


@pytest.mark.parametrize(
    "rows",
    [
        [("A+B", 1, "C", 2), ("A", 1, "C", 2)],
        [("A+B", 1, "C", 2), ("A", 1, "B", 2), ("A+B", 1, "A", 2)],
        [("C++", 1, "C", 2)],
    ],
)
def test_a_plus_in_the_name_of_a_system_joins_nothing(rows):
    compared = shared(*rows)
    assert compared.of_single_systems() is compared


@pytest.mark.parametrize(("languages", "all_alike"), [("tur-eng", 0), ("deu-eng", 45)])
def test_collapsed_files_of_wmt16_are_the_plain_ones(reference_data, languages, all_alike):
    """But for a ranking of ten systems that all gave the same: nothing was left to compare."""
    plain = Comparisons.of(relative_judgments(reference_data, languages))
    collapsed = Comparisons.of(relative_judgments(reference_data, f"collapsed.{languages}"))
    wins, ties = outcomes(collapsed.of_single_systems())
    plain_wins, plain_ties = outcomes(plain)
    assert (wins == plain_wins).all()
    assert (plain_ties - ties).sum() == 2 * all_alike


def test_comparisons_of_the_same_outputs_by_several_annotators_are_named():
    def rankings(*judged):
        rows = [(who, place, system) for who, place in judged for system in "ab"]
        who, segment, system = zip(*rows, strict=True)
        batch = [f"{one}{place}" for one, place, _ in rows]
        columns = {"annotator": who, "segment": segment, "system": system, "batch": batch}
        return Ratings.of(
            columns | {"task": ["preference"] * len(rows), "value": [1, 2] * len(judged)}
        )

    several = rankings(("ann", "1"), ("bob", "1"), ("ann", "2"))
    assert tertium.rank(several).warnings == (RepeatedComparisons(2, 3),)
    # One annotator, or half of the comparisons.
    assert tertium.rank(rankings(("ann", "1"), ("ann", "2"))).warnings == ()
    half = rankings(("ann", "1"), ("bob", "1"), ("ann", "2"), ("ann", "3"))
    assert tertium.rank(half).warnings == ()
