"""Comparison of metrics by their correlation with human scores."""

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from tertium.core.plain import counted, has_or_have, is_or_are
from tertium.inference.verdicts import printed
from tertium.meta.compare_metrics.results import MetricComparison, MetricPair
from tertium.meta.correlate.results import shown_interval
from tertium.meta.statistics import make_statistic
from tertium.report.correlations import (
    correlation_table,
    counted_by,
    forest,
    level_heading,
    title_of,
    with_notes,
)
from tertium.report.drawing import Chart, alt, heatmap
from tertium.report.matrix import Matrix
from tertium.report.table import Table, number
from tertium.report.wins import Wins, win_map

# Pairs that can be read in a table: those of eight metrics.
_MANY = 28
# Pairs that a sentence names.
_NAMED = 3

_TESTS = {
    "williams": "Williams' test of dependent correlations",
    "scores": "a permutation test that swaps scores of the two metrics in single cells",
    "segments": "a permutation test that swaps the scores of whole segments",
    "systems": "a permutation test that swaps the scores of whole systems",
    "pairs": "a permutation test that swaps outcomes of pairs",
    "bootstrap": "a bootstrap over systems",
}


def title(result: MetricComparison) -> str:
    """What a page calls it."""
    return "Metrics compared"


def data(result: MetricComparison) -> str:
    """What was correlated."""
    return (
        f"{counted(len(result.correlations), 'metric')},"
        f" {counted(len(result.data.systems), 'system')}, human scores: {result.data.gold}."
    )


def charts(result: MetricComparison) -> Mapping[str, Callable[[], list[Any]]]:
    """A heatmap of all pairs, maps of wins, and correlations with intervals."""
    return {
        "heatmap": lambda: [heatmap(difference_matrix(result))],
        "wins": lambda: [wins_chart(result)],
        "intervals": lambda: [forest(result, result.statistic)],
    }


def tables(result: MetricComparison) -> list[Table]:
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
            f" human scores on the n {counted_by(result.statistic)} that both have."
        )
    if len(shown) < len(result.pairs):
        notes.append(
            f"Each metric is compared with the next best; the HTML report and the formats csv and"
            f" json have all {counted(len(result.pairs), 'pair')}."
        )
    pairs = Table(
        header=[
            "metrics",
            *(["r", "other r", "n"] if shared else []),
            *("difference", level_heading(result), "p", "apart"),
        ],
        rows=[_pair_row(pair, shared) for pair in shown],
        sentences=comparison_sentences(result),
        notes=notes,
        emphasis=frozenset(
            (row, 4 if shared else 1)
            for row, pair in enumerate(shown)
            if pair.interval.excludes_zero
        ),
        caption=f"Differences in {title_of(result.statistic)} between metrics.",
    )
    return [
        correlation_table(list(result.correlations), result.statistic, result),
        with_notes(pairs, result),
    ]


def difference_matrix(result: MetricComparison) -> Matrix:
    """P-values of all pairs: row agrees more with people than column."""
    return Matrix(
        f"{title_of(result.statistic)}, {result.settings.alternative}",
        tuple(one.metric for one in result.correlations),
        {(pair.metric, pair.other): pair.corrected for pair in result.pairs if not pair.reason},
        result.settings.confidence_level,
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


def wins_chart(result: MetricComparison) -> Chart:
    """Wins by single intervals that do not overlap, beside those by intervals of differences.

    As Figure 3 of Graham and Liu 2016.
    """
    names = tuple(one.metric for one in result.correlations)
    sides = [
        ("single intervals do not overlap, which is no test", result.apart),
        ("interval of the difference excludes 0", result.supported),
    ]
    maps = [
        Wins(
            f"{counted(len(pairs), 'win')}, row over column",
            title,
            names,
            frozenset(pair.ahead for pair in pairs),
        )
        for title, pairs in sides
    ]
    return alt().hconcat(*map(win_map, maps))


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


def _corrected(result: MetricComparison) -> str:
    method = result.settings.correction
    tested = sum(not math.isnan(pair.p) for pair in result.pairs)
    if method == "none" or tested < 2:
        return ""
    return f", {method.title()} over {counted(tested, 'comparison')}"


def _by_zou(result: MetricComparison) -> bool:
    statistic = make_statistic(result.statistic)
    return (
        statistic.normal_theory_applies(result.settings.average_by) and result.test != "bootstrap"
    )
