"""What tuning a metric has found, and what it is worth."""

from collections.abc import Iterator

from tertium.core.plain import counted, is_or_are
from tertium.meta.tuning import Correlations, Parameter, Tuning
from tertium.report.table import Table, number

# Below this number of units what is found depends on which ones they are.
_FEW = {"segment": 100, "document": 20}


def tuning_tables(result: Tuning) -> list[Table]:
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
    if not gain.reason:
        shown += f" [{gain.low:+.3f}, {gain.high:+.3f}]"
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
    settings, gain = result.settings, result.gain
    unseen = f"in {result.correlation} on {settings.by}s it has not seen"
    if all(one.tuned == one.default for one in result.parameters):
        return "No other parameters agree better with people: they stay as they are."
    if gain.reason:
        return f"What tuning gains on {settings.by}s it has not seen is not known: {gain.reason}."
    interval = f"[{gain.low:.3f}, {gain.high:.3f}]"
    if gain.low > 0:
        return f"Tuning gains {gain.value:.3f} {interval} {unseen}."
    if gain.high < 0:
        return (
            f"Tuning loses {-gain.value:.3f} [{-gain.high:.3f}, {-gain.low:.3f}] {unseen}: keep the"
            " parameters that there were."
        )
    return f"No gain can be shown: {gain.value:.3f} {interval} {unseen}."


def _cautions(result: Tuning) -> Iterator[str]:
    """What the numbers cannot show."""
    settings, data = result.settings, result.data
    if data.units < _FEW[settings.by]:
        yield (
            f"{data.units:,} {settings.by}s are few: other ones might well lead to other"
            " parameters."
        )
    at_end = [f"{one.name} {one.tuned:g}" for one in result.parameters if one.at_end]
    if at_end:
        yield (
            f"At the end of the values that are tried: {', '.join(at_end)}. What is best may lie"
            " beyond, or these scores do not tell."
        )
    if settings.unit == "system":
        yield (
            f"{counted(len(data.outputs), 'system')} {is_or_are(len(data.outputs))} all that is"
            " correlated; --unit segment has more to go by."
        )
    if settings.by == "segment" and data.documents and data.documents < data.segments:
        yield (
            f"The {counted(data.segments, 'segment')} are of"
            f" {counted(data.documents, 'document')}, and segments of one document are not"
            " independent: --by document holds out whole documents."
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
