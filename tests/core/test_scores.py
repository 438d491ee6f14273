"""Scores of segments."""

import numpy as np
import pytest

from tertium.core.errors import AlignmentError
from tertium.core.scores import Entry, Scored, SegmentScores


def test_metrics_and_outputs_keep_their_order():
    values = {Scored(m, s): np.zeros(1) for s in ("b", "a") for m in ("ter", "bleu")}
    scores = SegmentScores(values, ("1",))
    assert scores.metrics == ["ter", "bleu"]
    assert scores.outputs == [("b", 0), ("a", 0)]


def test_entries_come_by_output_then_segment_then_metric():
    scores = SegmentScores(
        {Scored("m", "a"): np.array([1.0, 2.0]), Scored("n", "a"): np.array([3.0, 4.0])},
        ("s", "t"),
        ("d", "e"),
    )
    assert list(scores.entries()) == [
        Entry(Scored("m", "a"), "s", "d", 1.0),
        Entry(Scored("n", "a"), "s", "d", 3.0),
        Entry(Scored("m", "a"), "t", "e", 2.0),
        Entry(Scored("n", "a"), "t", "e", 4.0),
    ]


def test_entries_need_no_documents_and_not_every_metric():
    scores = SegmentScores({Scored("m", "a"): np.ones(1), Scored("n", "b"): np.ones(1)}, ("s",))
    assert [(e.scored.metric, e.document) for e in scores.entries()] == [("m", ""), ("n", "")]


@pytest.mark.parametrize(
    ("segments", "documents", "message"),
    [
        (("1", "2"), (), "bleu has 1 score for a, but there are 2 segments."),
        (("1",), ("d", "e"), "2 documents for 1 segment."),
    ],
)
def test_lengths_must_agree(segments, documents, message):
    with pytest.raises(AlignmentError) as caught:
        SegmentScores({Scored("bleu", "a"): np.zeros(1)}, segments, documents)
    assert str(caught.value) == message


def test_runs_of_a_system_come_in_their_order():
    scores = SegmentScores({Scored("m", "a", run): np.full(1, run) for run in (2, 10, 1)}, ("s",))
    assert [float(run[0]) for run in scores.runs("m", "a")] == [1, 2, 10]
    assert scores.runs("m", "b") == scores.runs("n", "a") == []


def test_scores_can_be_put_in_another_order():
    scores = SegmentScores({Scored("m", "a"): np.array([1.0, 2.0])}, ("s", "t"), ("d", "e"))
    other = scores.at([1, None, 0], ("t", "u", "s"))
    assert other.values[Scored("m", "a")].tolist() == pytest.approx([2, np.nan, 1], nan_ok=True)
    assert (other.segment_ids, other.document_ids) == (("t", "u", "s"), ("e", "", "d"))
    assert SegmentScores(scores.values, ("s", "t")).at([0, 1], ("x", "y")).document_ids == ()


def test_several_files_are_joined_by_the_ids_of_segments():
    one = SegmentScores({Scored("m", "a"): np.array([1.0, 2.0])}, ("1", "2"), ("d", "d"), "x")
    two = SegmentScores(
        {Scored("n", "a"): np.array([3.0, 4.0])}, ("2", "3"), (), "y", {Scored("n", "b"): 5.0}
    )
    both = SegmentScores.concatenated([one, two])
    assert both.segment_ids == ("1", "2", "3")
    assert both.document_ids == ("d", "d", "")
    assert np.array_equal(both.values[Scored("n", "a")], [np.nan, 3, 4], equal_nan=True)
    assert both.whole == {Scored("n", "b"): 5.0}
    with pytest.raises(AlignmentError, match=r"y: A second set of scores of n for a\."):
        SegmentScores.concatenated([one, two, two])


def test_whole_scores_are_never_overwritten_in_any_order_of_files():
    scored = Scored("m", "a")
    one = SegmentScores({scored: np.ones(1)}, ("1",), (), "x", {scored: 1.5})
    two = SegmentScores({}, (), (), "y", {scored: 9.0})
    for order in ([one, two], [two, one]):
        with pytest.raises(AlignmentError, match="A second set of scores of m for a"):
            SegmentScores.concatenated(order)
