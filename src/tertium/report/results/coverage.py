"""Coverage of the confidence intervals of scores."""

from dataclasses import replace

from tertium.comparison.calibration_result import Coverage, Share
from tertium.core.formatting import counted
from tertium.core.results import INTERVALS
from tertium.report.table import Table
from tertium.report.wording import confidence_interval, named, percent


def title(result: Coverage) -> str:
    """The heading of a page."""
    return "Coverage of confidence intervals"


def data(result: Coverage) -> str:
    """Number and size of the small test sets."""
    return (
        f"{counted(result.settings.replicates, 'test set')} of"
        f" {counted(result.size, result.settings.level)}."
    )


def summary(result: Coverage) -> list[str]:
    """Which kinds of intervals contain the true score less or more often than they should."""
    kinds: dict[str, dict[str, Share]] = {}
    for one in result.scores:
        for method, share in one.intervals.items():
            kinds.setdefault(method, {})[f"{one.title} of {one.system}"] = share
    sentences = [
        _sentence(result, method, word, [name for name in shares if misses[name]], shares)
        for method, shares in kinds.items()
        for word, misses in (
            ("less", {name: share.is_below for name, share in shares.items()}),
            ("more", {name: share.is_above for name, share in shares.items()}),
        )
        if any(misses.values())
    ]
    return sentences or [
        f"On {counted(result.size, result.settings.level)}, the coverage of"
        f" {confidence_interval(result.confidence_level)}s matches the nominal rate."
    ]


def _sentence(
    result: Coverage, method: str, word: str, scores: list[str], shares: dict[str, Share]
) -> str:
    values = sorted(f"{100 * shares[name].value:.1f}" for name in scores)
    rates = values[0] if len(set(values)) == 1 else f"{values[0]} to {values[-1]}"
    level = percent(result.confidence_level)
    which = named(scores, "score") if len(scores) < len(shares) else "all scores"
    return (
        f"On {counted(result.size, result.settings.level)}, {level} {INTERVALS[method]} intervals"
        f" contain the true score {word} often than {level} of the time: {rates} % ({which})."
    )


def tables(result: Coverage) -> list[Table]:
    """The rates, with a verdict on each score."""
    (table,) = brief(result)
    return [replace(table, sentences=result.verdicts)]


def brief(result: Coverage) -> list[Table]:
    """One row per score, one column per kind of interval; too low coverage is emphasized."""
    header, rows = result.table
    settings = result.settings
    signatures = {one.title: one.signature for one in result.scores}
    table = Table(
        header=header,
        rows=rows,
        notes=[
            f"{counted(settings.replicates, 'test set')} of {counted(result.size, settings.level)},"
            f" drawn with replacement from the {result.data.units:,} of the whole test set, whose"
            " score is the true score.",
            f"Intervals: exact {confidence_interval(result.limits)}."
            f" {counted(settings.trials, 'bootstrap sample')}, seed {settings.seed}.",
            *(f"{title}  {signature}" for title, signature in signatures.items()),
        ],
        warned=frozenset(
            (row, column)
            for row, one in enumerate(result.scores)
            for column, share in enumerate(one.intervals.values(), 3)
            if share.is_below
        ),
        caption=f"Coverage of intervals on {result.size:,} {settings.level}s.",
    )
    return [table]
