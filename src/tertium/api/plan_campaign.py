"""Plan a campaign: what it costs and what it will show."""

from collections.abc import Iterable

from tertium.api._arguments import check_ratings, check_testset
from tertium.campaign.cost import CampaignPlan, plan
from tertium.campaign.design import make_design
from tertium.campaign.names import annotator_names
from tertium.campaign.scale import load_scale
from tertium.campaign.settings import CampaignSettings, CostSettings
from tertium.core.progress import shown_as
from tertium.core.testset import TestSet
from tertium.human.ratings import Ratings


@shown_as("Planning the campaign")
def plan_campaign(
    testset: TestSet,
    *,
    annotators: int | Iterable[str] = 1,
    pool: bool = False,
    pilot: Ratings | None = None,
    task: str = "adequacy",
    answer: str = "slider",
    answer_scale: str = "ldc",
    show: str = "auto",
    judgments: int | None = None,
    design: str = "independent",
    hit_size: int = 100,
    degradation: str = "delete",
    seed: int = 12345,
    seconds: float = 20.0,
    hourly_wage: float | None = None,
    hit_reward: float | None = None,
    market_fee: float = 0.2,
    deviation: float | None = None,
    power: float = 0.8,
    confidence_level: float = 0.95,
) -> CampaignPlan:
    """Plan a campaign without making it: judgments per system, hours, cost, expected precision.

    Args:
        testset: The outputs to judge.
        annotators: Number of annotators, or their names.
        pool: Whether whoever has the joining link can work.
        pilot: Judgments of a pilot, for the standard deviation.
        task: Annotation task.
        answer: "slider", "five-point" or "yes-no".
        answer_scale: Five-point scale: a name, or a TOML file.
        show: Text beside the output: "source", "reference", "nothing" or "auto".
        judgments: Number of outputs to judge, rounded up to whole HITs; by default every output
            once.
        design: "independent", or "paired": all outputs of a segment go to one annotator.
        hit_size: Number of items of a HIT.
        degradation: How degraded outputs are made: "delete" or "replace".
        seed: Seed of the design.
        seconds: Seconds that a judgment takes.
        hourly_wage: Wage per hour.
        hit_reward: Reward per HIT on a market.
        market_fee: Fee of the market as a share of the rewards.
        deviation: Standard deviation of judgments; by default a quarter of the scale.
        power: Power at which the detectable difference is given.
        confidence_level: Confidence level of intervals and tests.

    Returns:
        The plan. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read({"a": "a.txt", "b": "b.txt"}, source="src.txt")
        >>> tertium.plan_campaign(news, annotators=2, judgments=320).hits
        4
    """
    check_testset(testset)
    if pilot is not None:
        check_ratings(pilot)
    settings = CampaignSettings(
        task=task,
        answer=answer,
        answer_scale=answer_scale,
        show=show,
        judgments=judgments,
        design=design,
        hit_size=hit_size,
        degradation=degradation,
        seed=seed,
    )
    costs = CostSettings(
        seconds=seconds,
        hourly_wage=hourly_wage,
        hit_reward=hit_reward,
        market_fee=market_fee,
        deviation=deviation,
        power=power,
        confidence_level=confidence_level,
    )
    if answer == "five-point":
        load_scale(answer_scale, task)
    number = 0 if pool else len(annotator_names(annotators))
    return plan(make_design(testset, settings, number), settings, costs, number, pilot)
