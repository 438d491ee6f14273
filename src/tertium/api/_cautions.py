"""What a comparison must warn of: what its numbers cannot show."""

import math
from collections.abc import Iterator, Sequence

from tertium.core.comparison import MetricResult, PairResult, Settings
from tertium.core.sample import Sample
from tertium.inference.corrections import smallest_level

# Above this share of units with the same statistics a pair hardly differs at all.
_MOSTLY = 0.5


def cautions(
    sample: Sample,
    settings: Settings,
    metrics: Sequence[MetricResult],
    hypotheses: int,
    documents: int | None,
) -> Iterator[str]:
    """Give sentences, each of which says what it changes.

    Args:
        sample: What was compared.
        settings: How.
        metrics: What was found.
        hypotheses: Number of comparisons that are corrected together.
        documents: Number of documents, where they are known.
    """
    pairs = metrics[0].pairs
    yield from _few_units(sample, settings, pairs, hypotheses)
    yield from _few_trials(settings, hypotheses)
    yield from _same_outputs(metrics, settings.unit)
    yield from _few_runs(sample, settings, pairs, hypotheses)
    if settings.unit == "segment" and documents and documents < sample.units:
        yield (
            f"The {sample.units:,} segments are of {documents:,} documents, and segments of one"
            " document are not independent: --unit document resamples whole documents."
        )
    if settings.subsample < 1:
        yield (
            f"Intervals and wins are of test sets {settings.subsample:g} times as large: intervals"
            f" are about {settings.subsample**-0.5:.2f} times as wide as those of the whole."
        )


def _few_units(
    sample: Sample, settings: Settings, pairs: Sequence[PairResult], hypotheses: int
) -> Iterator[str]:
    """Even the most extreme way to label the outputs of all units may not be extreme enough."""
    needed = smallest_level(1 - settings.level, hypotheses, settings.correction)
    smallest = max(_smallest(sample, pair, settings, sample.units) for pair in pairs)
    if smallest > needed:
        many = sample.units != 1
        yield (
            f"{sample.units:,} {settings.unit}{'s are' if many else ' is'} too few: no"
            f" randomization of {'them' if many else 'it'} can give p below {smallest:.2g}, and"
            f" {needed:.2g} is needed."
        )


def _smallest(sample: Sample, pair: PairResult, settings: Settings, units: int = 1) -> float:
    """Smallest p of assigning runs to the systems of a pair, for so many units independently.

    Where both have as many runs, the opposite assignment is as extreme.
    """
    runs, others = (len(sample.rows[name]) for name in (pair.system, pair.other))
    sides = 2 if settings.alternative == "two-sided" and runs == others else 1
    return sides * float(math.comb(runs + others, runs)) ** -units


def _few_trials(settings: Settings, hypotheses: int) -> Iterator[str]:
    needed = smallest_level(1 - settings.level, hypotheses, settings.correction)
    if settings.p_value == "plus-one" and 1 / (settings.trials + 1) > needed:
        yield (
            f"{settings.trials:,} trials are too few: they cannot give p below"
            f" {1 / (settings.trials + 1):.2g}, and {needed:.2g} is needed."
        )


def _same_outputs(metrics: Sequence[MetricResult], unit: str) -> Iterator[str]:
    seen = set()
    for number, pair in enumerate(metrics[0].pairs):
        names = frozenset((pair.system, pair.other))
        if names in seen:  # as the same pair the other way round
            continue
        seen.add(names)
        same = min(metric.pairs[number].same for metric in metrics)
        if same == 1:
            yield f"{pair.system} and {pair.other} are identical under all metrics."
        elif same > _MOSTLY:
            yield (
                f"{pair.system} and {pair.other} have the same statistics on {100 * same:.0f} % of"
                f" the {unit}s: only the others can tell them apart."
            )


def _few_runs(
    sample: Sample, settings: Settings, pairs: Sequence[PairResult], hypotheses: int
) -> Iterator[str]:
    counts = {system: len(sample.rows[system]) for system in sample.systems}
    if max(counts.values()) == 1:
        return
    few = [f"{system} has {count}" for system, count in counts.items() if count < 3]
    if few:
        yield (
            f"Fewer than 3 runs say little of how training varies: {', '.join(few)} (Clark et al."
            " 2011)."
        )
    needed = smallest_level(1 - settings.level, hypotheses, settings.correction)
    smallest = max(_smallest(sample, pair, settings) for pair in pairs)
    if smallest > needed:
        yield (
            "So few runs cannot show that training procedures differ: no permutation of them can"
            f" give p below {smallest:.2g}, and {needed:.2g} is needed."
        )
