import csv
import io
import json
import re
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from tests.report._results import (
    RESULTS,
    beside_baseline,
    of_all_pairs,
    of_odd_names,
    of_one_side,
    of_runs,
    of_two,
)

from tertium.core.formatting import FORMATS
from tertium.report import presentation
from tertium.report.comparison.notes import common_notes
from tertium.report.comparison.tables import (
    letter_table,
    pair_matrix,
    pair_table,
    run_table,
    score_table,
    system_table,
)
from tertium.report.table_formats import render
from tertium.report.wording import P_VALUE, coverage_note, warned


def shown(result, name, capsys):
    presentation.show_result(result, name)
    return capsys.readouterr().out


def cells(table, column):
    return [row[column] for row in table.rows]


def test_the_baseline_comes_first_and_then_the_best():
    result = beside_baseline()
    for metric in result.metrics:
        systems = cells(system_table(result, metric), 0)
        assert systems[0] == "pivot"
        assert systems[1:] == ["large", "distilled", "finetuned"]


def test_a_row_holds_score_difference_p_and_effect_of_the_result():
    result = beside_baseline()
    bleu = result.metrics[0]
    table = system_table(result, bleu)
    assert table.header == [
        "system",
        "BLEU [95 % CI]",
        "diff. [95 % CI]",
        "p",
        "corrected",
        "p2",
        "effect size",
    ]
    assert table.rows[0][2:] == ["–"] * 5
    pair = next(pair for pair in bleu.pairs if pair.system == "large")
    score = next(one for one in bleu.systems if one.system == "large")
    assert table.rows[1] == [
        "large",
        f"{score.score:.1f} [{score.interval.low:.1f}, {score.interval.high:.1f}]",
        f"+{pair.difference:.1f} [{pair.interval.low:.1f}, {pair.interval.high:.1f}]",
        f"{pair.tests[0].p:.4f}",
        f"{pair.tests[0].corrected:.4f}",
        f"{pair.tests[1].corrected:.4f}",
        f"{pair.effect:.2f}",
    ]
    assert table.emphasis == {(1, 1)}
    assert list(table.sentences) == [
        next(pair.verdict for pair in bleu.pairs if pair.system == system)
        for system in ("large", "distilled", "finetuned")
    ]


def test_lower_is_better_is_noted_and_respected():
    result = beside_baseline()
    ter = system_table(result, result.metrics[1])
    assert "TER: lower is better." in ter.notes
    assert ter.rows[1][2].startswith("-")
    assert ter.emphasis == {(1, 1)}
    assert not any("lower" in note for note in system_table(result, result.metrics[0]).notes)


def test_without_many_comparisons_nothing_is_corrected():
    result = of_two()
    assert system_table(result, result.metrics[0]).header[2:] == [
        "diff. [95 % CI]",
        "p",
        "effect size",
    ]
    assert not any("orrected" in note for note in common_notes(result))


def test_tables_of_many_systems_take_work_in_proportion_to_their_cells():
    def lines(count):
        names = [f"s{number:02}" for number in range(count)]
        (metric, _), pair = of_all_pairs().metrics, of_all_pairs().metrics[0].pairs[0]
        systems = [replace(metric.systems[0], system=name) for name in names]
        pairs = [replace(pair, system=a, other=b) for a, b in combinations(names, 2)]
        made = replace(metric, systems=tuple(systems), pairs=tuple(pairs))
        result = replace(of_all_pairs(), metrics=(made,))
        counted: Counter[str] = Counter()

        def trace(frame, event, argument):
            counted[event] += 1
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        presentation.tables(result)
        sys.settrace(before)
        return counted["line"]

    assert lines(40) / lines(10) < 1.5 * 40**2 / 10**2


def test_the_top_cluster_is_marked_where_all_pairs_are_compared():
    result = of_all_pairs()
    metric = result.metrics[0]
    table = system_table(result, metric)
    top = {one.system for one in metric.systems if one.cluster == 1}
    assert {table.rows[row][0] for row, _ in table.emphasis} == top
    together = [replace(one, cluster=1) for one in metric.systems]
    made = replace(metric, systems=tuple(together))
    assert len(system_table(result, made).emphasis) == len(together) == len(table.rows)
    assert len(letter_table(replace(result, metrics=(made,))).emphasis) == len(together)


def test_notes_explain_the_numbers():
    assert common_notes(beside_baseline()) == [
        "95 % CI: percentile bootstrap, 300 resamples of 200 segments, seed 12345.",
        *coverage_note(200, "segment"),
        "Difference: system minus pivot.",
        "Effect size: the difference divided by its per-segment standard deviation; positive means"
        " better.",
        "p: approximate randomization, two-sided, 300 trials, seed 12345; applies to these"
        " outputs.",
        "p2: bootstrap, two-sided, 300 trials, seed 12345; applies to these outputs.",
        "p-values are Holm-corrected for the 3 comparisons of each metric; verdicts use the"
        " corrected values.",
        *warned(beside_baseline().warnings),
        P_VALUE,
        f"compare  {beside_baseline().signature}",
    ]


def test_notes_name_other_settings():
    result = beside_baseline()
    settings = replace(
        result.settings, correction="none", family="all", subsample=0.5, interval="bca"
    )
    notes = common_notes(replace(result, settings=settings, tests=("riezler-maxwell", "bootstrap")))
    assert "p-values are not corrected for the 6 comparisons of all metrics." in notes
    assert notes[0] == (
        "95 % CI: BCa bootstrap, 300 resamples of 50 % of 200 segments, seed 12345."
    )
    assert notes[4] == (
        "p: riezler maxwell, two-sided, 10,000 trials, seed 12345; applies to these outputs. This"
        " test is not recommended."
    )


def test_several_runs_stand_as_multeval_has_them():
    result = of_runs()
    (gleu,) = result.metrics
    table = run_table(result, gleu)
    assert table.header == [
        "system",
        "runs",
        "mean GLEU (s_sel/s_opt/p)",
        "s_total",
        "p2 training",
    ]
    large, baseline = table.rows
    assert large[1:] == ["1", large[2], "–", "–"]
    assert re.fullmatch(r"0\.\d{3} \(0\.\d{3}/–/–\)", large[2])
    assert re.fullmatch(r"0\.\d{3} \(0\.\d{3}/0\.\d{3}/0\.\d{4}\)", baseline[2])
    assert baseline[1] == "3"
    assert baseline[4] == f"{gleu.pairs[0].tests[1].corrected:.4f}"
    assert gleu.pairs[0].tests[1].question == "the training procedure"
    # It is not beside the p-value of these outputs, which it could be mistaken for.
    assert "p2 training" not in system_table(result, gleu).header


def test_runs_of_all_pairs_have_no_p():
    result = of_all_pairs()
    assert run_table(result, result.metrics[0]).header == [
        "system",
        "runs",
        "mean BLEU (s_sel/s_opt)",
        "s_total",
    ]


def test_the_matrix_has_p_where_the_row_is_better():
    result = of_all_pairs()
    for metric in result.metrics:
        table = pair_matrix(result, metric).table()
        assert cells(table, 0) == [one.system for one in metric.ranked]
        assert table.header == [metric.title, "rank", "1", "2", "3", "4", "5"]
        for row, line in enumerate(table.rows):
            assert line[2 : 3 + row] == ["–"] * (row + 1)
            assert all(re.fullmatch(r"\d\.\d{4}", p) for p in line[3 + row :])
        assert (0, 3) not in table.emphasis  # large and distilled
        assert (0, 4) in table.emphasis


def test_one_sided_questions_give_the_p_of_the_direction_seen():
    result = of_one_side()
    (bleu,) = result.metrics
    asked = {(pair.system, pair.other): pair.tests[0].corrected for pair in bleu.pairs}
    assert asked["pivot", "large"] == 1
    assert pair_matrix(result, bleu).table().rows[0][2:] == [
        "–",
        f"{asked['large', 'distilled']:.4f}",
        f"{asked['large', 'pivot']:.4f}",
    ]
    assert len(pair_table(result, bleu).rows) == 6


def test_identical_systems_are_nowhere_better():
    result = of_odd_names()
    for metric in result.metrics:
        assert pair_matrix(result, metric).table().rows[1][2:] == ["–", "–", "–"]
        assert pair_matrix(result, metric).table().rows[2][2:] == ["–", "–", "–"]


def test_letters_name_the_systems_that_are_worse():
    result = of_all_pairs()
    table = letter_table(result)
    assert cells(table, 0) == ["a", "b", "c", "d", "e"]
    assert cells(table, 1) == ["large", "distilled", "finetuned", "baseline", "pivot"]
    assert [table.raised[row, 2] for row in range(5)] == ["cde", "cde", "de", "e", ""]
    plain = render(table, "table").splitlines()
    assert re.fullmatch(r"a +large +\d\d\.\d cde +\d\d\.\d cde", plain[2])
    assert re.search(r"\*\*\d\d\.\d\*\*<sup>cde</sup>", render(table, "markdown"))
    assert re.search(r"\\textbf\{\d\d\.\d\}\$\^\{cde\}\$", render(table, "latex"))


def test_letters_are_not_given_to_what_has_no_direction():
    table = letter_table(of_odd_names())
    assert table.raised == {(0, 2): "bc", (1, 2): "", (2, 2): ""}


def test_clusters_stand_in_the_table_of_systems():
    result = of_all_pairs()
    table = system_table(result, result.metrics[0])
    assert table.header == ["system", "cluster", "BLEU [95 % CI]"]
    assert cells(table, 1) == ["1", "1", "2", "3", "4"]


def test_with_all_pairs_a_baseline_is_seen_from_every_system():
    result = of_all_pairs()
    with_baseline = replace(result, settings=replace(result.settings, baseline="baseline"))
    for metric in result.metrics:
        differences = cells(system_table(with_baseline, metric), 3)
        better = [cell for cell in differences if cell.startswith("+")]
        assert differences[0] == "–"
        assert len(better) == (3 if metric.higher_is_better else 1)


def test_many_verdicts_are_left_to_the_page():
    result = of_all_pairs()
    assert not system_table(result, result.metrics[0]).sentences
    note = "For a verdict on each of the 10 pairs, see the HTML report (report=FILE)."
    assert note in presentation.tables(result)[-1].notes


def test_pairs_are_seen_from_the_better_one():
    result = of_all_pairs()
    table = pair_table(result, result.metrics[0])
    assert cells(table, 0)[:2] == ["large – distilled", "large – finetuned"]
    assert all(cell.startswith("+") for cell in cells(table, 1))
    assert table.rows[-1][-1] == "100/0/0"


def test_scores_of_all_metrics_in_one_table():
    table = score_table(beside_baseline(), digits=2)
    assert table.header == ["system", "BLEU", "TER"]
    assert cells(table, 0) == ["pivot", "large", "distilled", "finetuned"]
    assert table.emphasis == {(1, 1), (1, 2)}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("result", RESULTS)
def test_every_result_is_shown_in_every_format(result, name, capsys):
    assert shown(RESULTS[result](), name, capsys).endswith("\n")


@pytest.mark.parametrize("result", ["of two", "of all pairs", "of runs"])
def test_it_fits_a_terminal(result, capsys):
    for line in shown(RESULTS[result](), "table", capsys).splitlines():
        assert len(line) <= 80 or "|" in line  # signatures are never broken


def test_verdicts_are_wrapped_with_a_hanging_indent(capsys):
    presentation.show_result(beside_baseline(), explain=True)
    text = capsys.readouterr().out
    item = re.search(r"^- .+(\n  .+)+", text, re.MULTILINE)
    assert item is not None
    assert item[0].replace("\n  ", " ").removeprefix("- ") in beside_baseline().verdicts


def test_a_single_verdict_is_the_summary_and_not_said_again(capsys):
    assert presentation.summary(of_two()) == of_two().verdicts
    presentation.show_result(of_two(), explain=True)
    text = " ".join(capsys.readouterr().out.split())
    assert text.count(of_two().verdicts[0]) == 1


def test_the_summary_names_who_is_better_and_who_is_not_separated():
    assert presentation.summary(beside_baseline()) == [
        "large, distilled and finetuned are significantly better than pivot under BLEU and TER."
    ]
    assert presentation.summary(of_all_pairs())[0] == (
        "large and distilled lead under BLEU and TER: they are significantly better than all other"
        " systems, and not separated from each other."
    )


def with_outcomes(**significant):
    """The comparison beside a baseline, with other outcomes of the first test."""

    def decided(metric):
        return tuple(
            replace(
                pair,
                tests=(
                    replace(pair.tests[0], significant=metric.title in significant[pair.system]),
                    *pair.tests[1:],
                ),
            )
            for pair in metric.pairs
        )

    result = beside_baseline()
    metrics = [replace(metric, pairs=decided(metric)) for metric in result.metrics]
    return replace(result, metrics=tuple(metrics))


def test_systems_with_the_same_outcomes_share_a_sentence():
    result = with_outcomes(large="BLEU", distilled="", finetuned="BLEU")
    assert presentation.summary(result) == [
        "large and finetuned are significantly better than pivot under BLEU; no significant"
        " difference under TER.",
        "distilled does not differ significantly from pivot under BLEU and TER.",
    ]


def test_one_table_shows_all_metrics_of_a_system_in_a_row():
    (table,) = presentation.tables(beside_baseline(), explain=False)
    assert table.header[:6] == ["system", "BLEU", "difference", "95 % CI", "p", "effect size"]
    assert table.header[6:] == ["TER", "difference", "95 % CI", "p", "effect size"]
    assert cells(table, 0) == ["pivot", "large", "distilled", "finetuned"]
    assert {place for place, mark in table.raised.items() if mark == "*"} == {
        (row, column) for row in (1, 2, 3) for column in (2, 7)
    }


def test_a_demo_fits_a_screen(capsys):
    presentation.show_result(of_runs())
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 24
    presentation.show_result(of_all_pairs())
    assert len(capsys.readouterr().out.splitlines()) <= 40


def test_csv_is_one_flat_table(capsys):
    result = beside_baseline()
    rows = list(csv.DictReader(io.StringIO(shown(result, "csv", capsys))))
    assert len(rows) == len(result.to_rows()) == 12
    assert rows[0]["metric"] == "bleu"
    assert float(rows[0]["difference"]) == result.metrics[0].pairs[0].difference
    assert rows[0]["significant"] in ("true", "false")


def test_what_is_undefined_is_empty_in_a_spreadsheet(capsys):
    rows = csv.DictReader(io.StringIO(shown(of_all_pairs(), "csv", capsys)))
    single = [row for row in rows if {row["system"], row["other"]} == {"large", "pivot"}]
    assert {row["p"] for row in single if row["test"] == "run-permutation"} == {""}


def test_json_is_the_result(capsys):
    result = of_all_pairs()
    assert json.loads(shown(result, "json", capsys)) == result.to_dict()


def test_latex_escapes_what_is_its_own(capsys):
    text = shown(of_odd_names(), "latex", capsys)
    body = [line for line in text.splitlines() if not line.startswith("%")]
    assert any(r"\textless{}/script\textgreater{}" in line for line in body)
    assert not any(re.search(r"(?<!\\)[#_]", line) for line in body)
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 5
    for row in body:
        if row.endswith(r"\\"):
            assert row.count("{") == row.count("}")


def test_a_minus_is_no_hyphen_in_latex(capsys):
    text = shown(beside_baseline(), "latex", capsys)
    assert re.search(r"\$-\$\d\.\d \[\$-\$\d\.\d, \$-\$\d\.\d\]", text)


def test_metrics_of_the_same_title_have_their_full_form():
    result = of_two()
    bleu = result.metrics[0]
    twice = replace(result, metrics=(bleu, replace(bleu, metric="bleu(tok=intl)")))
    assert system_table(twice, twice.metrics[1]).header[1] == "bleu(tok=intl) [95 % CI]"
