"""Tables and charts that correlations and comparisons of metrics share."""

import math
from collections.abc import Sequence

from tertium.core import wording
from tertium.core.formatting import counted, is_or_are, listed
from tertium.meta.choices import GOLD
from tertium.meta.compare_metrics.results import MetricComparison
from tertium.meta.correlate.results import (
    Correlations,
    MetricCorrelation,
    TableFacts,
    shown_interval,
)
from tertium.meta.statistics import make_statistic
from tertium.report.drawing import Chart, Estimate, interval_chart
from tertium.report.table import Table, number
from tertium.report.wording import confidence_interval, warned

_INTERVALS = {
    "fisher": "Fisher's interval",
    "bootstrap": "percentiles of a bootstrap over systems",
    "bca": "bias-corrected and accelerated (BCa) bootstrap over systems",
    "symmetric": "symmetric interval, as if r were normal",
    "human": "resampled human scores, as reported by WMT",
}
_BESIDE = {
    "calibrated": "calibrated: the value if metric scores tie up to the difference at which the"
    " value is highest, as in published figures of WMT.",
    "plain": "plain: the value if only equal metric scores tie.",
}

OVERLAP = (
    "Overlap of the intervals of two metrics is not a test of their difference, because both"
    " metrics scored the same outputs."
)


def correlation_table(
    correlations: Sequence[MetricCorrelation],
    statistic: str,
    result: Correlations | MetricComparison,
) -> Table:
    """One row per metric, with its correlation."""
    epsilon = any(one.correlation.epsilon is not None for one in correlations)
    averaged = result.settings.average_by != "none"
    beside = _beside(statistic) if epsilon else ""
    calibrated = epsilon and beside != "calibrated"
    rows = [
        [
            one.metric,
            number(one.value, "z.3f"),
            shown_interval(one.interval),
            "–" if one.correlation.reason else f"{one.correlation.n:,}",
            *([f"{one.correlation.groups:,}"] if averaged else []),
            *([number(_value_beside(one, beside), "z.3f")] if beside else []),
            *([_epsilon(one)] if calibrated else []),
        ]
        for one in correlations
    ]
    return Table(
        header=[
            "metric",
            statistic,
            confidence_interval(result.settings.confidence_level),
            "n",
            *(["vectors"] if averaged else []),
            *([beside] if beside else []),
            *(["ties up to"] if calibrated else []),
        ],
        rows=rows,
        sentences=reasons_undefined(correlations),
        notes=[interval_note(correlations, result)]
        if any(one.interval.is_defined for one in correlations)
        else [],
        caption=f"{title_of(statistic)} of metrics with {result.data.gold}.",
    )


def column_notes(
    correlations: Sequence[MetricCorrelation],
    statistic: str,
    result: Correlations | MetricComparison,
) -> list[str]:
    """Explain the columns of a table of correlations."""
    epsilon = any(one.correlation.epsilon is not None for one in correlations)
    beside = _beside(statistic) if epsilon else ""
    noise = max((one.correlation.noise for one in correlations), default=0)
    vectors = f"; vectors: number of {_items(result)} that are averaged over"
    return [
        f"{statistic}: {statistic_title(result, statistic)}; n: number of {counted_by(statistic)}"
        f"{vectors if result.settings.average_by != 'none' else ''}.",
        *([_BESIDE[beside]] if beside else []),
        *(
            [
                f"Only floating-point noise separates {counted(noise, 'pair')} of human scores,"
                f" which {is_or_are(noise)} tied; {wording.option('tie_rule', 'exact')} compares"
                " the exact values."
            ]
            if noise
            else []
        ),
    ]


def reasons_undefined(correlations: Sequence[MetricCorrelation]) -> list[str]:
    """Why correlations or their intervals are undefined: one sentence for each reason."""
    metrics: dict[str, list[str]] = {}
    for one in correlations:
        reason = one.correlation.reason or one.interval.reason
        if reason:
            metrics.setdefault(reason, []).append(one.metric)
    return [f"{listed(names)}: {reason}." for reason, names in metrics.items()]


def interval_note(
    correlations: Sequence[MetricCorrelation], result: Correlations | MetricComparison
) -> str:
    """How the intervals of correlations were computed."""
    methods = dict.fromkeys(one.method for one in correlations if one.interval.is_defined)
    kinds = "; ".join(_INTERVALS[method] for method in methods)
    return f"{confidence_interval(result.settings.confidence_level)}: {kinds}."


def data_notes(result: Correlations | MetricComparison) -> list[str]:
    """What was correlated, and what to beware of."""
    return [
        data_sentence(result),
        *result.data.notes,
        *warned(result.warnings),
    ]


def data_sentence(result: Correlations | MetricComparison) -> str:
    """The human scores, the level, and the numbers of systems and segments."""
    data, level = result.data, result.settings.level
    size = counted(len(data.systems), "system")
    if level != "system":
        size += f", {counted(data.items, level)}"
    return f"Human scores: {data.gold}, {level} level, {size}."


def signature_note(result: Correlations | MetricComparison) -> str:
    """The signature as a note."""
    return f"{result.result.split()[1]}  {result.signature}"


def human_scores_name(data: TableFacts) -> str:
    """The human scores in a sentence, with their name if it says more."""
    return "human scores" if data.gold.lower() == GOLD else f"human scores ({data.gold})"


def statistic_title(result: Correlations | MetricComparison, statistic: str) -> str:
    """Name of a statistic, with the items that it was averaged over."""
    averaged = result.settings.average_by != "none"
    return title_of(statistic) + (f", averaged over {_items(result)}" if averaged else "")


def forest(result: Correlations | MetricComparison, statistic: str) -> Chart:
    """Correlations with their intervals on one scale."""
    estimates = [
        Estimate(
            one.metric,
            one.value,
            one.interval.low if one.interval.is_defined else one.value,
            one.interval.high if one.interval.is_defined else one.value,
            f"{one.value:.3f} {shown_interval(one.interval)}",
        )
        for one in result.correlations
        if one.correlation.statistic == statistic and not math.isnan(one.value)
    ]
    return interval_chart(
        estimates, f"{statistic_title(result, statistic)} with {result.data.gold}", True
    )


def counted_by(statistic: str) -> str:
    """What n of a statistic counts."""
    return "pairs of scores" if make_statistic(statistic).counts_pairs else "scores"


def title_of(statistic: str) -> str:
    """Name of a statistic as papers print it."""
    return make_statistic(statistic).title or statistic


def shown_value(one: MetricCorrelation) -> str:
    """A correlation with its interval, in one cell."""
    return _with_interval(number(one.value, "z.3f"), shown_interval(one.interval))


def _with_interval(value: str, interval: str) -> str:
    return value if interval == "–" else f"{value} {interval}"


def _items(result: Correlations | MetricComparison) -> str:
    """What a statistic is averaged over, in the plural."""
    settings = result.settings
    if settings.average_by == "system":
        return "systems"
    return f"{settings.level}s" if settings.level != "system" else "items"


def _beside(statistic: str) -> str:
    """The column beside a statistic with ties: its calibrated value, or its plain value."""
    made = make_statistic(statistic)
    if not made.rewards_ties or made.has_fixed_ties:
        return ""
    return "plain" if made.calibrates_ties else "calibrated"


def _value_beside(one: MetricCorrelation, beside: str) -> float:
    value = one.correlation.plain if beside == "plain" else one.correlation.calibrated
    return math.nan if value is None else value


def _epsilon(one: MetricCorrelation) -> str:
    return "–" if one.correlation.epsilon is None else f"{one.correlation.epsilon:.6g}"
