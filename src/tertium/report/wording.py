"""Wording that tables, pages and summaries share."""

from collections.abc import Iterable, Sequence

from tertium.core import notices, wording
from tertium.core.formatting import counted
from tertium.core.notices import Notice

P_VALUE = (
    "A p-value is not the probability that the systems are equally good, and a small p-value does"
    " not make a difference large or important."
)

# On fewer units, confidence intervals of scores are too narrow (docs/calibration.md).
ENOUGH_UNITS = 300

OVERLAP = "Overlapping intervals are not a test of the difference between two systems."

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


def coverage_note(units: int, unit: str, *, of_texts: bool = True) -> list[str]:
    """Say that confidence intervals of scores on few units are too narrow.

    91 % was measured on texts other than those of docs/calibration.md.

    Args:
        units: Number of units that were resampled.
        unit: Their name, as in "segment".
        of_texts: Whether a metric computed the scores, so that coverage can be measured.
    """
    if not 1 < units < ENOUGH_UNITS:
        return []
    note = f"With fewer than {ENOUGH_UNITS} {unit}s, confidence intervals of scores are too narrow"
    measured = (
        ": on 100 segments, 95 % intervals of BLEU cover the true score 91 to 95 % of the time."
        f" `{wording.call('coverage')}` measures it on your data."
    )
    return [note + (measured if of_texts else ".")]
