"""Rehearse a campaign: simulated annotators judge its items, and the usual tests judge systems.

All systems are equal, but one is better by a given difference. The share of campaigns that find it
better than all others is the power; the share that tells equal systems apart, or finds another
system better, is the error rate. `campaign/simulation.py` simulates one campaign.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.campaign.cost import seconds_of
from tertium.campaign.items import PlannedScreen
from tertium.campaign.prices import total_cost
from tertium.campaign.settings import CampaignSettings, CostSettings, RehearseSettings
from tertium.campaign.simulation import Outcome, Simulation
from tertium.campaign.tasks import load_task
from tertium.core import executor
from tertium.core.errors import UsageError
from tertium.core.formatting import plain_table
from tertium.core.numbers import number_from, whole_number_from
from tertium.core.records import to_plain
from tertium.core.resampling import REHEARSAL, generator
from tertium.core.results import Result, Row
from tertium.core.version import VERSION
from tertium.human.annotator_model import KINDS, simulated_annotators


@dataclass(frozen=True)
class Rehearsed:
    """What campaigns with one true difference found.

    Attributes:
        difference: The true difference, in percent of the scale.
        found: Share of campaigns that find the better system better than all others; NaN if there
            is none.
        wrong: Share of campaigns with a wrong verdict: on systems that are equal, or in favour of a
            worse system.
        judgments: Mean number of outputs judged, control items included.
        spared: Mean number of outputs that need not be judged.
        hours: Mean hours of work.
        cost: Mean cost; NaN if no price is given.
        unmasked: Share of careless annotators who fail quality control; NaN if there are none.
    """

    difference: float
    found: float
    wrong: float
    judgments: float
    spared: float
    hours: float
    cost: float
    unmasked: float


@dataclass(frozen=True, eq=False, repr=False)
class Rehearsal(Result):
    """Power, errors and cost of a campaign, by the true difference between systems.

    Attributes:
        tertium: Version of tertium.
        campaign: Name of the campaign.
        settings: How campaigns were simulated.
        costs: What is assumed about judgments.
        task: Annotation task.
        until: "planned", or "decided" if the campaign ends when all pairs are decided.
        systems: Number of systems.
        outcomes: What the campaigns found.
    """

    result: ClassVar[str] = "campaign rehearse"

    tertium: str
    campaign: str
    settings: RehearseSettings
    costs: CostSettings
    task: str
    until: str
    systems: int
    outcomes: tuple[Rehearsed, ...]

    @property
    def signature(self) -> str:
        """Settings of the simulation and of the costs."""
        return f"{self.settings}|{self.costs}|version:tertium-{self.tertium}"

    def to_dict(self) -> Row:
        """All fields as JSON values."""
        data: Row = to_plain(self)
        return data | {"signature": self.signature}

    def to_rows(self) -> list[Row]:
        """One row per difference."""
        return [to_plain(one) for one in self.outcomes]

    def __str__(self) -> str:
        rows = [
            [f"{one.difference:g}", f"{one.found:.2f}", f"{one.wrong:.2f}", f"{one.judgments:,.0f}"]
            for one in self.outcomes
        ]
        header = ["difference", "found", "wrong", "judgments"]
        return plain_table(header, rows) + f"\n\n{self.signature}"


def rehearse(
    screens: Sequence[PlannedScreen],
    drawn: Sequence[int],
    systems: Sequence[str],
    *,
    campaign: str,
    asked: CampaignSettings,
    settings: RehearseSettings,
    costs: CostSettings,
) -> Rehearsal:
    """Simulate campaigns.

    Args:
        screens: All items of the campaign.
        drawn: Places of segments in the order drawn, if the campaign ends when pairs are decided.
        systems: Names of the systems.
        campaign: Name of the campaign.
        asked: Settings of the campaign.
        settings: How campaigns are simulated.
        costs: What is assumed about judgments.
    """
    task = load_task(asked.task)
    if task.range(asked.answer) is None and not task.relative:
        raise UsageError(
            f"Judgments of {asked.task} are no scores or ranks, and are not simulated."
        )
    if len(systems) < 2:
        raise UsageError("A campaign is rehearsed to tell systems apart; there is only one.")
    counts, differences = _counts(settings.simulate), _differences(settings.differences)
    stage = Simulation(screens, drawn, systems, asked, counts)
    work = [
        (place, difference, trial)
        for place, difference in enumerate(differences)
        for trial in range(settings.trials)
    ]

    def play(number: int) -> Outcome:
        place, difference, trial = work[number]
        random = generator(settings.seed, REHEARSAL, place * settings.trials + trial)
        return stage.play(difference, random)

    outcomes = executor.active().map(play, len(work))
    shown = sum(len(screen.outputs) for screen in screens)
    return Rehearsal(
        tertium=VERSION,
        campaign=campaign,
        settings=settings,
        costs=costs,
        task=asked.task,
        until=asked.until,
        systems=len(systems),
        outcomes=tuple(
            _summed(
                difference,
                outcomes[place * settings.trials : (place + 1) * settings.trials],
                shown,
                len({screen.hit for screen in screens}),
                costs,
                seconds_of(asked.task, costs),
            )
            for place, difference in enumerate(differences)
        ),
    )


def _summed(
    difference: float,
    outcomes: Sequence[Outcome],
    shown: int,
    hits: int,
    costs: CostSettings,
    seconds: float,
) -> Rehearsed:
    judged = float(np.mean([one.judged for one in outcomes]))
    unmasked = [failed for one in outcomes for failed in one.unmasked]
    hours = judged * seconds / 3600
    return Rehearsed(
        difference=difference,
        found=float(np.mean([one.found for one in outcomes])) if difference else float("nan"),
        wrong=float(np.mean([one.wrong for one in outcomes])),
        judgments=judged,
        spared=shown - judged,
        hours=hours,
        cost=total_cost(costs, hours, round(hits * judged / shown), judged),
        unmasked=float(np.mean(unmasked)) if unmasked else float("nan"),
    )


def _counts(text: str) -> dict[str, int]:
    """Read numbers of annotators, as in "good=5,careless=1"."""
    counts: dict[str, int] = {}
    for kind, number in _parts(text):
        if kind in counts or number is None or number < 1:
            raise UsageError(
                f"{text!r} is not of the form good=5,careless=1.",
                hint=f"Kinds of annotators: {', '.join(KINDS)}; each is given once.",
            )
        counts[kind] = number
    simulated_annotators(
        dict.fromkeys(counts, 0), np.random.default_rng(0)
    )  # refuses unknown kinds
    return counts


def _parts(text: str) -> Iterator[tuple[str, int | None]]:
    for part in text.split(","):
        kind, _, number = (piece.strip() for piece in part.partition("="))
        try:
            yield kind, whole_number_from(number)
        except ValueError:
            yield kind, None


def _differences(text: str) -> list[float]:
    """Read true differences, as in "0,2,5"."""
    try:
        found = [number_from(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found or not all(0 <= one <= 100 for one in found):
        raise UsageError(
            f"{text!r} is not a list of differences from 0 to 100.", hint="Example: 0,2,5."
        )
    return found
