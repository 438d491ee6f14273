"""A campaign that was made for another program, before it becomes one of ours.

A format of `formats/batches/` reads it. What our campaigns do not have is counted by the reader and
named in a warning.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tertium.campaign.form import Form
from tertium.campaign.items import ShownOutput
from tertium.campaign.typology import Typology


@dataclass(frozen=True)
class IncomingScreen:
    """An item.

    Attributes:
        where: Its place in the file.
        segment: Id of the segment; of the check, if it is one.
        document: Id of the document; "" if there are none.
        outputs: Kind, system and text of each output, in the order in which they are shown.
        source: The source; None if it is not shown.
        reference: The reference; None if it is not shown.
        level: "segment" or "document".
        block: Number of the document within the HIT, if its segments follow each other.
        suggestions: Suggested errors of each output: start, end, severity and category.
        check: The item as a line of a file of attention checks, if it is one.
    """

    where: str
    segment: str
    document: str
    outputs: tuple[ShownOutput, ...] = ()
    source: str | None = None
    reference: str | None = None
    level: str = "segment"
    block: int | None = None
    suggestions: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    check: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class IncomingHit:
    """A HIT, and the name of its annotator; "" if whoever joins may get it."""

    annotator: str
    screens: tuple[IncomingScreen, ...]


@dataclass(frozen=True)
class Incoming:
    """A campaign of another program.

    Attributes:
        origin: Name of the file.
        task: The annotation task.
        hits: The HITs, in order.
        languages: Source and target language, as in ("de", "en"); "" if unknown.
        settings: Further settings of the campaign, by name.
        tutorial: Items of the tutorial, as lines of its file, with their places.
        checks: Attention checks to draw from, as lines of their file, with their places.
        form: The questions before the work.
        typology: Kinds of errors, if the file has its own.
        instructions: Instructions as Markdown; "" for those of the task.
    """

    origin: str
    task: str
    hits: tuple[IncomingHit, ...]
    languages: tuple[str, str] = ("", "")
    settings: Mapping[str, Any] = field(default_factory=dict)
    tutorial: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    checks: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    form: Form | None = None
    typology: Typology | None = None
    instructions: str = ""

    @property
    def annotators(self) -> tuple[str, ...]:
        """Names of the annotators; none if whoever joins gets the HITs."""
        return tuple(dict.fromkeys(hit.annotator for hit in self.hits if hit.annotator))
