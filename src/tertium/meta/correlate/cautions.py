"""What correlations do not show."""

import math
from collections.abc import Mapping, Sequence

from tertium.core.plain import counted, is_or_are
from tertium.meta.correlate.results import MetricCorrelation
from tertium.meta.correlate.settings import CorrelateSettings
from tertium.meta.score_table import ScoreTable

# Fewer systems than this say little (Graham and Liu 2016: 5 to 22 in the past).
_FEW = 25


def cautions(
    table: ScoreTable, found: Sequence[MetricCorrelation], settings: CorrelateSettings
) -> list[str]:
    """Guards against misreading (Graham and Liu 2016, section 2)."""
    said = [*table.cautions]
    systems = max((one.systems for one in found), default=0)
    if settings.level == "system" and systems < _FEW:
        said.append(
            f"{counted(systems, 'system')} {is_or_are(systems)} few: correlations of other systems"
            " of this kind can be far from these, as the intervals show. `tertium meta"
            " supersample` draws many more."
        )
    if settings.level != "system" and settings.average_by == "none":
        said.append(
            f"n counts scores of {counted(len(table.systems), 'system')} on the same"
            f" {counted(len(table.items), settings.level)}. They are not independent: Fisher's and"
            " Zou's intervals and Williams' test take them for more evidence than they are."
            " Bootstraps over systems and --test systems do not."
        )
    if len(found) > 1:
        said.append(
            "Whether intervals of single metrics overlap does not tell whether metrics differ:"
            " they scored the same outputs. `tertium meta compare` tests differences."
        )
    if settings.interval == "human":
        said.append(
            "These intervals show how sure the human scores are, not the correlations: those with"
            " other systems can be far outside."
        )
    if settings.interval == "symmetric":
        cut = sum(one.interval.reason.startswith("cut") for one in found)
        said.append(
            "Symmetric intervals were asked for: r does not vary symmetrically, the less so the"
            " closer it is to 1, and they are too short towards 0."
            + (f" {cut} of them exceeded 1, which no correlation can, and were cut." if cut else "")
        )
    against = sorted({one.metric for one in found if one.value < 0})
    defined = {one.metric for one in found if not math.isnan(one.value)}
    if 2 * len(against) > len(defined) and not settings.absolute:
        said.append(
            f"{len(against):,} of {counted(len(defined), 'metric')} correlate negatively with"
            f" {table.gold}: {', '.join(against)}. Check its direction: scores of which less is"
            f" better, such as HTER, must be turned (--lower-is-better {table.gold}), others must"
            " not."
        )
    elif against and not settings.absolute:
        said.append(
            f"Against people: {', '.join(against)}."
            # What was scored here is turned already.
            + (" If less is better there, turn it with --lower-is-better." if table.origin else "")
        )
    if settings.absolute:
        said.append("Signs are hidden: a metric that goes against people counts as one with them.")
    missing = _listed({one.metric: one.found.missing for one in found})
    if missing:
        said.append(f"Without a score of both, and left out: {missing}.")
    left_out = _listed({one.metric: one.found.undefined for one in found})
    if left_out and settings.average_by != "none":
        said.append(f"Left out of averages, as the correlation is undefined there: {left_out}.")
    return said


def _listed(counts: Mapping[str, int]) -> str:
    """Metrics with their counts, those that have any; one count where all metrics have it."""
    if len(counts) > 1 and len(set(counts.values())) == 1:
        (same,) = set(counts.values())
        return f"{same:,} for each metric" if same else ""
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items()) if count)
