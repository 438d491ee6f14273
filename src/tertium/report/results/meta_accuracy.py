"""Tables and charts of accuracy studies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from tertium.core.plain import counted
from tertium.inference.verdicts import alpha_of, printed
from tertium.meta.accuracy.results import AccuracyStudy
from tertium.meta.accuracy.verdicts import Accuracy, GoldVerdicts
from tertium.report import drawing
from tertium.report.matrix import Matrix
from tertium.report.table import Table, number

_CELL = 15
# Between heatmaps, and what a long word above one takes.
_BETWEEN, _WORD = 20, 110


def title(result: AccuracyStudy) -> str:
    """What a page calls it."""
    return "Accuracy of metrics and tests"


def data(result: AccuracyStudy) -> str:
    """How many verdicts there are."""
    pairs = counted(result.accuracies[0].pairs, "pair")
    return f"Verdicts on {pairs} of {counted(len(result.systems), 'system')}."


def charts(result: AccuracyStudy) -> Mapping[str, Callable[[], list[Any]]]:
    """Verdicts by metric and test."""
    return {"heatmap": lambda: [verdict_grid(result)]}


def tables(result: AccuracyStudy) -> list[Table]:
    """How many verdicts are correct; then how far tests agree, where there are several."""
    verdicts = accuracy_table(result)
    if not result.agreements:
        return [verdicts]
    agreement = agreement_table(result)
    return [
        replace(verdicts, notes=()),
        replace(agreement, notes=[*agreement.notes, *verdicts.notes]),
    ]


def accuracy_table(result: AccuracyStudy) -> Table:
    """Tables 1 and 2 of Graham et al. 2014: how many verdicts are correct."""
    rows, emphasis = [], set()
    best = _best(result)
    for place, one in enumerate(result.accuracies):
        rows.append(
            [
                _percent(one.confidence_level),
                title_of(result, one.metric),
                _words(one.test),
                f"{one.correct:,}/{one.pairs:,}",
                "{:.1f} [{:.1f}, {:.1f}]".format(*(100 * x for x in (one.accuracy, *one.interval))),
                printed(one.p),
            ]
        )
        if one.correct == best[one.confidence_level]:
            emphasis.add((place, 3))
    return Table(
        header=["conf.", "metric", "test", "correct", "accuracy, %", "p"],
        rows=rows,
        sentences=sentences(result),
        notes=notes(result),
        emphasis=frozenset(emphasis),
        caption="Verdicts by metrics and tests of significance that are those of people, with exact"
        " limits, and p against a coin.",
    )


def wrong_table(result: AccuracyStudy) -> Table:
    """In what way verdicts are wrong."""
    return Table(
        header=["conf.", "metric", "test", "missed", "unfounded", "reversed"],
        rows=[
            [
                _percent(one.confidence_level),
                title_of(result, one.metric),
                _words(one.test),
                str(one.missed),
                str(one.unfounded),
                str(one.reversed),
            ]
            for one in result.accuracies
        ],
        notes=[
            "missed: people decide, the metric does not; unfounded: the metric decides, people do"
            " not; reversed: both decide, for different systems.",
        ],
        caption="In what way verdicts by metrics and tests of significance are wrong.",
    )


def difference_table(result: AccuracyStudy) -> Table:
    """Whether metrics differ in accuracy."""
    return Table(
        header=["conf.", "test", "chi-square", "freedom", "p"],
        rows=[
            [
                _percent(one.confidence_level),
                _words(one.test),
                number(one.statistic, ".3f"),
                str(one.freedom),
                printed(one.p),
            ]
            for one in result.differences
        ],
        notes=["Chi-square of correct and wrong verdicts by metric, without Yates' correction."],
        caption="Chi-square tests of whether metrics differ in accuracy.",
    )


def agreement_table(result: AccuracyStudy) -> Table:
    """On how many pairs of systems two tests come to the same verdict, metric by metric."""
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for one in result.agreements:
        row = rows.setdefault(
            (_percent(one.confidence_level), _words(one.test), _words(one.other)), {}
        )
        row[one.metric] = f"{one.same:,}/{one.pairs:,}"
    metrics = [one.metric for one in result.metrics]
    return Table(
        header=[
            "conf.",
            "test",
            "other test",
            *(title_of(result, name) for name in metrics),
        ],
        rows=[[*tests, *(row[name] for name in metrics)] for tests, row in rows.items()],
        notes=["Below a metric: on how many pairs of systems both tests come to the same verdict."],
        caption="Pairs of systems on which two tests of significance come to the same verdict.",
    )


def sentences(result: AccuracyStudy) -> list[str]:
    """What the numbers say, level by level."""
    said = result.cautions
    for gold in result.gold:
        at = [one for one in result.accuracies if one.confidence_level == gold.confidence_level]
        pairs, at_level = at[0].pairs, _percent(gold.confidence_level)
        best = max(at, key=lambda one: one.correct)
        said.append(
            f"At {at_level} confidence, human judgments separate {gold.decided:,} of"
            f" {_pairs(pairs)}{_other_level(gold)}; a test that never decides would be right on"
            f" {pairs - gold.decided:,}. The best"
            f" ({title_of(result, best.metric)}, {_words(best.test)}) is right on"
            f" {best.correct:,}; {_beyond(at)}."
        )
        said += _differing(result, gold.confidence_level)
        said += _agreeing(result, gold.confidence_level)
    return said


def notes(result: AccuracyStudy) -> list[str]:
    """What the numbers are."""
    undefined = sum(one.undefined for one in result.accuracies)
    told = [f"Undefined, and deciding nothing: {counted(undefined, 'test')}."] if undefined else []
    return [
        "A verdict is: one system is better, the other is, or neither is shown to be, by one-sided"
        " tests. It is correct if people come to the same at the same level. No p-value is"
        " corrected for many pairs.",
        "Limits are exact (Clopper and Pearson, 95 %), p is an exact binomial one against 50 %."
        " Pairs share systems, so both take them for more evidence than they are.",
        *told,
        *(result.joined.sentences if result.joined else _left_out(result)),
        *(f"{one.title}  {one.signature}" for one in result.metrics),
        f"accuracy  {result.signature}",
    ]


def title_of(result: AccuracyStudy, metric: str) -> str:
    """Name of a metric in tables: as papers print it, unless several have that."""
    titles = {one.metric: one.title for one in result.metrics}
    shown = titles[metric]
    return shown if list(titles.values()).count(shown) == 1 else metric


def gold_matrices(result: AccuracyStudy) -> list[Matrix]:
    """P-values of people: one matrix where levels share it."""
    matrices: list[Matrix] = []
    for gold in result.gold:
        if not matrices or gold.p_values != result.gold[0].p_values:
            matrices.append(Matrix.of(gold.p_values, "people", gold.gold_confidence_level))
    return matrices


def verdict_grid(result: AccuracyStudy) -> Any:
    """Figure 8 of Graham et al. 2014: heatmaps by metric and test, systems in one order."""
    a = drawing.alt()
    alphas = sorted((alpha_of(gold.confidence_level) for gold in result.gold), reverse=True)
    names = [f"p ≤ {alpha:g}" for alpha in alphas]
    shades = drawing.shades(len(names))
    rows = [
        {
            "metric": title_of(result, one.metric),
            "test": _words(one.test),
            "system": better,
            "other": worse,
            "p": printed(p),
            "step": names[sum(p <= alpha for alpha in alphas) - 1] if p <= alphas[0] else "",
        }
        for one in result.tested
        for better, of_row in zip(one.p_values.systems, one.p_values.matrix, strict=True)
        for worse, p in zip(one.p_values.systems, of_row, strict=True)
        if better != worse
    ]
    scale = a.Scale(domain=list(result.systems), paddingInner=0.06)
    base = (
        a.Chart()
        .encode(
            x=a.X("other:N", scale=scale, title=None, axis=drawing.names_axis(labelAngle=-45)),
            y=a.Y("system:N", scale=scale, title=None, axis=drawing.names_axis()),
            tooltip=[
                a.Tooltip("system:N", title="better"),
                a.Tooltip("other:N", title="than"),
                a.Tooltip("p:N"),
            ],
        )
        .properties(width=a.Step(_CELL), height=a.Step(_CELL))
    )
    color = a.Color(
        "step:N",
        title=None,
        scale=a.Scale(domain=names, range=shades),
        legend=a.Legend(orient="bottom"),
    )
    cells = a.layer(
        base.transform_filter("datum.step == ''").mark_rect(
            filled=False, stroke=drawing.GREY, strokeOpacity=0.4
        ),
        base.transform_filter("datum.step != ''").mark_rect().encode(color=color),
        data=a.InlineData(values=rows),
    )
    title = "Verdicts by metric and test"
    head = a.Header(title=None, labelFontSize=12)
    # One word below the other: names of tests are wider than heatmaps of a few systems.
    of_tests = a.Header(title=None, labelFontSize=12, labelExpr="split(datum.label, ' ')")
    beside = max(_BETWEEN, _WORD - _CELL * len(result.systems))
    return cells.facet(
        row=a.Row(
            "metric:N", sort=[title_of(result, m.metric) for m in result.metrics], header=head
        ),
        column=a.Column("test:N", sort=[_words(name) for name in result.tests], header=of_tests),
        title=a.Title(title, subtitle="coloured where the row is better than the column"),
        spacing=a.RowColnumber(row=_BETWEEN, column=beside),
    )


def _best(result: AccuracyStudy) -> dict[float, int]:
    groups = groupby(result.accuracies, key=lambda one: one.confidence_level)
    return {
        confidence_level: max(one.correct for one in group) for confidence_level, group in groups
    }


def _other_level(gold: GoldVerdicts) -> str:
    return (
        ""
        if gold.gold_confidence_level == gold.confidence_level
        else f" (at {_percent(gold.gold_confidence_level)} confidence)"
    )


def _left_out(result: AccuracyStudy) -> Iterator[str]:
    """Which outputs have no verdict, and which systems of the gold standard no output."""
    if result.without:
        names, are = ", ".join(result.without), "is" if len(result.without) == 1 else "are"
        yield f"The gold standard has no verdict on {names}, which {are} left out."
    if result.unknown:
        names = ", ".join(result.unknown)
        yield f"The gold standard has verdicts on {names}, of which there is no output."


def _differing(result: AccuracyStudy, at: float) -> list[str]:
    """Whether metrics differ in accuracy at a level."""
    tested = [one for one in result.differences if one.confidence_level == at and not one.reason]
    if not tested:
        return []
    smallest = min(tested, key=lambda one: one.p)
    if smallest.p > 0.05:
        return [
            f"At {_percent(at)} metrics are not shown to differ in accuracy (chi-square,"
            f" smallest p = {printed(smallest.p)})."
        ]
    return [
        f"At {_percent(at)} metrics differ in accuracy with {_words(smallest.test)}"
        f" (chi-square, p = {printed(smallest.p)})."
    ]


def _agreeing(result: AccuracyStudy, at: float) -> list[str]:
    """How far tests come to the same verdicts at a level."""
    agreements = [one for one in result.agreements if one.confidence_level == at]
    if not agreements:
        return []
    differing = [one for one in agreements if one.same < one.pairs]
    if not differing:
        return [f"At {_percent(at)} all tests come to the same verdicts, under every metric."]
    under = dict.fromkeys(title_of(result, one.metric) for one in differing)
    most = max(one.pairs - one.same for one in differing)
    return [
        f"At {_percent(at)} two tests come to different verdicts on at most {most:,} of"
        f" {_pairs(agreements[0].pairs)}, under {', '.join(under)}."
    ]


def _beyond(accuracies: Sequence[Accuracy]) -> str:
    """How many accuracies are shown to be above a coin's."""
    beyond = sum(one.p <= 0.05 and one.accuracy > 0.5 for one in accuracies)
    if len(accuracies) == 1:
        return f"that is {'' if beyond else 'not '}shown to be above a coin's 50 %"
    share = "all" if beyond == len(accuracies) else f"{beyond:,} of"
    are = "is" if beyond == 1 else "are"
    return f"{share} {counted(len(accuracies), 'accuracy')} {are} shown to be above a coin's 50 %"


def _pairs(number: int) -> str:
    return counted(number, "pair")


def _words(test: str) -> str:
    return test.replace("-", " ")


def _percent(at: float) -> str:
    return f"{100 * at:g} %"
