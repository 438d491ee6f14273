"""Arguments of verbs: data that must be read first, and checks that can be allowed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tertium.checks import how_to_allow
from tertium.core.errors import DataError, UsageError
from tertium.core.testset import TestSet


def check_testset(value: object) -> None:
    """Refuse values that are not a test set."""
    if not isinstance(value, TestSet):
        raise UsageError(
            f"Expected a test set, found {type(value).__name__}.",
            hint="Read files with `tertium.read`, or give texts to `tertium.testset`.",
        )


def checked_testsets(
    value: TestSet | Iterable[TestSet],
) -> TestSet | Iterable[TestSet]:
    """Return test sets; refuse other values. Values of an iterator are checked when it is read."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        check_testset(value)
        return value
    if isinstance(value, Sequence):
        for testset in value:
            check_testset(testset)
        return value
    return map(_checked_testset, value)


def _checked_testset(testset: TestSet) -> TestSet:
    check_testset(testset)
    return testset


@contextmanager
def noting_how_to_allow() -> Iterator[None]:
    """Inside the block, errors of checks get a note that explains how to continue anyway."""
    try:
        yield
    except DataError as error:
        if error.check:
            error.add_note(how_to_allow(error.check))
        raise


def check_ratings(value: Any) -> None:
    """Refuse values that are not human judgments."""
    from tertium.human.ratings import Ratings

    if not isinstance(value, Ratings):
        raise UsageError(
            f"Expected human judgments, found {type(value).__name__}.",
            hint="Read files or a data frame with `tertium.read_ratings`.",
        )
