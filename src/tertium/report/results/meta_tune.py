"""What tuning a metric has found, and what it is worth."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, is_or_are
from tertium.meta.tune.results import Correlations, Parameter, Tuning
from tertium.report.drawing import BLUE, GREY, ORANGE, ROW, Chart, alt, finite, names_axis, tip
from tertium.report.table import Table, number

# Below this number of units what is found depends on which ones they are.
_FEW = {"segment": 100, "document": 20}


def title(result: Tuning) -> str:
    """What a page calls it."""
    return f"{result.title} tuned to people"


def data(result: Tuning) -> str:
    """What it was tuned to."""
    return (
        f"{counted(result.data.scores, 'human score')} of"
        f" {counted(len(result.data.outputs), 'output')}."
    )


def charts(result: Tuning) -> Mapping[str, Callable[[], list[Any]]]:
    """Correlations of each fold before and after."""
    return {"folds": lambda: [tuning_chart(result)]}


def tuning_chart(result: Tuning) -> Chart:
    """Correlations of each fold before and after tuning to the others, joined by a line."""
    a = alt()
    folds = [
        {
            "label": f"fold {i}",
            "default": finite(fold.default),
            "tuned": finite(fold.tuned),
        }
        for i, fold in enumerate(result.folds, 1)
    ]
    title = f"{result.title}, {result.correlation} with people"
    subtitle = "on parts that were held out; right is better"
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


def tables(result: Tuning) -> list[Table]:
    """Parameters before and after; then correlations, and what they mean."""
    settings, data = result.settings, result.data
    parameters = Table(
        header=["parameter", "default", "tuned", "in folds"],
        rows=[_parameter(one) for one in result.parameters],
        emphasis=frozenset(
            (i, 2) for i, one in enumerate(result.parameters) if one.tuned != one.default
        ),
        caption=f"Parameters of {result.title}, tuned to {counted(data.scores, 'human score')}.",
    )
    gain = result.gain
    shown = number(gain.value, "+.3f")
    if gain.interval.is_defined:
        shown += f" [{gain.interval.low:+.3f}, {gain.interval.high:+.3f}]"
    correlations = Table(
        header=[result.correlation, "default", "tuned", "gain"],
        rows=[
            _correlations("on all, which were seen", result.seen),
            [*_correlations("held out", result.held_out)[:3], shown],
        ],
        sentences=[verdict(result), *_cautions(result)],
        notes=[
            *data.notes,
            f"{result.title}  {result.of_metric}",
            f"tuned  {result.tuned}",
            f"tuning  {result.signature}",
        ],
        caption=f"Correlation of {result.title} with people, on {settings.folds} folds.",
    )
    return [parameters, correlations]


def verdict(result: Tuning) -> str:
    """Say in words what tuning gains."""
    settings, gain, (low, high) = result.settings, result.gain.value, result.gain.interval
    unseen = f"in {result.correlation} on {settings.fold_level}s it has not seen"
    if all(one.tuned == one.default for one in result.parameters):
        return "No other parameters agree better with people: they stay as they are."
    if result.gain.interval.reason:
        return f"The gain {unseen} is not known: {result.gain.interval.reason}."
    interval = f"[{low:.3f}, {high:.3f}]"
    if low > 0:
        return f"Tuning gains {gain:.3f} {interval} {unseen}."
    if high < 0:
        return (
            f"Tuning loses {-gain:.3f} [{-high:.3f}, {-low:.3f}] {unseen}: keep the"
            " parameters that there were."
        )
    return f"No gain can be shown: {gain:.3f} {interval} {unseen}."


def _cautions(result: Tuning) -> Iterator[str]:
    """What the numbers cannot show."""
    settings, data = result.settings, result.data
    if data.units < _FEW[settings.fold_level]:
        yield (
            f"{data.units:,} {settings.fold_level}s are few: other ones might well lead to other"
            " parameters."
        )
    at_end = [f"{one.name} {one.tuned:g}" for one in result.parameters if one.at_end]
    if at_end:
        yield (
            f"At the end of the values that are tried: {', '.join(at_end)}. What is best may lie"
            " beyond, or these scores do not tell."
        )
    if settings.level == "system":
        yield (
            f"{counted(len(data.outputs), 'system')} {is_or_are(len(data.outputs))} all that is"
            f" correlated; {wording.option('level', 'segment')} uses more scores."
        )
    if settings.fold_level == "segment" and data.documents and data.documents < data.segments:
        yield (
            f"The {counted(data.segments, 'segment')} are of"
            f" {counted(data.documents, 'document')}, and segments of one document are not"
            f" independent: {wording.option('fold_level', 'document')} holds out whole documents."
        )
    languages = "-".join(filter(None, data.languages))
    yield (
        f"Tuned on {f'{languages} only' if languages else 'one test set only'}: other languages,"
        " domains and kinds of systems may need other parameters."
    )
    if data.missing:
        yield f"Left out for lack of a human score: {counted(data.missing, 'segment')} of outputs."


def _parameter(one: Parameter) -> list[str]:
    low, high = min(one.folds), max(one.folds)
    in_folds = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return [one.name, f"{one.default:g}", f"{one.tuned:g}", in_folds]


def _correlations(name: str, one: Correlations) -> list[str]:
    gain = one.tuned - one.default
    return [name, number(one.default, ".3f"), number(one.tuned, ".3f"), number(gain, "+.3f")]
