"""Checks that the data given to a verb are what it works on: files must be read first."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tertium.core.errors import UsageError
from tertium.core.testset import TestSet


def check_testset(value: object) -> None:
    """Refuse what is not a test set."""
    if not isinstance(value, TestSet):
        raise UsageError(
            f"Expected a test set, found {type(value).__name__}.",
            hint="Read files with `tertium.read`, or give texts to `tertium.testset`.",
        )


def check_testsets(value: object) -> None:
    """Refuse what is neither a test set nor several; those of an iterator are not looked at."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        check_testset(value)
    for one in value if isinstance(value, Sequence) else ():
        check_testset(one)


def check_ratings(value: Any) -> None:
    """Refuse what is not human judgments."""
    from tertium.human.ratings import Ratings

    if not isinstance(value, Ratings):
        raise UsageError(
            f"Expected human judgments, found {type(value).__name__}.",
            hint="Read files or a data frame with `tertium.read_ratings`.",
        )
