"""Arguments of verbs: data that must be read first, and checks that can be allowed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tertium.checks import how_to_allow
from tertium.core.errors import DataError, UsageError
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


@contextmanager
def noting_how_to_allow() -> Iterator[None]:
    """Within, errors that checks found get a note that says how to continue anyway."""
    try:
        yield
    except DataError as error:
        if error.check:
            error.add_note(how_to_allow(error.check))
        raise


def check_ratings(value: Any) -> None:
    """Refuse what is not human judgments."""
    from tertium.human.ratings import Ratings

    if not isinstance(value, Ratings):
        raise UsageError(
            f"Expected human judgments, found {type(value).__name__}.",
            hint="Read files or a data frame with `tertium.read_ratings`.",
        )
