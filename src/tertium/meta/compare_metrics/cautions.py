"""What tests of differences between metrics do not show."""

import math
from collections.abc import Sequence

from tertium.core.plain import counted
from tertium.inference import corrections
from tertium.inference.verdicts import alpha_of
from tertium.meta.compare_metrics.results import MetricPair
from tertium.meta.compare_metrics.settings import CompareMetricsSettings
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic


def cautions_of_test(
    table: ScoreTable,
    statistic: Statistic,
    test: str,
    settings: CompareMetricsSettings,
    pairs: Sequence[MetricPair],
) -> list[str]:
    """What the test assumes, and whether it can find anything."""
    tested = sum(not math.isnan(pair.p) for pair in pairs)
    if not tested:
        return []
    said = []
    systems = len(table.systems)
    if test in ("scores", "segments") and len(table.items) > 1:
        what = "single scores" if test == "scores" else "whole segments"
        said.append(_BIASED.format(what=what))
    if test == "pairs":
        said.append(_PAIRS)
    by_system = test == "systems" or (test == "scores" and len(table.items) == 1)
    if by_system and systems < statistic.enough_swapped_systems:
        said.append(_FEW_SWAPPED.format(systems=systems))
    needed = corrections.smallest_level(
        alpha_of(settings.confidence_level), tested, settings.correction
    )
    sides = 2 if settings.alternative == "two-sided" else 1
    if by_system and sides * 2.0**-systems > needed:
        said.append(
            f"{counted(systems, 'system')} can be swapped in {counted(2**systems, 'way')}, so p"
            f" cannot be below {sides * 2.0**-systems:.2g}, and {needed:.2g} is needed."
        )
    elif test != "williams" and not (by_system and systems < settings.trials.bit_length()):
        said += corrections.too_few_trials(settings.trials, needed, settings.p_value)
    return said


_PAIRS = (
    "Outcomes of pairs that share an output are not independent, but were swapped as if they were:"
    " this test, the one of mt-metrics-eval for acc-eq, finds differences too often (of 400 tables"
    " without any it rejected 16 % at 10 %). --test systems does not."
)

_BIASED = (
    "Swapping {what} assumes that neither metric favours any system. Where metrics do, this test"
    " rejects a true null far too often (48 % of the time at 5 %, for 12 systems, 500 segments and"
    " a bias of 0.3 standard deviations). --test systems does not assume it."
)

_FEW_SWAPPED = (
    "With {systems} systems, swapping standardized scores of whole systems rejects a true null"
    " somewhat too often (6 to 8 % of the time at 5 % with 8 to 20 systems): read p-values near"
    " the limit with care."
)
