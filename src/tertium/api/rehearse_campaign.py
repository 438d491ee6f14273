"""Rehearse a campaign: what will it show, and for how much?"""

import os

from tertium.api.open_campaign import Campaign, open_campaign
from tertium.campaign.rehearsal import Rehearsal, rehearse
from tertium.campaign.settings import CostSettings, RehearseSettings
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.human.ratings import KINDS
from tertium.storage import decisions, items


@reported_as("Rehearsing")
def rehearse_campaign(
    campaign: str | os.PathLike[str] | Campaign,
    *,
    simulate: str = "good=5,careless=1",
    differences: str = "0,2,5,10",
    trials: int = 100,
    seed: int = 12345,
    seconds: float | None = None,
    hourly_wage: float | None = None,
    hit_reward: float | None = None,
    output_reward: float = 0.0,
    market_fee: float = 0.2,
    fee_minimum: float = 0.0,
    bonus: float = 0.0,
    bonus_share: float = 1.0,
    jobs: int | None = None,
    progress: Advance | None = None,
) -> Rehearsal:
    """Simulate the answers to a campaign: power, error rate, cost, and judgments spared.

    Simulated annotators judge the items of the campaign as they are. One system is better than the
    others, which are equal; the campaign itself is not changed.

    Args:
        campaign: The campaign, or its folder.
        simulate: Simulated annotators, by kind: good, noisy and careless.
        differences: True differences between the best system and the others, in percent of the
            scale.
        trials: Number of simulated campaigns for each difference.
        seed: Seed of the simulation.
        seconds: Seconds that a judgment takes; by default those usual for the task.
        hourly_wage: Wage per hour.
        hit_reward: Reward per HIT on a market.
        output_reward: Reward per output in a HIT, added to the reward per HIT.
        market_fee: Fee of the market as a share of rewards and bonuses.
        fee_minimum: Smallest fee of the market for an assignment.
        bonus: Bonus for good work in percent of the rewards.
        bonus_share: Share of the work that gets the bonus.
        jobs: Number of workers; by default one for each core.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The rehearsal. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read({"a": "a.txt", "b": "b.txt"}, source="src.txt")
        >>> made = tertium.new_campaign(news, "rehearsed", annotators=6, hit_size=20)
        >>> tertium.rehearse_campaign(made, trials=5, differences="20").outcomes[0].difference
        20.0
    """
    settings = RehearseSettings(
        simulate=simulate, differences=differences, trials=trials, seed=seed
    )
    costs = CostSettings(
        seconds=seconds,
        hourly_wage=hourly_wage,
        hit_reward=hit_reward,
        output_reward=output_reward,
        market_fee=market_fee,
        fee_minimum=fee_minimum,
        bonus=bonus,
        bonus_share=bonus_share,
    )
    if not isinstance(campaign, Campaign):
        with open_campaign(campaign) as opened:
            return _rehearsed(opened, settings, costs, Executor(jobs, progress))
    return _rehearsed(campaign, settings, costs, Executor(jobs, progress))


def _rehearsed(
    campaign: Campaign, settings: RehearseSettings, costs: CostSettings, workers: Executor
) -> Rehearsal:
    with campaign.database.reading() as connection:
        found = items.screens(connection, campaign.id)
        drawn = decisions.drawn_segments(connection, campaign.id)
    with workers.phase(1):
        return rehearse(
            [one for one in found if one.outputs[0][0] in KINDS],
            [one.place for one in drawn],
            tuple(campaign.description.planned_by_system),
            campaign=campaign.name,
            asked=campaign.settings,
            settings=settings,
            costs=costs,
        )
