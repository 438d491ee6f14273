"""Tables and charts of accuracy studies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, is_or_are
from tertium.inference.verdicts import printed
from tertium.meta.accuracy.results import AccuracyStudy
from tertium.meta.accuracy.verdicts import Accuracy, GoldVerdicts
from tertium.report.accuracy_charts import title_of, verdict_grid, words
from tertium.report.table import Table, number
from tertium.report.wording import warned


def title(result: AccuracyStudy) -> str:
    """Heading of the page."""
    return "Accuracy of metrics and significance tests"


def data(result: AccuracyStudy) -> str:
    """The number of verdicts."""
    pairs = counted(result.accuracies[0].pairs, "pair")
    return f"Verdicts on {pairs} of {counted(len(result.systems), 'system')}."


def summary(result: AccuracyStudy) -> list[str]:
    """How often verdicts are correct at best, level by level."""
    return [_summary_at(result, gold) for gold in result.gold]


def tables(result: AccuracyStudy) -> list[Table]:
    """How many verdicts are correct, and how often tests agree, with all notes below the last."""
    accuracies = accuracy_table(result)
    if not result.agreements:
        return [replace(accuracies, notes=notes(result))]
    agreement = agreement_table(result)
    return [accuracies, replace(agreement, notes=[*agreement.notes, *notes(result)])]


def brief(result: AccuracyStudy) -> list[Table]:
    """Correct verdicts: one row per metric and test, one column per confidence level."""
    best = _best(result)
    rows: dict[tuple[str, str], list[Accuracy]] = {}
    for one in result.accuracies:
        rows.setdefault((one.metric, one.test), []).append(one)
    cells = [
        [
            title_of(result, metric),
            words(test),
            *(f"{o.correct:,}/{o.pairs:,}" for o in accuracies),
        ]
        for (metric, test), accuracies in rows.items()
    ]
    emphasis = frozenset(
        (row, 2 + column)
        for row, accuracies in enumerate(rows.values())
        for column, one in enumerate(accuracies)
        if one.correct == best[one.confidence_level]
    )
    return [
        Table(
            header=[
                "metric",
                "test",
                *(f"at {_percent(gold.confidence_level)}" for gold in result.gold),
            ],
            rows=cells,
            emphasis=emphasis,
            heads=2,
            notes=[
                "Correct verdicts at each confidence level. A verdict says which of two systems is"
                " significantly better, if either; it is correct if human judgments give the same"
                " verdict.",
                *_undefined(result),
                *_data_notes(result),
                *warned(result.warnings),
                *_explained(),
                *_signatures(result),
            ],
        )
    ]


def charts(result: AccuracyStudy) -> Mapping[str, Callable[[], list[Any]]]:
    """Verdicts by metric and test."""
    return {"heatmap": lambda: [verdict_grid(result)]}


def accuracy_table(result: AccuracyStudy) -> Table:
    """How many verdicts are correct, as in Tables 1 and 2 of Graham et al. 2014."""
    best = _best(result)
    rows = [
        [
            _percent(one.confidence_level),
            title_of(result, one.metric),
            words(one.test),
            f"{one.correct:,}/{one.pairs:,}",
            "{:.1f} [{:.1f}, {:.1f}]".format(*(100 * x for x in (one.accuracy, *one.interval))),
            printed(one.p),
        ]
        for one in result.accuracies
    ]
    return Table(
        header=["conf.", "metric", "test", "correct", "accuracy, %", "p"],
        rows=rows,
        sentences=sentences(result),
        emphasis=frozenset(
            (row, 3)
            for row, one in enumerate(result.accuracies)
            if one.correct == best[one.confidence_level]
        ),
        caption="Verdicts of metrics and significance tests that agree with human verdicts, with"
        " exact 95 % confidence intervals and p-values against 50 %.",
    )


def wrong_table(result: AccuracyStudy) -> Table:
    """Kinds of wrong verdicts."""
    return Table(
        header=["conf.", "metric", "test", "missed", "unfounded", "reversed"],
        rows=[
            [
                _percent(one.confidence_level),
                title_of(result, one.metric),
                words(one.test),
                str(one.missed),
                str(one.unfounded),
                str(one.reversed),
            ]
            for one in result.accuracies
        ],
        notes=[
            "missed: only human judgments separate the systems; unfounded: only the metric does;"
            " reversed: both do, in favour of different systems.",
        ],
        caption="Wrong verdicts of metrics and significance tests, by kind.",
    )


def difference_table(result: AccuracyStudy) -> Table:
    """Whether metrics differ in accuracy."""
    return Table(
        header=["conf.", "test", "chi-square", "df", "p"],
        rows=[
            [
                _percent(one.confidence_level),
                words(one.test),
                number(one.statistic, ".3f"),
                str(one.freedom),
                printed(one.p),
            ]
            for one in result.differences
        ],
        notes=[
            "Chi-square test of correct and wrong verdicts by metric, without Yates' correction;"
            " df: degrees of freedom."
        ],
        caption="Chi-square tests of whether metrics differ in accuracy.",
    )


def agreement_table(result: AccuracyStudy) -> Table:
    """Number of pairs of systems on which two tests give the same verdict, by metric."""
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for one in result.agreements:
        row = rows.setdefault(
            (_percent(one.confidence_level), words(one.test), words(one.other)), {}
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
        notes=[
            "Columns of metrics: number of pairs of systems on which both tests give the same"
            " verdict."
        ],
        caption="Pairs of systems on which two significance tests give the same verdict.",
    )


def sentences(result: AccuracyStudy) -> list[str]:
    """Whether accuracies exceed chance, and whether metrics and tests differ, level by level."""
    return [
        sentence
        for gold in result.gold
        for sentence in (
            _above_chance(result, gold.confidence_level),
            *_differing(result, gold.confidence_level),
            *_agreeing(result, gold.confidence_level),
        )
    ]


def notes(result: AccuracyStudy) -> list[str]:
    """Explain all numbers."""
    return [
        "A verdict says that one system is better, that the other is better, or that neither is"
        " significantly better, by one-sided tests. It is correct if human judgments give the same"
        " verdict at the same confidence level. p-values are not corrected for multiple"
        " comparisons.",
        "accuracy: with exact 95 % confidence interval (Clopper and Pearson); p: exact binomial"
        " test against 50 %. Both overstate the evidence, because pairs share systems.",
        *_undefined(result),
        *_data_notes(result),
        *warned(result.warnings),
        *_signatures(result),
    ]


def _summary_at(result: AccuracyStudy, gold: GoldVerdicts) -> str:
    """What human judgments decide at a confidence level, and how often the best verdicts agree."""
    at_level = [one for one in result.accuracies if one.confidence_level == gold.confidence_level]
    pairs, most = at_level[0].pairs, max(one.correct for one in at_level)
    best = [one for one in at_level if one.correct == most]
    return (
        f"At {_percent(gold.confidence_level)} confidence, human judgments separate"
        f" {gold.decided:,} of {_pairs(pairs)}{_other_level(gold)};"
        f" {_named(result, best, len(at_level))} correct on {most:,}, a test that never decides"
        f" would be correct on {pairs - gold.decided:,}."
    )


def _named(result: AccuracyStudy, best: Sequence[Accuracy], of: int) -> str:
    """The best combinations of metric and test: a single one by name, several by number."""
    if len(best) == 1:
        return f"{title_of(result, best[0].metric)} ({words(best[0].test)}) is"
    metrics = {one.metric for one in best}
    if len(best) == of:
        return "all metrics and tests are"
    if len(metrics) == 1 and len(best) == len(result.tests):
        return f"{title_of(result, best[0].metric)} (all tests) is"
    return f"the best {counted(len(best), 'combination')} of metric and test are"


def _best(result: AccuracyStudy) -> dict[float, int]:
    """The largest number of correct verdicts, by confidence level."""
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


def _undefined(result: AccuracyStudy) -> Iterator[str]:
    undefined = sum(one.undefined for one in result.accuracies)
    if undefined:
        yield (
            f"{counted(undefined, 'p-value')} {is_or_are(undefined)} undefined; such pairs count as"
            " not separated."
        )


def _data_notes(result: AccuracyStudy) -> Iterator[str]:
    """How judgments were joined with outputs, or which systems have no human verdict."""
    if result.joined:
        yield from result.joined.sentences
        return
    if result.without:
        yield f"Outputs without human verdicts, left out: {', '.join(result.without)}."
    if result.unknown:
        yield f"Systems with human verdicts but without outputs: {', '.join(result.unknown)}."


def _explained() -> Iterator[str]:
    if wording.for_command_line():
        yield f"{wording.option('explain', True)} shows confidence intervals and tests."


def _signatures(result: AccuracyStudy) -> list[str]:
    return [
        *(f"{one.title}  {one.signature}" for one in result.metrics),
        f"accuracy  {result.signature}",
    ]


def _above_chance(result: AccuracyStudy, at: float) -> str:
    """How many accuracies are significantly above 50 %."""
    accuracies = [one for one in result.accuracies if one.confidence_level == at]
    above = sum(one.p <= 0.05 and one.accuracy > 0.5 for one in accuracies)
    if len(accuracies) == 1:
        return (
            f"At {_percent(at)} confidence, the accuracy is {'' if above else 'not '}significantly"
            " above 50 %."
        )
    share = "all" if above == len(accuracies) else f"{above:,} of"
    return (
        f"At {_percent(at)} confidence, {share} {counted(len(accuracies), 'accuracy')}"
        f" {is_or_are(above)} significantly above 50 %."
    )


def _differing(result: AccuracyStudy, at: float) -> list[str]:
    """Whether metrics differ in accuracy at a level."""
    tested = [one for one in result.differences if one.confidence_level == at and not one.reason]
    if not tested:
        return []
    smallest = min(tested, key=lambda one: one.p)
    if smallest.p > 0.05:
        return [
            f"At {_percent(at)} confidence, metrics do not differ significantly in accuracy"
            f" (chi-square test, smallest p = {printed(smallest.p)})."
        ]
    return [
        f"At {_percent(at)} confidence, metrics differ significantly in accuracy with"
        f" {words(smallest.test)} (chi-square test, p = {printed(smallest.p)})."
    ]


def _agreeing(result: AccuracyStudy, at: float) -> list[str]:
    """How often tests give the same verdicts at a level."""
    agreements = [one for one in result.agreements if one.confidence_level == at]
    if not agreements:
        return []
    differing = [one for one in agreements if one.same < one.pairs]
    if not differing:
        return [
            f"At {_percent(at)} confidence, all tests give the same verdicts under every metric."
        ]
    under = dict.fromkeys(title_of(result, one.metric) for one in differing)
    most = max(one.pairs - one.same for one in differing)
    return [
        f"At {_percent(at)} confidence, two tests give different verdicts on at most {most:,} of"
        f" {_pairs(agreements[0].pairs)}, under {', '.join(under)}."
    ]


def _pairs(number: int) -> str:
    return counted(number, "pair")


def _percent(at: float) -> str:
    return f"{100 * at:g} %"
