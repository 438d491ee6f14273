"""The plan of a campaign: hours, costs, expected precision."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from tests.campaign._testsets import made

import tertium
from tertium.campaign.precision import effective_size, pooled_deviation
from tertium.campaign.prices import cost_of
from tertium.campaign.settings import CostSettings
from tertium.core.errors import DataError, UsageError
from tertium.human.columns import Words
from tertium.human.ratings import Ratings
from tertium.report.results.campaign_new import tables


def test_the_plan_of_the_documentation():
    plan = tertium.plan_campaign(
        made(500, 2), annotators=6, judgments=1500, hourly_wage=15, seconds=18
    )
    assert (plan.hits, plan.items, plan.judgments) == (22, 2200, 1540)
    assert [one.judgments for one in plan.systems] == [770, 770]
    assert plan.hours == pytest.approx(11)
    assert plan.cost == pytest.approx(165)
    # 2 x 1.959964 x 25 / sqrt(770), and (1.959964 + 0.841621) x 25 x sqrt(2 / 770)
    assert plan.width == pytest.approx(3.5316, abs=1e-4)
    assert plan.detectable == pytest.approx(3.5695, abs=1e-4)


def test_rewards_of_a_market_have_a_fee():
    plan = tertium.plan_campaign(made(100, 2), judgments=140, hit_reward=2, market_fee=0.25)
    assert plan.cost == pytest.approx(2 * 2 * 1.25)
    assert math.isnan(tertium.plan_campaign(made(100, 2), judgments=140).cost)


def price(*given):
    found = cost_of(*given)
    assert found is not None
    return found


def test_the_costs_of_a_study_on_mechanical_turk(reference_data):
    """Zaidan and Callison-Burch 2009, section 4.1: $81.44, and 161 labels for a dollar."""
    file = reference_data / "mert" / "cases" / "paper-002-arithmetic.json"
    paper = json.loads(file.read_text(encoding="utf-8"))["cost"]["reported"]
    wages, bonuses, commission = paper["wages"], paper["bonuses"], paper["commission"]
    costs = CostSettings(
        output_reward=wages / (paper["hits"] * paper["alternatives_per_hit"]),
        bonus=100 * paper["bonus_rate"],
        bonus_share=bonuses / (paper["bonus_rate"] * wages),
        market_fee=commission / (wages + bonuses),
    )
    labels = paper["labels_per_hour"] * paper["hours"]
    outputs = paper["hits"] * paper["alternatives_per_hit"]
    cost = price(costs, paper["hours"], paper["hits"], outputs)
    assert (cost.rewards, cost.bonuses, cost.fee) == pytest.approx((wages, bonuses, commission))
    assert cost.total == pytest.approx(81.44, abs=0.005)
    assert round(labels / cost.total) == round(paper["labels_per_dollar"]) == 161
    assert 100 * cost.total / labels == pytest.approx(paper["cost_per_label_cents"], abs=0.005)
    hourly = (cost.total - cost.fee) / paper["hours"]
    assert hourly == pytest.approx(paper["hourly_wage_without_commission"], abs=0.005)


def test_a_fee_has_a_minimum_for_each_assignment():
    costs = CostSettings(
        hit_reward=0.02, market_fee=0.1, fee_minimum=0.005, assignments=2, bonus=50
    )
    cost = price(costs, 1, 100, 300)
    assert (cost.rewards, cost.bonuses) == pytest.approx((4, 2))
    assert cost.fee == pytest.approx(200 * 0.005 + 0.2)
    assert cost_of(CostSettings(fee_minimum=1), 1, 100, 300) is None
    assert price(CostSettings(hourly_wage=3, fee_minimum=1), 2, 100, 300).total == 6


def test_the_plan_of_a_market():
    plan = tertium.plan_campaign(
        made(100, 2),
        judgments=140,
        hit_reward=0.5,
        output_reward=0.01,
        assignments=3,
        bonus=20,
        bonus_share=0.5,
    )
    rewards = 3 * (2 * 0.5 + 200 * 0.01)
    assert plan.prices is not None
    assert plan.prices.rewards == pytest.approx(rewards)
    assert plan.cost == pytest.approx(1.2 * 1.1 * rewards)
    assert plan.judgments_per_unit == pytest.approx(420 / plan.cost)
    (table,) = tables(plan)
    assert table.notes[-2] == (
        "Cost: 0.5 per HIT and 0.01 per output, 3 annotators for each HIT, a bonus of 20 % for 50 %"
        " of the work, a fee of 20 %. Rewards 9.00, bonuses 0.90, fee 1.98: 35.4 judgments for a"
        " cost of 1."
    )


@pytest.mark.parametrize(
    ("answer", "deviation"), [("slider", 25), ("five-point", 1), ("yes-no", 0.5)]
)
def test_the_assumed_deviation_follows_the_scale(answer, deviation):
    assert tertium.plan_campaign(made(100, 2), answer=answer).deviation == deviation
    assert tertium.plan_campaign(made(100, 2), answer=answer, deviation=0.3).deviation == 0.3


def test_the_detectable_difference_is_detected_as_often_as_the_power_says():
    """Simulated: two-sided tests of two samples with the planned size, deviation and difference."""
    plan = tertium.plan_campaign(made(100, 2), judgments=140)
    random = np.random.default_rng(1)
    size = plan.systems[0].judgments
    one = random.normal(0, plan.deviation, (4000, size)).mean(axis=1)
    other = random.normal(plan.detectable, plan.deviation, (4000, size)).mean(axis=1)
    error = plan.deviation * math.sqrt(2 / size)
    detected = (abs(other - one) / error > 1.959964).mean()
    assert 0.78 < detected < 0.82  # standard error 0.006


def pilot(values, systems):
    return Ratings.of(
        {
            "annotator": ["a"] * len(values),
            "system": systems,
            "segment": [str(n) for n in range(len(values))],
            "value": values,
        }
    )


def test_a_pilot_gives_the_deviation_within_systems():
    ratings = pilot([10, 20, 30, 70, 80, 90], ["s0"] * 3 + ["s1"] * 3)
    plan = tertium.plan_campaign(made(100, 2), pilot=ratings)
    assert plan.deviation == pytest.approx(10)
    assert plan.pilot == 6


def test_judgments_of_machines_in_a_pilot_do_not_count():
    people = pilot([10, 20, 30, 70, 80, 90], ["s0"] * 3 + ["s1"] * 3)
    machine = pilot([0, 100], ["s0", "s1"])
    machine = replace(machine, annotator_kind=Words.always("machine", 2))
    plan = tertium.plan_campaign(made(100, 2), pilot=Ratings.concatenated([people, machine]))
    assert plan.deviation == pytest.approx(10)
    assert plan.pilot == 6
    with pytest.raises(DataError, match="All judgments of the pilot are by machine annotators"):
        tertium.plan_campaign(made(100, 2), pilot=machine)


def test_a_pilot_with_one_judgment_per_system_is_too_small():
    with pytest.raises(DataError, match="too few judgments"):
        tertium.plan_campaign(made(100, 2), pilot=pilot([10, 20], ["s0", "s1"]))


@pytest.mark.parametrize(
    ("scale", "values", "answer"),
    [
        ("", [10, 20, 30], "yes-no"),
        ("", [10, 20, 30], "five-point"),
        ("slider", [1, 2, 3], "five-point"),
        ("ldc", [1, 2, 3], "slider"),
        ("yes-no", [0, 1, 1], "slider"),
    ],
)
def test_a_pilot_on_another_scale_is_refused(scale, values, answer):
    ratings = Ratings.of(
        {
            "annotator": ["a"] * 3,
            "system": ["s0"] * 3,
            "segment": ["1", "2", "3"],
            "value": values,
            "scale": [scale] * 3,
        }
    )
    with pytest.raises(DataError, match=f"answers of the campaign are {answer}"):
        tertium.plan_campaign(made(100, 2), pilot=ratings, answer=answer)


def test_a_plan_has_one_deviation():
    ratings = pilot([10, 20, 30], ["s0"] * 3)
    with pytest.raises(UsageError, match="both give the standard deviation"):
        tertium.plan_campaign(made(100, 2), pilot=ratings, deviation=3.0)


def test_a_plan_needs_a_known_scale():
    with pytest.raises(UsageError, match="No scale named 'mine'"):
        tertium.plan_campaign(made(100, 2), answer="five-point", answer_scale="mine")


def test_a_weighted_deviation_is_that_of_the_weighted_mean():
    random = np.random.default_rng(5)
    weights = random.choice([1.0, 4.0], (4000, 50))
    values = random.normal(0, 10, weights.shape)
    means = (weights * values).sum(axis=1) / weights.sum(axis=1)
    systems = Words.always("a", 50)
    rows = zip(values[:500], weights[:500], strict=True)
    found = [pooled_deviation(one, systems, own) for one, own in rows]
    assert np.mean(found) / np.sqrt(50) == pytest.approx(means.std(), rel=0.04)
    kish = 10 / np.sqrt([effective_size(own) for own in weights[:500]])
    assert kish.mean() == pytest.approx(means.std(), rel=0.04)
    assert effective_size(np.full(50, 3.0)) == 50
