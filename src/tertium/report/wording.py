"""Words that tables, pages and summaries share."""

from collections.abc import Iterable, Sequence

from tertium.core import notices
from tertium.core.notices import Notice
from tertium.core.plain import counted

P_VALUE = (
    "A p-value is not the probability that the systems are equally good, and a small p-value does"
    " not make a difference large or important."
)

# Longest list of names in a sentence.
_NAMES = 6


def percent(share: float) -> str:
    """A share in percent: "95 %"."""
    return f"{100 * share:g} %"


def confidence_interval(confidence_level: float) -> str:
    """Heading of a column of intervals: "95 % CI"."""
    return f"{percent(confidence_level)} CI"


def joined(names: Sequence[str]) -> str:
    """Names in a sentence: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def named(systems: Sequence[str], what: str = "system") -> str:
    """All names in a sentence; if they are many, their number and the first of them."""
    if len(systems) <= _NAMES:
        return joined(systems)
    return f"{counted(len(systems), what)} ({', '.join(systems[:3])}, …)"


def warned(warnings: Iterable[Notice]) -> list[str]:
    """Warnings of a result as notes, each once."""
    return [f"Warning: {text}" for text in notices.sentences(warnings)]
