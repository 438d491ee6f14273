"""Agreement of non-experts with experts, against enumeration by hand."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.human.expert_agreement import ExpertAgreement
from tertium.human.expert_judgments import orders
from tertium.human.ratings import Ratings

Scores = Mapping[str, Sequence[Any]]


def scored(scores: Scores, **columns: str) -> Ratings:
    """Scores of the outputs of one system by annotator; None if an output was not judged."""
    rows = [
        (name, str(segment), value)
        for name, values in scores.items()
        for segment, value in enumerate(values, 1)
        if value is not None
    ]
    fixed = {name: [word] * len(rows) for name, word in columns.items()}
    return Ratings.of(
        {
            "annotator": [row[0] for row in rows],
            "system": ["a"] * len(rows),
            "segment": [row[1] for row in rows],
            "value": [float(row[2]) for row in rows],
            **fixed,
        }
    )


def measured(crowd: Ratings, experts: Ratings, **settings: Any) -> ExpertAgreement:
    found = tertium.agreement(crowd, experts=experts, **settings).experts
    assert found is not None
    return found


def drawn(random: np.random.Generator, names: str, size: int = 9) -> dict[str, list[float]]:
    quality = np.random.default_rng(7).normal(50, 8, size)
    return {
        name: np.round(quality + random.normal(0, 8, size), 3).tolist() for name in names.split()
    }


def pearson(one: Any, other: Any) -> float:
    return float(np.corrcoef(one, other)[0, 1])


def mean_of(scores: Scores, names: Sequence[str]) -> Floats:
    means: Floats = np.mean([scores[name] for name in names], axis=0)
    return means


def test_scores_against_all_subsets_and_all_experts_left_out():
    random = np.random.default_rng(1)
    crowd, experts = drawn(random, "p q r s"), drawn(random, "x y z")
    found = measured(scored(crowd), experts=scored(experts), trials=20)
    rest = {one: mean_of(experts, [name for name in experts if name != one]) for one in experts}
    assert found.measure == "correlation"
    assert found.expert == pytest.approx(
        np.mean([pearson(experts[one], rest[one]) for one in experts]), abs=1e-12
    )
    for step in found.steps:
        subsets = list(combinations(crowd, step.non_experts))
        expected = np.mean(
            [pearson(mean_of(crowd, one), rest[left]) for one in subsets for left in rest]
        )
        assert step.agreement == pytest.approx(expected, abs=1e-12)
        assert step.difference == pytest.approx(expected - found.expert, abs=1e-12)
    assert (found.experts, found.non_experts, found.outputs, found.units) == (3, 4, 9, 9)


def test_experts_who_judged_a_part_count_by_their_number_of_outputs():
    random = np.random.default_rng(2)
    crowd = drawn(random, "p q r")
    experts: dict[str, list[Any]] = {**drawn(random, "x y z")}
    experts["y"][5:] = [None] * 4
    experts["z"][:2] = [None] * 2
    found = measured(scored(crowd), experts=scored(experts), trials=20)
    table = np.array([[np.nan if v is None else v for v in row] for row in experts.values()])
    alone, together, sizes = [], [], []
    for place in range(3):
        others = np.delete(table, place, axis=0)
        judged = ~np.isnan(table[place]) & ~np.isnan(others).all(axis=0)
        target = np.nanmean(others[:, judged], axis=0)
        alone.append(pearson(table[place, judged], target))
        means = [mean_of(crowd, one)[judged] for one in combinations(crowd, 2)]
        together.append(np.mean([pearson(one, target) for one in means]))
        sizes.append(judged.sum())
    assert found.outputs == 9
    assert found.expert == pytest.approx(np.average(alone, weights=sizes), abs=1e-12)
    assert found.steps[1].agreement == pytest.approx(np.average(together, weights=sizes), abs=1e-12)


def majorities(votes: Sequence[Any]) -> dict[Any, float]:
    """Probability of each answer if ties are broken at random."""
    times = {answer: list(votes).count(answer) for answer in votes}
    top = [answer for answer, count in times.items() if count == max(times.values())]
    return dict.fromkeys(top, 1 / len(top))


def equal(one: Sequence[Any], other: Sequence[Any]) -> float:
    """Probability of equal majorities."""
    first, second = majorities(one), majorities(other)
    return sum(share * second.get(answer, 0) for answer, share in first.items())


def votes_by_hand(crowd: Scores, experts: Scores, size: int) -> tuple[float, float]:
    """Accuracy of one expert and of so many non-experts, by enumeration."""
    outputs = range(len(next(iter(crowd.values()))))
    expert, non_experts = [], []
    for left, output in product(experts, outputs):
        others = [experts[name][output] for name in experts if name != left]
        expert.append(equal([experts[left][output]], others))
        non_experts.append(
            np.mean(
                [
                    equal([crowd[name][output] for name in one], others)
                    for one in combinations(crowd, size)
                ]
            )
        )
    return float(np.mean(expert)), float(np.mean(non_experts))


def test_votes_against_all_subsets_with_ties_at_random():
    random = np.random.default_rng(3)
    crowd = {name: random.integers(0, 2, 8).tolist() for name in "pqrst"}
    experts = {name: random.integers(0, 2, 8).tolist() for name in "xyz"}
    found = measured(
        scored(crowd, scale="yes-no"), experts=scored(experts, scale="yes-no"), trials=20
    )
    assert found.measure == "accuracy"
    for step in found.steps:
        expert, expected = votes_by_hand(crowd, experts, step.non_experts)
        assert found.expert == pytest.approx(expert, abs=1e-12)
        assert step.agreement == pytest.approx(expected, abs=1e-12)


def preferred(answers: Scores) -> Ratings:
    """Preferences between two systems: 1 if a is better, -1 if b is better, 0 for a tie."""
    rows = [
        (name, str(segment), system, rank)
        for name, values in answers.items()
        for segment, value in enumerate(values, 1)
        for system, rank in (("a", 1 + (value < 0)), ("b", 1 + (value > 0)))
    ]
    columns = zip(*rows, strict=True)
    named = dict(zip(("annotator", "segment", "system", "value"), map(list, columns), strict=True))
    named |= {"batch": named["segment"], "task": ["preference"] * len(rows)}
    return Ratings.of(named)


def test_preferences_are_votes_with_three_answers():
    random = np.random.default_rng(4)
    crowd = {name: random.integers(-1, 2, 8).tolist() for name in "pqrs"}
    experts = {name: random.integers(-1, 2, 8).tolist() for name in "xyz"}
    found = measured(preferred(crowd), experts=preferred(experts), trials=20)
    for step in found.steps:
        expert, expected = votes_by_hand(crowd, experts, step.non_experts)
        assert found.expert == pytest.approx(expert, abs=1e-12)
        assert step.agreement == pytest.approx(expected, abs=1e-12)


def labelled(labels: Mapping[str, str]) -> Ratings:
    rows = [
        (name, str(at), label) for name, word in labels.items() for at, label in enumerate(word)
    ]
    columns = zip(*rows, strict=True)
    named = dict(zip(("annotator", "segment", "category"), map(list, columns), strict=True))
    return Ratings.of(named | {"system": ["a"] * len(rows), "task": ["label"] * len(rows)})


def test_labels_are_votes():
    found = measured(
        labelled({"p": "abca", "q": "abcb", "r": "acca"}), experts=labelled({"x": "abcc"})
    )
    # Of three non-experts the most frequent answers are a, b, c, a.
    assert [one.agreement for one in found.steps] == pytest.approx([8 / 12, 8 / 12, 9 / 12])


def test_the_expected_curve_of_a_simulation():
    random = np.random.default_rng(5)
    size, noise, of_expert = 10_000, 6.0, 3.0
    quality = random.normal(50, 3, size)
    crowd = {
        name: (quality + shift + random.normal(0, noise, size)).tolist()
        for name, shift in (("p", 0), ("q", 3), ("r", -5), ("s", 1), ("t", 0), ("u", 1))
    }
    experts = {
        name: (quality + shift + random.normal(0, of_expert, size)).tolist()
        for name, shift in (("x", 0), ("y", 2), ("z", -2))
    }
    found = measured(scored(crowd), experts=scored(experts), trials=1, orders=24)

    def correlation(variance: float) -> float:
        target = 3**2 + of_expert**2 / 2
        return float(3**2 / np.sqrt((3**2 + variance) * target))

    assert found.expert == pytest.approx(correlation(of_expert**2), abs=0.02)
    for step in found.steps:
        expected = correlation(noise**2 / step.non_experts)
        assert step.agreement == pytest.approx(expected, abs=0.02)
    # A mean of four has the noise of an expert: 6 / sqrt(4) = 3.
    assert [one.difference > 0.02 for one in found.steps] == [False] * 4 + [True] * 2
    assert found.steps[2].difference < -0.02


def test_intervals_resample_segments_with_all_judgments():
    random = np.random.default_rng(6)
    crowd, experts = drawn(random, "p q", 40), drawn(random, "x", 40)
    found = measured(scored(crowd), experts=scored(experts), trials=4000)
    table = np.array([crowd["p"], crowd["q"], experts["x"]])
    values = []
    for _ in range(4000):
        rows = random.integers(0, 40, 40)
        p, q, x = table[:, rows]
        values.append(pearson(p + q, x))
    expected = np.quantile(values, [0.025, 0.975])
    assert [*found.steps[1].interval] == pytest.approx(expected, abs=0.02)


def test_documents_are_resampled_if_they_are_known():
    values = {"p": [1.0, 2, 3, 4, 6, 5]}
    crowd, experts = scored(values, document="d"), scored({"x": [2.0, 1, 3, 4, 5, 6]}, document="d")
    found = measured(crowd, experts=experts)
    assert (found.unit, found.units) == ("document", 1)
    assert found.steps[0].interval.reason == "only one document was judged"


def test_the_number_of_non_experts_and_its_limits():
    random = np.random.default_rng(8)
    size = 400
    quality = random.normal(50, 3, size)
    crowd = {f"w{n}": (quality + random.normal(0, 6, size)).tolist() for n in range(8)}
    experts = {f"x{n}": (quality + random.normal(0, 3, size)).tolist() for n in range(3)}
    found = measured(scored(crowd), experts=scored(experts), trials=300)
    assert found.equal in (3, 4, 5)
    limits = [found.at_least or 0, found.equal, found.at_most or 0]
    assert limits == sorted(limits)
    few = measured(scored(crowd), experts=scored(experts), non_experts=2)
    assert len(few.steps) == 2
    assert (few.equal, few.at_least, few.at_most) == (None, None, None)


def test_by_default_as_many_as_judged_half_of_the_outputs():
    crowd: Scores = {"p": [1, 2, 3, 4], "q": [2, 2, 3, 5], "r": [3, None, None, None]}
    found = measured(scored(crowd), experts=scored({"x": [1, 2, 3, 5]}))
    assert (len(found.steps), found.outputs, found.shared) == (2, 4, 4)
    with pytest.raises(DataError, match="No output was judged by 4 non-experts; at most 3 judged"):
        tertium.agreement(scored(crowd), experts=scored({"x": [1, 2, 3, 5]}), non_experts=4)


def test_the_agreement_of_a_single_expert_is_unknown():
    crowd = {"p": [1.0, 2, 3, 5], "q": [2.0, 2, 3, 4]}
    found = measured(scored(crowd), experts=scored({"x": [1, 2, 4, 4]}))
    assert np.isnan(found.expert)
    assert found.expert_interval.reason == "there is only one expert"
    assert found.steps[0].agreement == pytest.approx(
        np.mean([pearson(crowd[name], [1, 2, 4, 4]) for name in crowd]), abs=1e-12
    )
    assert found.equal is None


def test_experts_who_share_no_output():
    crowd = {"p": [1.0, 2, 3, 5], "q": [2.0, 2, 3, 4]}
    experts = {"x": [1, 2, None, None], "y": [None, None, 4, 4]}
    found = measured(scored(crowd), experts=scored(experts))
    assert found.expert_interval.reason == "no output was judged by two experts"
    assert found.steps[1].agreement == pytest.approx(pearson([3, 4, 6, 9], [1, 2, 4, 4]), abs=1e-12)


def test_annotators_of_both_files_are_experts():
    crowd = scored({"p": [1, 2, 3, 5], "x": [1, 2, 4, 4]})
    result = tertium.agreement(crowd, experts=scored({"x": [1, 2, 4, 4]}))
    assert result.experts
    assert result.experts.non_experts == 1
    assert [one.sentence() for one in result.warnings] == [
        "x is in both files and counts as an expert only."
    ]
    with pytest.raises(DataError, match="All annotators of the file are among the experts"):
        tertium.agreement(scored({"x": [1, 2, 3]}), experts=scored({"x": [1, 2, 4]}))


def test_machines_count_only_if_they_are_named():
    crowd = Ratings.concatenated(
        [
            scored({"p": [1, 2, 3, 5], "q": [2, 3, 1, 5]}),
            scored({"judge": [5, 4, 2, 1]}, annotator_kind="machine"),
        ]
    )
    experts = scored({"x": [1, 2, 4, 4]})
    assert measured(crowd, experts=experts).non_experts == 2
    named = tertium.agreement(crowd, experts=experts, include_machines="judge")
    assert named.experts
    assert named.experts.non_experts == 3
    assert "include_machines(judge)" in named.signature
    with pytest.raises(UsageError, match="no machine annotator 'judg'"):
        tertium.agreement(crowd, experts=experts, include_machines="judg")


def test_what_cannot_be_joined():
    experts = scored({"x": [1, 2, 4, 4]})
    with pytest.raises(DataError, match="No output was judged by both"):
        tertium.agreement(scored({"p": [1, 2]}, document="d"), experts=experts)
    with pytest.raises(UsageError, match="different tasks: adequacy and fluency"):
        tertium.agreement(scored({"p": [1, 2]}, task="fluency"), experts=experts)
    with pytest.raises(UsageError, match="trials does not apply to agreement without experts"):
        tertium.agreement(experts, trials=10)
    with pytest.raises(UsageError, match="definition"):
        tertium.agreement(experts, experts=experts, definition="wmt16")


def test_scores_that_do_not_vary_have_no_correlation():
    found = measured(scored({"p": [3, 3, 3]}), experts=scored({"x": [1, 2, 3]}))
    assert np.isnan(found.steps[0].agreement)
    assert found.steps[0].interval.reason == "judgments do not vary"


def test_every_annotator_is_first_equally_often():
    drawn_orders = orders(7, 70, seed=1)
    assert len(drawn_orders) == 70
    assert np.bincount([order[0] for order in drawn_orders]).tolist() == [10] * 7
    assert all(sorted(order) == list(range(7)) for order in drawn_orders)
    assert len(orders(4, 200, seed=1)) == 24
    assert len({tuple(order) for order in orders(4, 200, seed=1)}) == 24
