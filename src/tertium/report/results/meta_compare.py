"""Comparison of metrics by their agreement with human scores."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, has_or_have, is_or_are, listed
from tertium.core.intervals import Interval
from tertium.inference.verdicts import alpha_of, printed
from tertium.meta.compare_metrics.results import MetricComparison, MetricPair
from tertium.meta.correlate.results import shown_interval
from tertium.meta.statistics import make_statistic
from tertium.report.correlations import (
    OVERLAP,
    column_notes,
    correlation_table,
    counted_by,
    data_notes,
    forest,
    human_scores_name,
    interval_note,
    reasons_undefined,
    shown_value,
    signature_note,
    title_of,
)
from tertium.report.drawing import Chart, alt, heatmap
from tertium.report.matrix import Matrix
from tertium.report.table import Table, number
from tertium.report.wins import Wins, win_map
from tertium.report.wording import confidence_interval, named

# Largest number of pairs in a table: that of eight metrics.
_MANY = 28

_TESTS = {
    "williams": "Williams' test",
    "scores": "permutation test, swapping single scores of two metrics",
    "segments": "permutation test, swapping scores of whole segments",
    "systems": "permutation test, swapping scores of whole systems",
    "pairs": "permutation test, swapping outcomes of pairs",
    "bootstrap": "bootstrap over systems",
}


def title(result: MetricComparison) -> str:
    """Heading of the page."""
    return "Comparison of metrics"


def data(result: MetricComparison) -> str:
    """What was correlated."""
    return (
        f"{counted(len(result.correlations), 'metric')},"
        f" {counted(len(result.data.systems), 'system')}, human scores: {result.data.gold}."
    )


def summary(result: MetricComparison) -> list[str]:
    """Which metric agrees best with human scores, and from which others it is separated."""
    if not result.pairs:
        return ["There are no two metrics whose correlation is defined."]
    best = result.correlations[0]
    return [
        f"{best.metric} agrees best with {human_scores_name(result.data)}:"
        f" {title_of(result.statistic)} = {best.value:.3f}.",
        *_leader(result),
        *_significant(result),
    ]


def tables(result: MetricComparison) -> list[Table]:
    """The correlations, and the differences between all pairs."""
    correlations = correlation_table(result.correlations, result.statistic, result)
    columns = column_notes(result.correlations, result.statistic, result)
    return [
        replace(correlations, notes=[*columns, *correlations.notes]),
        pair_table(result),
    ]


def brief(result: MetricComparison) -> list[Table]:
    """One row per metric: its correlation, and the difference to the best metric.

    A one-sided test has pairs in the order of the user, which need not start with the best metric.
    """
    if result.settings.alternative == "greater":
        return [pair_table(result)]
    best = result.correlations[0].metric
    interval = confidence_interval(result.settings.confidence_level)
    rows, significant = [], set()
    for row, one in enumerate(result.correlations):
        pair = _pair_of(result, one.metric, best)
        cells = ["–", "–"] if pair is None else [_difference(pair, one.metric), _p(pair)]
        rows.append([one.metric, shown_value(one), *cells])
        if pair is not None and pair.significant:
            significant.add((row, 3))
    notes = [
        f"Difference: metric minus {best}."
        + (" It is computed on the scores that both metrics have." if _shared(result) else ""),
        significance_note(result),
        *([] if result.settings.interval == "none" else [_interval_notes(result)]),
        *data_notes(result),
        *_explained(result),
        signature_note(result),
    ]
    return [
        Table(
            header=["metric", f"{result.statistic} [{interval}]", f"difference [{interval}]", "p"],
            rows=rows,
            sentences=[*reasons_undefined(result.correlations), *_reasons(result)],
            notes=notes,
            emphasis=frozenset(significant),
            raised=dict.fromkeys(significant, "*"),
        )
    ]


def charts(result: MetricComparison) -> Mapping[str, Callable[[], list[Any]]]:
    """A heatmap of all pairs, maps of wins, and correlations with intervals."""
    return {
        "heatmap": lambda: [heatmap(difference_matrix(result))],
        "wins": lambda: [wins_chart(result)],
        "intervals": lambda: [forest(result, result.statistic)],
    }


def pair_table(result: MetricComparison) -> Table:
    """Differences between all pairs of metrics, with all notes."""
    shown = _shown(result)
    shared = _shared(result)
    notes = [significance_note(result)]
    if result.settings.interval != "none":
        interval = confidence_interval(result.settings.confidence_level)
        notes.append(f"{interval} of differences: {_kind_of_interval(result)}.")
    if shared:
        notes.append(
            "Some scores are missing: r and other r are the correlations of the two metrics with"
            f" human scores on the n {counted_by(result.statistic)} that both have."
        )
    if len(shown) < len(result.pairs):
        notes.append(
            "Each metric is compared with the next best; the HTML report and the formats csv and"
            f" json have all {counted(len(result.pairs), 'pair')}."
        )
    notes.append(f"apart: the intervals of the two metrics do not overlap. {OVERLAP}")
    return Table(
        header=[
            "metrics",
            *(["r", "other r", "n"] if shared else []),
            "difference",
            confidence_interval(result.settings.confidence_level),
            "p",
            "apart",
        ],
        rows=[_pair_row(pair, shared) for pair in shown],
        sentences=[*_intervals_and_tests(result), *_reasons(result)],
        notes=[*notes, *data_notes(result), signature_note(result)],
        emphasis=frozenset(
            (row, 4 if shared else 1)
            for row, pair in enumerate(shown)
            if pair.interval.excludes_zero
        ),
        caption=f"Differences in {title_of(result.statistic)} between metrics.",
    )


def difference_matrix(result: MetricComparison) -> Matrix:
    """p-values of all pairs; a small p-value means that the row agrees better than the column."""
    return Matrix(
        f"{title_of(result.statistic)}, {result.settings.alternative}",
        tuple(one.metric for one in result.correlations),
        {(pair.metric, pair.other): pair.corrected for pair in result.pairs if not pair.reason},
        result.settings.confidence_level,
    )


def wins_chart(result: MetricComparison) -> Chart:
    """Wins by intervals that do not overlap, beside wins by intervals of differences.

    As Figure 3 of Graham and Liu 2016.
    """
    names = tuple(one.metric for one in result.correlations)
    sides = [
        ("intervals of metrics do not overlap, which is not a test", result.apart),
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


def significance_note(result: MetricComparison) -> str:
    """The test that p-values are from, and the p-value that is significant."""
    settings = result.settings
    sides = (
        "two-sided"
        if settings.alternative == "two-sided"
        else "one-sided: is the metric named first better?"
    )
    tested = sum(not math.isnan(pair.p) for pair in result.pairs)
    corrected = (
        f", {settings.correction.title()}-corrected for {counted(tested, 'comparison')}"
        if settings.correction != "none" and tested > 1
        else ""
    )
    return (
        f"p: {_TESTS[result.test]}, {sides}{corrected};"
        f" * p <= {alpha_of(settings.confidence_level):.2g}."
    )


def _leader(result: MetricComparison) -> list[str]:
    """Whether the best metric is significantly better than the others."""
    best = result.correlations[0].metric
    tested = [pair for pair in result.pairs if best in (pair.metric, pair.other)]
    if result.settings.alternative == "greater":
        tested = [pair for pair in tested if pair.metric == best]
    tested = [pair for pair in tested if not pair.reason]
    if not tested:
        return [f"No test asks whether {best} is better than another metric."]
    beaten = [pair.ahead[1] for pair in tested if pair.significant and pair.ahead[0] == best]
    others = [_other(pair, best) for pair in tested if _other(pair, best) not in beaten]
    if not any(pair.significant for pair in result.pairs) and len(result.pairs) > 1:
        return ["No difference between metrics is significant."]
    if not beaten:
        than = others[0] if len(others) == 1 else "any other metric"
        return [f"It is not significantly better than {than}."]
    if not others:
        return [f"It is significantly better than {named(beaten, 'other metric')}."]
    return [
        f"It is significantly better than {named(beaten, 'other metric')}, but not than"
        f" {named(others, 'other metric')}."
    ]


def _significant(result: MetricComparison) -> list[str]:
    """How many pairs are separated, if there are more pairs than those of the best metric."""
    significant = sum(pair.significant for pair in result.pairs)
    if len(result.pairs) == 1 or not significant:
        return []
    return [
        f"{significant:,} of {counted(len(result.pairs), 'difference')} between metrics"
        f" {is_or_are(significant)} significant."
    ]


def _intervals_and_tests(result: MetricComparison) -> list[str]:
    """How many differences have an interval that excludes 0, and how many only seem to differ."""
    if result.settings.interval == "none" or not result.pairs:
        return []
    supported = len(result.supported)
    misleading = sum(not pair.interval.excludes_zero for pair in result.apart)
    said = [
        f"{supported:,} of {counted(len(result.pairs), 'difference')} {has_or_have(supported)} an"
        " interval that excludes 0."
    ]
    if misleading:
        said.append(
            f"The intervals of {counted(len(result.apart), 'pair')} of metrics do not overlap, but"
            f" for {misleading:,} of them the interval of the difference includes 0."
        )
    return said


def _reasons(result: MetricComparison) -> list[str]:
    """Why differences were not tested, or have no interval: one sentence for each reason."""
    pairs: dict[str, list[str]] = {}
    for pair in result.pairs:
        if pair.reason:
            sentence = f"Not tested, because {pair.reason}"
        elif pair.interval.reason:
            sentence = f"No interval of the difference, because {pair.interval.reason}"
        else:
            continue
        pairs.setdefault(sentence, []).append(f"{pair.metric} – {pair.other}")
    return [f"{sentence}: {listed(names)}." for sentence, names in pairs.items()]


def _explained(result: MetricComparison) -> list[str]:
    """The option that shows all pairs."""
    if len(result.pairs) < 2 or not wording.for_command_line():
        return []
    return [f"{wording.option('explain', True)} shows all pairs and explains all numbers."]


def _shown(result: MetricComparison) -> list[MetricPair]:
    """All pairs; only neighbours if a table of all pairs would be too long."""
    if len(result.pairs) <= _MANY:
        return list(result.pairs)
    order = [one.metric for one in result.correlations]
    neighbours = set(pairwise(order))
    return [pair for pair in result.pairs if (pair.metric, pair.other) in neighbours]


def _shared(result: MetricComparison) -> bool:
    """Whether some pair rests on fewer scores than its metrics have."""
    own = {one.metric: one.correlation.n for one in result.correlations}
    return any(pair.n != own[name] for pair in result.pairs for name in pair.ahead)


def _pair_of(result: MetricComparison, metric: str, best: str) -> MetricPair | None:
    return next(
        (pair for pair in result.pairs if {pair.metric, pair.other} == {metric, best}), None
    )


def _other(pair: MetricPair, metric: str) -> str:
    return pair.other if pair.metric == metric else pair.metric


def _difference(pair: MetricPair, metric: str) -> str:
    """The difference from the view of one metric, with its interval."""
    first = pair.metric == metric
    difference = pair.difference if first else -pair.difference
    interval = pair.interval if first else Interval(-pair.interval.high, -pair.interval.low)
    shown = shown_interval(interval)
    return number(difference, "z.3f") + ("" if shown == "–" else f" {shown}")


def _p(pair: MetricPair) -> str:
    return "–" if pair.reason else printed(pair.corrected)


def _pair_row(pair: MetricPair, shared: bool) -> list[str]:
    return [
        f"{pair.metric} – {pair.other}",
        *([f"{pair.r:z.3f}", f"{pair.other_r:z.3f}", f"{pair.n:,}"] if shared else []),
        number(pair.difference, "z.3f"),
        shown_interval(pair.interval),
        _p(pair),
        "yes" if pair.apart else "no",
    ]


def _interval_notes(result: MetricComparison) -> str:
    """How intervals of correlations and of differences were computed."""
    of_metrics = interval_note(result.correlations, result).removesuffix(".")
    kind = _kind_of_interval(result)
    return (
        f"{of_metrics}." if of_metrics.endswith(kind) else f"{of_metrics}; of differences: {kind}."
    )


def _kind_of_interval(result: MetricComparison) -> str:
    """How intervals of differences were computed."""
    statistic = make_statistic(result.statistic)
    zou = statistic.normal_theory_applies(result.settings.average_by) and result.test != "bootstrap"
    return "Zou's interval" if zou else "percentiles of a bootstrap over systems"
