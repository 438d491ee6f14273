"""The work of a campaign as it goes out to another program, and the answers that come back.

A format of `formats/batches/` writes a `Batch` in the layout of its program, and reads results as
`BatchAnswer`s. Batches hold kinds and systems of outputs; a format for annotators who can read its
files leaves them out, so that control items look like all others.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from tertium.campaign.description import Description
from tertium.campaign.items import ShownOutput
from tertium.campaign.known_items import KnownItem
from tertium.campaign.tasks import Shown, Task, load_task
from tertium.core.spec import StudySettings, option

# Length of the key of a HIT: 64 of the 256 bits of SHA-256, in hexadecimal digits.
_KEY = 16


class BatchScreen(NamedTuple):
    """An item: a screen with one or several outputs of a segment or document.

    Attributes:
        item: Its number in the database.
        position: Its place in the HIT, from 0.
        level: "segment" or "document".
        segment: Id of the segment; of the first one, if it is a whole document.
        place: Place of this segment in the test set.
        document: Id of the document; "" if there are none.
        block: Number of the document within the HIT, if its segments follow each other; None if
            items are shown by themselves.
        outputs: Kind, system and text of each output, in the order in which they are shown; none if
            the place waits for an attention check.
        source: The source; None if it is not shown.
        reference: The reference; None if it is not shown.
        condition: What is shown beside the texts, if that varies at random.
        extra: More that the page shows: `suggestions`, questions, a media file.
        weight: How many segments the segment stands for.
    """

    item: int
    position: int
    level: str
    segment: str
    place: int
    document: str
    block: int | None
    outputs: tuple[ShownOutput, ...]
    source: str | None = None
    reference: str | None = None
    condition: str = ""
    extra: Mapping[str, Any] = MappingProxyType({})
    weight: float = 1.0

    @property
    def shown(self) -> Shown:
        """What the annotator sees, which `Task.read` checks answers with."""
        texts = tuple(output.text for output in self.outputs)
        return Shown(texts, self.source, self.reference, self.level, self.extra)


class BatchHit(NamedTuple):
    """A HIT.

    Attributes:
        key: Text that ties results to this HIT of this campaign.
        number: Its number in the campaign, from 1.
        annotator: Name of its annotator; "" in a pool.
        screens: Its items, in order.
    """

    key: str
    number: int
    annotator: str
    screens: tuple[BatchScreen, ...]

    @property
    def outputs(self) -> int:
        """Number of outputs to judge."""
        return sum(len(screen.outputs) for screen in self.screens)


@dataclass(frozen=True)
class Batch:
    """The work of a campaign: HITs with their screens, and what is asked.

    Attributes:
        campaign: Name of the campaign.
        created: When the campaign was made, in seconds since 1970.
        description: Settings, languages, context and scale.
        instructions: Instructions for annotators in Markdown; "" if there are none.
        hits: The HITs, in order, without items that need no judgment any more.
        tutorial: Items with feedback before the work.
        checks: Attention checks, from which the places without outputs are filled.
    """

    campaign: str
    created: float
    description: Description
    instructions: str
    hits: tuple[BatchHit, ...]
    tutorial: tuple[KnownItem, ...] = ()
    checks: tuple[KnownItem, ...] = ()

    @property
    def task(self) -> Task:
        """The annotation task, whose `read` checks answers."""
        return load_task(self.description.settings.task)

    @cached_property
    def hit_of_key(self) -> Mapping[str, BatchHit]:
        """HITs by their keys."""
        return {hit.key: hit for hit in self.hits}

    @cached_property
    def screen_of_item(self) -> Mapping[int, BatchScreen]:
        """Screens by the numbers of their items."""
        return {screen.item: screen for screen in self.screens}

    @property
    def screens(self) -> Iterator[BatchScreen]:
        """All screens, HIT by HIT."""
        return (screen for hit in self.hits for screen in hit.screens)


class BatchAnswer(NamedTuple):
    """The answer of an annotator to a screen, as another program returns it.

    Attributes:
        item: The number of the item.
        annotator: Id of the annotator in that program.
        answer: The answer as the page of the campaign would send it; `Task.read` checks it.
        assignment: What identifies the work that the answer came with, so that it is stored once.
        line: Line of the file.
        status: "Submitted", "Approved" or "Rejected" on a market; "" elsewhere.
        shown: When the annotator began, in seconds since 1970; NaN if unknown.
        submitted: When the annotator was ready; NaN if unknown.
        active: Seconds of work; 0 if unknown.
        market: What the market says of the assignment, kept with the annotator.
    """

    item: int
    annotator: str
    answer: Mapping[str, Any]
    assignment: str
    line: int
    status: str = ""
    shown: float = float("nan")
    submitted: float = float("nan")
    active: float = 0.0
    market: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class BatchSettings(StudySettings):
    """How the work of a campaign is given to the annotators of another program."""

    name: ClassVar[str] = "batch"

    assignments: int = option(
        1, "Number of annotators who judge each HIT on a market.", minimum=1, maximum=10_000
    )
    hit_reward: float | None = option(None, "Reward per HIT on a market.", minimum=0, maximum=10**6)
    output_reward: float = option(
        0.0,
        "Reward per output in a HIT, control items included, added to the reward per HIT.",
        minimum=0,
        maximum=10**6,
    )
    country: str = option(
        "", "Country in which annotators must live, as the description of the HITs says."
    )


def hit_key(campaign: str, created: float, number: int) -> str:
    """Tie a HIT to its campaign."""
    text = f"hit {campaign} {created!r} {number}"
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:_KEY]
