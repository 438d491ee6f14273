"""Tables of correlations, and of differences between them."""

import math
from dataclasses import replace
from itertools import pairwise

from tertium.inference.verdicts import printed
from tertium.meta.comparison import (
    Correlations,
    MetricComparison,
    MetricCorrelation,
    MetricPair,
    shown_interval,
)
from tertium.meta.correlation import OfPairs, SoftPairwiseAccuracy, statistic_of
from tertium.report.matrix import Matrix
from tertium.report.table import Table, number

# Pairs that can be read in a table: those of eight metrics.
_MANY = 28
# Pairs that a sentence names.
_NAMED = 3

_INTERVALS = {
    "fisher": "Intervals are Fisher's.",
    "bootstrap": "Intervals are percentiles of a bootstrap over systems.",
    "bca": "Intervals are from a bootstrap over systems, bias-corrected and accelerated (BCa).",
    "symmetric": "Intervals are symmetric, as if r were normal.",
    "human": "Intervals are from resampled human scores, as WMT reported them.",
}
_TESTS = {
    "williams": "Williams' test of dependent correlations",
    "scores": "a permutation test that swaps scores of the two metrics in single cells",
    "segments": "a permutation test that swaps the scores of whole segments",
    "systems": "a permutation test that swaps the scores of whole systems",
    "pairs": "a permutation test that swaps outcomes of pairs",
    "bootstrap": "a bootstrap over systems",
}
_AVERAGES = {
    "none": "",
    "item": ", averaged over {unit}s",
    "system": ", averaged over systems",
}


def correlation_tables(result: Correlations) -> list[Table]:
    """One table per statistic; what they do not say below the last."""
    tables = [_table(result, statistic) for statistic in result.statistics]
    tables[-1] = _with_notes(tables[-1], result)
    return tables


def comparison_tables(result: MetricComparison) -> list[Table]:
    """The correlations, the differences, and tests of all pairs."""
    notes = [
        f"p: {_TESTS[result.test]}, {result.settings.alternative}"
        + _corrected(result)
        + ". Interval of the difference: "
        + ("Zou's." if _by_zou(result) else "percentiles of a bootstrap over systems.")
    ]
    shown = _shown(result)
    if len(shown) < len(result.pairs):
        notes.append(
            f"Each metric beside the next best; all {len(result.pairs):,} pairs are in --format csv"
            " or json, and in pictures by --report."
        )
    pairs = Table(
        header=["metrics", "difference", _level(result), "p", "apart"],
        rows=[_pair_row(pair) for pair in shown],
        sentences=comparison_sentences(result),
        notes=notes,
        emphasis=frozenset(
            (row, 1) for row, pair in enumerate(shown) if pair.interval.excludes_zero
        ),
        caption=f"Differences in {_title(result.statistic)} between metrics.",
    )
    return [
        _correlation_table(list(result.correlations), result.statistic, result),
        _with_notes(pairs, result),
    ]


def difference_matrix(result: MetricComparison) -> Matrix:
    """P-values of all pairs: row agrees more with people than column."""
    return Matrix(
        f"{_title(result.statistic)}, {result.settings.alternative}",
        tuple(one.metric for one in result.correlations),
        {(pair.metric, pair.other): pair.corrected for pair in result.pairs if not pair.reason},
        result.settings.level,
    )


def comparison_sentences(result: MetricComparison) -> list[str]:
    """What the differences say, in words."""
    pairs = result.pairs
    if not pairs:
        return ["There are no two metrics whose correlation is defined."]
    supported, apart = result.supported, result.apart
    said = [
        f"{len(supported):,} of {len(pairs):,} differences have an interval that excludes 0;"
        f" {sum(pair.significant for pair in pairs):,} are significant by the test."
    ]
    claims = [pair for pair in apart if not pair.interval.excludes_zero]
    said.append(
        f"Single intervals that do not overlap would claim {len(apart):,} differences,"
        f" {len(claims):,} of which the interval of the difference does not support."
    )
    best = result.correlations[0]
    beaten = [p for p in pairs if p.metric == best.metric and p.significant]
    said.append(
        f"{best.metric} agrees most with people ({best.value:.3f}), and by the test is shown to"
        f" agree more than {len(beaten)} of {sum(p.metric == best.metric for p in pairs)} others."
    )
    reasons = {
        reason: [f"{p.metric} – {p.other}" for p in pairs if reason == _reason(p)]
        for reason in dict.fromkeys(map(_reason, pairs))
        if reason
    }
    said += [
        f"Not tested, as {reason}: {', '.join(names[:_NAMED])}"
        + (f" and {len(names) - _NAMED:,} others." if len(names) > _NAMED else ".")
        for reason, names in reasons.items()
    ]
    return said


def statistic_title(result: Correlations | MetricComparison, statistic: str) -> str:
    """Name of a statistic, with what it was averaged over."""
    settings = result.settings
    unit = settings.unit if settings.unit != "system" else "item"
    return _title(statistic) + _AVERAGES[settings.average].format(unit=unit)


def _table(result: Correlations, statistic: str) -> Table:
    return _correlation_table(result.of(statistic), statistic, result)


def _correlation_table(
    found: list[MetricCorrelation], statistic: str, result: Correlations | MetricComparison
) -> Table:
    epsilon = any(one.found.epsilon is not None for one in found)
    averaged = result.settings.average != "none"
    header = ["metric", statistic, _level(result), "n"]
    header += ["vectors"] if averaged else []
    header += ["ties up to"] if epsilon else []
    rows = [
        [
            one.metric,
            number(one.value, "z.3f"),
            shown_interval(one.interval),
            "–" if one.found.reason else f"{one.found.n:,}",
            *([f"{one.found.groups:,}"] if averaged else []),
            *([f"{one.found.epsilon or 0:.6g}"] if epsilon else []),
        ]
        for one in found
    ]
    reasons = dict.fromkeys(
        f"{one.metric}: {one.found.reason or one.interval.reason}."
        for one in found
        if one.found.reason or one.interval.reason
    )
    used = dict.fromkeys(one.method for one in found if not math.isnan(one.interval.low))
    counts = "pairs of scores" if _counts_pairs(statistic) else "scores"
    return Table(
        header=header,
        rows=rows,
        sentences=list(reasons),
        notes=[
            " ".join(
                [
                    f"{statistic}: {statistic_title(result, statistic)}; n: {counts}.",
                    *(_INTERVALS[method] for method in used),
                ]
            )
        ],
        caption=f"{_title(statistic)} of metrics with {result.data.gold}.",
    )


def _shown(result: MetricComparison) -> list[MetricPair]:
    """All pairs, or where they are too many to read neighbours only."""
    if len(result.pairs) <= _MANY:
        return list(result.pairs)
    order = [one.metric for one in result.correlations]
    neighbours = set(pairwise(order))
    return [pair for pair in result.pairs if (pair.metric, pair.other) in neighbours]


def _pair_row(pair: MetricPair) -> list[str]:
    return [
        f"{pair.metric} – {pair.other}",
        number(pair.difference, "z.3f"),
        shown_interval(pair.interval),
        "–" if pair.reason else printed(pair.corrected),
        "yes" if pair.apart else "no",
    ]


def _with_notes(table: Table, result: Correlations | MetricComparison) -> Table:
    data = result.data
    counted = f"{len(data.systems):,} systems"
    if result.settings.unit != "system":
        counted += f", {data.items:,} {result.settings.unit}s"
    return replace(
        table,
        sentences=[*table.sentences, *result.cautions],
        notes=[
            *table.notes,
            f"Human scores: {data.gold}; {counted}.",
            *data.notes,
            f"{result.result.split()[1]}  {result.signature}",
        ],
    )


def _level(result: Correlations | MetricComparison) -> str:
    return f"{100 * result.settings.level:g} % interval"


def _corrected(result: MetricComparison) -> str:
    method = result.settings.correction
    tested = sum(not math.isnan(pair.p) for pair in result.pairs)
    if method == "none" or tested < 2:
        return ""
    return f", {method.replace('_', '-').title()} over {tested:,} comparisons"


def _by_zou(result: MetricComparison) -> bool:
    simple = result.statistic == "pearson" and result.settings.average == "none"
    return simple and result.test != "bootstrap"


def _reason(pair: MetricPair) -> str:
    return pair.reason or pair.interval.reason


def _counts_pairs(statistic: str) -> bool:
    made = statistic_of(statistic)
    return isinstance(made, OfPairs | SoftPairwiseAccuracy)


def _title(statistic: str) -> str:
    return statistic_of(statistic).title or statistic
