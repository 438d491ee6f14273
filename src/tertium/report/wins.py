"""Which of several metrics or systems win against which others, as a map: row against column."""

from dataclasses import dataclass
from typing import Any

from tertium.report import drawing

# Largest cell, and what two maps beside each other leave for the cells of each.
_CELL, _WIDTH = 24, 290


@dataclass(frozen=True)
class Wins:
    """Who wins against whom.

    Attributes:
        title: What the map shows.
        subtitle: What a coloured cell means.
        names: From the best to the worst.
        won: Winner and loser of each pair that is decided.
    """

    title: str
    subtitle: str
    names: tuple[str, ...]
    won: frozenset[tuple[str, str]]


def win_map(wins: Wins) -> Any:
    """Cells coloured where the row wins, as Figures 3 and 5 of Graham and Liu 2016 show them."""
    a = drawing.alt()
    rows = [
        {"name": row, "other": column, "wins": (row, column) in wins.won}
        for row in wins.names
        for column in wins.names
        if row != column
    ]
    scale = a.Scale(domain=list(wins.names), paddingInner=0.06)
    base = a.Chart(
        a.InlineData(values=rows), title=a.Title(wins.title, subtitle=wins.subtitle)
    ).encode(
        x=a.X(
            "other:N",
            scale=scale,
            title=None,
            axis=drawing.names_axis(orient="top", labelAngle=-45, labelPadding=2),
        ),
        y=a.Y("name:N", scale=scale, title=None, axis=drawing.names_axis()),
        tooltip=[a.Tooltip("name:N"), a.Tooltip("other:N", title="against"), a.Tooltip("wins:N")],
    )
    cell = min(_CELL, _WIDTH // len(wins.names))
    won, open_ = (base.transform_filter(f"{sign}datum.wins") for sign in ("", "!"))
    return a.layer(
        open_.mark_rect(filled=False, stroke=drawing.GREY, strokeOpacity=0.5, cornerRadius=2),
        won.mark_rect(color=drawing.BLUE, cornerRadius=2),
    ).properties(
        width=a.Step(cell), height=a.Step(cell), description=f"{wins.title}: {wins.subtitle}"
    )
