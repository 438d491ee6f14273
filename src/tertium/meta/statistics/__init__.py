"""Statistics of meta-evaluation, one file each: how well a metric agrees with human scores.

Scores are a table of systems and items. A statistic is computed on vectors of this table: on a
single vector of all cells, or on one vector for each item or each system, whose values are then
averaged. Vectors on which it is undefined are left out of the average and counted.

Scores that are equal in exact arithmetic must tie: for all statistics but Pearson's correlation,
scores are rounded to 12 digits, and a difference that equals a threshold in exact arithmetic
reaches it. `tie_rule=exact` compares floating-point numbers as they are, as mt-metrics-eval does.
"""

from collections.abc import Iterable
from dataclasses import replace

from tertium.core import plugins
from tertium.core.errors import UsageError
from tertium.core.records import Defect, Defects
from tertium.core.spec import Spec, parse_call, split_list
from tertium.meta.statistics._statistic import Statistic as Statistic

# Names of mt-metrics-eval.
_SYNONYMS = {"tau-23": "tau-eq", "acc-23": "acc-eq"}


def statistic_names() -> tuple[str, ...]:
    """Names of all statistics, sorted."""
    return plugins.names("meta.statistics")


def make_statistic(spec: "str | Statistic", settings: Spec | None = None) -> Statistic:
    """Make a statistic from its printed form, such as "kendall-like(threshold=25)".

    Args:
        spec: The printed form, or a statistic.
        settings: Settings of a study. Parameters that a statistic shares with them, and that `spec`
            leaves at their defaults, are taken from here.
    """
    if isinstance(spec, str):
        name, arguments = parse_call(spec)
        member = plugins.load("meta.statistics", _SYNONYMS.get(name, name))
        statistic: Statistic = member.STATISTIC.of(arguments)
    else:
        statistic = spec
    if settings is None:
        return statistic
    defaults = type(statistic)()
    shared = [parameter.name for parameter in statistic.parameters() if parameter.shared]
    taken = {
        name: getattr(settings, name)
        for name in shared
        if getattr(statistic, name) == getattr(defaults, name)
    }
    return replace(statistic, **taken)


def make_statistics(
    specs: str | Statistic | Iterable[str | Statistic], settings: Spec | None = None
) -> list[Statistic]:
    """Make statistics from their printed forms, as in "pearson,kendall-b"; each once."""
    items: list[str | Statistic] = []
    for spec in [specs] if isinstance(specs, str | Statistic) else specs:
        items += split_list(spec) if isinstance(spec, str) else [spec]
    return list(dict.fromkeys(make_statistic(item, settings) for item in items))


def unknown_statistic(field: str, text: str) -> Defects:
    """Defects of a record whose field names no statistic."""
    try:
        make_statistic(text)
    except UsageError as error:
        yield Defect(field, str(error))
