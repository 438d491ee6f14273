"""Ratings as lists of cells, to be compared with what is expected."""

from typing import Any

from tertium.human.ratings import WORDS, Ratings


def cells(ratings: Ratings, *columns: str) -> list[tuple[Any, ...]]:
    """Some columns, row by row."""
    found = [
        getattr(ratings, name).to_list() if name in WORDS else getattr(ratings, name).tolist()
        for name in columns
    ]
    return list(zip(*found, strict=True))


def reasons(ratings: Ratings) -> list[tuple[str, str]]:
    """Dropped rows: why and where."""
    return [(dropped.reason, dropped.where) for dropped in ratings.dropped]
