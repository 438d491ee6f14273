"""Tables and charts of correlations with human scores."""

import math
from collections.abc import Sequence
from dataclasses import replace

from tertium.core import wording
from tertium.core.plain import counted
from tertium.meta.compare_metrics.results import MetricComparison
from tertium.meta.correlate.results import Correlations, MetricCorrelation, shown_interval
from tertium.meta.statistics import make_statistic
from tertium.report.drawing import Chart, Estimate, interval_chart
from tertium.report.table import Table, number

_INTERVALS = {
    "fisher": "Intervals are Fisher's.",
    "bootstrap": "Intervals are percentiles of a bootstrap over systems.",
    "bca": "Intervals are from a bootstrap over systems, bias-corrected and accelerated (BCa).",
    "symmetric": "Intervals are symmetric, as if r were normal.",
    "human": "Intervals are from resampled human scores, as WMT reported them.",
}
_BESIDE = {
    "calibrated": "calibrated: the same where scores of the metric tie up to the difference at"
    " which it is highest, as in published figures of WMT.",
    "plain": "plain: the same where only equal scores of the metric tie.",
}
_NOISE = (
    "{pairs:,} pairs of human scores differ by floating-point noise only, and count as tied;"
    " use {option} to compare exact values."
)
_AVERAGES = {
    "none": "",
    "item": ", averaged over {level}s",
    "system": ", averaged over systems",
}


def correlation_table(
    found: list[MetricCorrelation], statistic: str, result: Correlations | MetricComparison
) -> Table:
    """One row per metric, with its correlation."""
    epsilon = any(one.found.epsilon is not None for one in found)
    averaged = result.settings.average_by != "none"
    header = ["metric", statistic, level_heading(result), "n"]
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
                    f"{statistic}: {statistic_title(result, statistic)};"
                    f" n: {counted_by(statistic)}.",
                    *(_INTERVALS[method] for method in used),
                ]
            ),
            *([_BESIDE[beside]] if beside and epsilon else []),
            *(
                [_NOISE.format(pairs=noise, option=wording.option("tie_rule", "exact"))]
                if noise
                else []
            ),
        ],
        caption=f"{title_of(statistic)} of metrics with {result.data.gold}.",
    )


def with_notes(table: Table, result: Correlations | MetricComparison) -> Table:
    """Add what holds for all tables below one."""
    data = result.data
    scored = counted(len(data.systems), "system")
    if result.settings.level != "system":
        scored += f", {counted(data.items, result.settings.level)}"
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


def statistic_title(result: Correlations | MetricComparison, statistic: str) -> str:
    """Name of a statistic, with what it was averaged over."""
    settings = result.settings
    level = settings.level if settings.level != "system" else "item"
    return title_of(statistic) + _AVERAGES[settings.average_by].format(level=level)


def forest(result: Correlations | MetricComparison, statistic: str) -> Chart:
    """Correlations with their intervals on one scale."""
    found: Sequence[MetricCorrelation] = (
        result.of(statistic) if isinstance(result, Correlations) else result.correlations
    )
    estimates = [
        Estimate(
            one.metric,
            one.value,
            one.interval.low if one.interval.is_defined else one.value,
            one.interval.high if one.interval.is_defined else one.value,
            f"{one.value:.3f} {shown_interval(one.interval)}",
        )
        for one in found
        if not math.isnan(one.value)
    ]
    return interval_chart(
        estimates, f"{statistic_title(result, statistic)} with {result.data.gold}", True
    )


def level_heading(result: Correlations | MetricComparison) -> str:
    """Heading of the column of intervals."""
    return f"{100 * result.settings.confidence_level:g} % interval"


def counted_by(statistic: str) -> str:
    """What n of a statistic counts."""
    return "pairs of scores" if make_statistic(statistic).counts_pairs else "scores"


def title_of(statistic: str) -> str:
    """Name of a statistic in words."""
    return make_statistic(statistic).title or statistic


def _not_different_from_0(
    found: list[MetricCorrelation], statistic: str, result: Correlations | MetricComparison
) -> list[str]:
    """Metrics whose correlation may be 0; shares of pairs are left out."""
    if make_statistic(statistic).lowest >= 0 or result.settings.interval == "human":
        return []
    names = [
        one.metric
        for one in found
        if not math.isnan(one.interval.low) and not one.interval.excludes_zero
    ]
    if not names:
        return []
    return [
        f"At {100 * result.settings.confidence_level:g} % confidence these correlations with"
        f" {result.data.gold} do not differ significantly from 0: {', '.join(names)}."
    ]


def _beside(statistic: str) -> str:
    """What stands beside a statistic with ties: the calibrated value, or the plain one."""
    made = make_statistic(statistic)
    if not made.rewards_ties or made.has_fixed_ties:
        return ""
    return "plain" if made.calibrates_ties else "calibrated"


def _value_beside(one: MetricCorrelation, beside: str) -> float:
    value = one.found.plain if beside == "plain" else one.found.calibrated
    return math.nan if value is None else value


def _epsilon(one: MetricCorrelation) -> str:
    return "–" if one.found.epsilon is None else f"{one.found.epsilon:.6g}"
