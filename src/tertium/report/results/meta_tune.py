"""Tuned parameters of a metric, and their gain."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, is_or_are
from tertium.meta.tune.results import Correlations, Parameter, Tuning
from tertium.report.drawing import BLUE, GREY, ORANGE, ROW, Chart, alt, finite, names_axis, tip
from tertium.report.table import Table, number
from tertium.report.wording import percent

# Below these numbers of segments or documents, tuned parameters depend on the choice of them.
_FEW = {"segment": 100, "document": 20}


def title(result: Tuning) -> str:
    """Heading of the page."""
    return f"{result.title} tuned to human scores"


def data(result: Tuning) -> str:
    """The human scores that the metric was tuned to."""
    return (
        f"{counted(result.data.scores, 'human score')} of"
        f" {counted(len(result.data.outputs), 'output')}."
    )


def charts(result: Tuning) -> Mapping[str, Callable[[], list[Any]]]:
    """Correlations of each fold before and after tuning."""
    return {"folds": lambda: [tuning_chart(result)]}


def tuning_chart(result: Tuning) -> Chart:
    """Correlations of each fold before and after tuning to the other folds, joined by a line."""
    a = alt()
    folds = [
        {
            "label": f"fold {i}",
            "default": finite(fold.default),
            "tuned": finite(fold.tuned),
        }
        for i, fold in enumerate(result.folds, 1)
    ]
    title = f"{result.title}, {result.correlation} with human scores"
    subtitle = "on held-out folds; higher is better"
    axis = {"title": None, "scale": a.Scale(zero=False), "axis": a.Axis(tickCount=8)}
    colors = a.Scale(domain=["default", "tuned"], range=[ORANGE, BLUE])
    base = a.Chart(a.InlineData(values=folds), title=a.Title(title, subtitle=subtitle)).encode(
        y=a.Y("label:N", sort=[fold["label"] for fold in folds], title=None, axis=names_axis()),
        tooltip=[
            tip("label", "held out"),
            *(a.Tooltip(f"{name}:Q", format=".3f") for name in ("default", "tuned")),
        ],
    )
    return a.layer(
        base.mark_rule(strokeWidth=2, color=GREY).encode(x=a.X("default:Q", **axis), x2="tuned:Q"),
        base.transform_fold(["default", "tuned"], as_=["parameters", "correlation"])
        .mark_point(size=80, filled=True, opacity=1)
        .encode(
            x=a.X("correlation:Q", **axis), color=a.Color("parameters:N", title=None, scale=colors)
        ),
    ).properties(height=ROW * len(folds), description=f"{title}: {subtitle}")


def summary(result: Tuning) -> list[str]:
    """The gain of tuning on held-out data."""
    return [verdict(result)]


def tables(result: Tuning) -> list[Table]:
    """Parameters before and after tuning, and correlations with human scores."""
    return [parameter_table(result), replace(correlation_table(result), notes=notes(result))]


def brief(result: Tuning) -> list[Table]:
    """Parameters before and after tuning, with all notes."""
    return [replace(parameter_table(result), notes=notes(result))]


def parameter_table(result: Tuning) -> Table:
    """One row per parameter."""
    scores = counted(result.data.scores, "human score")
    return Table(
        header=["parameter", "default", "tuned", "in folds"],
        rows=[_parameter(one) for one in result.parameters],
        emphasis=frozenset(
            (i, 2) for i, one in enumerate(result.parameters) if one.tuned != one.default
        ),
        caption=f"Parameters of {result.title}, tuned to {scores}.",
    )


def correlation_table(result: Tuning) -> Table:
    """Correlations on the data that were tuned to, and on held-out data."""
    gain = number(result.gain.value, "+.3f")
    if result.gain.interval.is_defined:
        gain += f" [{result.gain.interval.low:+.3f}, {result.gain.interval.high:+.3f}]"
    return Table(
        header=[result.correlation, "default", "tuned", "gain"],
        rows=[
            _correlations("all data", result.seen),
            [*_correlations("held-out data", result.held_out)[:3], gain],
        ],
        caption=f"Correlation of {result.title} with human scores, on {result.settings.folds}"
        " folds.",
    )


def notes(result: Tuning) -> list[str]:
    """What the parameters were tuned to, and what to beware of."""
    return [
        "in folds: range of the values that were tuned without one of the folds.",
        *result.data.notes,
        *_left_out(result),
        *(f"Warning: {warning}" for warning in _warnings(result)),
        f"{result.title}  {result.of_metric}",
        f"tuned  {result.tuned}",
        f"tuning  {result.signature}",
    ]


def verdict(result: Tuning) -> str:
    """Whether tuning increases the correlation on held-out data."""
    if all(one.tuned == one.default for one in result.parameters):
        return "No other parameters agree better with human scores; the defaults stay."
    held_out, gain = result.held_out, result.gain
    where = f"{result.correlation} on held-out {result.settings.fold_level}s"
    if not gain.interval.is_defined:
        return f"The gain in {where} is unknown: {gain.interval.reason}."
    change = f"from {held_out.default:.3f} to {held_out.tuned:.3f}"
    level = percent(result.settings.confidence_level)
    interval = f"{level} CI [{gain.interval.low:.3f}, {gain.interval.high:.3f}]"
    if gain.interval.low > 0:
        return f"Tuning increases {where} {change}: gain {gain.value:.3f}, {interval}."
    if gain.interval.high < 0:
        return (
            f"Tuning decreases {where} {change}: gain {gain.value:.3f}, {interval}. Keep the"
            " default parameters."
        )
    return f"Tuning has no significant effect on {where}: gain {gain.value:.3f}, {interval}."


def _warnings(result: Tuning) -> Iterator[str]:
    """What the numbers cannot show."""
    settings, data = result.settings, result.data
    if data.units < _FEW[settings.fold_level]:
        yield (
            f"{counted(data.units, settings.fold_level)} {is_or_are(data.units)} few: other"
            f" {settings.fold_level}s may lead to other parameters."
        )
    at_end = [f"{one.name} {one.tuned:g}" for one in result.parameters if one.at_end]
    if at_end:
        yield (
            "Some tuned values are the lowest or highest that were tried, so that the best values"
            f" may lie beyond: {', '.join(at_end)}."
        )
    if settings.level == "system":
        yield (
            f"The correlation rests on {counted(len(data.outputs), 'system')} only;"
            f" {wording.option('level', 'segment')} uses more scores."
        )
    if settings.fold_level == "segment" and data.documents and data.documents < data.segments:
        yield (
            f"The {counted(data.segments, 'segment')} of {counted(data.documents, 'document')} are"
            " not independent. Hold out whole documents:"
            f" {wording.option('fold_level', 'document')}."
        )
    languages = "-".join(filter(None, data.languages))
    yield (
        f"The parameters are tuned to {languages or 'one test set'} only; other languages, domains"
        " and kinds of systems may need other parameters."
    )


def _left_out(result: Tuning) -> Iterator[str]:
    if result.data.missing:
        segments = counted(result.data.missing, "segment")
        yield f"Left out, because there is no human score: {segments} of outputs."


def _parameter(one: Parameter) -> list[str]:
    low, high = min(one.folds), max(one.folds)
    in_folds = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return [one.name, f"{one.default:g}", f"{one.tuned:g}", in_folds]


def _correlations(name: str, one: Correlations) -> list[str]:
    gain = one.tuned - one.default
    return [name, number(one.default, ".3f"), number(one.tuned, ".3f"), number(gain, "+.3f")]
