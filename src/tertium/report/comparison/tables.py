"""Tables of comparisons, from the stored result alone."""

from collections.abc import Iterator, Sequence
from string import ascii_letters

from tertium.comparison.result import Comparison, MetricResult, PairResult, SystemScore
from tertium.core import wording
from tertium.core.intervals import Interval
from tertium.core.plain import counted
from tertium.inference.verdicts import printed
from tertium.report.comparison.notes import (
    alpha,
    apart,
    explain_note,
    interval_note,
    is_corrected,
    p_heading,
    significance_note,
    together,
)
from tertium.report.comparison.pairs import directed, pair_of, ranked_pairs, seen_pairs
from tertium.report.matrix import Matrix
from tertium.report.table import Table
from tertium.report.wording import confidence_interval, coverage_note

# More verdicts than these are left to the tables.
FEW = 9

# What score tables must say of their intervals.
OVERLAP = "Overlapping intervals are not a test of the difference between two systems."

_NONE = "–"
_WON = "% won/tied/lost"


def system_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per system: its score and, if there is a baseline, the difference from it."""
    baseline = result.settings.baseline
    systems = ordered(metric, baseline)
    with_clusters = any(one.cluster is not None for one in systems)
    rows = [
        [
            one.system,
            *([str(one.cluster)] if with_clusters else []),
            with_interval(metric, one.score, one.interval, digits),
            *([] if baseline is None else _beside(result, metric, one.system, baseline, digits)),
        ]
        for one in systems
    ]
    level = f"[{confidence_interval(result.settings.confidence_level)}]"
    titled = heading(result, metric)
    header = ["system", *(["cluster"] if with_clusters else []), f"{titled} {level}"]
    if baseline is not None:
        header += [f"diff. {level}", *_p_headings(result, together(metric)), "effect size"]
        header += [_WON] if counts_wins(result) else []
    return Table(
        header=header,
        rows=rows,
        sentences=[] if has_one_verdict(result) else _verdicts(metric),
        notes=[*_direction(titled, metric), f"{titled}  {metric.signature}"],
        emphasis=frozenset((row, 1 + with_clusters) for row in _best(metric, systems)),
        caption=f"{titled} of {counted(len(systems), 'system')} on"
        f" {counted(result.data.segments, 'segment')}.",
    )


def brief_table(result: Comparison, digits: int = 1) -> Table:
    """One row per system; for each metric its score, cluster and difference from the baseline.

    If the terminal is narrow, effect sizes are left out first, then p-values, then intervals.
    """
    baseline, metrics = result.settings.baseline, result.metrics
    systems = [one.system for one in ordered(metrics[0], baseline)]
    interval = confidence_interval(result.settings.confidence_level)
    header, columns = ["system"], [systems]
    spare: dict[str, list[int]] = {_WON: [], "effect size": [], "p": [], interval: []}
    emphasis: set[tuple[int, int]] = set()
    raised: dict[tuple[int, int], str] = {}

    def add(title: str, cells: Sequence[str]) -> None:
        spare.get(title, []).append(len(header))
        header.append(title)
        columns.append(list(cells))

    for metric in metrics:
        scored = {one.system: one for one in metric.systems}
        aligned = [scored[system] for system in systems]
        emphasis |= {(row, len(header)) for row in _best(metric, aligned)}
        add(heading(result, metric), [metric.shown(one.score, digits) for one in aligned])
        if any(one.cluster is not None for one in aligned):
            add("cluster", [str(one.cluster) for one in aligned])
        if baseline is None:
            add(interval, [_ends(metric, one.interval, digits) for one in aligned])
            continue
        pairs = [pair_of(metric, system, baseline) for system in systems]
        raised |= {
            (row, len(header)): "*"
            for row, pair in enumerate(pairs)
            if pair is not None and pair.tests[0].significant
        }
        add("difference", [_NONE if one is None else _signed(metric, one, digits) for one in pairs])
        add(interval, [_NONE if p is None else _ends(metric, p.interval, digits) for p in pairs])
        add("p", [_NONE if one is None else printed(one.tests[0].corrected) for one in pairs])
        add("effect size", [_NONE if one is None else _effect(one) for one in pairs])
        if counts_wins(result):
            add(_WON, [_NONE if one is None else _won(one) for one in pairs])
    return Table(
        header=header,
        rows=[list(row) for row in zip(*columns, strict=True)],
        notes=[
            *(note for one in metrics for note in _direction(heading(result, one), one)),
            *_marks(result, bool(raised)),
            interval_note(result),
        ],
        emphasis=frozenset(emphasis),
        raised=raised,
        caption=f"Scores of {counted(len(systems), 'system')} on"
        f" {counted(result.data.segments, 'segment')}.",
        spare=[group for group in spare.values() if group],
        # The note on columns that are left out names the same option.
        column_notes=dict.fromkeys(spare[interval], interval_note(result))
        | dict.fromkeys(spare["effect size"], explain_note()),
        elsewhere=wording.option("explain", True),
    )


def _marks(result: Comparison, starred: bool) -> Iterator[str]:
    """What stars and clusters mean."""
    significant = significance_note(result)
    if starred:
        yield f"* {significant}."
    elif result.settings.baseline is not None:
        yield f"No difference is significant at {significant}."
    if result.settings.all_pairs:
        at = "" if starred else f" at {significant}"
        yield (
            "Cluster: all of its systems are significantly better than all systems of the clusters"
            f" below{at}."
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
            row.append(with_interval(metric, one.score, one.interval, digits))
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
                result.settings.level,
                of_texts=result.data.judgments is None,
            ),
            OVERLAP,
        ],
        emphasis=frozenset(emphasis),
        caption=f"Scores of {counted(len(systems), 'system')} on"
        f" {counted(result.data.segments, 'segment')}.",
    )


def pair_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per pair: difference, tests, effect size, and shares of bootstrap samples won."""
    rows = [
        [
            f"{pair.system} – {pair.other}",
            _difference(metric, pair, digits),
            *_p_cells(result, pair, range(len(result.tests))),
            _effect(pair),
            _won(pair),
        ]
        for pair in seen_pairs(result, metric)
    ]
    title = heading(result, metric)
    level = f"[{confidence_interval(result.settings.confidence_level)}]"
    return Table(
        header=[
            "pair",
            f"difference of {title} {level}",
            *_p_headings(result, range(len(result.tests))),
            "effect size",
            _WON,
        ],
        rows=rows,
        notes=_direction(title, metric),
        caption=f"Differences of {title}.",
    )


def win_table(result: Comparison, metric: MetricResult) -> Table:
    """One row per pair: shares of bootstrap samples won, tied and lost."""
    return Table(
        header=["pair", f"{_WON} by {heading(result, metric)}"],
        rows=[[f"{pair.system} – {pair.other}", _won(pair)] for pair in seen_pairs(result, metric)],
        caption=f"Bootstrap samples won, tied and lost by {heading(result, metric)}.",
    )


def run_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per system in the layout of MultEval: mean (s_sel/s_opt/p).

    That p-value applies to these runs; those of the training procedure have their own columns.
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
        caption=f"{title}: mean over runs, with standard deviations due to the choice of test"
        " data and to training.",
    )


def pair_matrix(result: Comparison, metric: MetricResult) -> Matrix:
    """Systems from the best to the worst, with p where the row is better than the column."""
    return Matrix(
        heading(result, metric),
        tuple(one.system for one in metric.ranked),
        {names: tested.corrected for names, tested in directed(metric).items()},
        result.settings.confidence_level,
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
    note = f"Letters after a score: systems that are significantly worse (p <= {alpha(result)})."
    return Table(
        header=["letter", "system", *(heading(result, metric) for metric in result.metrics)],
        rows=rows,
        notes=[note],
        emphasis=frozenset(emphasis),
        raised=raised,
        caption=f"Scores of {counted(len(systems), 'system')}. {note}",
    )


def heading(result: Comparison, metric: MetricResult) -> str:
    """Title of a metric; its full form where two would look the same."""
    same = [other for other in result.metrics if other.title == metric.title]
    return metric.title if len(same) == 1 else metric.metric


def ordered(metric: MetricResult, baseline: str | None) -> list[SystemScore]:
    """Systems from the best to the worst, after the baseline."""
    return sorted(metric.ranked, key=lambda one: one.system != baseline)


def has_one_verdict(result: Comparison) -> bool:
    """Whether one pair was compared by one metric: the verdict is then the summary."""
    return len(result.metrics) == len(result.metrics[0].pairs) == 1


def has_letters(result: Comparison) -> bool:
    """Whether all pairs were compared, and there are letters for all systems."""
    return result.settings.all_pairs and len(result.metrics[0].systems) <= len(ascii_letters)


def _beside(
    result: Comparison, metric: MetricResult, system: str, baseline: str, digits: int
) -> list[str]:
    """Cells that compare a system with the baseline."""
    pair = pair_of(metric, system, baseline)
    if pair is None:
        dashes = 2 + len(_p_headings(result, together(metric))) + counts_wins(result)
        return [_NONE] * dashes
    return [
        _difference(metric, pair, digits),
        *_p_cells(result, pair, together(metric)),
        _effect(pair),
        *([_won(pair)] if counts_wins(result) else []),
    ]


def counts_wins(result: Comparison) -> bool:
    """Whether a test counts wins, as the paired bootstrap does (Koehn 2004)."""
    return any(tested.name == "paired-bootstrap" for tested in result.metrics[0].pairs[0].tests)


def _won(pair: PairResult) -> str:
    return "/".join(f"{100 * share:.0f}" for share in (pair.wins, pair.ties, pair.losses))


def _difference(metric: MetricResult, pair: PairResult, digits: int) -> str:
    text = with_interval(metric, pair.difference, pair.interval, digits)
    return f"+{text}" if pair.difference > 0 else text


def _effect(pair: PairResult) -> str:
    return _defined(f"{pair.effect:.2f}")


def _signed(metric: MetricResult, pair: PairResult, digits: int) -> str:
    shown = metric.shown(pair.difference, digits)
    return f"+{shown}" if pair.difference > 0 else _defined(shown)


def _ends(metric: MetricResult, interval: Interval, digits: int) -> str:
    return f"[{', '.join(_defined(metric.shown(end, digits)) for end in interval)}]"


def with_interval(metric: MetricResult, value: float, interval: Interval, digits: int) -> str:
    """Format a number and its interval."""
    one, *ends = (_defined(metric.shown(number, digits)) for number in (value, *interval))
    return f"{one} [{', '.join(ends)}]"


def _defined(cell: str) -> str:
    return _NONE if cell == "nan" else cell


def _p_headings(result: Comparison, numbers: Sequence[int]) -> list[str]:
    """Headings of the p-values of some tests; the first has two, if p-values are corrected."""
    first, *more = (p_heading(result.metrics[0], number) for number in numbers)
    return [first, *(["corrected"] if is_corrected(result) else []), *more]


def _p_cells(result: Comparison, pair: PairResult, numbers: Sequence[int]) -> list[str]:
    first, *others = (pair.tests[number] for number in numbers)
    values = [first.p, *([first.corrected] if is_corrected(result) else [])]
    return [printed(p) for p in (*values, *(tested.corrected for tested in others))]


def _verdicts(metric: MetricResult) -> list[str]:
    """One sentence per pair, unless there are too many to read."""
    few = len(metric.pairs) <= FEW
    return [pair.verdict for pair in ranked_pairs(metric)] if few else []


def many_verdicts(result: Comparison) -> list[str]:
    """Say where to find verdicts that are too many to read here."""
    pairs = len(result.metrics[0].pairs)
    if pairs <= FEW:
        return []
    wins = (
        f" For wins, ties and losses, see {wording.option('format', 'csv')}."
        if counts_wins(result)
        else ""
    )
    return [
        f"For a verdict on each of the {counted(pairs, 'pair')}, see the HTML report"
        f" ({wording.option('report', wording.FILE)}).{wins}"
    ]


def _direction(title: str, metric: MetricResult) -> list[str]:
    return [f"{title}: lower is better."] if metric.higher_is_better is False else []


def _best(metric: MetricResult, systems: Sequence[SystemScore]) -> list[int]:
    """Rows of the first cluster; of the best scores, if there are no clusters."""
    if metric.higher_is_better is None:
        return []
    if any(one.cluster is not None for one in systems):
        return [place for place, one in enumerate(systems) if one.cluster == 1]
    best = metric.ranked[0].score
    return [place for place, one in enumerate(systems) if one.score == best]
