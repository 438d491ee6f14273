"""Read human judgments."""

import os
from collections.abc import Sequence

from tertium.core.progress import shown_as
from tertium.formats.conversion import read_files
from tertium.human.ratings import Ratings


@shown_as("Reading")
def read_ratings(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, input_format: str = ""
) -> Ratings:
    """Read human judgments from one file or several, which are joined.

    Args:
        paths: Files in any format of ratings.
        input_format: Format of the files, if their content does not show it.

    Returns:
        The judgments, for `tertium.rank`, `tertium.compare` and the other functions.

    Example:
        >>> tertium.read_ratings("ratings.csv")
        Ratings(3,600 judgments by 12 annotators of 6 systems on 200 segments: adequacy, fluency)
    """
    listed = [paths] if isinstance(paths, str | os.PathLike) else paths
    ratings: Ratings = read_files([os.fspath(path) for path in listed], "ratings", input_format)
    return ratings
