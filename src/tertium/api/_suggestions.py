"""What became of suggested errors, from the database of a campaign."""

import csv
import os
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.campaign.suggestions import (
    JudgedSuggestion,
    SuggestionCounts,
    judged_suggestions,
    suggestion_counts,
)
from tertium.core import files, outputs
from tertium.core.errors import UsageError
from tertium.storage.database import Database
from tertium.storage.items import extras

_SUFFIX = ".csv"


def counts(
    database: Database, campaign: int, judgments: Sequence[Mapping[str, Any]]
) -> SuggestionCounts:
    """Count suggested errors by what became of them."""
    return suggestion_counts(_found(database, campaign, judgments))


def export(
    database: Database,
    campaign: int,
    judgments: Sequence[Mapping[str, Any]],
    path: str | os.PathLike[str],
    *,
    force: bool = False,
) -> int:
    """Write a row for each suggested error in each judgment; return the number of rows."""
    name = os.fspath(path)
    if not name.endswith(_SUFFIX):
        raise UsageError(
            f"Suggestions are written to a file that ends in {_SUFFIX}, not to {name}."
        )
    found = _found(database, campaign, judgments)
    with outputs.replacing(force), files.writing(name) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([JudgedSuggestion._fields, *found])
    return len(found)


def _found(
    database: Database, campaign: int, judgments: Sequence[Mapping[str, Any]]
) -> list[JudgedSuggestion]:
    with database.reading() as connection:
        shown = extras(connection, campaign)
    return list(judged_suggestions(judgments, shown))
