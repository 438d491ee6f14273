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

CONTEXTS = ("auto", "source", "reference", "both", "nothing")
DESIGNS = ("independent", "paired")
DEGRADATIONS = ("delete", "replace")
UNTIL = ("planned", "decided")

# Ways to select segments, besides a file that lists them.
SELECTIONS = ("random", "disagreement")


def _names(suffix: str, *folder: str) -> tuple[str, ...]:
    """Names of the files of a folder with a suffix, sorted."""
    listed = os.listdir(os.path.join(ROOT, *folder))
    return tuple(sorted(name.removesuffix(suffix) for name in listed if name.endswith(suffix)))


# Languages of the pages: the files of `web/messages/`.
INTERFACES = _names(".json", "web", "messages")

# Forms of answers: the scripts of `web/static/answers/`.
ANSWERS = _names(".js", "web", "static", "answers")

# A set of a HIT has ten items, and the number of sets is even, so that every set has a partner.
SET_SIZE = 10
LARGEST_HIT = 100

# Largest number of outputs on a screen.
MOST_ON_SCREEN = 5

MOST_JUDGMENTS = 10**7


@dataclass(frozen=True)
class CampaignSettings(StudySettings):
    """What annotators are asked, and how items are chosen and assigned."""

    name: ClassVar[str] = "campaign"

    task: str = option("adequacy", "Annotation task.", members="campaign.tasks")
    answer: str = option(
        "auto",
        "How annotators answer; auto is the usual way of the task.",
        choices=("auto", *ANSWERS),
    )
    answer_scale: str = option(
        "ldc", "Five-point scale: ldc, wmt, tutorial, or a TOML file (with five-point answers)."
    )
    show: str = option(
        "auto",
        "Texts shown beside the outputs; auto shows the source, or else the reference, if the task"
        " needs one.",
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
    systems_per_item: int | None = option(
        None,
        "Number of outputs of a segment on a screen; by default one, or as many as the task needs.",
        minimum=1,
        maximum=MOST_ON_SCREEN,
    )
    context: bool = option(
        False, "Judge the segments of a document one after the other, with the text around them."
    )
    document_score: bool = option(
        False, "Ask for a judgment of the whole document after its segments (with context)."
    )
    no_ties: bool = option(
        False, "Refuse ties between outputs that are compared (tasks ranking and preference)."
    )
    control_share: float = option(
        0.15,
        "Share of control items, if several outputs or documents are on a screen.",
        minimum=0,
        maximum=0.5,
    )
    hit_size: int = option(
        LARGEST_HIT,
        "Number of items of a HIT: a multiple of 20, if items are single outputs.",
        minimum=1,
        maximum=LARGEST_HIT,
    )
    degradation: str = option(
        "delete",
        "How degraded outputs are made: words are deleted, or replaced by words of references.",
        choices=DEGRADATIONS,
    )
    typology: str = option(
        "vilar",
        "Categories and severities of errors: vilar, mqm, or a TOML file (task mqm).",
    )
    sliders: str = option(
        "",
        "Further sliders below each output, with their ends and steps, as in"
        " fluency:0-100,style:1-7:1.",
    )
    prefill_share: float = option(
        1.0,
        "Share of items, drawn at random, on which suggested errors are shown (with prefill).",
        minimum=0,
        maximum=1,
    )
    reference_share: float = option(
        1.0,
        "Share of items, drawn at random, on which the reference is shown.",
        minimum=0,
        maximum=1,
    )
    limit: int | None = option(
        None,
        "Largest number of items that an annotator judges.",
        minimum=1,
        maximum=MOST_JUDGMENTS,
    )
    checks_per_hit: int = option(
        1,
        "Number of attention checks in each HIT (with attention checks).",
        minimum=1,
        maximum=LARGEST_HIT,
    )
    most_failed_checks: float = option(
        0.5,
        "Share of silent attention checks above which an annotator who fails them gets a caution.",
        minimum=0,
        maximum=1,
    )
    tutorial_pass: float = option(
        0.0,
        "Share of tutorial items that must be right at the first attempt; who has fewer gets no"
        " work.",
        minimum=0,
        maximum=1,
    )
    prolific_codes: str = option(
        "",
        "Completion codes of Prolific, as in passed=ABC,failed=DEF,screened-out=GHI (with a pool).",
    )
    until: str = option(
        "planned",
        "When the campaign ends: as planned, or when all pairs of systems are decided, by a test"
        " that holds however often one looks.",
        choices=UNTIL,
    )
    select: str = option(
        "random",
        "Segments to judge: random; disagreement draws segments on which systems differ more often;"
        " or a file with the ids of segments.",
    )
    select_metric: str = option("chrf", "Metric of the disagreement between systems.")
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
        if self.document_score and not self.context:
            raise UsageError(
                f"{wording.option('document_score', True)} applies to documents that are judged in"
                " context.",
                hint=f"Add {wording.option('context', True)}.",
            )
        if self.answer != "five-point" and self.answer_scale != type(self).answer_scale:
            raise UsageError(
                f"{wording.option('answer_scale')} applies to five-point answers only.",
                hint=f"Add {wording.option('answer', 'five-point')}.",
            )

        if self.task != "mqm" and self.typology != type(self).typology:
            raise UsageError(
                f"{wording.option('typology')} applies to errors with categories only.",
                hint=f"Add {wording.option('task', 'mqm')}.",
            )

    @property
    def sets(self) -> int:
        """Number of sets of a HIT."""
        return self.hit_size // SET_SIZE


@dataclass(frozen=True)
class CostSettings(StudySettings):
    """What judgments cost, and what is assumed about them before the campaign."""

    name: ClassVar[str] = "cost"

    seconds: float | None = option(
        None,
        "Seconds that a judgment takes, for the plan; by default those usual for the task.",
        above=0,
        maximum=10**6,
    )
    hourly_wage: float | None = option(
        None, "Wage per hour, for the costs in the plan.", minimum=0, maximum=10**9
    )
    hit_reward: float | None = option(
        None, "Reward per HIT on a market, for the costs in the plan.", minimum=0, maximum=10**9
    )
    output_reward: float = option(
        0.0,
        "Reward per output in a HIT, control items included, added to the reward per HIT.",
        minimum=0,
        maximum=10**6,
    )
    assignments: int = option(
        1, "Number of annotators who judge each HIT on a market.", minimum=1, maximum=10_000
    )
    market_fee: float = option(
        0.2, "Fee of the market as a share of rewards and bonuses.", minimum=0, maximum=10
    )
    fee_minimum: float = option(
        0.0, "Smallest fee of the market for an assignment.", minimum=0, maximum=10**6
    )
    bonus: float = option(
        0.0, "Bonus for good work in percent of the rewards.", minimum=0, maximum=1000
    )
    bonus_share: float = option(1.0, "Share of the work that gets the bonus.", minimum=0, maximum=1)
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


@dataclass(frozen=True)
class RehearseSettings(StudySettings):
    """How campaigns are simulated."""

    name: ClassVar[str] = "rehearse"

    simulate: str = option(
        "good=5,careless=1",
        "Simulated annotators, by kind: good, noisy and careless.",
    )
    differences: str = option(
        "0,2,5,10",
        "True differences between the best system and the others, in percent of the scale.",
    )
    trials: int = option(
        100, "Number of simulated campaigns for each difference.", minimum=1, maximum=10**5
    )
    seed: int = option(12345, "Seed of the simulation.", minimum=0, maximum=LARGEST_SEED)
