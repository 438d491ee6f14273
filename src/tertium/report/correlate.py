"""Tables of correlations, and of differences between them."""

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from tertium.core.plain import counted, has_or_have, is_or_are
from tertium.inference.verdicts import printed
from tertium.meta.comparison import (
    Correlations,
    MetricComparison,
    MetricCorrelation,
    MetricPair,
    shown_interval,
)
from tertium.meta.correlation import (
    CALIBRATED,
    OfPairs,
    SoftPairwiseAccuracy,
    WithTies,
    statistic_of,
)
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
_BESIDE = {
    "calibrated": "calibrated: the same where scores of the metric tie up to the difference at"
    " which it is highest, as in published figures of WMT.",
    "plain": "plain: the same where only equal scores of the metric tie.",
}
_NOISE = (
    "{pairs:,} pairs of human scores differ by floating-point noise only, and count as tied;"
    " --ties exact takes them as they are."
)
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
    notes = [f"p: {_TESTS[result.test]}, {_alternative(result)}{_corrected(result)}."]
    if result.settings.interval != "none":
        zou = "Zou's." if _by_zou(result) else "percentiles of a bootstrap over systems."
        notes = [f"{notes[0]} Interval of the difference: {zou}"]
    shown = _shown(result)
    shared = _shared(result)
    if shared:
        notes.append(
            "Metrics lack some scores: r and other r of a pair are the correlations of both with"
            f" human scores on the n {_counted(result.statistic)} that both have."
        )
    if len(shown) < len(result.pairs):
        notes.append(
            f"Each metric beside the next best; all {counted(len(result.pairs), 'pair')} are in"
            " --format csv or json, and in pictures by --report."
        )
    pairs = Table(
        header=[
            "metrics",
            *(["r", "other r", "n"] if shared else []),
            *("difference", _level(result), "p", "apart"),
        ],
        rows=[_pair_row(pair, shared) for pair in shown],
        sentences=comparison_sentences(result),
        notes=notes,
        emphasis=frozenset(
            (row, 4 if shared else 1)
            for row, pair in enumerate(shown)
            if pair.interval.excludes_zero
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
    significant = sum(pair.significant for pair in pairs)
    if result.settings.interval == "none":
        said = [
            f"{significant:,} of {counted(len(pairs), 'difference')} {is_or_are(significant)}"
            " significant by the test."
        ]
    else:
        claims = [pair for pair in apart if not pair.interval.excludes_zero]
        said = [
            f"{len(supported):,} of {counted(len(pairs), 'difference')}"
            f" {has_or_have(len(supported))} an interval that excludes 0; {significant:,}"
            f" {is_or_are(significant)} significant by the test.",
            "Single intervals that do not overlap would claim"
            f" {counted(len(apart), 'difference')}, {len(claims):,} of which the interval of the"
            " difference does not support.",
        ]
    best = result.correlations[0]
    tested = [pair for pair in pairs if pair.metric == best.metric]
    beaten = sum(pair.significant for pair in tested)
    said.append(
        f"{best.metric} agrees most with people ({best.value:.3f})"
        + (
            f", and by the test is shown to agree more than {beaten} of"
            f" {counted(len(tested), 'other')}."
            if tested
            else "; the one-sided test did not ask whether it agrees more than others."
        )
    )
    said += _told("Not tested, as", {pair: pair.reason for pair in pairs})
    without = {pair: pair.interval.reason for pair in pairs if not pair.reason}
    said += _told("Without an interval of the difference, as", without)
    return said


def _told(words: str, reasons: Mapping[MetricPair, str]) -> list[str]:
    """One sentence for each reason, with the first pairs that it holds for."""
    pairs: dict[str, list[str]] = {}
    for pair, reason in reasons.items():
        if reason:
            pairs.setdefault(reason, []).append(f"{pair.metric} – {pair.other}")
    return [
        f"{words} {reason}: {', '.join(names[:_NAMED])}"
        + (f" and {counted(len(names) - _NAMED, 'other')}." if len(names) > _NAMED else ".")
        for reason, names in pairs.items()
    ]


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
    beside = _beside(statistic)
    header += [beside] if beside and epsilon else []
    calibrated = epsilon and beside != "calibrated"
    header += ["ties up to"] if calibrated else []
    rows = [
        [
            one.metric,
            number(one.value, "z.3f"),
            shown_interval(one.interval),
            "–" if one.found.reason else f"{one.found.n:,}",
            *([f"{one.found.groups:,}"] if averaged else []),
            *([number(_value_beside(one, beside), "z.3f")] if beside and epsilon else []),
            *([_epsilon(one)] if calibrated else []),
        ]
        for one in found
    ]
    reasons = dict.fromkeys(
        f"{one.metric}: {one.found.reason or one.interval.reason}."
        for one in found
        if one.found.reason or one.interval.reason
    )
    used = dict.fromkeys(one.method for one in found if not math.isnan(one.interval.low))
    noise = max((one.found.noise for one in found), default=0)
    return Table(
        header=header,
        rows=rows,
        sentences=[*reasons, *_not_different_from_0(found, statistic, result)],
        notes=[
            " ".join(
                [
                    f"{statistic}: {statistic_title(result, statistic)}; n: {_counted(statistic)}.",
                    *(_INTERVALS[method] for method in used),
                ]
            ),
            *([_BESIDE[beside]] if beside and epsilon else []),
            *([_NOISE.format(pairs=noise)] if noise else []),
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


def _shared(result: MetricComparison) -> bool:
    """Whether some pair rests on fewer scores than its metrics have."""
    own = {one.metric: one.found.n for one in result.correlations}
    return any(pair.n != own[name] for pair in result.pairs for name in pair.ahead)


def _not_different_from_0(
    found: list[MetricCorrelation], statistic: str, result: Correlations | MetricComparison
) -> list[str]:
    """Metrics whose correlation may be 0; shares of pairs are left out."""
    if statistic_of(statistic).lowest >= 0 or result.settings.interval == "human":
        return []
    names = [
        one.metric
        for one in found
        if not math.isnan(one.interval.low) and not one.interval.excludes_zero
    ]
    if not names:
        return []
    return [
        f"At {100 * result.settings.level:g} % confidence these correlations with"
        f" {result.data.gold} do not differ significantly from 0: {', '.join(names)}."
    ]


def _beside(statistic: str) -> str:
    """What stands beside a statistic with ties: the calibrated value, or the plain one."""
    made = statistic_of(statistic)
    if not isinstance(made, WithTies) or made.epsilon not in (0, CALIBRATED):
        return ""
    return "plain" if made.epsilon == CALIBRATED else "calibrated"


def _value_beside(one: MetricCorrelation, beside: str) -> float:
    value = one.found.plain if beside == "plain" else one.found.calibrated
    return math.nan if value is None else value


def _epsilon(one: MetricCorrelation) -> str:
    return "–" if one.found.epsilon is None else f"{one.found.epsilon:.6g}"


def _alternative(result: MetricComparison) -> str:
    if result.settings.alternative == "two-sided":
        return "two-sided"
    return "one-sided (the first of a pair, which was named first, correlates more)"


def _pair_row(pair: MetricPair, shared: bool) -> list[str]:
    return [
        f"{pair.metric} – {pair.other}",
        *([f"{pair.r:z.3f}", f"{pair.other_r:z.3f}", f"{pair.n:,}"] if shared else []),
        number(pair.difference, "z.3f"),
        shown_interval(pair.interval),
        "–" if pair.reason else printed(pair.corrected),
        "yes" if pair.apart else "no",
    ]


def _with_notes(table: Table, result: Correlations | MetricComparison) -> Table:
    data = result.data
    scored = counted(len(data.systems), "system")
    if result.settings.unit != "system":
        scored += f", {counted(data.items, result.settings.unit)}"
    return replace(
        table,
        sentences=[*table.sentences, *result.cautions],
        notes=[
            *table.notes,
            f"Human scores: {data.gold}; {scored}.",
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
    return f", {method.replace('_', '-').title()} over {counted(tested, 'comparison')}"


def _by_zou(result: MetricComparison) -> bool:
    simple = result.statistic == "pearson" and result.settings.average == "none"
    return simple and result.test != "bootstrap"


def _counted(statistic: str) -> str:
    """What n of a statistic counts."""
    pairs = isinstance(statistic_of(statistic), OfPairs | SoftPairwiseAccuracy)
    return "pairs of scores" if pairs else "scores"


def _title(statistic: str) -> str:
    return statistic_of(statistic).title or statistic
