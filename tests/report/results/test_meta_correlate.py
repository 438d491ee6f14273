"""Tables of correlations and differences, and what they say in words."""

import math
from dataclasses import replace

from tests.report._meta import correlations, metrics, of_segments

from tertium.core.intervals import Interval
from tertium.report import presentation
from tertium.report.results.meta_compare import comparison_sentences, difference_matrix


def test_metrics_from_the_best_to_the_worst_and_undefined_ones_last():
    table = presentation.tables(correlations())[0]
    assert [row[0] for row in table.rows] == ["good", "poor", "error rate", "constant"]
    assert table.rows[-1][1:3] == ["–", "–"]
    assert "constant: all metric scores are equal." in table.sentences


def test_what_the_numbers_do_not_say():
    said = " ".join(presentation.tables(correlations())[-1].sentences)
    assert "6 systems are few" in said
    assert "does not tell whether metrics differ" in said
    assert "Against people: error rate." in said


def test_averages_say_what_they_left_out():
    result = of_segments()
    (table,) = presentation.tables(result)
    assert table.header[-3:] == ["vectors", "plain", "ties up to"]
    assert "Without a score of both, and left out: poor 1." in table.sentences


def test_unsupported_claims_are_counted():
    result = metrics()
    said = comparison_sentences(result)
    assert said[0].startswith(f"{len(result.supported)} of 3 differences have an interval")
    assert said[2].startswith("good agrees most with people")
    # A pair that seems different and is not shown to be.
    pair = replace(result.pairs[0], apart=True)
    pair = replace(pair, interval=Interval(-1.0, 1.0))
    claimed = replace(result, pairs=(pair, *result.pairs[1:]))
    unsupported = [one for one in claimed.apart if not one.interval.excludes_zero]
    assert f"{len(unsupported)} of which" in comparison_sentences(claimed)[1]
    assert unsupported


def test_many_pairs_are_cut_to_neighbours():
    result = metrics()
    many = replace(result, pairs=result.pairs * 10)
    *_, pairs = presentation.tables(many)
    assert len(pairs.rows) == 20
    assert any("all 30 pairs" in note for note in pairs.notes)


def test_the_matrix_has_p_where_there_is_one():
    matrix = difference_matrix(metrics())
    assert matrix.systems == ("good", "poor", "error rate", "constant")
    assert len(matrix.p) == 3
    assert not any(map(math.isnan, matrix.p.values()))


def test_no_two_metrics():
    empty = replace(metrics(), pairs=())
    assert comparison_sentences(empty) == ["There are no two metrics whose correlation is defined."]
