"""The plan of a campaign: hours, costs, expected precision."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.campaign._testsets import made

import tertium
from tertium.core.errors import DataError, UsageError
from tertium.human.columns import Words
from tertium.human.ratings import Ratings


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
