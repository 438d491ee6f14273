"""Plan of a campaign."""

import math

from tertium.campaign.cost import CampaignPlan, seconds_of
from tertium.campaign.tasks import load_task
from tertium.core.formatting import counted
from tertium.report.table import Table
from tertium.report.wording import warned


def title(result: CampaignPlan) -> str:
    """The heading of a page."""
    return "Plan of a campaign"


def data(result: CampaignPlan) -> str:
    """The task and the size of the test set."""
    return (
        f"{counted(len(result.systems), 'system')} on {counted(result.segments, 'segment')}:"
        f" {counted(result.outputs, 'different output')}; task: {result.settings.task}."
    )


def summary(result: CampaignPlan) -> list[str]:
    """How much work it is, what it costs, and what it can show."""
    people = counted(result.annotators, "annotator") if result.annotators else "a pool"
    cost = "" if math.isnan(result.cost) else f", at a cost of {result.cost:,.2f}"
    controls = " with control items" if load_task(result.settings.task).controls else ""
    work = (
        f"{counted(result.judgments, 'judgment')} in {counted(result.hits, 'HIT')} for {people}:"
        f" {counted(result.items, 'item')}{controls}, about {result.hours:,.1f} hours{cost}."
    )
    if result.comparisons:
        return [work, _comparisons(result)]
    if math.isnan(result.width):  # judgments are no numbers on a scale
        return [work]
    if result.settings.until == "decided":  # ordinary power and intervals are those of one look
        return [
            work,
            "It ends when all pairs of systems are decided: `tertium campaign rehearse` simulates"
            " which differences it finds.",
        ]
    interval = (
        f"The {100 * result.costs.confidence_level:g} % confidence interval of a system is about"
        f" {result.width:.2g} wide."
    )
    if len(result.systems) == 1:
        return [work, interval]
    detected = (
        f"A difference of {result.detectable:.2g} between two systems is detected with power"
        f" {result.costs.power:g}."
    )
    return [work, f"{detected} {interval}"]


def tables(result: CampaignPlan) -> list[Table]:
    """Judgments of each system."""
    basis = (
        f"estimated from {counted(result.pilot, 'judgment')} of the pilot"
        if result.pilot
        else "assumed"
    )
    ends = load_task(result.settings.task).range(result.settings.answer)
    notes = [f"Hours: {seconds_of(result.settings.task, result.costs):g} seconds per output."]
    if ends is not None and result.settings.until != "decided":
        scale = "0 or 1" if ends == (0, 1) else f"{ends[0]:g} to {ends[1]:g}"
        notes.insert(
            0,
            f"Normal approximation from a standard deviation of {result.deviation:.3g} ({basis}) on"
            f" the scale {scale}, all judgments independent.",
        )
    notes += warned(result.notices)
    if not math.isnan(result.cost):
        notes.append(_prices(result))
    return [
        Table(
            header=["system", "judgments"],
            rows=[[one.system, f"{one.judgments:,}"] for one in result.systems],
            notes=[*notes, f"campaign  {result.signature}"],
            caption="Planned judgments of each system.",
        )
    ]


def _comparisons(result: CampaignPlan) -> str:
    """How often systems are compared, and which share of wins that can show."""
    fewest = "" if len(result.systems) == 2 else "at least "
    times = f"Two systems are compared {fewest}{counted(result.comparisons, 'time')}"
    if result.detectable_share >= 1:
        return f"{times}."
    return (
        f"{times}: a system that wins {100 * result.detectable_share:.0f} % of them, ties left out,"
        f" is found better with power {result.costs.power:g} (sign test, all comparisons"
        " independent)."
    )


def _prices(result: CampaignPlan) -> str:
    costs, prices = result.costs, result.prices
    parts = []
    if costs.hourly_wage is not None:
        parts.append(f"{costs.hourly_wage:g} per hour")
    if costs.hit_reward is not None:
        parts.append(f"{costs.hit_reward:g} per HIT")
    if costs.output_reward:
        parts.append(f"{costs.output_reward:g} per output")
    text = f"Cost: {' and '.join(parts)}"
    if prices is None or not prices.rewards:
        return f"{text}."
    if costs.assignments > 1:
        text += f", {counted(costs.assignments, 'annotator')} for each HIT"
    if costs.bonus:
        text += f", a bonus of {costs.bonus:g} % for {100 * costs.bonus_share:.3g} % of the work"
    fee = f"a fee of {100 * costs.market_fee:.3g} %"
    if costs.fee_minimum:
        fee += f", at least {costs.fee_minimum:g} per assignment"
    return (
        f"{text}, {fee}. Rewards {prices.rewards:,.2f}, bonuses {prices.bonuses:,.2f}, fee"
        f" {prices.fee:,.2f}: {result.judgments_per_unit:,.3g} judgments for a cost of 1."
    )
