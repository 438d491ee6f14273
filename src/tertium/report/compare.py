"""Tables of comparisons: made of the result alone, nothing is computed again."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_letters

from tertium.core.comparison import Comparison, MetricResult, PairResult, SystemScore
from tertium.core.plain import counted
from tertium.inference.intervals import coverage_note
from tertium.inference.verdicts import printed
from tertium.report.matrix import Matrix
from tertium.report.notes import (
    apart,
    common_notes,
    interval_note,
    is_corrected,
    p_heading,
    tells_of_runs,
    together,
)
from tertium.report.pairs import directed, pair_of, ranked_pairs, seen_pairs
from tertium.report.table import Table, flat_table, show

# More verdicts than these are not read one by one: tables tell them.
FEW = 9

_NONE = "–"
_WON = "% won/tied/lost"


def show_comparison(result: Comparison, name: str, digits: int = 1) -> None:
    """Write a comparison to standard output in a format; TSV and CSV hold a row for each test."""
    show(
        comparison_tables(result, digits),
        result.to_dict,
        name,
        flat=lambda: flat_table(result.to_rows()),
    )


def comparison_tables(result: Comparison, digits: int = 1) -> list[Table]:
    """Everything to read, metric by metric; what holds for all of it stands below the last one."""
    tables = []
    for metric in result.metrics:
        tables.append(system_table(result, metric, digits))
        if tells_of_runs(result):
            tables.append(run_table(result, metric, digits))
        if result.settings.all_pairs:
            tables.append(pair_matrix(result, metric).table())
            if _counts_wins(result) and len(metric.pairs) <= FEW:
                tables.append(win_table(result, metric))
    if has_letters(result):
        tables.append(letter_table(result, digits))
    notes = [*tables[-1].notes, *_many_verdicts(result), *common_notes(result)]
    return [*tables[:-1], replace(tables[-1], notes=notes)]


def system_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per system: its score and, where there is a baseline, how it stands to it."""
    baseline = result.settings.baseline
    systems = ordered(metric, baseline)
    with_clusters = any(one.cluster is not None for one in systems)
    rows = [
        [
            one.system,
            *([str(one.cluster)] if with_clusters else []),
            with_interval(metric, one.score, one.low, one.high, digits),
            *([] if baseline is None else _beside(result, metric, one.system, baseline, digits)),
        ]
        for one in systems
    ]
    level = f"[{100 * result.settings.level:g} %]"
    titled = heading(result, metric)
    header = ["system", *(["cluster"] if with_clusters else []), f"{titled} {level}"]
    if baseline is not None:
        header += [f"difference {level}", *_p_headings(result, together(metric)), "effect"]
        header += [_WON] if _counts_wins(result) else []
    return Table(
        header=header,
        rows=rows,
        sentences=_verdicts(metric),
        notes=[*_direction(titled, metric), f"{titled}  {metric.signature}"],
        emphasis=frozenset((row, 1 + with_clusters) for row in _best(metric, systems)),
        caption=f"{titled} of {counted(len(systems), 'system')} on"
        f" {counted(result.data.segments, 'segment')}.",
    )


def score_table(result: Comparison, digits: int = 1) -> Table:
    """One row per system, one column per metric."""
    metrics = result.metrics
    systems = ordered(metrics[0], result.settings.baseline)
    rows, emphasis = [[one.system] for one in systems], set()
    for column, metric in enumerate(metrics, 1):
        scored = {one.system: one for one in metric.systems}
        aligned = [scored[one.system] for one in systems]
        for row, one in zip(rows, aligned, strict=True):
            row.append(with_interval(metric, one.score, one.low, one.high, digits))
        emphasis |= {(row, column) for row in _best(metric, aligned)}
    titles = [heading(result, metric) for metric in metrics]
    return Table(
        header=["system", *titles],
        rows=rows,
        notes=[
            *(
                note
                for m, title in zip(metrics, titles, strict=True)
                for note in _direction(title, m)
            ),
            interval_note(result),
            *coverage_note(
                result.data.units,
                result.settings.unit,
                of_texts=result.data.judgments is None,
            ),
            "Whether two intervals overlap is no test of the difference.",
        ],
        emphasis=frozenset(emphasis),
        caption=f"Scores of {counted(len(systems), 'system')} on"
        f" {counted(result.data.segments, 'segment')}.",
    )


def pair_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per pair: difference, tests, effect, and shares of resampled test sets won."""
    rows = [
        [
            f"{pair.system} – {pair.other}",
            _difference(metric, pair, digits),
            *_p_cells(result, pair, range(len(result.tests))),
            _defined(f"{pair.effect:.2f}"),
            _won(pair),
        ]
        for pair in seen_pairs(result, metric)
    ]
    title = heading(result, metric)
    level = f"[{100 * result.settings.level:g} %]"
    return Table(
        header=[
            "pair",
            f"difference of {title} {level}",
            *_p_headings(result, range(len(result.tests))),
            "effect",
            _WON,
        ],
        rows=rows,
        notes=_direction(title, metric),
        caption=f"Differences of {title}.",
    )


def win_table(result: Comparison, metric: MetricResult) -> Table:
    """One row per pair: shares of resampled test sets won, tied and lost."""
    return Table(
        header=["pair", f"{_WON} by {heading(result, metric)}"],
        rows=[[f"{pair.system} – {pair.other}", _won(pair)] for pair in seen_pairs(result, metric)],
        caption=f"Resampled test sets won, tied and lost by {heading(result, metric)}.",
    )


def run_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per system in the layout of MultEval: mean (s_sel/s_opt/p).

    That p speaks of these runs; those of the training procedure stand in columns of their own.
    """
    baseline = result.settings.baseline
    systems = ordered(metric, baseline)
    pairs = [None if baseline is None else pair_of(metric, one.system, baseline) for one in systems]
    rows = []
    for one, pair in zip(systems, pairs, strict=True):
        spread = [metric.shown(value, digits) for value in (one.s_sel, one.s_opt)]
        if baseline is not None:
            spread.append(_NONE if pair is None else printed(pair.tests[0].corrected))
        rows.append(
            [
                one.system,
                str(len(one.runs)),
                f"{metric.shown(one.score, digits)} ({'/'.join(map(_defined, spread))})",
                _defined(metric.shown(one.s_total, digits)),
                *(
                    _NONE if pair is None else printed(pair.tests[number].corrected)
                    for number in apart(metric)
                    if baseline is not None
                ),
            ]
        )
    title = heading(result, metric)
    within = "s_sel/s_opt" if baseline is None else "s_sel/s_opt/p"
    training = [] if baseline is None else [p_heading(metric, n) for n in apart(metric)]
    return Table(
        header=["system", "runs", f"mean {title} ({within})", "s_total", *training],
        rows=rows,
        emphasis=frozenset((row, 2) for row in _best(metric, systems)),
        caption=f"{title}: mean over runs, with standard deviations from the choice of test data"
        " and from training.",
    )


def pair_matrix(result: Comparison, metric: MetricResult) -> Matrix:
    """Systems from the best to the worst, with p where the row is better than the column."""
    return Matrix(
        heading(result, metric),
        tuple(one.system for one in metric.ranked),
        {names: tested.corrected for names, tested in directed(metric).items()},
        result.settings.level,
        "higher" if metric.higher_is_better is None else "better",
    )


def letter_table(result: Comparison, digits: int = 1) -> Table:
    """Table for papers: a score carries the letters of the systems it is significantly better than.

    There are letters for 52 systems.
    """
    systems = [one.system for one in result.metrics[0].ranked]
    letters = dict(zip(systems, ascii_letters, strict=False))
    rows = [[letters[system], system] for system in systems]
    emphasis, raised = set(), {}
    for column, metric in enumerate(result.metrics, 2):
        scored = {one.system: one for one in metric.systems}
        for row, system in enumerate(systems):
            rows[row].append(metric.shown(scored[system].score, digits))
            beaten = [one for one in systems if metric.winner(system, one) == system]
            if metric.higher_is_better is not None:
                raised[row, column] = "".join(letters[one] for one in beaten)
        emphasis |= {(row, column) for row in _best(metric, [scored[s] for s in systems])}
    said = f"Letters after a score: systems that are significantly worse (p {_alpha(result)})."
    return Table(
        header=["letter", "system", *(heading(result, metric) for metric in result.metrics)],
        rows=rows,
        notes=[said],
        emphasis=frozenset(emphasis),
        raised=raised,
        caption=f"Scores of {counted(len(systems), 'system')}. {said}",
    )


def heading(result: Comparison, metric: MetricResult) -> str:
    """Title of a metric; its full form where two would look the same."""
    same = [other for other in result.metrics if other.title == metric.title]
    return metric.title if len(same) == 1 else metric.metric


def ordered(metric: MetricResult, baseline: str | None) -> list[SystemScore]:
    """Systems from the best to the worst, after the baseline."""
    return sorted(metric.ranked, key=lambda one: one.system != baseline)


def has_letters(result: Comparison) -> bool:
    """Whether all pairs were compared, and there are letters for all systems."""
    return result.settings.all_pairs and len(result.metrics[0].systems) <= len(ascii_letters)


def _beside(
    result: Comparison, metric: MetricResult, system: str, baseline: str, digits: int
) -> list[str]:
    """How a system stands to the baseline."""
    pair = pair_of(metric, system, baseline)
    if pair is None:
        dashes = 2 + len(_p_headings(result, together(metric))) + _counts_wins(result)
        return [_NONE] * dashes
    return [
        _difference(metric, pair, digits),
        *_p_cells(result, pair, together(metric)),
        _defined(f"{pair.effect:.2f}"),
        *([_won(pair)] if _counts_wins(result) else []),
    ]


def _counts_wins(result: Comparison) -> bool:
    """Whether the test is asked for that counts wins (papers/003, Algorithm 5)."""
    return any(tested.name == "paired_bootstrap" for tested in result.metrics[0].pairs[0].tests)


def _won(pair: PairResult) -> str:
    return "/".join(f"{100 * share:.0f}" for share in (pair.wins, pair.ties, pair.losses))


def _difference(metric: MetricResult, pair: PairResult, digits: int) -> str:
    text = with_interval(metric, pair.difference, pair.low, pair.high, digits)
    return f"+{text}" if pair.difference > 0 else text


def with_interval(metric: MetricResult, value: float, low: float, high: float, digits: int) -> str:
    """Give a number and its interval as text."""
    one, *ends = (_defined(metric.shown(number, digits)) for number in (value, low, high))
    return f"{one} [{', '.join(ends)}]"


def _defined(cell: str) -> str:
    return _NONE if cell == "nan" else cell


def _p_headings(result: Comparison, numbers: Sequence[int]) -> list[str]:
    """Names of the p-values of some tests; of the first there are two, if they are corrected."""
    first, *more = (p_heading(result.metrics[0], number) for number in numbers)
    return [first, *(["corrected"] if is_corrected(result) else []), *more]


def _p_cells(result: Comparison, pair: PairResult, numbers: Sequence[int]) -> list[str]:
    first, *others = (pair.tests[number] for number in numbers)
    values = [first.p, *([first.corrected] if is_corrected(result) else [])]
    return [printed(p) for p in (*values, *(tested.corrected for tested in others))]


def _alpha(result: Comparison) -> str:
    return f"<= {1 - result.settings.level:.2g}"


def _verdicts(metric: MetricResult) -> list[str]:
    """Verdicts, unless there are too many to read."""
    few = len(metric.pairs) <= FEW
    return [pair.verdict for pair in ranked_pairs(metric)] if few else []


def _many_verdicts(result: Comparison) -> list[str]:
    """Say where verdicts are that were too many to read."""
    pairs = len(result.metrics[0].pairs)
    if pairs <= FEW:
        return []
    wins = " Wins, ties and losses are in CSV too." if _counts_wins(result) else ""
    return [f"Verdicts on all {counted(pairs, 'pair')} are in the page and in JSON.{wins}"]


def _direction(title: str, metric: MetricResult) -> list[str]:
    return [f"{title}: lower is better."] if metric.higher_is_better is False else []


def _best(metric: MetricResult, systems: Sequence[SystemScore]) -> list[int]:
    """Places of the systems of the top cluster; of the best scores, where there are no clusters."""
    if metric.higher_is_better is None:
        return []
    if any(one.cluster is not None for one in systems):
        return [place for place, one in enumerate(systems) if one.cluster == 1]
    best = metric.ranked[0].score
    return [place for place, one in enumerate(systems) if one.score == best]
