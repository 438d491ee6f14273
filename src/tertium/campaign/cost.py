"""What a campaign costs, and what it will show: the plan before any judgment is made.

The expected width of intervals and the detectable difference follow from normal theory, from an
assumed standard deviation of judgments or from that of a pilot.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.campaign.design import Design
from tertium.campaign.precision import (
    detectable_difference,
    detectable_share,
    effective_size,
    interval_width,
    pooled_deviation,
)
from tertium.campaign.prices import Cost, cost_of
from tertium.campaign.settings import ANSWERS, CampaignSettings, CostSettings
from tertium.campaign.tasks import load_task
from tertium.core import wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import plain_table
from tertium.core.notices import Notice
from tertium.core.records import to_plain
from tertium.core.results import Result, Row
from tertium.core.version import VERSION
from tertium.human.preparation import prepare
from tertium.human.ratings import MACHINE, Ratings

# Assumed standard deviation of judgments as a share of the scale: 25 points of a slider. A share
# of yes varies most if it is one half.
_DEVIATION = 0.25
_YES_NO_DEVIATION = 0.5


@dataclass(frozen=True)
class PlannedSystem:
    """A system in the plan, and the number of its judgments."""

    system: str
    judgments: int


@dataclass(frozen=True, eq=False, repr=False)
class CampaignPlan(Result):
    """The plan of a campaign.

    Attributes:
        tertium: Version of tertium.
        settings: What annotators are asked, and how items are chosen.
        costs: What is assumed about judgments.
        annotators: Number of annotators; 0 for a pool.
        systems: Number of judgments of each system.
        segments: Number of segments of the test set.
        outputs: Number of different outputs; identical outputs are judged once.
        hits: Number of HITs.
        items: Number of items, control items and attention checks included.
        judgments: Number of outputs judged.
        hours: Hours of work of all annotators.
        cost: Wages, rewards, bonuses and the fee of the market; NaN if no price is given.
        deviation: Standard deviation of judgments.
        pilot: Number of judgments of the pilot that it was estimated from; 0 if it is assumed.
        width: Expected width of the confidence interval of a system.
        detectable: Difference between two systems that is detected with the wanted power.
        prices: What the cost consists of; None if no price is given.
        notices: Limitations of results on the selected segments.
        comparisons: How often the two systems that are compared least often are on a screen
            together, if outputs are compared with each other.
        detectable_share: Share of these comparisons, without ties, that a system must win so that
            it is found better with the wanted power; NaN if outputs are scored.
    """

    result: ClassVar[str] = "campaign new"

    tertium: str
    settings: CampaignSettings
    costs: CostSettings
    annotators: int
    systems: tuple[PlannedSystem, ...]
    segments: int
    outputs: int
    hits: int
    items: int
    judgments: int
    hours: float
    cost: float
    deviation: float
    pilot: int
    width: float
    detectable: float
    prices: Cost | None = None
    notices: tuple[Notice, ...] = ()
    comparisons: int = 0
    detectable_share: float = math.nan

    @property
    def judgments_per_unit(self) -> float:
        """Number of judgments for one unit of money; NaN if they cost nothing."""
        return self.judgments * self.costs.assignments / self.cost if self.cost else math.nan

    @property
    def signature(self) -> str:
        """Settings of the design and of the costs."""
        return f"{self.settings}|{self.costs}|version:tertium-{self.tertium}"

    def to_dict(self) -> Row:
        """All fields as JSON values."""
        data: Row = to_plain(self)
        return data | {"signature": self.signature}

    def __str__(self) -> str:
        rows = [[one.system, f"{one.judgments:,}"] for one in self.systems]
        return plain_table(["system", "judgments"], rows) + f"\n\n{self.signature}"

    def to_rows(self) -> list[Row]:
        """One row per system."""
        whole: dict[str, Any] = {
            "hits": self.hits,
            "items": self.items,
            "hours": self.hours,
            "cost": self.cost,
            "width": self.width,
            "detectable": self.detectable,
        }
        return [{"system": one.system, "judgments": one.judgments, **whole} for one in self.systems]


def plan(
    design: Design,
    settings: CampaignSettings,
    costs: CostSettings,
    annotators: int,
    pilot: Ratings | None = None,
    checks: int = 0,
) -> CampaignPlan:
    """Compute costs and expected precision of a design.

    Args:
        design: The items.
        settings: The settings of the design.
        costs: What is assumed about judgments.
        annotators: Number of annotators; 0 for a pool.
        pilot: Judgments of a pilot, for the standard deviation.
        checks: Number of attention checks in all HITs.
    """
    counts = design.judgments_of_systems()
    deviation, judged = _deviation(settings, costs, pilot)
    smallest = min(counts.values()) * _effective_share(design)
    tested = {"power": costs.power, "alpha": 1 - costs.confidence_level}
    comparisons = design.comparisons() if load_task(settings.task).relative else 0
    shown = design.shown + checks
    seconds = seconds_of(settings.task, costs)
    hours = shown * costs.assignments * seconds / 3600
    prices = cost_of(costs, hours, len(design.hits), shown)
    return CampaignPlan(
        tertium=VERSION,
        settings=settings,
        costs=costs,
        annotators=annotators,
        systems=tuple(PlannedSystem(*pair) for pair in counts.items()),
        segments=design.segments,
        outputs=design.outputs,
        hits=len(design.hits),
        items=design.items + checks,
        judgments=design.judgments,
        hours=hours,
        cost=math.nan if prices is None else prices.total,
        prices=prices,
        deviation=deviation,
        pilot=judged,
        width=interval_width(deviation, smallest, costs.confidence_level),
        detectable=detectable_difference(deviation, smallest, **tested),
        notices=design.notices,
        comparisons=comparisons,
        detectable_share=detectable_share(comparisons, **tested),
    )


def _effective_share(design: Design) -> float:
    """Share of the judgments that as precise a mean would need if segments had equal weights."""
    weights = np.array([*design.weights.values()])
    return effective_size(weights) / len(weights) if len(weights) else 1.0


def seconds_of(task: str, costs: CostSettings) -> float:
    """Seconds that a judgment takes: those given, or those usual for the task."""
    return load_task(task).seconds if costs.seconds is None else costs.seconds


def scale_range(settings: CampaignSettings) -> float:
    """Distance between the ends of the scale; NaN if judgments are no numbers on a scale."""
    ends = load_task(settings.task).range(settings.answer)
    return math.nan if ends is None else ends[1] - ends[0]


def _deviation(
    settings: CampaignSettings, costs: CostSettings, pilot: Ratings | None
) -> tuple[float, int]:
    """Standard deviation of judgments, and the number of judgments that it is estimated from."""
    if pilot is not None:
        if costs.deviation is not None:
            raise UsageError(
                f"{wording.option('pilot')} and {wording.option('deviation')} both give the"
                " standard deviation.",
                hint="Leave one of them out.",
            )
        if pilot.annotator_kind.names == (MACHINE,):
            raise DataError(
                "All judgments of the pilot are by machine annotators.",
                where=pilot.origin,
                hint="Give judgments of people.",
            )
        pilot = pilot.where(~pilot.annotator_kind.is_(MACHINE))
        _check_scale(pilot, settings)
        task = settings.task if settings.task in pilot.task.names else ""
        judged = prepare(pilot, task=task, scale="raw").ratings
        # The design weights judgments by itself.
        equal = np.ones(len(judged))
        deviation = pooled_deviation(judged.value, judged.system, equal)
        if math.isnan(deviation):
            raise DataError(
                "The pilot has too few judgments: no system has two.", where=pilot.origin
            )
        return deviation, len(judged)
    if costs.deviation is not None:
        if math.isnan(scale_range(settings)):
            raise UsageError(
                f"{wording.option('deviation')} does not apply to {settings.task}, whose judgments"
                " are no numbers on a scale.",
            )
        return costs.deviation, 0
    share = _YES_NO_DEVIATION if settings.answer == "yes-no" else _DEVIATION
    return share * scale_range(settings), 0


def _check_scale(pilot: Ratings, settings: CampaignSettings) -> None:
    """Refuse a pilot whose judgments are on another scale than those of the campaign."""
    answer, ends = settings.answer, load_task(settings.task).range(settings.answer)
    if ends is None:
        raise UsageError(
            f"{wording.option('pilot')} does not apply to {settings.task}, whose judgments are no"
            " numbers on a scale.",
        )
    low, high = ends
    values = pilot.value[~np.isnan(pilot.value)]
    named = [one for one in pilot.answer_scales if one]
    other = [one for one in named if (one if one in ANSWERS else "five-point") != answer]
    if other or values.min(initial=low) < low or values.max(initial=high) > high:
        found = f"on the scale {', '.join(other)}" if other else f"outside {low:g} to {high:g}"
        raise DataError(
            f"The pilot has judgments {found}; answers of the campaign are {answer}.",
            where=pilot.origin,
            hint=f"Leave {wording.option('pilot')} out, or change {wording.option('answer')}.",
        )
