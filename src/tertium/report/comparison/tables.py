"""Tables of comparisons."""

from collections.abc import Iterator, Sequence
from string import ascii_letters

from tertium.comparison.comparison_result import Comparison, MetricResult
from tertium.core import wording
from tertium.core.formatting import counted
from tertium.inference.verdicts import printed
from tertium.report.comparison.cells import (
    NONE,
    best_rows,
    counts_wins,
    defined,
    direction_note,
    effect_size,
    heading,
    ordered,
    p_cells,
    p_headings,
    shown_interval,
    signed,
    signed_with_interval,
    with_interval,
    won,
)
from tertium.report.comparison.notes import (
    alpha,
    apart,
    explain_note,
    interval_note,
    p_heading,
    significance_note,
    together,
)
from tertium.report.comparison.pairs import directed, pair_of, ranked_pairs, seen_pairs
from tertium.report.matrix import Matrix
from tertium.report.table import Table
from tertium.report.wording import OVERLAP, confidence_interval, coverage_note

# Most verdicts shown as sentences; tables show the rest.
FEW = 9

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
        header += [f"diff. {level}", *p_headings(result, together(metric)), "effect size"]
        header += [_WON] if counts_wins(result) else []
    return Table(
        header=header,
        rows=rows,
        sentences=[] if has_one_verdict(result) else _verdicts(metric),
        notes=[*direction_note(titled, metric), f"{titled}  {metric.signature}"],
        emphasis=frozenset((row, 1 + with_clusters) for row in best_rows(metric, systems)),
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
        emphasis |= {(row, len(header)) for row in best_rows(metric, aligned)}
        add(heading(result, metric), [metric.shown(one.score, digits) for one in aligned])
        if any(one.cluster is not None for one in aligned):
            add("cluster", [str(one.cluster) for one in aligned])
        if baseline is None:
            add(interval, [shown_interval(metric, one.interval, digits) for one in aligned])
            continue
        pairs = [pair_of(metric, system, baseline) for system in systems]
        raised |= {
            (row, len(header)): "*"
            for row, pair in enumerate(pairs)
            if pair is not None and pair.tests[0].significant
        }
        add("difference", [NONE if one is None else signed(metric, one, digits) for one in pairs])
        add(
            interval,
            [NONE if p is None else shown_interval(metric, p.interval, digits) for p in pairs],
        )
        add("p", [NONE if one is None else printed(one.tests[0].corrected) for one in pairs])
        add("effect size", [NONE if one is None else effect_size(one) for one in pairs])
        if counts_wins(result):
            add(_WON, [NONE if one is None else won(one) for one in pairs])
    return Table(
        header=header,
        rows=[list(row) for row in zip(*columns, strict=True)],
        notes=[
            *(note for one in metrics for note in direction_note(heading(result, one), one)),
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
    """Explain stars and clusters."""
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
        emphasis |= {(row, column) for row in best_rows(metric, aligned)}
    titles = [heading(result, metric) for metric in metrics]
    return Table(
        header=["system", *titles],
        rows=rows,
        notes=[
            *(
                note
                for m, title in zip(metrics, titles, strict=True)
                for note in direction_note(title, m)
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
            signed_with_interval(metric, pair, digits),
            *p_cells(result, pair, range(len(result.tests))),
            effect_size(pair),
            won(pair),
        ]
        for pair in seen_pairs(result, metric)
    ]
    title = heading(result, metric)
    level = f"[{confidence_interval(result.settings.confidence_level)}]"
    return Table(
        header=[
            "pair",
            f"difference of {title} {level}",
            *p_headings(result, range(len(result.tests))),
            "effect size",
            _WON,
        ],
        rows=rows,
        notes=direction_note(title, metric),
        caption=f"Differences of {title}.",
    )


def win_table(result: Comparison, metric: MetricResult) -> Table:
    """One row per pair: shares of bootstrap samples won, tied and lost."""
    return Table(
        header=["pair", f"{_WON} by {heading(result, metric)}"],
        rows=[[f"{pair.system} – {pair.other}", won(pair)] for pair in seen_pairs(result, metric)],
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
            spread.append(NONE if pair is None else printed(pair.tests[0].corrected))
        rows.append(
            [
                one.system,
                str(len(one.runs)),
                f"{metric.shown(one.score, digits)} ({'/'.join(map(defined, spread))})",
                defined(metric.shown(one.s_total, digits)),
                *(
                    NONE if pair is None else printed(pair.tests[number].corrected)
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
        emphasis=frozenset((row, 2) for row in best_rows(metric, systems)),
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
        emphasis |= {(row, column) for row in best_rows(metric, [scored[s] for s in systems])}
    note = f"Letters after a score: systems that are significantly worse (p <= {alpha(result)})."
    return Table(
        header=["letter", "system", *(heading(result, metric) for metric in result.metrics)],
        rows=rows,
        notes=[note],
        emphasis=frozenset(emphasis),
        raised=raised,
        caption=f"Scores of {counted(len(systems), 'system')}. {note}",
    )


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
        dashes = 2 + len(p_headings(result, together(metric))) + counts_wins(result)
        return [NONE] * dashes
    return [
        signed_with_interval(metric, pair, digits),
        *p_cells(result, pair, together(metric)),
        effect_size(pair),
        *([won(pair)] if counts_wins(result) else []),
    ]


def _verdicts(metric: MetricResult) -> list[str]:
    """One sentence per pair, unless there are too many to read."""
    few = len(metric.pairs) <= FEW
    return [pair.verdict for pair in ranked_pairs(metric)] if few else []


def many_verdicts(result: Comparison) -> list[str]:
    """Name the place of verdicts that are too many to list."""
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
