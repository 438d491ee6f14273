"""Summary of a comparison: which systems lead, and which are not separated."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tertium.comparison.comparison_result import Comparison, MetricResult
from tertium.core.formatting import counted, is_or_are
from tertium.report.comparison.cells import heading
from tertium.report.comparison.notes import apart
from tertium.report.comparison.tables import has_one_verdict
from tertium.report.wording import joined, named

# Most groups of systems in the summary; the table shows the rest.
_GROUPS = 4

# Whether a system is significantly better or worse under each metric; empty if neither.
Outcomes = tuple[str, ...]


def comparison_summary(result: Comparison) -> list[str]:
    """Name the systems that are significantly better and worse, metric by metric."""
    if has_one_verdict(result):
        return [result.metrics[0].pairs[0].verdict]
    if result.settings.all_pairs:
        return [*_leaders(result), *_training(result)]
    return [*_beside_baseline(result), *_training(result)]


def _beside_baseline(result: Comparison) -> Iterator[str]:
    """Group systems that have the same outcomes, the best first."""
    baseline = result.settings.baseline or ""
    groups: dict[Outcomes, list[str]] = {}
    for one in result.metrics[0].ranked:
        if one.system != baseline:
            outcomes = tuple(_outcome(metric, one.system, baseline) for metric in result.metrics)
            groups.setdefault(outcomes, []).append(one.system)
    for outcomes, systems in list(groups.items())[:_GROUPS]:
        yield _group(result, systems, outcomes)
    others = sum(map(len, list(groups.values())[_GROUPS:]))
    if others:
        verb = "differs" if others == 1 else "differ"
        yield f"The outcome for {counted(others, 'other system')} {verb} by metric; see the table."


def _outcome(metric: MetricResult, system: str, baseline: str) -> str:
    winner = metric.winner(system, baseline)
    if winner is None:
        return ""
    better, worse = ("higher", "lower") if metric.higher_is_better is None else ("better", "worse")
    return better if winner == system else worse


def _group(result: Comparison, systems: Sequence[str], outcomes: Outcomes) -> str:
    """Say how some systems compare with the baseline."""
    baseline = result.settings.baseline
    metrics: dict[str, list[str]] = {}
    for metric, outcome in zip(result.metrics, outcomes, strict=True):
        metrics.setdefault(outcome, []).append(heading(result, metric))
    under = {outcome: f"under {joined(titles)}" for outcome, titles in metrics.items()}
    significant = [outcome for outcome in metrics if outcome]
    if not significant:
        differ = "does" if len(systems) == 1 else "do"
        return f"{named(systems)} {differ} not differ significantly from {baseline} {under['']}."
    first, *others = significant
    verb = is_or_are(len(systems))
    said = f"{named(systems)} {verb} significantly {first} than {baseline} {under[first]}"
    said += "".join(f", significantly {outcome} {under[outcome]}" for outcome in others)
    return f"{said}; no significant difference {under['']}." if "" in under else f"{said}."


def _leaders(result: Comparison) -> Iterator[str]:
    """Name the first cluster of each metric; metrics with the same cluster in one sentence."""
    leading: dict[tuple[str, ...], list[MetricResult]] = {}
    for metric in result.metrics:
        if metric.higher_is_better is None:
            yield f"Under {heading(result, metric)}, {_separated(metric)}."
            continue
        first = (one.system for one in metric.ranked if one.cluster == metric.ranked[0].cluster)
        leading.setdefault(tuple(sorted(first)), []).append(metric)
    for systems, metrics in leading.items():
        yield _first_cluster(result, systems, metrics)


def _first_cluster(
    result: Comparison, systems: tuple[str, ...], metrics: Sequence[MetricResult]
) -> str:
    under = f"under {joined([heading(result, metric) for metric in metrics])}"
    ranked = [one.system for one in metrics[0].ranked]
    if len(systems) == 1:
        return f"{systems[0]} is significantly better than all other systems {under}."
    if len(systems) < len(ranked):
        shown = named([name for name in ranked if name in systems])
        undecided = (
            "not separated from each other"
            if not any(_decided(metric, systems) for metric in metrics)
            else "not all separated from each other"
        )
        return (
            f"{shown} lead {under}: they are significantly better than all other systems, and"
            f" {undecided}."
        )
    best = joined(list(dict.fromkeys(metric.ranked[0].system for metric in metrics)))
    verb = "scores" if len({metric.ranked[0].system for metric in metrics}) == 1 else "score"
    separated = joined([_separated(metric) for metric in metrics])
    if len(set(map(_separated, metrics))) == 1:
        separated = _separated(metrics[0])
    elif len(metrics) > 1:
        counts = [f"{_decided(metric, ranked):,}" for metric in metrics]
        pairs = len(ranked) * (len(ranked) - 1) // 2
        separated = f"{joined(counts)} of {counted(pairs, 'pair')} differ significantly"
    return (
        f"{best} {verb} highest {under}, but no group of systems is significantly better than all"
        f" others; {separated}."
        if all(metric.higher_is_better for metric in metrics)
        else f"{best} {verb} best {under}, but no group of systems is significantly better than"
        f" all others; {separated}."
    )


def _separated(metric: MetricResult) -> str:
    """How many pairs differ significantly."""
    systems = [one.system for one in metric.systems]
    decided, pairs = _decided(metric, systems), len(systems) * (len(systems) - 1) // 2
    if pairs == 1:
        return f"the difference is {'' if decided else 'not '}significant"
    verb = "differs" if decided == 1 else "differ"
    return f"{decided or 'none'} of {counted(pairs, 'pair')} {verb} significantly"


def _decided(metric: MetricResult, systems: Sequence[str]) -> int:
    """Number of pairs of some systems that differ significantly."""
    return sum(metric.winner(*pair) is not None for pair in combinations(systems, 2))


def _training(result: Comparison) -> Iterator[str]:
    """Whether differences generalize to the training procedure, if that was tested."""
    for number in apart(result.metrics[0]):
        tested = [pair.tests[number] for metric in result.metrics for pair in metric.pairs]
        significant = sum(one.significant for one in tested)
        scope = tested[0].question
        if significant == len(tested):
            yield f"All differences are also significant for {scope}."
        elif significant:
            yield (
                f"{significant:,} of {counted(len(tested), 'difference')}"
                f" {is_or_are(significant)} also significant for {scope}."
            )
        else:
            yield f"No difference is significant for {scope}."
