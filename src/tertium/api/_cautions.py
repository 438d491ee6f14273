"""What a comparison must warn of: what its numbers cannot show."""

from collections.abc import Iterator, Sequence

from tertium.core.comparison import MetricResult, Settings
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
    yield from _few_units(sample, settings, hypotheses)
    yield from _few_trials(sample, settings, hypotheses)
    yield from _same_outputs(metrics, settings.unit)
    yield from _few_runs(sample)
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


def _few_units(sample: Sample, settings: Settings, hypotheses: int) -> Iterator[str]:
    """Even the most extreme of 2^N labellings may not be extreme enough."""
    sides = 2 if settings.alternative == "two-sided" else 1
    smallest = sides * 0.5 ** min(sample.units, 1000)
    needed = smallest_level(1 - settings.level, hypotheses, settings.correction)
    if smallest > needed:
        yield (
            f"{sample.units:,} {settings.unit}{'s' * (sample.units != 1)} are too few: no"
            f" randomization of them can give p below {smallest:.2g}, and {needed:.2g} is needed."
        )


def _few_trials(sample: Sample, settings: Settings, hypotheses: int) -> Iterator[str]:
    needed = smallest_level(1 - settings.level, hypotheses, settings.correction)
    if settings.p_value == "plus-one" and 1 / (settings.trials + 1) > needed:
        yield (
            f"{settings.trials:,} trials are too few: they cannot give p below"
            f" {1 / (settings.trials + 1):.2g}, and {needed:.2g} is needed."
        )


def _same_outputs(metrics: Sequence[MetricResult], unit: str) -> Iterator[str]:
    for number, pair in enumerate(metrics[0].pairs):
        same = min(metric.pairs[number].same for metric in metrics)
        if same == 1:
            yield f"{pair.system} and {pair.other} are identical under all metrics."
        elif same > _MOSTLY:
            yield (
                f"{pair.system} and {pair.other} have the same statistics on {100 * same:.0f} % of"
                f" the {unit}s: only the others can tell them apart."
            )


def _few_runs(sample: Sample) -> Iterator[str]:
    counts = {system: len(sample.rows[system]) for system in sample.systems}
    if max(counts.values()) == 1:
        return
    few = [f"{system} has {count}" for system, count in counts.items() if count < 3]
    if few:
        yield (
            f"Fewer than 3 runs say little of how training varies: {', '.join(few)} (Clark et al."
            " 2011)."
        )
