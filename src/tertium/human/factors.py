"""Factors: what is shown to annotators beside the texts, if that varies at random.

The column `condition` of ratings names the condition of each factor, such as "prefill" or
"no-prefill"; those of several factors are joined by "+".
"""

from collections.abc import Iterable, Iterator

from tertium.human.notices import PooledConditions

PREFILL, REFERENCE = "prefill", "reference"

_ABSENT = "no-"
_JOINED_BY = "+"


def absent(factor: str) -> str:
    """The condition without a factor, as in "no-prefill"."""
    return _ABSENT + factor


def joined(conditions: Iterable[str]) -> str:
    """Conditions of several factors as one word."""
    return _JOINED_BY.join(filter(None, conditions))


def condition_of(condition: str, factor: str) -> str:
    """The condition of one factor: "prefill" or "no-prefill"; "" if it is unknown."""
    wanted = (factor, absent(factor))
    return next((one for one in condition.split(_JOINED_BY) if one in wanted), "")


def without(condition: str, factor: str) -> str:
    """A condition in which a factor is absent that may have been present."""
    return joined(absent(factor) if one == factor else one for one in condition.split(_JOINED_BY))


def factors_of(conditions: Iterable[str]) -> list[str]:
    """All factors of some conditions, sorted."""
    each = {one for condition in conditions for one in condition.split(_JOINED_BY)}
    return sorted({one.removeprefix(_ABSENT) for one in each if one})


def pooled(conditions: Iterable[str]) -> Iterator[PooledConditions]:
    """Warn of factors of which both conditions are among some conditions."""
    each = {one for condition in conditions for one in condition.split(_JOINED_BY)}
    for factor in factors_of(each):
        if each >= {factor, absent(factor)}:
            yield PooledConditions(factor)
