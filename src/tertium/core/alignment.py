"""Where two texts of different length fell out of step."""

from collections.abc import Sequence
from itertools import accumulate

# Lines compared at most; longer texts are looked at in steps, then closely around the place.
_LOOKED_AT = 20_000

# Lines that belong together are at least so much more alike than the same lines paired wrongly.
_CLEARLY = 0.1


def explain(longer: Sequence[str], shorter: Sequence[str], names: tuple[str, str]) -> str:
    """Say where lines are likely missing from the shorter text, or superfluous in the longer.

    Args:
        longer: Lines of the longer text.
        shorter: Lines of the shorter text.
        names: What to call the two.
    """
    name, other = names
    gap = len(longer) - len(shorter)
    if not any(line.strip() for line in longer[len(shorter) :]):
        last = "line of {} is" if gap == 1 else f"{gap:,} lines of {{}} are"
        return f"The last {last.format(name)} empty."
    place = breaking_point(longer, shorter)
    if place is None:
        return "Where they part cannot be told from the text."
    if place == len(shorter):
        return f"{other} seems to end early: up to its end, line {place:,}, they go together."
    first, following = place + 1, place + gap + 1
    lines = f"line {first:,}" if gap == 1 else f"lines {first:,} to {place + gap:,}"
    return (
        f"They seem to part at line {first:,}: {lines} of {name} {'has' if gap == 1 else 'have'}"
        f" no counterpart in {other}, whose line {first:,} goes with line {following:,}."
    )


def breaking_point(longer: Sequence[str], shorter: Sequence[str]) -> int | None:
    """Index of the first line of the longer text without a counterpart, if the texts tell.

    Lines before it go with the line of the same number, those after it with the line further on
    by the difference in length.
    """
    size = len(shorter)
    step = -(-size // _LOOKED_AT)
    coarse = range(0, size, step)
    place, margin = _best_break(longer, shorter, coarse)
    if margin < _CLEARLY:
        return None
    at = coarse[place] if place < len(coarse) else size
    if step > 1:
        near = range(max(0, at - 2 * step), min(size, at + 2 * step))
        at = near.start + _best_break(longer, shorter, near)[0]
    return at


def _best_break(longer: Sequence[str], shorter: Sequence[str], at: range) -> tuple[int, float]:
    """Best place among some lines, and how much more alike the pairs are than wrong pairs."""
    gap = len(longer) - len(shorter)
    level = [likeness(longer[i], shorter[i]) for i in at]
    shifted = [likeness(longer[i + gap], shorter[i]) for i in at]
    before, after = [0.0, *accumulate(level)], [0.0, *accumulate(shifted)]
    totals = [b + after[-1] - a for b, a in zip(before, after, strict=True)]
    place = max(range(len(totals)), key=totals.__getitem__)
    wrong = before[-1] + after[-1] - totals[place]
    return place, (totals[place] - wrong) / len(at)


def likeness(one: str, other: str) -> float:
    """How much two lines look like translations of each other: shared words, similar length."""
    words, others = set(one.lower().split()), set(other.lower().split())
    total = len(words) + len(others)
    shared = 2 * len(words & others) / total if total else 1.0
    longest = max(len(one), len(other))
    return shared + 0.5 * (min(len(one), len(other)) / longest if longest else 1.0)
