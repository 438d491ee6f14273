"""Cells and headings of the tables of comparisons."""

from collections.abc import Sequence

from tertium.comparison.comparison_result import Comparison, MetricResult, PairResult, SystemScore
from tertium.core.intervals import Interval
from tertium.inference.verdicts import printed
from tertium.report.comparison.notes import is_corrected, p_heading

# Stands for a number that is undefined or does not apply.
NONE = "–"


def heading(result: Comparison, metric: MetricResult) -> str:
    """Title of a metric; its full form if two metrics have the same title."""
    same = [other for other in result.metrics if other.title == metric.title]
    return metric.title if len(same) == 1 else metric.metric


def ordered(metric: MetricResult, baseline: str | None) -> list[SystemScore]:
    """Systems from the best to the worst, after the baseline."""
    return sorted(metric.ranked, key=lambda one: one.system != baseline)


def counts_wins(result: Comparison) -> bool:
    """Whether a test counts wins, as the paired bootstrap does (Koehn 2004)."""
    return any(tested.name == "paired-bootstrap" for tested in result.metrics[0].pairs[0].tests)


def won(pair: PairResult) -> str:
    """Shares of bootstrap samples won, tied and lost, in percent."""
    return "/".join(f"{100 * share:.0f}" for share in (pair.wins, pair.ties, pair.losses))


def signed_with_interval(metric: MetricResult, pair: PairResult, digits: int) -> str:
    """Format a difference and its interval."""
    text = with_interval(metric, pair.difference, pair.interval, digits)
    return f"+{text}" if pair.difference > 0 else text


def effect_size(pair: PairResult) -> str:
    """Format an effect size."""
    return defined(f"{pair.effect:.2f}")


def signed(metric: MetricResult, pair: PairResult, digits: int) -> str:
    """Format a difference."""
    shown = metric.shown(pair.difference, digits)
    return f"+{shown}" if pair.difference > 0 else defined(shown)


def shown_interval(metric: MetricResult, interval: Interval, digits: int) -> str:
    """Format an interval."""
    return f"[{', '.join(defined(metric.shown(end, digits)) for end in interval)}]"


def with_interval(metric: MetricResult, value: float, interval: Interval, digits: int) -> str:
    """Format a number and its interval."""
    one, *ends = (defined(metric.shown(number, digits)) for number in (value, *interval))
    return f"{one} [{', '.join(ends)}]"


def defined(cell: str) -> str:
    """Show a dash for an undefined number."""
    return NONE if cell == "nan" else cell


def p_headings(result: Comparison, numbers: Sequence[int]) -> list[str]:
    """Headings of the p-values of some tests; the first has two, if p-values are corrected."""
    first, *more = (p_heading(result.metrics[0], number) for number in numbers)
    return [first, *(["corrected"] if is_corrected(result) else []), *more]


def p_cells(result: Comparison, pair: PairResult, numbers: Sequence[int]) -> list[str]:
    """P-values of some tests; the first also as the test gives it, if p-values are corrected."""
    first, *others = (pair.tests[number] for number in numbers)
    values = [first.p, *([first.corrected] if is_corrected(result) else [])]
    return [printed(p) for p in (*values, *(tested.corrected for tested in others))]


def direction_note(title: str, metric: MetricResult) -> list[str]:
    """Whether a lower score is better."""
    return [f"{title}: lower is better."] if metric.higher_is_better is False else []


def best_rows(metric: MetricResult, systems: Sequence[SystemScore]) -> list[int]:
    """Rows of the first cluster; of the best scores, if there are no clusters."""
    if metric.higher_is_better is None:
        return []
    if any(one.cluster is not None for one in systems):
        return [place for place, one in enumerate(systems) if one.cluster == 1]
    best = metric.ranked[0].score
    return [place for place, one in enumerate(systems) if one.score == best]
