"""Sentences that explain the numbers of a comparison."""

from collections.abc import Iterable, Iterator

from tertium.comparison.comparison_result import Comparison, MetricResult, Tested
from tertium.comparison.settings import CompareSettings
from tertium.core import wording
from tertium.core.formatting import counted
from tertium.core.results import INTERVALS
from tertium.inference.corrections import enough_trials
from tertium.report.judgments import judgment_notes
from tertium.report.wording import P_VALUE, confidence_interval, coverage_note, percent, warned
from tertium.significance import SCOPES, Test, make_test

RUNS = (
    "s_sel: standard deviation due to the choice of test data; s_opt: due to training, over runs;"
    " s_total: due to both."
)


def common_notes(result: Comparison) -> list[str]:
    """Explain all numbers of a comparison."""
    return [
        *([RUNS] if has_runs(result) else []),
        interval_note(result),
        *coverage_note(
            result.data.units,
            result.settings.level,
            of_texts=result.data.judgments is None,
        ),
        *([] if result.settings.baseline is None else difference_notes(result)),
        *test_notes(result),
        *win_note(result),
        *([] if result.data.judgments is None else judgment_notes(result.data.judgments)),
        *warned(result.warnings),
        P_VALUE,
        f"compare  {result.signature}",
    ]


def brief_notes(result: Comparison) -> list[str]:
    """Short notes that every reader needs."""
    return [
        *([] if result.data.judgments is None else judgment_notes(result.data.judgments)),
        *warned(result.warnings),
        explain_note(),
        *(f"{metric.title}  {metric.signature}" for metric in result.metrics),
        f"compare  {result.signature}",
    ]


def explain_note() -> str:
    """How to see all tables and explanations."""
    return (
        f"{wording.option('explain', True)} shows a verdict on each pair and explains all numbers."
    )


def significance_note(result: Comparison) -> str:
    """The test and the p-value of significance."""
    test = make_test(result.tests[0])
    of_pairs = [pair.tests[0] for metric in result.metrics for pair in metric.pairs]
    corrected = f", {_corrected(result)}" if is_corrected(result) else ""
    return (
        f"p <= {alpha(result)} ({title_of(test)}, {_sides(test)}, {_trials(test, of_pairs)}"
        f"{corrected})"
    )


def alpha(result: Comparison) -> str:
    """Largest p-value that is significant."""
    return f"{1 - result.settings.confidence_level:.2g}"


def interval_note(result: Comparison) -> str:
    """How confidence intervals were computed."""
    settings = result.settings
    kind = INTERVALS[settings.interval]
    share = "" if settings.subsample == 1 else f"{percent(settings.subsample)} of "
    return (
        f"{confidence_interval(settings.confidence_level)}: {kind} bootstrap,"
        f" {counted(settings.trials, 'resample')} of {share}"
        f"{counted(result.data.units, settings.level)}, seed {settings.seed}."
    )


def difference_notes(result: Comparison) -> list[str]:
    """Define the difference and the effect size."""
    baseline, level = result.settings.baseline, result.settings.level
    return [
        *([] if baseline is None else [f"Difference: system minus {baseline}."]),
        f"Effect size: the difference divided by its per-{level} standard deviation; positive means"
        " better.",
    ]


def win_note(result: Comparison) -> list[str]:
    """Define wins, ties and losses, if a test counts them."""
    tests = {tested.name for tested in result.metrics[0].pairs[0].tests}
    if "paired-bootstrap" not in tests:
        return []
    return [
        "% won/tied/lost: shares of bootstrap samples on which the system scores better, equal or"
        " worse."
    ]


def test_notes(result: Comparison) -> Iterator[str]:
    """Name the test of each p-value, and the correction."""
    metric = result.metrics[0]
    for number, printed_test in enumerate(result.tests):
        of_pairs = [pair.tests[number] for one in result.metrics for pair in one.pairs]
        test = make_test(printed_test)
        applies = "applies" if test.question == SCOPES["outputs"].question else "generalizes"
        yield (
            f"{p_heading(metric, number)}: {title_of(test)}, {_sides(test)},"
            f" {_trials(test, of_pairs)}; {applies} to {test.question}."
            + ("" if test.recommended else " This test is not recommended.")
        )
    if hypotheses(result) == 1:
        return
    yield from _raised_trials(result)
    if is_corrected(result):
        yield f"p-values are {_corrected(result)}; verdicts use the corrected values."
    else:
        yield f"p-values are not corrected for {_family(result)}."


def _corrected(result: Comparison) -> str:
    return f"{result.settings.correction.title()}-corrected for {_family(result)}"


def _family(result: Comparison) -> str:
    """The comparisons that are corrected together."""
    of = "all metrics" if result.settings.family == "all" else "each metric"
    return f"the {counted(hypotheses(result), 'comparison')} of {of}"


def _raised_trials(result: Comparison) -> Iterator[str]:
    """Say that the number of trials was raised for the correction."""
    settings, usual = result.settings, CompareSettings().trials
    needed = enough_trials(
        usual, 1 - settings.confidence_level, hypotheses(result), settings.correction
    )
    if settings.trials == needed > usual:
        yield (
            f"{counted(needed, 'trial')} instead of {usual:,}: with fewer, no p-value that is"
            f" corrected for {counted(hypotheses(result), 'comparison')} could be significant."
        )


def has_runs(result: Comparison) -> bool:
    """Whether any system has several training runs, or a test needs them."""
    metric = result.metrics[0]
    return any(len(one.runs) > 1 for one in metric.systems) or bool(apart(metric))


def p_heading(metric: MetricResult, number: int) -> str:
    """Name of the p-value of a test: "p", "p2", "p3 training"."""
    tests = metric.pairs[0].tests
    name = f"p{number + 1}" if number else "p"
    return f"{name} {tests[number].question.split()[1]}" if number in apart(metric) else name


def together(metric: MetricResult) -> list[int]:
    """Tests with the scope of the first."""
    return [number for number, _ in enumerate(metric.pairs[0].tests) if number not in apart(metric)]


def apart(metric: MetricResult) -> list[int]:
    """Tests with another scope than the first: the training procedure instead of these outputs."""
    first, *others = metric.pairs[0].tests
    return [n for n, tested in enumerate(others, 1) if tested.question != first.question]


def title_of(test: Test | Tested) -> str:
    """Name of a test in words."""
    return test.name.replace("-", " ")


def hypotheses(result: Comparison) -> int:
    """Number of comparisons that are corrected together."""
    return result.settings.hypotheses(len(result.metrics[0].pairs), len(result.metrics))


def is_corrected(result: Comparison) -> bool:
    """Whether p-values are corrected for multiple comparisons."""
    return hypotheses(result) > 1 and result.settings.correction != "none"


def _sides(test: "Test") -> str:
    return test.alternative if test.alternative == "two-sided" else f"one-sided: {test.alternative}"


def _trials(test: "Test", tested: Iterable[Tested]) -> str:
    permutations = [one.trials for one in tested if one.exact]
    return (
        f"exact, all {counted(max(permutations), 'permutation')}"
        if permutations
        else f"{counted(test.trials, 'trial')}, seed {test.seed}"
    )
