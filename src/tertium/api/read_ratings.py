"""Read human judgments."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.core import columns
from tertium.core.columns import Column, Table
from tertium.core.errors import UsageError
from tertium.core.progress import shown_as
from tertium.formats.conversion import read_files
from tertium.formats.ratings.csv import ratings_from_rows
from tertium.human.ratings import Ratings


@shown_as("Reading")
def read_ratings(
    paths: str
    | os.PathLike[str]
    | Sequence[str | os.PathLike[str]]
    | Table
    | Mapping[str, Sequence[Any] | Column],
    *,
    input_format: str = "",
) -> Ratings:
    """Read human judgments from one file or several, which are joined, or from a data frame.

    Args:
        paths: Files in any format of ratings; or a data frame or mapping with the columns of
            tertium's CSV format: `annotator`, `system`, `value` and others.
        input_format: Format of the files, if their content does not show it.

    Returns:
        The judgments, for `tertium.rank`, `tertium.compare` and the other functions.

    Example:
        >>> tertium.read_ratings("ratings.csv")
        Ratings(3,600 judgments by 12 annotators of 6 systems on 200 segments: adequacy, fluency)
    """
    if columns.is_named_columns(paths):
        return ratings_from_rows(columns.cells(paths), "data frame")
    listed: Any = [paths] if isinstance(paths, str | os.PathLike) else paths
    for path in listed if isinstance(listed, Sequence) else [listed]:
        if not isinstance(path, str | os.PathLike):
            raise UsageError(
                f"Human judgments are read from files or a data frame, not from"
                f" {type(path).__name__}.",
                hint="Give paths, or a data frame with the columns annotator, system and value.",
            )
    ratings: Ratings = read_files([os.fspath(path) for path in listed], "ratings", input_format)
    return ratings
