"""Rehearsals: power, error rates and cost of simulated campaigns."""

import pytest
from tests.campaign._testsets import made
from tests.campaign.test_screens import documents

import tertium
from tertium.core.errors import UsageError


def rehearsed(folder, testset=None, difference="0", trials=60, **settings):
    given = {"annotators": 6, "hit_size": 20, **settings}
    simulate = given.pop("simulate", "good=5,careless=1")
    with tertium.new_campaign(testset or made(120, 3), folder / "news", **given) as campaign:
        result = tertium.rehearse_campaign(
            campaign, differences=difference, trials=trials, simulate=simulate, hourly_wage=18
        )
        assert campaign.status().judged == 0
    return result.outcomes


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"design": "paired"},
        {"answer": "yes-no"},
        {"until": "decided"},
        {"systems_per_item": 3},
        {"until": "decided", "systems_per_item": 3},
    ],
)
def test_equal_systems_are_rarely_told_apart_and_large_differences_are_found(tmp_path, settings):
    null, large = rehearsed(tmp_path, difference="0,40", **settings)
    # One-sided tests of three pairs at 5 %: clusters separate equal systems far less often.
    assert null.wrong <= 0.15
    assert large.found >= 0.9
    assert large.wrong <= 0.15


def test_decided_campaigns_spare_judgments(tmp_path):
    null, large = rehearsed(tmp_path, difference="0,40", until="decided", trials=20)
    assert null.spared == 0
    assert large.found == 1
    assert large.spared > 20
    assert large.judgments + large.spared == null.judgments
    # 20 seconds per judgment at 18 per hour.
    assert large.cost == pytest.approx(large.judgments / 180 * 18)


def test_documents_are_tested_as_a_whole(tmp_path):
    texts = documents([3] * 60, 2)
    null, large = rehearsed(
        tmp_path, texts, "0,45", trials=20, context=True, until="decided", annotators=2
    )
    assert null.wrong <= 0.1
    assert large.found >= 0.8


def test_careless_annotators_are_unmasked(tmp_path):
    (null,) = rehearsed(tmp_path, trials=20)
    assert null.unmasked > 0.8
    (null,) = rehearsed(tmp_path / "good", trials=5, simulate="good=6")
    assert null.unmasked != null.unmasked  # NaN: there are none


def test_the_seed_decides_on_any_number_of_workers(tmp_path):
    with tertium.new_campaign(made(60, 2), tmp_path / "news", annotators=2) as campaign:
        one, other = (
            tertium.rehearse_campaign(campaign, trials=6, differences="5", jobs=jobs)
            for jobs in (1, 3)
        )
        assert one == other
        assert one != tertium.rehearse_campaign(campaign, trials=6, differences="5", seed=1)


def test_kinds_are_shares_if_the_campaign_has_another_number_of_annotators(tmp_path):
    (null,) = rehearsed(tmp_path, trials=3, annotators=4, simulate="careless=1")
    assert null.unmasked > 0.5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"simulate": "good"}, "'good' is not of the form good=5,careless=1"),
        ({"simulate": "good=0"}, "is not of the form"),
        ({"simulate": "good=1,good=2"}, "is not of the form"),
        ({"simulate": "lazy=2"}, "There are no 'lazy' annotators"),
        ({"differences": "1,x"}, "'1,x' is not a list of differences"),
        ({"differences": "-1"}, "'-1' is not a list of differences"),
    ],
)
def test_what_cannot_be_simulated(tmp_path, given, message):
    with (
        tertium.new_campaign(made(60, 2), tmp_path / "news", annotators=2) as campaign,
        pytest.raises(UsageError, match=message),
    ):
        tertium.rehearse_campaign(campaign, **given)


def test_one_system_has_nothing_to_find(tmp_path):
    with (
        tertium.new_campaign(made(60, 1), tmp_path / "news") as campaign,
        pytest.raises(UsageError, match="there is only one"),
    ):
        tertium.rehearse_campaign(campaign)
