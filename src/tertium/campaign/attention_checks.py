"""Attention checks: where they stand in HITs, who gets which one, and who passes them.

A check is an item whose right answer is known. A wrong answer to a loud check is refused until it
is right; a silent check looks like every other item, and its answer counts. Nobody gets a check
twice.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from tertium.campaign.items import Item
from tertium.campaign.notices import FailedChecks


class CheckAnswer(NamedTuple):
    """An answer to a check.

    Attributes:
        annotator: Name of the annotator.
        check: Name of the check.
        loud: Whether a wrong answer was refused.
        hit: Number of the HIT.
        position: Position in the HIT.
        attempt: Number of the answer, from 1; wrong answers to loud checks are followed by others.
        passed: Whether the answer is as expected.
        answer: The answer, as JSON.
        submitted: When it was submitted, in seconds since 1970.
    """

    annotator: str
    check: str
    loud: bool
    hit: int
    position: int
    attempt: int
    passed: bool
    answer: str
    submitted: float


class CheckTally(NamedTuple):
    """Checks that an annotator has answered.

    A silent check is passed if its last answer is right, as every other item can be corrected; a
    loud one if its first answer is.
    """

    silent: int = 0
    silent_passed: int = 0
    loud: int = 0
    loud_passed: int = 0

    @property
    def answered(self) -> int:
        """Number of checks answered."""
        return self.silent + self.loud

    @property
    def passed(self) -> int:
        """Number of checks passed."""
        return self.silent_passed + self.loud_passed

    def cautions(self, most_failed: float) -> tuple[FailedChecks, ...]:
        """A caution if more than a share of the silent checks failed."""
        failed = self.silent - self.silent_passed
        if failed <= most_failed * self.silent:
            return ()
        return (FailedChecks(failed, self.silent, most_failed),)


def tally(answers: Iterable[CheckAnswer]) -> dict[str, CheckTally]:
    """Count the checks of each annotator; answers come in the order of attempts."""
    by_check: dict[tuple[str, int, int], list[CheckAnswer]] = {}
    for one in answers:
        by_check.setdefault((one.annotator, one.hit, one.position), []).append(one)
    found: dict[str, CheckTally] = {}
    for (annotator, _, _), attempts in by_check.items():
        before = found.get(annotator, CheckTally())
        if attempts[0].loud:
            now = before._replace(
                loud=before.loud + 1, loud_passed=before.loud_passed + attempts[0].passed
            )
        else:
            now = before._replace(
                silent=before.silent + 1, silent_passed=before.silent_passed + attempts[-1].passed
            )
        found[annotator] = now
    return found


def assign_checks(
    annotators: Sequence[int | None], checks: int, per_hit: int, seed: int
) -> list[list[int | None]]:
    """Choose the checks of each HIT.

    Args:
        annotators: The annotator of each HIT; None in a pool.
        checks: Number of different checks.
        per_hit: Number of checks of a HIT.
        seed: Seed of the random choice.

    Returns:
        Numbers of checks for each HIT; fewer, if the annotator has had all of them. In a pool None:
        the check is drawn when an annotator takes the HIT.
    """
    random = Random(f"checks {seed}")
    left: dict[int, list[int]] = {}
    chosen: list[list[int | None]] = []
    for annotator in annotators:
        if annotator is None:
            chosen.append([None] * min(per_hit, checks))
            continue
        if annotator not in left:
            left[annotator] = random.sample(range(checks), checks)
        own = left[annotator]
        chosen.append([own.pop() for _ in range(min(per_hit, len(own)))])
    return chosen


def places_of_checks(items: Sequence[Item], number: int, random: Random) -> list[int]:
    """Choose the places of checks in a HIT at random, but not within a document.

    Args:
        items: The other items of the HIT, in order.
        number: Number of checks.
        random: Source of random numbers.

    Returns:
        For each check the number of items before it, ascending.
    """
    free = [
        place
        for place in range(1, len(items) + 1)
        if place == len(items)
        or items[place].block is None
        or items[place].block != items[place - 1].block
    ]
    if number <= len(free):
        return sorted(random.sample(free, number))
    return sorted(random.choices(free, k=number))
