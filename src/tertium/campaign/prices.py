"""What judgments cost: wages, or rewards, bonuses and the fee of a market.

A market pays a reward per HIT, and per output in it, for each assignment. Annotators whose work is
good get a bonus in percent of their rewards. The market takes a share of rewards and bonuses, and
at least a sum per assignment.

Reference: Zaidan and Callison-Burch 2009, Feasibility of human-in-the-loop minimum error rate
training.
"""

import math
from dataclasses import dataclass

from tertium.campaign.settings import CostSettings


@dataclass(frozen=True)
class Cost:
    """What judgments cost.

    Attributes:
        wages: Wages by the hour.
        rewards: Rewards of a market.
        bonuses: Bonuses.
        fee: Fee of the market.
    """

    wages: float
    rewards: float
    bonuses: float
    fee: float

    @property
    def total(self) -> float:
        """The sum."""
        return self.wages + self.rewards + self.bonuses + self.fee


def cost_of(costs: CostSettings, hours: float, hits: float, outputs: float) -> Cost | None:
    """Compute costs; None if no price is given.

    Args:
        costs: The prices.
        hours: Hours of work of all annotators.
        hits: Number of HITs, each of which `assignments` annotators do.
        outputs: Number of outputs in them, control items included.
    """
    if costs.hourly_wage is None and costs.hit_reward is None and not costs.output_reward:
        return None
    assignments = hits * costs.assignments
    rewards = (costs.hit_reward or 0.0) * assignments
    rewards += costs.output_reward * outputs * costs.assignments
    bonuses = rewards * costs.bonus / 100 * costs.bonus_share
    fee = max(costs.market_fee * rewards, costs.fee_minimum * assignments if rewards else 0.0)
    wages = (costs.hourly_wage or 0.0) * hours
    return Cost(wages, rewards, bonuses, fee + costs.market_fee * bonuses)


def total_cost(costs: CostSettings, hours: float, hits: float, outputs: float) -> float:
    """The total; NaN if no price is given."""
    found = cost_of(costs, hours, hits, outputs)
    return math.nan if found is None else found.total
