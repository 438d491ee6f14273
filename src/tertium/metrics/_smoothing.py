"""Smoothing of BLEU: the precision of each order from few matches.

Numbers are those of Chen and Cherry 2014, computed as in NLTK 3.10.4 for outputs of four words or
more. For shorter outputs NLTK counts one n-gram without a match for every order longer than the
output; here such an order has no n-grams, as in sacreBLEU. NLTK refuses smoothing 6 if no trigram
matches.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tertium.core.arrays import Number, divided, log, positive, where


class Counts(NamedTuple):
    """Matches and n-grams of the output, for each order."""

    matches: Sequence[Number]
    totals: Sequence[Number]
    output_length: Number


def precisions(
    matches: Sequence[Number], totals: Sequence[Number], otherwise: Number = 0.0
) -> list[Number]:
    """Share of matches of each order; `otherwise` if an order has no n-grams."""
    return [divided(m, t, otherwise) for m, t in zip(matches, totals, strict=True)]


class Smoothing(NamedTuple):
    """A smoothing method.

    Attributes:
        precisions: Computes the smoothed precisions from counts and value.
        help: Description.
        value: Default of its parameter, if it has one.
        beyond: Number of orders above the longest that it uses.
        always: Whether an output without any match is smoothed, too; else its score is 0.
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
    # Chen and Cherry replace the factor 2 by K / log(length); NLTK multiplies by it.
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
    """Matches; 1/2 for the first order without matches, 1/4 for the second, and so on."""
    matches = []
    for count in counts.matches:
        some = positive(count)
        amount = where(some, amount, amount / 2)
        matches.append(where(some, count, amount))
    return matches


def _averaged(precisions: Sequence[Number]) -> list[Number]:
    """Means of three neighbouring orders, where the lower neighbour is a mean already.

    Chen and Cherry average the matches rather than the precisions; this is NLTK's reading, whose
    scores can exceed 100.
    """
    means = [precisions[0] + 1]
    for here, above in pairwise(precisions):
        means.append((means[-1] + here + above) / 3)
    return means[1:]


SMOOTHINGS = {
    "exp": Smoothing(_exp, "halves p_n again for every order without matches (smoothing 3)"),
    "floor": Smoothing(_floor, "counts smooth_value matches (1)", value=0.1),
    "add-k": Smoothing(
        _add_k, "adds smooth_value to all counts above unigrams (2, BLEU+1)", value=1.0
    ),
    "none": Smoothing(_none, "keeps 0 (0)"),
    "mteval": Smoothing(
        _mteval, "is exp with p_n = 1 for orders longer than the output", always=True
    ),
    "log-length": Smoothing(
        _log_length, "is exp times log(output length) / smooth_value (4)", value=5.0
    ),
    "average": Smoothing(_average, "averages the precisions of neighbouring orders (5)", beyond=1),
    "prior": Smoothing(
        _prior,
        "interpolates with a precision extrapolated from shorter n-grams, weight smooth_value (6)",
        5.0,
    ),
    "log-length-average": Smoothing(
        _log_length_average, "is log-length, then average (7)", value=5.0, beyond=1
    ),
}
