"""Plan a campaign: what it costs and what it will show."""

import os
from collections.abc import Iterable

from tertium.api._arguments import check_ratings, check_testset
from tertium.api._campaign_preparation import asked_places, prepare, text_questions
from tertium.campaign.conditions import check_shares
from tertium.campaign.cost import CampaignPlan, plan
from tertium.campaign.description import Description
from tertium.campaign.design import make_design, resolve
from tertium.campaign.media import read_media
from tertium.campaign.names import annotator_names
from tertium.campaign.prefill import Prefill
from tertium.campaign.scale import load_scale
from tertium.campaign.settings import CampaignSettings, CostSettings
from tertium.campaign.tasks import load_task
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
    tutorial: str | os.PathLike[str] = "",
    attention_checks: str | os.PathLike[str] = "",
    form: str | os.PathLike[str] = "",
    prefill: Ratings | None = None,
    questions: str | os.PathLike[str] = "",
    media: str | os.PathLike[str] = "",
    task: str = "adequacy",
    answer: str = "auto",
    answer_scale: str = "ldc",
    show: str = "auto",
    judgments: int | None = None,
    design: str = "independent",
    systems_per_item: int | None = None,
    context: bool = False,
    document_score: bool = False,
    no_ties: bool = False,
    control_share: float = 0.15,
    hit_size: int = 100,
    degradation: str = "delete",
    typology: str = "vilar",
    sliders: str = "",
    prefill_share: float = 1.0,
    reference_share: float = 1.0,
    limit: int | None = None,
    checks_per_hit: int = 1,
    until: str = "planned",
    select: str = "random",
    select_metric: str = "chrf",
    seed: int = 12345,
    seconds: float | None = None,
    hourly_wage: float | None = None,
    hit_reward: float | None = None,
    output_reward: float = 0.0,
    assignments: int = 1,
    market_fee: float = 0.2,
    fee_minimum: float = 0.0,
    bonus: float = 0.0,
    bonus_share: float = 1.0,
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
        tutorial: File of items with feedback before the work (JSONL), which is checked.
        attention_checks: File of attention checks (JSONL).
        form: File of questions before the work (TOML), which is checked.
        prefill: Errors to suggest to annotators, which are checked.
        questions: File of comprehension questions (JSONL), which is checked.
        media: Directory with an audio, video or image file for each segment, which are checked.
        task: Annotation task.
        answer: How annotators answer, as "slider" or "five-point"; by default the usual way of the
            task.
        answer_scale: Five-point scale: a name, or a TOML file.
        show: Texts beside the outputs: "source", "reference", "both", "nothing" or "auto".
        judgments: Number of outputs to judge, rounded up to whole HITs; by default every output
            once.
        design: "independent", or "paired": all outputs of a segment go to one annotator.
        systems_per_item: Number of outputs of a segment on a screen; by default one, or as many as
            the task needs.
        context: Whether the segments of a document are judged one after the other, with the text
            around them.
        document_score: Whether the whole document is judged after its segments.
        no_ties: Whether ties are refused, if outputs are compared with each other.
        control_share: Share of control items, if several outputs or documents are on a screen.
        hit_size: Number of items of a HIT.
        degradation: How degraded outputs are made: "delete" or "replace".
        typology: Categories and severities of errors: "vilar", "mqm", or a TOML file.
        sliders: Further sliders below each output, as in "fluency:0-100,style:1-7:1".
        prefill_share: Share of items on which suggested errors are shown.
        reference_share: Share of items on which the reference is shown.
        limit: Largest number of items that an annotator judges.
        checks_per_hit: Number of attention checks in each HIT.
        until: "planned", or "decided": the campaign ends when all pairs of systems are decided.
        select: Segments to judge: "random", "disagreement", or a file with ids of segments.
        select_metric: Metric of the disagreement between systems.
        seed: Seed of the design.
        seconds: Seconds that a judgment takes; by default those usual for the task.
        hourly_wage: Wage per hour.
        hit_reward: Reward per HIT on a market.
        output_reward: Reward per output in a HIT, added to the reward per HIT.
        assignments: Number of annotators who judge each HIT on a market.
        market_fee: Fee of the market as a share of rewards and bonuses.
        fee_minimum: Smallest fee of the market for an assignment.
        bonus: Bonus for good work in percent of the rewards.
        bonus_share: Share of the work that gets the bonus.
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
    for ratings in (pilot, prefill):
        if ratings is not None:
            check_ratings(ratings)
    given = CampaignSettings(
        task=task,
        answer=answer,
        answer_scale=answer_scale,
        show=show,
        judgments=judgments,
        design=design,
        systems_per_item=systems_per_item,
        context=context,
        document_score=document_score,
        no_ties=no_ties,
        control_share=control_share,
        hit_size=hit_size,
        degradation=degradation,
        typology=typology,
        sliders=sliders,
        prefill_share=prefill_share,
        reference_share=reference_share,
        limit=limit,
        checks_per_hit=checks_per_hit,
        until=until,
        select=select,
        select_metric=select_metric,
        seed=seed,
    )
    costs = CostSettings(
        seconds=seconds,
        hourly_wage=hourly_wage,
        hit_reward=hit_reward,
        output_reward=output_reward,
        assignments=assignments,
        market_fee=market_fee,
        fee_minimum=fee_minimum,
        bonus=bonus,
        bonus_share=bonus_share,
        deviation=deviation,
        power=power,
        confidence_level=confidence_level,
    )
    settings = resolve(given)
    scale = load_scale(answer_scale, task) if settings.answer == "five-point" else None
    names = [] if pool else annotator_names(annotators)
    asked = text_questions(questions, testset, settings)
    shown = read_media(media, testset.segment_ids) if media else None
    made = make_design(
        testset, settings, len(names), asked_places(asked, testset), media=shown is not None
    )
    check_shares(settings, made.context, prefilled=prefill is not None)
    if prefill is not None:
        kinds = load_task(settings.task).typology(settings.typology)
        Prefill.of(testset, prefill, settings.task, made.context, kinds)
    prepared = prepare(
        Description.of(testset, settings, made, scale, pool),
        made,
        names,
        tutorial=tutorial,
        attention_checks=attention_checks,
        form=form,
    )
    return plan(made, settings, costs, len(names), pilot, prepared.items)
