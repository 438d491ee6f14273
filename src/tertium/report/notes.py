"""What the numbers of a comparison are, in sentences."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tertium.core.comparison import Comparison, MetricResult, Settings, Tested, test_named
from tertium.core.plain import counted
from tertium.core.results import INTERVALS
from tertium.inference.corrections import enough_trials
from tertium.inference.intervals import coverage_note
from tertium.report.judgments import judgment_notes

if TYPE_CHECKING:
    from tertium.significance._test import Test

P_VALUE = (
    "A p-value is not the probability that systems are equally good, and a small one does not make"
    " a difference large or important."
)

RUNS = (
    "s_sel: standard deviation from the choice of test data; s_opt: from training, over runs;"
    " s_total: from both."
)


def common_notes(result: Comparison) -> list[str]:
    """What holds for all numbers of a comparison."""
    return [
        *([RUNS] if tells_of_runs(result) else []),
        interval_note(result),
        *coverage_note(
            result.data.units,
            result.settings.unit,
            of_texts=result.data.judgments is None,
        ),
        *([] if result.settings.baseline is None else difference_notes(result)),
        *test_notes(result),
        *win_note(result),
        *([] if result.data.judgments is None else judgment_notes(result.data.judgments)),
        *(f"Warning: {warning}" for warning in result.warnings),
        P_VALUE,
        f"compare  {result.signature}",
    ]


def interval_note(result: Comparison) -> str:
    """What stands in brackets."""
    settings = result.settings
    kind = INTERVALS[settings.interval]
    size = "" if settings.subsample == 1 else f" of {100 * settings.subsample:g} % the size"
    return (
        f"Brackets: {100 * settings.level:g} % {kind} intervals from"
        f" {counted(settings.trials, 'bootstrap sample')}{size} of"
        f" {counted(result.data.units, settings.unit)}, seed {settings.seed}."
    )


def difference_notes(result: Comparison) -> list[str]:
    """What differences are to, and what their effect is."""
    baseline, unit = result.settings.baseline, result.settings.unit
    return [
        *([] if baseline is None else [f"Differences are to {baseline}."]),
        f"Effect: the difference in standard deviations of what a single {unit} tells; positive is"
        " better.",
    ]


def win_note(result: Comparison) -> list[str]:
    """What wins, ties and losses are, where the test is asked for that counts them."""
    tests = {tested.name for tested in result.metrics[0].pairs[0].tests}
    if "paired_bootstrap" not in tests:
        return []
    return [
        "% won/tied/lost: shares of the bootstrap samples on which the system scores better, the"
        " same or worse."
    ]


def test_notes(result: Comparison) -> Iterator[str]:
    """What each p-value is, and what it is corrected for."""
    metric = result.metrics[0]
    for number, printed_test in enumerate(result.tests):
        of_pairs = [pair.tests[number] for one in result.metrics for pair in one.pairs]
        test = made_test(printed_test)
        yield (
            f"{p_heading(metric, number)}: {title_of(test)}, {_sides(test)},"
            f" {_trials(test, of_pairs)}; it speaks of {test.question}."
            + ("" if test.recommended else " Not recommended.")
        )
    if hypotheses(result) == 1:
        return
    yield from _raised_trials(result)
    family = "all metrics" if result.settings.family == "all" else "a metric"
    comparisons = f"{counted(hypotheses(result), 'comparison')} under {family}"
    if not is_corrected(result):
        yield f"No p-value is corrected for the {comparisons}."
    else:
        method = result.settings.correction.replace("_", "-").title()
        yield f"Corrected p, also in verdicts and of further tests: {method} over {comparisons}."


def _raised_trials(result: Comparison) -> Iterator[str]:
    """Say that there are as many trials as the correction needs."""
    settings, usual = result.settings, Settings().trials
    needed = enough_trials(usual, 1 - settings.level, hypotheses(result), settings.correction)
    if settings.trials == needed > usual:
        yield (
            f"{counted(needed, 'trial')} instead of {usual:,}, since fewer could not make p-values"
            f" significant that are corrected for {counted(hypotheses(result), 'comparison')}."
        )


def tells_of_runs(result: Comparison) -> bool:
    """Whether any system has several runs, or a test asks for them."""
    metric = result.metrics[0]
    return any(len(one.runs) > 1 for one in metric.systems) or bool(apart(metric))


def p_heading(metric: MetricResult, number: int) -> str:
    """Name of the p-value of a test: "p", "p2", "p3 training"."""
    tests = metric.pairs[0].tests
    name = f"p{number + 1}" if number else "p"
    return f"{name} {tests[number].question.split()[1]}" if number in apart(metric) else name


def together(metric: MetricResult) -> list[int]:
    """Tests that speak of the same as the first."""
    return [number for number, _ in enumerate(metric.pairs[0].tests) if number not in apart(metric)]


def apart(metric: MetricResult) -> list[int]:
    """Tests that speak of something else than the first: not of outputs, but of training."""
    first, *others = metric.pairs[0].tests
    return [n for n, tested in enumerate(others, 1) if tested.question != first.question]


def made_test(printed_test: str) -> "Test":
    """Make the test again that a result names."""
    test: Test = test_named(printed_test)
    return test


def title_of(test: "Test | Tested") -> str:
    """Name of a test in words."""
    return test.name.replace("_", " ")


def hypotheses(result: Comparison) -> int:
    """Number of comparisons that are corrected together."""
    return result.settings.hypotheses(len(result.metrics[0].pairs), len(result.metrics))


def is_corrected(result: Comparison) -> bool:
    """Whether p-values are corrected for many comparisons."""
    return hypotheses(result) > 1 and result.settings.correction != "none"


def _sides(test: "Test") -> str:
    return test.alternative if test.alternative == "two-sided" else f"one-sided: {test.alternative}"


def _trials(test: "Test", tested: Iterable[Tested]) -> str:
    ways = [one.trials for one in tested if one.exact]
    return (
        f"exact, all {counted(max(ways), 'way')}"
        if ways
        else f"{counted(test.trials, 'trial')}, seed {test.seed}"
    )
