"""Results of human judgments to make tables, charts and pages of, computed once."""

from dataclasses import replace
from functools import cache

import numpy as np
from tests.report._results import example as outputs

import tertium
from tertium.comparison.comparison_result import Comparison
from tertium.examples import folder
from tertium.human.agreement import AgreementResult
from tertium.human.columns import Words
from tertium.human.condition_comparison import ConditionComparison
from tertium.human.gold import GoldResult
from tertium.human.quality import Quality
from tertium.human.rank import HumanRanking
from tertium.human.ratings import Ratings


@cache
def example() -> Ratings:
    """Adequacy and fluency of the example data."""
    return tertium.read_ratings(folder() / "ratings.csv")


def preferences() -> Ratings:
    """Two annotators who prefer a to b to c, save once; one judged twice."""
    ranks = [("ann", "abc"), ("ann", "abc"), ("bob", "abc"), ("bob", "bac")]
    rows = [
        (annotator, str(batch), system, float(place))
        for batch, (annotator, order) in enumerate(ranks)
        for place, system in enumerate(order, 1)
    ]
    return Ratings.of(
        {
            "annotator": [row[0] for row in rows],
            "batch": [row[1] for row in rows],
            "segment": ["1"] * len(rows),
            "system": [row[2] for row in rows],
            "task": ["ranking"] * len(rows),
            "value": [row[3] for row in rows],
        }
    )


def errors() -> Ratings:
    """Errors marked in two outputs of each of two systems; those of b are heavier."""
    marked = [
        ("a", "1", "Fluency/Punctuation", "Minor"),
        ("a", "2", "No-error", "no-error"),
        ("b", "1", "Accuracy/Omission", "Major"),
        ("b", "2", "Accuracy/Omission", "Major"),
        ("b", "2", "Style", "Minor"),
    ]
    return Ratings.of(
        {
            "annotator": ["ann"] * len(marked),
            "system": [row[0] for row in marked],
            "segment": [row[1] for row in marked],
            "task": ["mqm"] * len(marked),
            "category": [row[2] for row in marked],
            "severity": [row[3] for row in marked],
        }
    )


def answers() -> Ratings:
    """The example data as answers: yes for 75 and more."""
    ratings = example()
    return replace(
        ratings,
        value=(ratings.value >= 75).astype(float),
        scale=Words.always("yes-no", len(ratings)),
    )


@cache
def ranking() -> HumanRanking:
    """Five systems by adequacy, one of them marked as a human translation."""
    return tertium.rank(example(), task="adequacy", reference_systems=["distilled"], trials=50)


@cache
def relative() -> HumanRanking:
    """Three systems by preferences."""
    return tertium.rank(preferences(), trials=50)


@cache
def of_errors() -> HumanRanking:
    """Two systems by their errors, without intervals."""
    return tertium.rank(errors(), trials=0)


@cache
def of_answers() -> HumanRanking:
    """Five systems by the share of yes."""
    return tertium.rank(answers(), task="adequacy")


@cache
def agreement_on_answers() -> AgreementResult:
    """Agreement on answers of yes and no."""
    return tertium.agreement(answers(), task="adequacy")


@cache
def quality() -> Quality:
    """Twelve annotators, of whom two cannot be trusted."""
    return tertium.quality(example())


@cache
def agreement() -> AgreementResult:
    """Agreement on adequacy."""
    return tertium.agreement(example(), task="adequacy")


@cache
def pairwise() -> AgreementResult:
    """Agreement on preferences."""
    return tertium.agreement(preferences())


def by_panel(names: str, noise: float, *, scale: str = "", size: int = 60) -> Ratings:
    """Scores of an output by annotators of some noise, or their answers of yes and no."""
    quality = np.random.default_rng(1).normal(50, 8, size)
    random = np.random.default_rng(len(names))
    values = quality + random.normal(0, noise, (len(names.split()), size))
    if scale:
        values = (values > 50).astype(float)
    return Ratings.of(
        {
            "annotator": np.repeat(names.split(), size).tolist(),
            "system": ["a"] * values.size,
            "segment": [*map(str, range(size))] * len(values),
            "scale": [scale] * values.size,
            "value": values.round(1).ravel().tolist(),
        }
    )


@cache
def with_experts() -> AgreementResult:
    """Agreement of six annotators with three experts."""
    return tertium.agreement(
        by_panel("p q r s t u", 14), experts=by_panel("x y z", 6), trials=50, orders=20
    )


@cache
def answers_with_experts() -> AgreementResult:
    """Agreement of the answers of two annotators with one expert."""
    crowd, expert = (by_panel(*one, scale="yes-no") for one in (("p q", 14), ("x", 6)))
    return tertium.agreement(crowd, experts=expert, trials=50)


def varied() -> Ratings:
    """The example data with a reference beside every second judgment."""
    ratings = example()
    names = ("reference", "no-reference")
    return replace(ratings, condition=Words(np.arange(len(ratings)) % 2, names))


@cache
def conditions() -> ConditionComparison:
    """Adequacy with and without a reference, and the overlap of outputs with it."""
    return tertium.compare_conditions(
        varied(), testset=outputs("large", "pivot"), task="adequacy", trials=50
    )


@cache
def preferred_conditions() -> ConditionComparison:
    """Preferences of two files."""
    return tertium.compare_conditions(preferences(), preferences(), trials=50)


@cache
def gold() -> GoldResult:
    """Adequacy and fluency of the example data, at two levels."""
    return tertium.gold(example(), example(), confidence_levels=(0.95, 0.999), trials=0)


@cache
def compared() -> Comparison:
    """Systems compared by adequacy."""
    return tertium.compare(example(), task="adequacy", trials=50)


HUMAN = {
    "ranking": ranking,
    "relative ranking": relative,
    "ranking by errors": of_errors,
    "ranking by answers": of_answers,
    "quality": quality,
    "agreement": agreement,
    "agreement on answers": agreement_on_answers,
    "pairwise agreement": pairwise,
    "agreement with experts": with_experts,
    "answers with experts": answers_with_experts,
    "gold": gold,
    "conditions": conditions,
    "conditions of preferences": preferred_conditions,
}
