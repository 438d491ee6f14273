"""Machine annotators: programs, whose judgments enter no human score unless the user names them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.core import wording
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.human.columns import Words
from tertium.human.ratings import MACHINE, Ratings

# Reason why their judgments are excluded.
BY_MACHINES = "by machine annotators"


def machine_names(ratings: Ratings) -> tuple[str, ...]:
    """Names of the machine annotators."""
    by_machine = ratings.annotator_kind.is_(MACHINE)
    return tuple(filter(None, ratings.annotator.select(by_machine).names))


def check_machines(machines: Sequence[str], known: Sequence[str]) -> None:
    """Refuse names that are not those of known machine annotators."""
    for name in machines:
        if name not in known:
            raise UsageError(
                f"There is no machine annotator {name!r}.{did_you_mean(name, known)}",
                hint=f"Known: {', '.join(sorted(known))}."
                if known
                else "All judgments are by people: the column `annotator_kind` names no machine.",
            )


def of_people(
    ratings: Ratings, machines: Sequence[str] = (), *, task: str = "", languages: str = ""
) -> Ratings:
    """Exclude the judgments of machine annotators, except those that are named.

    Args:
        ratings: Judgments of people and machines.
        machines: Names of the machine annotators to include.
        task: Annotation task that is chosen later; it must not be judged by machines alone.
        languages: Language pair that is chosen later, likewise.
    """
    check_machines(machines, machine_names(ratings))
    by_machine = ratings.annotator_kind.is_(MACHINE)
    kept = ~by_machine | ratings.annotator.is_(*machines)
    if kept.all() and not machines:
        return ratings
    wanted = np.ones(len(ratings), dtype=np.bool_)
    for words, name in ((ratings.task, task), (ratings.languages, languages)):
        if name:
            wanted &= words.is_(name)
    if wanted.any() and not (kept & wanted).any():
        raise _of_machines_only(
            ratings.where(wanted), " and ".join(filter(None, (task, languages)))
        )
    because = f"include_machines({','.join(sorted(machines))})" if machines else ""
    return marked(ratings.where(kept, because))


def marked(ratings: Ratings) -> Ratings:
    """Mark the names of machine annotators, as in "gemba (machine)"."""
    by_machine = ratings.annotator_kind.is_(MACHINE)
    if not by_machine.any():
        return ratings
    names = ratings.annotator.to_array()
    return replace(ratings, annotator=Words.of(np.where(by_machine, names + " (machine)", names)))


def _of_machines_only(ratings: Ratings, chosen: str) -> DataError:
    names = machine_names(ratings)
    return DataError(
        f"All judgments{' of ' * bool(chosen)}{chosen} are by machine annotators"
        f"{': ' * bool(names)}{', '.join(names)}.",
        where=ratings.origin,
        hint="They enter human scores only if you name them:"
        f" {wording.option('include_machines', names[0])}."
        if names
        else "Name them in the column `annotator` to include them.",
    )
