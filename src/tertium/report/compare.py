"""Tables of comparisons: made of the result alone, nothing is computed again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from string import ascii_letters
from typing import TYPE_CHECKING

from tertium.core import plugins
from tertium.core.comparison import Comparison, MetricResult, PairResult, SystemScore, Tested
from tertium.core.spec import parse_call
from tertium.inference.verdicts import printed
from tertium.report.table import Table, flat_table

if TYPE_CHECKING:
    from tertium.significance._test import Test

P_VALUE = (
    "A p-value is not the probability that systems are equally good, and a small one does not make"
    " a difference large or important."
)

# More verdicts than these are not read one by one; tables tell them.
_FEW = 9

_NONE = "–"


def comparison_tables(result: Comparison, digits: int = 1) -> list[Table]:
    """Everything to read, metric by metric; what holds for all of it stands below the last one."""
    tables = []
    for metric in result.metrics:
        tables.append(system_table(result, metric, digits))
        if tells_of_runs(metric):
            tables.append(run_table(result, metric, digits))
        if result.settings.all_pairs:
            tables.append(pair_matrix(metric))
    if result.settings.all_pairs and len(result.metrics[0].systems) <= len(ascii_letters):
        tables.append(letter_table(result, digits))
    notes = [*tables[-1].notes, *common_notes(result)]
    return [*tables[:-1], replace(tables[-1], notes=notes)]


def comparison_rows(result: Comparison) -> Table:
    """One row per metric, pair and test, for TSV and CSV."""
    return flat_table(result.to_rows())


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
        header += [f"difference {level}", *_p_headings(result, _together(metric)), "effect"]
    return Table(
        header=header,
        rows=rows,
        sentences=_verdicts(metric),
        notes=[*_direction(titled, metric), f"{titled}  {metric.signature}"],
        emphasis=frozenset((row, 1 + with_clusters) for row in _best(metric, systems)),
        caption=f"{titled} of {len(systems)} systems on {result.data.segments:,} segments.",
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
            "Whether two intervals overlap is no test of the difference.",
        ],
        emphasis=frozenset(emphasis),
        caption=f"Scores of {len(systems)} systems on {result.data.segments:,} segments.",
    )


def pair_table(result: Comparison, metric: MetricResult, digits: int = 1) -> Table:
    """One row per pair: difference, tests, effect, and shares of resampled test sets won."""
    rows = [
        [
            f"{pair.system} – {pair.other}",
            _difference(metric, pair, digits),
            *_p_cells(result, pair, range(len(result.tests))),
            _defined(f"{pair.effect:.2f}"),
            "/".join(f"{100 * share:.0f}" for share in (pair.wins, pair.ties, pair.losses)),
        ]
        for pair in ranked_pairs(metric)
    ]
    title = heading(result, metric)
    level = f"[{100 * result.settings.level:g} %]"
    return Table(
        header=[
            "pair",
            f"difference of {title} {level}",
            *_p_headings(result, range(len(result.tests))),
            "effect",
            "% won/tied/lost",
        ],
        rows=rows,
        notes=_direction(title, metric),
        caption=f"Differences of {title}.",
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
                    for number in _apart(metric)
                    if baseline is not None
                ),
            ]
        )
    title = heading(result, metric)
    within = "s_sel/s_opt" if baseline is None else "s_sel/s_opt/p"
    training = [] if baseline is None else [_p_heading(metric, n) for n in _apart(metric)]
    return Table(
        header=["system", "runs", f"mean {title} ({within})", "s_total", *training],
        rows=rows,
        notes=[
            "s_sel: standard deviation from the choice of test data; s_opt: from training, over"
            " runs; s_total: from both."
        ],
        emphasis=frozenset((row, 2) for row in _best(metric, systems)),
        caption=f"{title}: mean over runs, with standard deviations from the choice of test data"
        " and from training.",
    )


def pair_matrix(metric: MetricResult) -> Table:
    """Systems from the best to the worst, with p where the row is better than the column."""
    ranked = [one.system for one in metric.ranked]
    wins = directed(metric)
    rows = [
        [
            row,
            str(place),
            *(printed(wins[row, c].corrected) if (row, c) in wins else _NONE for c in ranked),
        ]
        for place, row in enumerate(ranked, 1)
    ]
    word = "higher" if metric.higher_is_better is None else "better"
    return Table(
        header=[metric.title, "rank", *(str(place) for place, _ in enumerate(ranked, 1))],
        rows=rows,
        notes=[f"p where the row is {word} than the column."],
        emphasis=frozenset(
            (ranked.index(row), 2 + ranked.index(column))
            for (row, column), tested in wins.items()
            if tested.significant
        ),
        caption=f"{metric.title}: p where the system of the row is {word} than that of the column;"
        " bold where significant.",
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
        beaten = won(metric)
        for row, system in enumerate(systems):
            rows[row].append(metric.shown(scored[system].score, digits))
            raised[row, column] = "".join(letters[s] for s in systems if (system, s) in beaten)
        emphasis |= {(row, column) for row in _best(metric, [scored[s] for s in systems])}
    said = f"Letters after a score: systems that are significantly worse (p {_alpha(result)})."
    return Table(
        header=["letter", "system", *(heading(result, metric) for metric in result.metrics)],
        rows=rows,
        notes=[said],
        emphasis=frozenset(emphasis),
        raised=raised,
        caption=f"Scores of {len(systems)} systems. {said}",
    )


def common_notes(result: Comparison) -> list[str]:
    """What holds for all numbers of a comparison."""
    notes = [interval_note(result)]
    settings = result.settings
    if settings.baseline is not None:
        notes.append(
            f"Difference: to {settings.baseline}, the baseline. Effect: the same in standard"
            f" deviations of what a single {settings.unit} tells; positive is better."
        )
    pairs = len(result.metrics[0].pairs)
    if pairs > _FEW:
        notes.append(f"Verdicts on all {pairs:,} pairs are in the page and in JSON.")
    return [
        *notes,
        *notes_on_tests(result),
        *(f"Warning: {warning}" for warning in result.warnings),
        P_VALUE,
        f"compare  {result.signature}",
    ]


def interval_note(result: Comparison) -> str:
    """What stands in brackets."""
    settings = result.settings
    kind = "BCa" if settings.interval == "bca" else "percentile"
    size = "" if settings.subsample == 1 else f" of {100 * settings.subsample:g} % the size"
    return (
        f"Brackets: {100 * settings.level:g} % {kind} intervals from {settings.trials:,} bootstrap"
        f" samples{size} of {result.data.units:,} {settings.unit}s, seed {settings.seed}."
    )


def notes_on_tests(result: Comparison) -> Iterator[str]:
    """What each p-value is, in a sentence."""
    metric = result.metrics[0]
    for number, printed_test in enumerate(result.tests):
        of_pairs = [pair.tests[number] for one in result.metrics for pair in one.pairs]
        test = made_test(printed_test)
        yield (
            f"{_p_heading(metric, number)}: {title_of(test)}, {_sides(test.alternative)},"
            f" {_trials(test, of_pairs)}; it speaks of {test.question}."
            + ("" if test.recommended else " Not recommended.")
        )
    if hypotheses(result) == 1:
        return
    family = "all metrics" if result.settings.family == "all" else "a metric"
    all_of_them = f"{hypotheses(result):,} comparisons under {family}"
    if not _is_corrected(result):
        yield f"No p-value is corrected for the {all_of_them}."
    elif result.settings.baseline is None:
        yield f"p-values are corrected: {correction(result)} over {all_of_them}."
    else:
        yield f"Corrected, as are verdicts and further p: {correction(result)} over {all_of_them}."


def made_test(printed_test: str) -> "Test":
    """Make the test again that a result names."""
    name, arguments = parse_call(printed_test)
    test: Test = plugins.load("significance", name).TEST.of(arguments)
    return test


def title_of(test: "Test | Tested") -> str:
    """Name of a test in words."""
    return test.name.replace("_", " ")


def hypotheses(result: Comparison) -> int:
    """Number of comparisons that are corrected together."""
    pairs = len(result.metrics[0].pairs)
    return pairs * (len(result.metrics) if result.settings.family == "all" else 1)


def correction(result: Comparison) -> str:
    """Name of the correction."""
    return result.settings.correction.replace("_", "-").title()


def heading(result: Comparison, metric: MetricResult) -> str:
    """Title of a metric; its full form where two would look the same."""
    same = [other for other in result.metrics if other.title == metric.title]
    return metric.title if len(same) == 1 else metric.metric


def ordered(metric: MetricResult, baseline: str | None) -> list[SystemScore]:
    """Systems from the best to the worst, after the baseline."""
    return sorted(metric.ranked, key=lambda one: one.system != baseline)


def pair_of(metric: MetricResult, system: str, other: str) -> PairResult | None:
    """Give what was found for two systems, seen from the first."""
    for pair in metric.pairs:
        if (pair.system, pair.other) == (system, other):
            return pair
    for pair in metric.pairs:
        if (pair.other, pair.system) == (system, other):
            return replace(
                pair,
                system=system,
                other=other,
                difference=-pair.difference,
                low=-pair.high,
                high=-pair.low,
                effect=-pair.effect,
                wins=pair.losses,
                losses=pair.wins,
            )
    return None


def directed(metric: MetricResult) -> dict[tuple[str, str], Tested]:
    """What the first test found, by the better system and the worse one.

    Where both ways were asked one-sidedly, the smaller p is that of the direction seen.
    """
    found: dict[tuple[str, str], Tested] = {}
    for pair in metric.pairs:
        if not pair.difference:
            continue
        better = metric.better(pair)
        key = (pair.system, pair.other) if better else (pair.other, pair.system)
        if key not in found or pair.tests[0].corrected < found[key].corrected:
            found[key] = pair.tests[0]
    return found


def won(metric: MetricResult) -> set[tuple[str, str]]:
    """Pairs whose first system is significantly better."""
    return {names for names, tested in directed(metric).items() if tested.significant}


def tells_of_runs(metric: MetricResult) -> bool:
    """Whether any system has several runs, or a test asks for them."""
    return any(len(one.runs) > 1 for one in metric.systems) or bool(_apart(metric))


def ranked_pairs(metric: MetricResult) -> list[PairResult]:
    """Pairs of the best systems first."""
    rank = {one.system: place for place, one in enumerate(metric.ranked)}
    return sorted(metric.pairs, key=lambda pair: sorted((rank[pair.system], rank[pair.other])))


def _beside(
    result: Comparison, metric: MetricResult, system: str, baseline: str, digits: int
) -> list[str]:
    """How a system stands to the baseline."""
    pair = pair_of(metric, system, baseline)
    if pair is None:
        return [_NONE] * (2 + len(_p_headings(result, _together(metric))))
    return [
        _difference(metric, pair, digits),
        *_p_cells(result, pair, _together(metric)),
        _defined(f"{pair.effect:.2f}"),
    ]


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
    first, *more = (_p_heading(result.metrics[0], number) for number in numbers)
    return [first, *(["corrected"] if _is_corrected(result) else []), *more]


def _p_cells(result: Comparison, pair: PairResult, numbers: Sequence[int]) -> list[str]:
    first, *others = (pair.tests[number] for number in numbers)
    values = [first.p, *([first.corrected] if _is_corrected(result) else [])]
    return [printed(p) for p in (*values, *(tested.corrected for tested in others))]


def _together(metric: MetricResult) -> list[int]:
    """Tests that speak of the same as the first."""
    apart = _apart(metric)
    return [number for number, _ in enumerate(metric.pairs[0].tests) if number not in apart]


def _p_heading(metric: MetricResult, number: int) -> str:
    """Name of the p-value of a test: "p", "p2", "p3 training"."""
    tests = metric.pairs[0].tests
    apart = tests[number].question != tests[0].question
    name = f"p{number + 1}" if number else "p"
    return f"{name} {tests[number].question.split()[1]}" if apart else name


def _apart(metric: MetricResult) -> list[int]:
    """Tests that speak of something else than the first: not of outputs, but of training."""
    tests = metric.pairs[0].tests
    return [n for n, tested in enumerate(tests) if tested.question != tests[0].question]


def _is_corrected(result: Comparison) -> bool:
    return hypotheses(result) > 1 and result.settings.correction != "none"


def _alpha(result: Comparison) -> str:
    return f"<= {1 - result.settings.level:.2g}"


def _sides(alternative: str) -> str:
    return alternative if alternative == "two-sided" else f"one-sided ({alternative})"


def _trials(test: "Test", tested: Iterable[Tested]) -> str:
    counts = sorted({one.trials for one in tested if one.exact})
    if counts:
        return f"exact, all {counts[-1]:,} ways"
    return f"{test.trials:,} trials, seed {test.seed}"


def _verdicts(metric: MetricResult) -> list[str]:
    """Verdicts, unless there are too many to read."""
    few = len(metric.pairs) <= _FEW
    return [pair.verdict for pair in ranked_pairs(metric)] if few else []


def _direction(title: str, metric: MetricResult) -> list[str]:
    return [f"{title}: lower is better."] if metric.higher_is_better is False else []


def _best(metric: MetricResult, systems: Sequence[SystemScore]) -> list[int]:
    """Places of the best scores, where some are better than others."""
    if metric.higher_is_better is None:
        return []
    best = metric.ranked[0].score
    return [place for place, one in enumerate(systems) if one.score == best]
