"""Sections of an HTML report, made of blocks.

A panel is a file in `report/panels/` with `ORDER`, its place on the page, `RESULTS`, the names of
the results that it shows, and `section(result) -> Section | None`, None if it has nothing to show.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.core.formatting import counted
from tertium.report.table import Table


@dataclass(frozen=True)
class Items:
    """A list under a title, folded if it is long."""

    title: str
    items: Sequence[str]
    folded: bool = False


@dataclass(frozen=True)
class Drawing:
    """Charts, drawn when the page is written; without the charts package they are left out."""

    draw: Callable[[], Sequence[Any]]

    @classmethod
    def of(cls, chart: Callable[..., Any], *arguments: Any) -> "Drawing":
        """A single chart, from the function that draws it."""
        return cls(lambda: [chart(*arguments)])


@dataclass(frozen=True)
class Legend:
    """A paragraph that explains charts; it is left out if they are."""

    text: str


# A string is a paragraph.
Block = str | Table | Items | Drawing | Legend


@dataclass(frozen=True)
class Section:
    """A heading with blocks below."""

    heading: str
    blocks: Sequence[Block]


def size(
    segments: int, documents: int, systems: Sequence[Any], references: Sequence[Any] | Any
) -> str:
    """The size of a test set in a sentence."""
    within = f" in {counted(documents, 'document')}" if documents else ""
    return (
        f"{counted(segments, 'segment')}{within}, {counted(len(systems), 'system')},"
        f" {counted(len(references), 'reference')}."
    )
