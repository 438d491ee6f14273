"""Names of campaigns and annotators: letters, digits and a few signs, safe in addresses."""

import re
from collections.abc import Iterable

from tertium.core import wording
from tertium.core.errors import UsageError

LONGEST_NAME = 40

# Beginning of the names of workers of Mechanical Turk, which nobody can choose.
MTURK = "mturk-"

_MOST_ANNOTATORS = 10_000

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def is_name(name: str) -> bool:
    """Whether a name has only letters, digits, ".", "-" and "_", and a letter or digit first.

    Longer texts could hold personal data, which have no place in a campaign.
    """
    return len(name) <= LONGEST_NAME and _NAME.fullmatch(name) is not None


def check_annotator(name: str) -> None:
    """Refuse a name that an annotator cannot have."""
    _check("annotator", name)


def check_campaign(name: str) -> None:
    """Refuse a name that a campaign cannot have."""
    _check("campaign", name)


def annotator_names(given: int | str | Iterable[str]) -> list[str]:
    """Names of annotators; a number of annotators gets numbered names.

    Args:
        given: Names, a single name, or the number of annotators.
    """
    if isinstance(given, int):
        if not 1 <= given <= _MOST_ANNOTATORS:
            raise wording.bad_option("annotators", f"between 1 and {_MOST_ANNOTATORS:,}", given)
        digits = len(str(given))
        return [f"annotator-{number:0{digits}d}" for number in range(1, given + 1)]
    names = [given] if isinstance(given, str) else list(given)
    if not names:
        raise UsageError(
            "A campaign needs annotators.",
            hint=f"Name them with {wording.option('annotators')}, or let people join:"
            f" {wording.option('pool', True)}.",
        )
    for name in names:
        check_annotator(name)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"The annotator {twice!r} is given twice.")
    return names


def _check(kind: str, name: str) -> None:
    if not is_name(name):
        raise UsageError(
            f"{name!r} cannot be the name of {'an' if kind[0] == 'a' else 'a'} {kind}.",
            hint="A name has letters (a to z), digits, '.', '-' and '_', at most"
            f" {LONGEST_NAME} of them, and begins with a letter or digit.",
        )
