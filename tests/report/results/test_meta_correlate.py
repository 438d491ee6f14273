"""Tables of correlations and differences, and their summaries."""

import math
from dataclasses import replace

from tests.report._meta import correlations, metrics, of_segments

from tertium.core import wording
from tertium.core.intervals import Interval
from tertium.report import presentation
from tertium.report.results.meta_compare import difference_matrix


def test_metrics_from_the_best_to_the_worst_and_undefined_ones_last():
    table = presentation.tables(correlations())[0]
    assert [row[0] for row in table.rows] == ["good", "poor", "error rate", "constant"]
    assert table.rows[-1][1:3] == ["–", "–"]
    assert "constant: all metric scores are equal." in table.sentences


def test_the_best_metric_is_named_first():
    first, *_ = presentation.summary(correlations())
    best = {one: correlations().of(one)[0] for one in correlations().statistics}
    assert {one.metric for one in best.values()} == {"good"}
    assert first == (
        f"good agrees best with human scores: Pearson's r = {best['pearson'].value:.3f},"
        f" Kendall's tau-b = {best['kendall-b'].value:.3f}."
    )


def test_one_screen_has_one_table_of_all_statistics():
    (table,) = presentation.tables(correlations(), explain=False)
    assert table.header == ["metric", "pearson [95 % CI]", "kendall-b [95 % CI]"]
    assert [row[0] for row in table.rows] == ["good", "poor", "error rate", "constant"]
    for column, statistic in enumerate(correlations().statistics, 1):
        value = correlations().of(statistic)[0].value
        assert table.rows[0][column].startswith(f"{value:.3f} [")
    assert table.rows[-1][1:] == ["–", "–"]
    assert table.notes[-1] == f"correlate  {correlations().signature}"


def test_what_the_numbers_do_not_show():
    for explain in (False, True):
        notes = presentation.tables(correlations(), explain=explain)[-1].notes
        assert any(note.startswith("Warning: 6 systems are few") for note in notes)
        assert "Warning: Negative correlations: error rate." in notes
        assert any("tests differences between metrics" in note for note in notes)


def test_averages_name_what_they_left_out():
    result = of_segments()
    for explain in (False, True):
        (table,) = presentation.tables(result, explain=explain)
        assert table.header[-3:] == ["vectors", "plain", "ties up to"]
        assert "Warning: Outputs without both scores were left out: poor 1." in table.notes


def test_the_best_metric_is_compared_with_all_others():
    result = metrics()
    (table,) = presentation.tables(result, explain=False)
    assert table.header == ["metric", "pearson [95 % CI]", "difference [95 % CI]", "p"]
    assert table.rows[0][2:] == ["–", "–"]
    pair = next(one for one in result.pairs if {one.metric, one.other} == {"good", "poor"})
    assert pair.metric == "good"
    low, high = pair.interval
    assert table.rows[1][2] == f"{-pair.difference:z.3f} [{-high:z.3f}, {-low:z.3f}]"


def test_the_summary_names_metrics_that_are_separated_from_the_best():
    result = metrics()
    pairs = [replace(pair, significant=False) for pair in result.pairs]
    said = presentation.summary(replace(result, pairs=tuple(pairs)))
    assert said[1:] == ["No difference between metrics is significant."]
    pairs[0] = replace(pairs[0], significant=True)
    beaten, *others = (pair.other for pair in pairs if pair.metric == "good")
    assert presentation.summary(replace(result, pairs=tuple(pairs)))[1:] == [
        f"It is significantly better than {beaten}, but not than {others[0]}.",
        "1 of 3 differences between metrics is significant.",
    ]
    alone = presentation.summary(replace(result, pairs=(pairs[0],)))
    assert alone[1:] == [f"It is significantly better than {beaten}."]


def test_intervals_that_do_not_overlap_are_no_test():
    result = metrics()
    said = presentation.tables(result)[-1].sentences
    assert said[0].startswith(f"{len(result.supported)} of 3 differences have an interval")
    # The intervals of both metrics are apart, but that of their difference includes 0.
    pair = replace(result.pairs[0], apart=True, interval=Interval(-1.0, 1.0))
    claimed = replace(result, pairs=(pair, *result.pairs[1:]))
    misleading = sum(not one.interval.excludes_zero for one in claimed.apart)
    assert f"but for {misleading} of them" in presentation.tables(claimed)[-1].sentences[1]


def test_many_pairs_are_cut_to_neighbours():
    result = metrics()
    many = replace(result, pairs=result.pairs * 10)
    *_, pairs = presentation.tables(many)
    assert len(pairs.rows) == 20
    assert any("have all 30 pairs" in note for note in pairs.notes)


def test_the_terminal_output_names_the_option_for_all_pairs():
    note = "--explain shows all pairs and explains all numbers."
    assert note not in presentation.tables(metrics(), explain=False)[0].notes
    with wording.on_command_line():
        assert note in presentation.tables(metrics(), explain=False)[0].notes


def test_the_matrix_has_p_values_of_all_tested_pairs():
    matrix = difference_matrix(metrics())
    assert matrix.systems == ("good", "poor", "error rate", "constant")
    assert len(matrix.p) == 3
    assert not any(map(math.isnan, matrix.p.values()))


def test_no_two_metrics():
    empty = replace(metrics(), pairs=())
    assert presentation.summary(empty) == ["There are no two metrics whose correlation is defined."]
