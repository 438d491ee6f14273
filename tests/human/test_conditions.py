"""Judgments under two conditions: exact small cases, published numbers, planted overlap."""

import math
from random import Random
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.core.errors import DataError, UsageError
from tertium.core.testset import TestSet
from tertium.human.notices import PooledConditions
from tertium.human.ratings import Ratings


def judgments(rows, **columns):
    """Scores as (annotator, system, segment, condition, value)."""
    names = ("annotator", "system", "segment", "condition", "value")
    found = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return Ratings.of(found | columns)


# Two outputs of each of two segments, each judged under both conditions; with suggestions, the
# scores of a are 4 and 2 higher, those of b 1 higher and 3 lower: the mean difference is 1.
BOTH = [
    *[("x", "a", "1", "prefill", 54), ("y", "a", "1", "no-prefill", 50)],
    *[("y", "a", "2", "prefill", 82), ("x", "a", "2", "no-prefill", 80)],
    *[("x", "b", "1", "prefill", 31), ("y", "b", "1", "no-prefill", 30)],
    *[("y", "b", "2", "prefill", 57), ("x", "b", "2", "no-prefill", 60)],
]


def numbers(result):
    return {one.name: (one.first, one.second, one.difference) for one in result.shifts}


def test_means_under_both_conditions_and_their_difference():
    result = tertium.compare_conditions(judgments(BOTH))
    assert result.conditions == ("prefill", "no-prefill")
    assert (result.measure, result.strata, result.units) == ("mean", "output", 2)
    assert numbers(result) == {
        "all": (56, 55, 1),
        "a": (68, 65, 3),
        "b": (44, 45, -1),
    }
    assert [(one.first_judgments, one.second_judgments) for one in result.shifts] == [
        *[(4, 4), (2, 2), (2, 2)]
    ]


def test_rankings_warn_of_pooled_conditions():
    found = tertium.rank(judgments(BOTH), trials=0)
    assert PooledConditions("prefill") in found.warnings
    of_one = judgments([row for row in BOTH if row[3] == "prefill"])
    assert not any(isinstance(one, PooledConditions) for one in tertium.rank(of_one).warnings)


def test_comparisons_have_no_weights():
    ranks = {"value": [1, 2] * 4, "task": ["ranking"] * 8, "batch": [n // 2 for n in range(8)]}
    rows = [("x", "ab"[n % 2], f"{n // 2}", ("", "no-")[n // 4] + "prefill", 0) for n in range(8)]
    ratings = judgments(rows, **ranks)
    assert tertium.compare_conditions(ratings).measure == "share of wins"
    assert tertium.rank(ratings).warnings == (PooledConditions("prefill"),)
    with pytest.raises(UsageError, match="unequal weights"):
        tertium.compare_conditions(judgments(rows, **ranks, weight=[1, 1, 1, 1, 1, 1, 3, 3]))


def test_differences_are_taken_within_outputs():
    # The difficult output was judged twice with suggestions, the easy one once: the plain means
    # are 40 and 55, but within each output suggestions add 5 (weights 2/3 and 1/2).
    rows = [
        *[("x", "a", "1", "prefill", 25), ("y", "a", "1", "prefill", 25)],
        *[("z", "a", "1", "no-prefill", 20)],
        *[("x", "a", "2", "prefill", 95), ("y", "a", "2", "no-prefill", 90)],
    ]
    whole = tertium.compare_conditions(judgments(rows)).shifts[0]
    assert (whole.first, whole.second) == pytest.approx((145 / 3, 55))
    assert whole.difference == pytest.approx(5)


def test_single_judgments_are_compared_within_annotators_and_systems():
    # Nobody judged an output of another annotator. x scores 60 lower than y. Within x, suggestions
    # add 10 (25 and 15); within y, 4 (84 and 80); both have one judgment under each condition.
    rows = [
        *[("x", "a", "1", "prefill", 25), ("x", "a", "2", "no-prefill", 15)],
        *[("y", "a", "3", "prefill", 84), ("y", "a", "4", "no-prefill", 80)],
    ]
    result = tertium.compare_conditions(judgments(rows))
    assert result.strata == "annotator and system"
    assert result.shifts[0].difference == pytest.approx(7)


def test_judgments_by_other_annotators_are_compared_within_systems_and_warned_of():
    rows = [
        *[("x", "a", "1", "prefill", 30), ("x", "b", "2", "prefill", 70)],
        *[("y", "a", "3", "no-prefill", 20), ("y", "b", "4", "no-prefill", 68)],
    ]
    result = tertium.compare_conditions(judgments(rows))
    assert result.strata == "system"
    assert result.shifts[0].difference == pytest.approx(6)
    assert "No annotator judged under both conditions" in str(result.warnings[0])


def test_two_files_hold_a_condition_each(tmp_path):
    for name in ("prefill", "no-prefill"):
        rows = [row for row in BOTH if row[3] == name]
        lines = (f"{a},{s},{segment},{value}" for a, s, segment, _, value in rows)
        header = "annotator,system,segment,value"
        (tmp_path / f"{name}_file.csv").write_text("\n".join([header, *lines]) + "\n")
    first, second = (
        tertium.read_ratings(tmp_path / f"{name}_file.csv") for name in ("prefill", "no-prefill")
    )
    result = tertium.compare_conditions(first, second)
    assert result.conditions == ("prefill_file", "no-prefill_file")
    assert numbers(result) == numbers(tertium.compare_conditions(judgments(BOTH)))
    assert [one.used for one in result.judgments] == [4, 4]
    same = tertium.compare_conditions(first, first)
    assert same.conditions == ("first", "second")
    assert {one.difference for one in same.shifts} == {0}
    assert {one.p for one in same.shifts} == {1}


def test_a_factor_is_chosen_among_several():
    rows = [
        (one, system, segment, f"{condition}+{'no-' * (segment == '2')}reference", value)
        for one, system, segment, condition, value in BOTH
    ]
    both = judgments(rows)
    with pytest.raises(UsageError, match="vary several factors: prefill, reference"):
        tertium.compare_conditions(both)
    assert numbers(tertium.compare_conditions(both, factor="prefill"))["all"] == (56, 55, 1)
    # Segment 1 had the reference: (54 + 50 + 31 + 30) / 4, against (82 + 80 + 57 + 60) / 4.
    found = tertium.compare_conditions(both, factor="reference")
    assert numbers(found)["all"][:2] == (41.25, 69.75)
    with pytest.raises(UsageError, match="Did you mean 'reference'"):
        tertium.compare_conditions(both, factor="referense")


def test_what_has_no_two_conditions_is_refused():
    with pytest.raises(DataError, match="name no condition"):
        tertium.compare_conditions(judgments([(*row[:3], "", row[4]) for row in BOTH]))
    with pytest.raises(DataError, match="No judgment is under the condition no-prefill"):
        tertium.compare_conditions(judgments([(*row[:3], "prefill", row[4]) for row in BOTH]))
    with pytest.raises(UsageError, match="factor applies to one file"):
        tertium.compare_conditions(judgments(BOTH), judgments(BOTH), factor="prefill")
    other = judgments(BOTH, task=["fluency"] * len(BOTH))
    with pytest.raises(UsageError, match="different tasks: adequacy and fluency"):
        tertium.compare_conditions(judgments(BOTH), other)
    with pytest.raises(UsageError, match="needs the document of each segment"):
        tertium.compare_conditions(judgments(BOTH), level="document")


def test_machines_and_judgments_without_the_factor_are_excluded_and_counted():
    rows = [*BOTH, ("x", "a", "1", "", 0), ("judge", "a", "1", "prefill", 0)]
    kinds = [""] * (len(BOTH) + 1) + ["machine"]
    result = tertium.compare_conditions(judgments(rows, annotator_kind=kinds))
    assert numbers(result)["all"] == (56, 55, 1)
    (data,) = result.judgments
    assert (data.judgments, data.used) == (10, 8)
    assert data.left_out == {"under no condition of the factor": 1, "by machine annotators": 1}


def test_answers_of_yes_and_no_are_shares():
    rows = [(*row[:4], float(row[4] > 55)) for row in BOTH]
    result = tertium.compare_conditions(judgments(rows, scale=["yes-no"] * len(rows)))
    assert result.measure == "share of yes"
    assert numbers(result)["all"] == (0.5, 0.5, 0)


def test_weights_of_segments_count():
    weights = [3.0 if row[2] == "1" else 1.0 for row in BOTH]
    result = tertium.compare_conditions(judgments(BOTH, weight=weights))
    # Differences of segment 1 (4 and 1) count three times as much as those of segment 2 (2, -3).
    assert result.shifts[0].difference == pytest.approx((3 * 5 - 1) / 8)


def preferences(outcomes, annotators=("ann", "bob", "eve")):
    """Preferences between RYPT and BLEU: for each segment the votes "R", "B" or "="."""
    names = ("annotator", "batch", "segment", "system", "task", "value")
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for segment, votes in enumerate(outcomes):
        for number, vote in enumerate(votes):
            ranks = {"R": (1, 2), "B": (2, 1), "=": (1, 1)}[vote]
            for system, rank in zip(("RYPT", "BLEU"), ranks, strict=True):
                values = (
                    *(annotators[number], f"{segment}", f"{segment}", system, "preference"),
                    rank,
                )
                for name, value in zip(columns, values, strict=True):
                    columns[name].append(value)
    return Ratings.of(columns)


def table_of_zaidan_and_callison_burch():
    """Votes that give Tables I and II of Zaidan and Callison-Burch 2009.

    Sentences by the sum of three votes (Table II): +3 45, +2 15, +1 60, 0 42, -1 55, -2 5, -3 28.
    A sum of +1 comes from one vote and two ties, or from two votes against one; a sum of 0 from
    three ties, or from one vote each and a tie. The 134 ties of Table I leave 36 sentences of the
    first kinds, here 26 and 10.
    """
    shown = [
        *["RRR"] * 45,
        *["RR="] * 15,
        *["R=="] * 13,
        *["RRB"] * 47,
        *["==="] * 10,
        *["RB="] * 32,
        *["B=="] * 13,
        *["RBB"] * 42,
        *["BB="] * 5,
        *["BBB"] * 28,
    ]
    hidden = ["R"] * 113 + ["B"] * 73 + ["="] * 64
    Random(1).shuffle(hidden)
    return shown, hidden


def test_the_published_shares_with_and_without_the_reference():
    shown, hidden = table_of_zaidan_and_callison_burch()
    votes = "".join(shown)
    assert [votes.count(one) for one in "RB="] == [346, 270, 134]
    result = tertium.compare_conditions(
        preferences(shown), preferences(hidden, annotators=("gert",)), trials=2000
    )
    assert (result.measure, result.units) == ("share of wins", 250)
    found = {one.name: one for one in result.shifts}
    # Table I: 46.1, 36.0 and 17.9 % of 750; 45.2, 29.2 and 25.6 % of 250.
    for name, first, second in (("RYPT", 346, 113), ("BLEU", 270, 73), ("equal", 134, 64)):
        one = found[name]
        assert (one.first_judgments, one.second_judgments) == (750, 250)
        assert one.first == pytest.approx(first / 750)
        assert one.second == pytest.approx(second / 250)
        # All segments have the same number of votes, so the shares are means over segments, and
        # the standard error is that of the mean difference of a segment.
        letter = {"RYPT": "R", "BLEU": "B", "equal": "="}[name]
        differences = [
            three.count(letter) / 3 - single.count(letter)
            for three, single in zip(shown, hidden, strict=True)
        ]
        error = np.std(differences) / math.sqrt(250)
        low, high = one.interval
        assert low == pytest.approx(one.difference - 1.96 * error, abs=0.15 * error)
        assert high == pytest.approx(one.difference + 1.96 * error, abs=0.15 * error)
        z = abs(one.difference) / error
        assert one.p == pytest.approx(math.erfc(z / math.sqrt(2)), abs=0.02)
    # BLEU loses 6.8 points without the reference, RYPT less than one.
    assert 100 * found["BLEU"].difference == pytest.approx(6.8, abs=0.05)
    assert found["BLEU"].p < 0.1 < found["RYPT"].p
    assert found["equal"].p < 0.05
    assert "No annotator judged under both conditions" in str(result.warnings[0])


def test_a_system_wins_a_share_of_its_comparisons_with_all_others():
    rows = [("1", "abc"), ("2", "bac")]
    columns: dict[str, list[Any]] = {
        "annotator": ["x"] * 6,
        "batch": [segment for segment, order in rows for _ in order],
        "segment": [segment for segment, order in rows for _ in order],
        "system": [system for _, order in rows for system in order],
        "task": ["ranking"] * 6,
        "value": [1, 2, 3] * 2,
        "condition": ["reference"] * 3 + ["no-reference"] * 3,
    }
    found = numbers(tertium.compare_conditions(Ratings.of(columns)))
    assert found == {"equal": (0, 0, 0), "a": (1, 0.5, 0.5), "b": (0.5, 1, -0.5), "c": (0, 0, 0)}


WORDS = ["the", "quick", "brown", "fox", "jumps", "over", "a", "lazy", "dog", "while", "nobody"]


def overlapping(segments=60, follow=1.0, seed=3):
    """Outputs of two systems that share more or fewer words with the reference, and their scores.

    With the reference, scores follow the overlap; without it, they do not.
    """
    random = Random(seed)
    references = [" ".join(random.sample(WORDS, 8)) for _ in range(segments)]
    outputs = {
        system: [
            " ".join(word if random.random() < kept else word[::-1] for word in reference.split())
            for reference in references
        ]
        for system, kept in (("a", 0.8), ("b", 0.4))
    }
    testset = TestSet.of(references=[references], systems=outputs)
    overlap = {
        name: tertium.score(TestSet.of(references=[references], systems={name: texts}), "chrf")[
            0
        ].segments
        for name, texts in outputs.items()
    }
    rows = [
        (
            annotator,
            system,
            str(segment + 1),
            condition,
            50
            + (follow * (overlap[system][segment] - 50) / 2 if condition == "reference" else 0)
            + random.uniform(-9, 9),
        )
        for system in outputs
        for segment in range(segments)
        for annotator, condition in (("x", "reference"), ("y", "no-reference"))
    ]
    return testset, judgments(rows), overlap


def test_scores_that_follow_the_reference_are_found():
    testset, ratings, overlap = overlapping()
    result = tertium.compare_conditions(ratings, testset=testset)
    slopes, correlations = result.overlap
    assert result.metric.startswith("chrf|")
    # Scores rise by half a point for each point of chrF if the reference is shown.
    assert slopes.first == pytest.approx(0.5, abs=0.08)
    assert slopes.second == pytest.approx(0, abs=0.08)
    for one in (slopes, correlations):
        assert one.interval.low > 0
        assert one.p <= 0.01
    x = np.array([overlap[name][int(segment) - 1] for name, segment in _outputs(ratings)])
    with_reference = ratings.condition.is_("reference")
    expected = np.polyfit(x[with_reference], ratings.value[with_reference], 1)[0]
    assert slopes.first == pytest.approx(expected)
    expected = np.corrcoef(x[~with_reference], ratings.value[~with_reference])[0, 1]
    assert correlations.second == pytest.approx(expected)


def _outputs(ratings):
    return zip(ratings.system.to_list(), ratings.segment.to_list(), strict=True)


def test_scores_that_do_not_follow_the_reference_are_not():
    testset, ratings, _ = overlapping(follow=0.0, seed=4)
    for one in tertium.compare_conditions(ratings, testset=testset).overlap:
        assert one.interval.low < 0 < one.interval.high
        assert one.p > 0.05


def test_preferences_that_follow_the_reference_are_found():
    testset, _, overlap = overlapping()
    random = Random(5)
    names = ("annotator", "batch", "segment", "system", "task", "value", "condition")
    columns: dict[str, list[Any]] = {name: [] for name in names}
    signs: dict[str, list[tuple[int, float]]] = {"reference": [], "no-reference": []}
    for segment in range(60):
        for condition in signs:
            closer = overlap["a"][segment] > overlap["b"][segment]
            first = closer if condition == "reference" else random.random() < 0.5
            signs[condition].append(
                (1 if first else -1, overlap["a"][segment] - overlap["b"][segment])
            )
            for system, rank in (("a", 1 + (not first)), ("b", 1 + first)):
                values = (
                    "x",
                    f"{condition}{segment}",
                    f"{segment + 1}",
                    system,
                    "preference",
                    rank,
                    condition,
                )
                for name, value in zip(columns, values, strict=True):
                    columns[name].append(value)
    result = tertium.compare_conditions(Ratings.of(columns), testset=testset)
    slopes, correlations = result.overlap
    outcome, difference = np.array(signs["reference"]).T
    assert slopes.first == pytest.approx((outcome * difference).sum() / (difference**2).sum())
    assert correlations.first > 0.8 > 0.4 > abs(correlations.second)
    assert correlations.p <= 0.01
    wins = {one.name: one for one in result.shifts}
    assert wins["a"].first > wins["a"].second
    assert wins["a"].first + wins["b"].first == pytest.approx(1)


def test_overlap_of_outputs_that_are_not_given_is_left_out():
    testset, ratings, _ = overlapping()
    renamed = Ratings.concatenated(
        [ratings, judgments([("x", "c", "1", "reference", 1), ("x", "c", "1", "no-reference", 9)])]
    )
    with_other = tertium.compare_conditions(renamed, testset=testset).overlap[0]
    assert with_other.first_judgments == 120
    mapped = judgments(
        [(a, {"a": "A.1", "b": "b"}[s], g, c, v) for a, s, g, c, v in _rows(ratings)]
    )
    again = tertium.compare_conditions(mapped, testset=testset, rename={"A.1": "a"})
    assert again.overlap[0].first == pytest.approx(with_other.first)


def _rows(ratings):
    names = ("annotator", "system", "segment", "condition")
    return zip(
        *(getattr(ratings, name).to_list() for name in names), ratings.value.tolist(), strict=True
    )


def test_a_result_can_be_stored_and_read_again(tmp_path):
    testset, ratings, _ = overlapping()
    for result in (
        tertium.compare_conditions(ratings, testset=testset, trials=50),
        tertium.compare_conditions(
            *map(preferences, table_of_zaidan_and_callison_burch()), trials=50
        ),
    ):
        tertium.write_result(result, tmp_path / "result.json", force=True)
        assert tertium.read_result(tmp_path / "result.json") == result
        assert len(result.to_rows()) == len(result.shifts) + len(result.overlap)
        assert result.conditions[0] in str(result)
