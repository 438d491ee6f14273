"""Distributions of pseudo-statistics by their definitions: every way enumerated, in plain Python.

Nothing here knows the code under test. Statistics are integers and scores fractions, so that what
is equal is equal. A system is a list of runs, a run a list of rows; differences are positive where
the first system is better.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

Row = tuple[int, ...]
Run = Sequence[Row]
System = Sequence[Run]
Score = Callable[[Row], Fraction]


class Weighted(NamedTuple):
    """A difference and its probability."""

    difference: Fraction
    probability: Fraction


# --- Scores of summed statistics; more is better ------------------------------------------------


def mean(sums: Row) -> Fraction:
    """Total of segment scores, number of segments."""
    return Fraction(sums[0], sums[1])


def ter(sums: Row) -> Fraction:
    """Edits and words of the reference; fewer are better."""
    return -100 * Fraction(sums[0], sums[1])


def bleu(sums: Row) -> Fraction:
    """Matches and totals of four orders, lengths; logarithms are not exact, nine digits are."""
    *counts, output, reference = sums
    precisions = [Fraction(a, b) for a, b in zip(counts[:4], counts[4:], strict=True)]
    brevity = min(0.0, 1 - reference / output)
    value = 100 * math.exp(brevity + sum(math.log(p) for p in precisions) / 4)
    return Fraction(round(value * 10**9), 10**9)


class Statistic(NamedTuple):
    """Score of a system: the mean of its runs, or the score of their summed statistics."""

    score: Score
    pooled: bool = False

    def of(self, system: System) -> Fraction:
        sums = [total(run) for run in system]
        if self.pooled:
            return self.score(total(sums))
        return sum(map(self.score, sums), Fraction(0)) / len(sums)

    def difference(self, one: System, other: System) -> Fraction:
        return self.of(one) - self.of(other)


def total(rows: Iterable[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


# --- All ways in which things could have come out -----------------------------------------------


def extreme_sums(values: Sequence[int]) -> Fraction:
    """Share of all samples with replacement whose sum, shifted, is as far from 0 as that observed.

    Sums of many values are few where values are: they are convolved one by one.
    """
    likely = {0: Fraction(1)}
    for _ in values:
        convolved: dict[int, Fraction] = {}
        for value, count in Counter(values).items():
            for before, probability in likely.items():
                more = probability * Fraction(count, len(values))
                convolved[before + value] = convolved.get(before + value, Fraction(0)) + more
        likely = convolved
    centre = sum(values)
    return sum((p for s, p in likely.items() if abs(s - centre) >= abs(centre)), Fraction(0))


def swaps(one: Run, other: Run, statistic: Statistic) -> list[Weighted]:
    """All labellings: each segment stays or is swapped."""
    pairs = list(zip(one, other, strict=True))
    return equally_likely(
        statistic.difference([[a for a, _ in labelled]], [[b for _, b in labelled]])
        for labelled in product(*([pair, pair[::-1]] for pair in pairs))
    )


def shuffles(one: System, other: System, statistic: Statistic) -> list[Weighted]:
    """For each segment all orders of the outputs of all runs."""
    segments = [*zip(*one, *other, strict=True)]
    return equally_likely(
        statistic.difference(
            [*zip(*orders, strict=True)][: len(one)], [*zip(*orders, strict=True)][len(one) :]
        )
        for orders in product(*(permutations(outputs) for outputs in segments))
    )


def assignments(one: System, other: System, statistic: Statistic) -> list[Weighted]:
    """All choices of the runs that are those of the first system."""
    pool = [*one, *other]
    everything = range(len(pool))
    return equally_likely(
        statistic.difference(
            [pool[i] for i in chosen], [pool[i] for i in everything if i not in chosen]
        )
        for chosen in combinations(everything, len(one))
    )


def resamples(one: System, other: System, statistic: Statistic) -> list[Weighted]:
    """All multisets of segments, with their multinomial weights."""
    return [
        Weighted(statistic.difference(drawn(one, segments), drawn(other, segments)), probability)
        for segments, probability in multisets(len(one[0]))
    ]


def resamples_of_runs(one: System, other: System, statistic: Statistic) -> list[Weighted]:
    """All multisets of segments, and for each system all draws of one run fewer than it has."""
    return [
        Weighted(
            statistic.difference(runs, others),
            probability / len(one) ** len(runs) / len(other) ** len(others),
        )
        for segments, probability in multisets(len(one[0]))
        for runs in product(drawn(one, segments), repeat=len(one) - 1)
        for others in product(drawn(other, segments), repeat=len(other) - 1)
    ]


def multisets(size: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All ways to draw as many as there are, with replacement, and how likely each is."""
    for chosen in combinations_with_replacement(range(size), size):
        ways = math.factorial(size)
        for count in Counter(chosen).values():
            ways //= math.factorial(count)
        yield chosen, Fraction(ways, size**size)


def drawn(system: System, segments: Sequence[int]) -> list[list[Row]]:
    return [[run[segment] for segment in segments] for run in system]


def equally_likely(differences: Iterable[Fraction]) -> list[Weighted]:
    found = list(differences)
    return [Weighted(difference, Fraction(1, len(found))) for difference in found]


# --- What is counted ----------------------------------------------------------------------------


def expectation(distribution: Sequence[Weighted]) -> Fraction:
    return sum((one.difference * one.probability for one in distribution), Fraction(0))


def share(distribution: Sequence[Weighted], counted: Callable[[Fraction], bool]) -> Fraction:
    """Probability of what is counted."""
    return sum((w.probability for w in distribution if counted(w.difference)), Fraction(0))


def extreme(
    distribution: Sequence[Weighted],
    observed: Fraction,
    alternative: str,
    shift: Fraction = Fraction(0),
) -> Fraction:
    """Probability of what is at least as extreme as what was observed, after a shift to zero."""

    def counted(difference: Fraction) -> bool:
        pseudo = difference - shift
        if alternative == "two-sided":
            return abs(pseudo) >= abs(observed)
        return pseudo >= observed if alternative == "greater" else pseudo <= observed

    return share(distribution, counted)
