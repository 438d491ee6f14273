"""TSV of segment scores."""

import math

import numpy as np
import pytest

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import FormatError
from tertium.core.scores import Scored, SegmentScores

tsv = plugins.load("formats.scores", "tsv")


def read(text: str) -> SegmentScores:
    scores: SegmentScores = tsv.read(text.encode(), "x.tsv")
    return scores


def test_a_column_for_each_metric():
    scores = read("system\tsegment\tbleu\tscore\na\t1\t0.5\t7\na\t2\tNone\t\n")
    assert scores.metrics == ["bleu", "score"]
    assert scores.values[Scored("bleu", "a")][0] == 0.5
    assert math.isnan(scores.values[Scored("bleu", "a")][1])
    assert math.isnan(scores.values[Scored("score", "a")][1])


def test_a_line_for_each_score():
    scores = read(
        "metric\tscore\tsegment\tsystem\tdocument\nbleu\t1\ts\ta\td\nter\t-2e3\ts\ta\td\n"
    )
    assert scores.values[Scored("ter", "a")][0] == -2000
    assert scores.document_ids == ("d",)


def test_scores_of_whole_systems_and_a_human_score_beside_each():
    scores = read("system\tmetric\tscore\thuman\na\tbleu\t1\t7\na\tter\t2\t7\nb\tbleu\t3\t8\n")
    assert not scores.values
    assert scores.whole == {
        Scored("bleu", "a"): 1,
        Scored("ter", "a"): 2,
        Scored("bleu", "b"): 3,
        Scored("human", "a"): 7,
        Scored("human", "b"): 8,
    }


def test_runs_and_ids_that_restart_in_every_document():
    scores = read(
        "system\trun\tsegment\tdocument\tbleu\na\t1\t1\td\t1\na\t1\t1\te\t2\na\t2\t1\td\t3\n"
    )
    assert scores.segment_ids == ("d:1", "e:1")
    assert scores.values[Scored("bleu", "a", 1)].tolist() == [1, 2]
    assert np.isnan(scores.values[Scored("bleu", "a", 2)]).tolist() == [False, True]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.tsv:1: No column 'system'; the columns are none."),
        (
            "system\tsegment\tmetric\n",
            "x.tsv:1: No column 'score'; the columns are system, segment, metric.",
        ),
        ("system\tsegment\tbleu\n", "x.tsv: The file has no scores."),
        ("system\tsegment\tbleu\tbleu\n", "x.tsv:1: 2 columns are named 'bleu'."),
        (
            "system\tmetric\tscore\thuman\na\tbleu\t1\t2\na\tter\t1\t3\n",
            "x.tsv:3: The score in column human for a differs from an earlier one.",
        ),
        ("system\tbleu\na\t1\na\t2\n", "x.tsv:3: A second score of bleu for a."),
        ("system\tsegment\tbleu\n\t1\t2\n", "x.tsv:2: No system."),
        ("system\tsegment\tbleu\na\t1\n", "x.tsv:2: 2 columns; the header has 3."),
        ("system\tsegment\tbleu\na\t1\tx\n", "x.tsv:2: 'x' in column bleu is not a number."),
        ("system\tsegment\tbleu\na\t1\tinf\n", "x.tsv:2: 'inf' in column bleu is not finite."),
        (
            "system\tsegment\tbleu\na\t1\t1\na\t1\t2\n",
            "x.tsv:3: A second score of bleu for a, segment 1.",
        ),
        (
            "system\tsegment\trun\tbleu\na\t1\tfirst\t1\n",
            "x.tsv:2: 'first' is not the number of a run.",
        ),
        (
            "system\tsegment\tdocument\tbleu\na\t1\td\t1\na\t2\t\t1\n",
            "x.tsv:3: Some segments have a document and some have none.",
        ),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


def test_numbers_are_written_so_that_they_are_read_again_exactly(tmp_path):
    scores = SegmentScores({Scored("m", "a"): np.array([0.1 + 0.2, 1e-320])}, ("1", "2"))
    formats.write("scores", scores, f"{tmp_path}/x.tsv")
    assert (tmp_path / "x.tsv").read_text() == (
        "system\tsegment\tm\na\t1\t0.30000000000000004\na\t2\t1e-320\n"
    )


@pytest.mark.parametrize(
    ("scored", "values", "segment", "message"),
    [
        (Scored("m", "a"), [math.inf], "1", "The score of m for a, segment 1, is not finite."),
        (Scored("run", "a"), [1.0], "1", "A metric cannot be named 'run' in TSV."),
        (
            Scored("m", "a\tb"),
            [1.0],
            "1",
            "A name or id has a tab or an end of line, which TSV cannot hold: 'a\\tb\\t1\\t1.0'."
            " Write jsonl instead.",
        ),
    ],
)
def test_what_it_cannot_hold_is_refused(scored, values, segment, message, tmp_path):
    scores = SegmentScores({scored: np.array(values)}, (segment,))
    with pytest.raises(FormatError) as caught:
        formats.write("scores", scores, f"{tmp_path}/x.tsv")
    assert str(caught.value) == f"{tmp_path}/x.tsv: {message}"
    assert list(tmp_path.iterdir()) == []
