"""What a comparison must warn of: what its numbers cannot show."""

import math
from collections.abc import Iterator, Sequence

from tertium.comparison.result import MetricResult, PairResult
from tertium.comparison.settings import CompareSettings
from tertium.core.plain import counted, is_or_are, listed
from tertium.core.sample import Sample
from tertium.inference.corrections import smallest_level
from tertium.significance import Test

# Above this share of units with the same statistics a pair hardly differs at all.
_MOSTLY = 0.5


def cautions(
    sample: Sample,
    settings: CompareSettings,
    tests: Sequence[Test],
    metrics: Sequence[MetricResult],
    hypotheses: int,
    documents: int | None,
) -> Iterator[str]:
    """Give sentences, each of which says what it changes.

    Args:
        sample: What was compared.
        settings: How.
        tests: The tests of significance.
        metrics: What was found.
        hypotheses: Number of comparisons that are corrected together.
        documents: Number of documents, where they are known.
    """
    pairs = metrics[0].pairs
    yield from _few_units(sample, settings, pairs, hypotheses)
    yield from _few_for_tests(sample, settings, tests)
    yield from _few_trials(settings, hypotheses)
    yield from _same_outputs(metrics, settings.level)
    yield from _few_runs(sample, settings, pairs, hypotheses)
    if settings.level == "segment" and documents and documents < sample.units:
        yield (
            f"The {counted(sample.units, 'segment')} are of {counted(documents, 'document')}, and"
            " segments of one document are not independent: --unit document resamples whole"
            " documents."
        )
    if settings.subsample < 1:
        yield (
            f"Intervals and wins are of test sets {settings.subsample:g} times as large: intervals"
            f" are about {settings.subsample**-0.5:.2f} times as wide as those of the whole."
        )


def _few_units(
    sample: Sample, settings: CompareSettings, pairs: Sequence[PairResult], hypotheses: int
) -> Iterator[str]:
    """Even the most extreme way to label the outputs of all units may not be extreme enough."""
    needed = smallest_level(1 - settings.confidence_level, hypotheses, settings.correction)
    smallest = max(_smallest(sample, pair, settings, sample.units) for pair in pairs)
    if smallest > needed:
        many = sample.units != 1
        yield (
            f"{sample.units:,} {settings.level}{'s are' if many else ' is'} too few: no"
            f" randomization of {'them' if many else 'it'} can give p below {smallest:.2g}, and"
            f" {needed:.2g} is needed."
        )


def _smallest(sample: Sample, pair: PairResult, settings: CompareSettings, units: int = 1) -> float:
    """Smallest p of assigning runs to the systems of a pair, for so many units independently.

    Where both have as many runs, the opposite assignment is as extreme.
    """
    runs, others = (len(sample.rows[name]) for name in (pair.system, pair.other))
    sides = 2 if settings.alternative == "two-sided" and runs == others else 1
    return sides * float(math.comb(runs + others, runs)) ** -units


def _few_trials(settings: CompareSettings, hypotheses: int) -> Iterator[str]:
    needed = smallest_level(1 - settings.confidence_level, hypotheses, settings.correction)
    if settings.p_value == "plus-one" and 1 / (settings.trials + 1) > needed:
        yield (
            f"{counted(settings.trials, 'trial')} {is_or_are(settings.trials)} too few: p cannot"
            f" be below {1 / (settings.trials + 1):.2g}, and {needed:.2g} is needed."
        )


def _few_for_tests(
    sample: Sample, settings: CompareSettings, tests: Sequence[Test]
) -> Iterator[str]:
    """Some tests need more units than there are to keep their level."""
    short = [test for test in tests if sample.units < test.enough_units]
    if short:
        enough = max(test.enough_units for test in short)
        yield (
            f"On fewer than {enough} {settings.level}s these tests reject a true null hypothesis"
            f" more often than their level says: {', '.join(test.name for test in short)}."
            " approximate-randomization does not."
        )


def _same_outputs(metrics: Sequence[MetricResult], level: str) -> Iterator[str]:
    shares: dict[frozenset[str], tuple[float, PairResult]] = {}
    for number, pair in enumerate(metrics[0].pairs):
        both = frozenset((pair.system, pair.other))  # once where both ways were asked
        shares.setdefault(both, (min(metric.pairs[number].same for metric in metrics), pair))
    identical = [pair for same, pair in shares.values() if same == 1]
    close = [(same, pair) for same, pair in shares.values() if _MOSTLY < same < 1]
    if identical:
        names = [f"{pair.system} and {pair.other}" for pair in identical]
        if len(names) == 1:
            yield f"{names[0]} are identical under all metrics."
        else:
            yield (
                f"{counted(len(names), 'pair')} of systems are identical under all metrics:"
                f" {listed(names)}."
            )
    if len(close) == 1:
        ((same, pair),) = close
        yield (
            f"{pair.system} and {pair.other} score identically on {100 * same:.0f} % of the"
            f" {level}s: the comparison rests on the other {100 * (1 - same):.0f} %."
        )
    elif close:
        close.sort(key=lambda one: -one[0])
        names = [f"{pair.system} and {pair.other} ({100 * same:.0f} %)" for same, pair in close]
        yield (
            f"{counted(len(names), 'pair')} of systems score identically on more than"
            f" {100 * _MOSTLY:g} % of the {level}s, and their comparisons rest on the other"
            f" {level}s: {listed(names)}."
        )


def _few_runs(
    sample: Sample, settings: CompareSettings, pairs: Sequence[PairResult], hypotheses: int
) -> Iterator[str]:
    counts = {system: len(sample.rows[system]) for system in sample.systems}
    if max(counts.values()) == 1:
        return
    few = [f"{system} has {count}" for system, count in counts.items() if count < 3]
    if few:
        yield (
            f"Fewer than 3 runs say little of how training varies: {listed(few)} (Clark et al."
            " 2011)."
        )
    needed = smallest_level(1 - settings.confidence_level, hypotheses, settings.correction)
    smallest = max(_smallest(sample, pair, settings) for pair in pairs)
    if smallest > needed:
        yield (
            "So few runs cannot show that training procedures differ: no permutation of them can"
            f" give p below {smallest:.2g}, and {needed:.2g} is needed."
        )
