"""Settings of a campaign: what annotators are asked, and how items are chosen.

They are separate from the computations, so that the help of a command does not load NumPy.
"""

import os
from dataclasses import dataclass
from typing import ClassVar

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.limits import LARGEST_SEED
from tertium.core.plugins import ROOT
from tertium.core.spec import StudySettings, option

ANSWERS = ("slider", "five-point", "yes-no")
CONTEXTS = ("auto", "source", "reference", "nothing")
DESIGNS = ("independent", "paired")
DEGRADATIONS = ("delete", "replace")
SELECTIONS = ("random", "disagreement", "list")

# Languages of the pages: the files of `web/messages/`.
INTERFACES = tuple(
    sorted(
        name.removesuffix(".json")
        for name in os.listdir(os.path.join(ROOT, "web", "messages"))
        if name.endswith(".json")
    )
)

# A set of a HIT has ten items, and the number of sets is even, so that every set has a partner.
SET_SIZE = 10
_SMALLEST_HIT = 2 * SET_SIZE
LARGEST_HIT = 100

MOST_JUDGMENTS = 10**7
_MOST_SEGMENTS = 10**7


@dataclass(frozen=True)
class CampaignSettings(StudySettings):
    """What annotators are asked, and how items are chosen and assigned."""

    name: ClassVar[str] = "campaign"

    task: str = option("adequacy", "Annotation task.", members="campaign.tasks")
    answer: str = option("slider", "How annotators answer.", choices=ANSWERS)
    answer_scale: str = option(
        "ldc", "Five-point scale: ldc, wmt, tutorial, or a TOML file (with five-point answers)."
    )
    show: str = option(
        "auto",
        "Text shown beside the output; auto shows the source or else the reference for adequacy.",
        choices=CONTEXTS,
    )
    judgments: int | None = option(
        None,
        "Number of outputs to judge, rounded up to whole HITs; control items are added. By default"
        " every output once.",
        minimum=1,
        maximum=MOST_JUDGMENTS,
    )
    design: str = option(
        "independent",
        "How outputs are assigned; paired gives all outputs of a segment to one annotator, for"
        " signed-rank tests.",
        choices=DESIGNS,
    )
    hit_size: int = option(
        LARGEST_HIT,
        "Number of items of a HIT: a multiple of 20.",
        minimum=_SMALLEST_HIT,
        maximum=LARGEST_HIT,
    )
    degradation: str = option(
        "delete",
        "How degraded outputs are made: words are deleted, or replaced by words of references.",
        choices=DEGRADATIONS,
    )
    lease: float = option(
        30.0,
        "Minutes without an answer after which the items of a pool return.",
        above=0,
        maximum=10**6,
    )
    interface: str = option(
        "en", "Language of the pages; annotators can choose another.", choices=INTERFACES
    )
    seed: int = option(12345, "Seed of the design.", minimum=0, maximum=LARGEST_SEED)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hit_size % _SMALLEST_HIT:
            raise self.bad_value("hit_size", f"a multiple of {_SMALLEST_HIT}", self.hit_size)
        if self.answer != "five-point" and self.answer_scale != type(self).answer_scale:
            raise UsageError(
                f"{wording.option('answer_scale')} applies to five-point answers only.",
                hint=f"Add {wording.option('answer', 'five-point')}.",
            )

    @property
    def sets(self) -> int:
        """Number of sets of a HIT."""
        return self.hit_size // SET_SIZE


@dataclass(frozen=True)
class SelectionSettings(StudySettings):
    """Which segments of the test set are judged."""

    name: ClassVar[str] = "selection"

    selection: str = option(
        "random",
        "How segments are selected: at random; more often if systems disagree on them under a"
        " metric, with weights that make up for it; or by a list.",
        choices=SELECTIONS,
    )
    segments: int | None = option(
        None,
        "Number of segments to judge, with disagreement the expected number; by default all.",
        minimum=1,
        maximum=_MOST_SEGMENTS,
    )
    seed: int = option(12345, "Seed of the selection.", minimum=0, maximum=LARGEST_SEED)


@dataclass(frozen=True)
class CostSettings(StudySettings):
    """What judgments cost, and what is assumed about them before the campaign."""

    name: ClassVar[str] = "cost"

    seconds: float = option(
        20.0, "Seconds that a judgment takes, for the plan.", above=0, maximum=10**6
    )
    hourly_wage: float | None = option(
        None, "Wage per hour, for the costs in the plan.", minimum=0, maximum=10**9
    )
    hit_reward: float | None = option(
        None, "Reward per HIT on a market, for the costs in the plan.", minimum=0, maximum=10**9
    )
    market_fee: float = option(
        0.2, "Fee of the market as a share of the rewards.", minimum=0, maximum=10
    )
    deviation: float | None = option(
        None,
        "Standard deviation of judgments that the plan assumes; by default a quarter of the scale,"
        " 0.5 for yes-no answers.",
        above=0,
        maximum=10**6,
    )
    power: float = option(
        0.8, "Power at which the plan gives the detectable difference.", above=0, below=1
    )
    confidence_level: float = option(
        0.95, "Confidence level of intervals and tests in the plan.", above=0, below=1
    )
