"""Warnings of correlations (Graham and Liu 2016, section 2)."""

import math
from collections.abc import Iterator, Sequence

from tertium.core.notices import Notice
from tertium.meta.correlate.results import MetricCorrelation
from tertium.meta.correlate.settings import CorrelateSettings
from tertium.meta.notices import (
    DependentScores,
    FewSystems,
    HiddenSigns,
    HumanScoresResampled,
    MissingScores,
    NegativeCorrelations,
    SymmetricIntervals,
    UndefinedVectors,
    WrongDirection,
)
from tertium.meta.score_table import ScoreTable

# Fewer systems than this are few; evaluations of metrics had 5 to 22 (Graham and Liu 2016).
_ENOUGH_SYSTEMS = 25


def warnings_of(
    table: ScoreTable, correlations: Sequence[MetricCorrelation], settings: CorrelateSettings
) -> Iterator[Notice]:
    """Warn of data and settings that make correlations misleading."""
    yield from table.warnings
    systems = max((one.systems for one in correlations), default=0)
    if settings.level == "system" and systems < _ENOUGH_SYSTEMS:
        yield FewSystems(systems)
    if settings.level != "system" and settings.average_by == "none":
        yield DependentScores(len(table.systems), len(table.items), settings.level)
    if settings.interval == "human":
        yield HumanScoresResampled()
    if settings.interval == "symmetric":
        cut = sum(one.interval.reason.startswith("cut") for one in correlations)
        yield SymmetricIntervals(cut)
    if settings.absolute:
        yield HiddenSigns()
    else:
        yield from _negative(table, correlations)
    missing = {one.metric: one.correlation.missing for one in correlations}
    if any(missing.values()):
        yield MissingScores(missing)
    undefined = {one.metric: one.correlation.undefined for one in correlations}
    if any(undefined.values()) and settings.average_by != "none":
        yield UndefinedVectors(undefined)


def _negative(table: ScoreTable, correlations: Sequence[MetricCorrelation]) -> Iterator[Notice]:
    """Warn of negative correlations: the sign of a metric or of the human scores may be wrong."""
    negative = tuple(sorted({one.metric for one in correlations if one.value < 0}))
    defined = {one.metric for one in correlations if not math.isnan(one.value)}
    if 2 * len(negative) > len(defined):
        yield WrongDirection(table.gold, negative, len(defined))
    elif negative:
        # Metrics that were computed here have the right sign already.
        yield NegativeCorrelations(negative, may_be_flipped=bool(table.origin))
