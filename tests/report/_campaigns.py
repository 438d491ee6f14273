"""A plan and states of a campaign, from the example data."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from tests.report._human import example
from tests.report._studies import outputs

import tertium
from tertium.campaign.cost import CampaignPlan
from tertium.campaign.decisions import Decisions
from tertium.campaign.items import PlannedScreen
from tertium.campaign.progress import Work
from tertium.campaign.rehearsal import Rehearsal, rehearse
from tertium.campaign.settings import CampaignSettings, CostSettings, RehearseSettings
from tertium.campaign.status import CampaignStatus, campaign_status
from tertium.core.results import Result


@cache
def plan() -> CampaignPlan:
    """A pool, with wages."""
    return tertium.plan_campaign(
        outputs(), show="reference", pool=True, judgments=300, hourly_wage=12.0
    )


@cache
def rehearsal() -> Rehearsal:
    """Two systems, one of which is better."""
    screens = [
        PlannedScreen(place // 20, place // 20 % 2, place, "news", 1.0, (("system", f"s{system}"),))
        for place in range(60)
        for system in range(2)
    ]
    return rehearse(
        screens,
        range(60),
        ["s0", "s1"],
        campaign="news24",
        asked=CampaignSettings(answer="slider", until="decided"),
        settings=RehearseSettings(trials=3, differences="0,40"),
        costs=CostSettings(hourly_wage=12.0),
    )


@cache
def decided() -> CampaignStatus:
    """A campaign that ends when pairs are decided; one of three is."""
    scores = Decisions(["a", "b", "c"], range(40), (0.0, 100.0))
    for place in range(40):
        for system, value in (("a", 90), ("b", 40 + place % 3), ("c", 40)):
            scores.add(place, system, value)
    return replace(running(), verdicts=scores.verdicts(), spared=12, ranking=None)


def _state(judged: int, planned: int) -> CampaignStatus:
    ratings = example().of_task("adequacy")
    ratings = ratings.where(slice(0, judged))
    names = sorted(ratings.annotator.names)
    work = [Work(name, "active", planned // len(names), 100, 1.7e9, 2000.0) for name in names]
    return campaign_status(
        ratings,
        campaign="news24",
        task="adequacy",
        answer="slider",
        state="running",
        judged=judged,
        planned=planned,
        planned_by_system=dict.fromkeys(outputs().outputs, 400),
        work=work,
        times=ratings.end.tolist(),
        orphaned=7,
        now=float(ratings.end.max()) + 60,
    )


@cache
def running() -> CampaignStatus:
    """Half of the judgments."""
    return _state(1200, 2400)


@cache
def finished() -> CampaignStatus:
    """All judgments."""
    return _state(2400, 2400)


@cache
def begun() -> CampaignStatus:
    """No judgments."""
    return campaign_status(
        None,
        campaign="news24",
        task="fluency",
        answer="yes-no",
        state="paused",
        judged=0,
        planned=100,
        planned_by_system={"a": 35, "b": 35},
        work=[Work("ann", "excluded", 100, 0, float("nan"), 0.0)],
        times=[],
        orphaned=0,
        now=1.7e9,
    )


CAMPAIGNS: dict[str, Callable[[], Result]] = {
    "campaign plan": plan,
    "campaign rehearsal": rehearsal,
    "campaign decided": decided,
    "campaign running": running,
    "campaign finished": finished,
    "campaign begun": begun,
}
