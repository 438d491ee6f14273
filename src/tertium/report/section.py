"""What a panel gives: a section of a page, made of blocks.

A panel is a file in `report/panels/` with `ORDER`, its place on the page, and
`section(result) -> Section | None`, None where it has nothing to say of a result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.report.table import Table


@dataclass(frozen=True)
class Items:
    """A list under a title, folded where it is long."""

    title: str
    items: Sequence[str]
    folded: bool = False


@dataclass(frozen=True)
class Drawing:
    """A chart, made when the page is: a page without the package for charts has all the rest."""

    draw: Callable[[], Any]


@dataclass(frozen=True)
class Legend:
    """A paragraph that explains charts: where they cannot be drawn, it is left out too."""

    text: str


# A string is a paragraph.
Block = str | Table | Items | Drawing | Legend


@dataclass(frozen=True)
class Section:
    """A heading with blocks below."""

    heading: str
    blocks: Sequence[Block]
