"""Smoothing of BLEU: the precision of each order from matches and totals, few as they may be.

Names say what is done; numbers are those of Chen and Cherry 2014, computed as in NLTK 3.10.4 for
outputs of four words or more. For shorter ones NLTK counts one n-gram, which does not match, of
every order that is longer than the output; here such an order has none, as in sacreBLEU. Where no
trigram matches NLTK refuses smoothing 6.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tertium.core.arrays import Number, divided, log, positive, where


class Counts(NamedTuple):
    """What there is to smooth: for each order the matches and the n-grams of the output."""

    matches: Sequence[Number]
    totals: Sequence[Number]
    output_length: Number


def precisions(
    matches: Sequence[Number], totals: Sequence[Number], otherwise: Number = 0.0
) -> list[Number]:
    """Share of matches in each order; `otherwise` where an order has no n-grams."""
    return [divided(m, t, otherwise) for m, t in zip(matches, totals, strict=True)]


class Smoothing(NamedTuple):
    """A way to smooth.

    Attributes:
        precisions: Gives the smoothed precisions, from counts and value.
        help: What it does.
        value: Its parameter, where it has one, unless told otherwise.
        beyond: How many orders above the longest one it looks at.
        always: Whether an output without any match is smoothed too, rather than 0.
    """

    precisions: Callable[[Counts, float], list[Number]]
    help: str
    value: float | None = None
    beyond: int = 0
    always: bool = False


def _none(counts: Counts, _: float) -> list[Number]:
    return precisions(counts.matches, counts.totals)


def _floor(counts: Counts, value: float) -> list[Number]:
    return precisions([where(m == 0, value, m) for m in counts.matches], counts.totals)


def _add_k(counts: Counts, value: float) -> list[Number]:
    added = [0.0] + [value] * (len(counts.matches) - 1)
    return precisions(
        [m + k for m, k in zip(counts.matches, added, strict=True)],
        [t + k for t, k in zip(counts.totals, added, strict=True)],
    )


def _exp(counts: Counts, _: float) -> list[Number]:
    return precisions(_halved(counts, 1.0), counts.totals)


def _mteval(counts: Counts, _: float) -> list[Number]:
    # mteval-v13a.pl adds nothing to the sum of logarithms for an order without n-grams.
    perfect = where(counts.output_length > 0, 1.0, 0.0)
    return precisions(_halved(counts, 1.0), counts.totals, otherwise=perfect)


def _log_length(counts: Counts, value: float) -> list[Number]:
    # Chen and Cherry put K / log(length) in place of the 2 that doubles; NLTK multiplies by it.
    return precisions(_halved(counts, log(counts.output_length) / value), counts.totals)


def _average(counts: Counts, _: float) -> list[Number]:
    return _averaged(_none(counts, 0.0))


def _prior(counts: Counts, value: float) -> list[Number]:
    mixed = _none(counts, 0.0)
    for n in range(2, len(mixed)):
        prior = divided(mixed[n - 1] ** 2, mixed[n - 2], 0.0)
        mixed[n] = divided(counts.matches[n] + value * prior, counts.totals[n] + value, 0.0)
    return mixed


def _log_length_average(counts: Counts, value: float) -> list[Number]:
    return _averaged([*_log_length(counts, value)[:-1], _none(counts, 0.0)[-1]])


def _halved(counts: Counts, amount: Number) -> list[Number]:
    """Matches, with half the amount for the first order without any, then a quarter ..."""
    matches = []
    for count in counts.matches:
        some = positive(count)
        amount = where(some, amount, amount / 2)
        matches.append(where(some, count, amount))
    return matches


def _averaged(precisions: Sequence[Number]) -> list[Number]:
    """Means of three neighbours, of which the lower one is a mean already.

    Chen and Cherry average the matches rather than the precisions; this is NLTK's reading, whose
    scores can exceed 100.
    """
    means = [precisions[0] + 1]
    for here, above in pairwise(precisions):
        means.append((means[-1] + here + above) / 3)
    return means[1:]


SMOOTHINGS = {
    "exp": Smoothing(_exp, "halves p_n anew for every order without a match (smoothing 3)"),
    "floor": Smoothing(_floor, "puts smooth_value matches (1)", value=0.1),
    "add-k": Smoothing(
        _add_k, "adds smooth_value to all counts above unigrams (2, BLEU+1)", value=1.0
    ),
    "none": Smoothing(_none, "leaves 0 (0)"),
    "mteval": Smoothing(
        _mteval, "is exp with p_n = 1 for orders longer than the output", always=True
    ),
    "log-length": Smoothing(
        _log_length, "is exp times log(output length) / smooth_value (4)", value=5.0
    ),
    "average": Smoothing(_average, "averages the precisions of neighbouring orders (5)", beyond=1),
    "prior": Smoothing(
        _prior, "mixes in smooth_value n-grams of a precision guessed from shorter ones (6)", 5.0
    ),
    "log-length-average": Smoothing(
        _log_length_average, "is log-length, then average (7)", value=5.0, beyond=1
    ),
}
