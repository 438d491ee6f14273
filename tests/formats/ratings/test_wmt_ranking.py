"""Relative ranking of WMT."""

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

ranking = plugins.load("formats.ratings", "wmt-ranking")

EXAMPLE = Example(
    lambda n: f"deu,eng,s{n},s{n},judge1,one,{n % 5 + 1},B,2,7",
    header="srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,"
    "system2rank,rankingID",
)

PAIRS = (
    "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,"
    "rankingID\r\r\n"
)
FIVE = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,"
    "system2Id,system3Number,system3Id,system4Number,system4Id,system5Number,system5Id,system1rank,"
    "system2rank,system3rank,system4rank,system5rank\n"
)


def read(text: str) -> Ratings:
    assert ranking.sniff(text.encode())
    ratings: Ratings = ranking.read(text.encode(), "x.csv")
    return ratings


def test_a_pair_is_a_preference_with_a_batch_of_its_own():
    ratings = read(
        PAIRS + "tur,eng,620,620,judge26,A+B,4,C,2,1264\r\r\n"
        "tur,eng,620,620,judge26,A+B,4,D,4,1264\r\r\n"
    )
    columns = ("annotator", "languages", "segment", "task", "system", "value")
    assert cells(ratings, *columns) == [
        ("judge26", "tur-eng", "620", "preference", "A+B", 4),
        ("judge26", "tur-eng", "620", "preference", "C", 2),
        ("judge26", "tur-eng", "620", "preference", "A+B", 4),
        ("judge26", "tur-eng", "620", "preference", "D", 4),
    ]
    first, second = ratings.batch.names
    assert ratings.batch.codes.tolist() == [0, 0, 1, 1]
    fingerprint = first.removesuffix(":1264:1")
    assert len(fingerprint) == 8
    assert second == f"{fingerprint}:1264:2"


def test_a_ranking_of_five():
    row = "French,English,5,-1,5,j,-1,A,-1,B,-1,C,-1,D,-1,E,2,2,3,2,1\n"
    ratings = read(FIVE + row + row)
    assert cells(ratings, "annotator", "document", "task", "system", "value")[:5] == [
        ("j", "", "ranking", "A", 2),
        ("j", "", "ranking", "B", 2),
        ("j", "", "ranking", "C", 3),
        ("j", "", "ranking", "D", 2),
        ("j", "", "ranking", "E", 1),
    ]
    assert ratings.batch.codes.tolist() == [0] * 5 + [1] * 5


def test_batches_of_files_that_are_joined_are_different():
    row = "French,English,5,-1,5,{},-1,A,-1,B,-1,C,-1,D,-1,E,2,2,3,2,1\n"
    parts = [read(FIVE + row.format(judge)) for judge in ("j", "k")]
    assert len(Ratings.concatenated(parts).batch.names) == 2


def test_what_was_skipped_is_dropped():
    with pytest.warns(DataWarning):
        ratings = read(
            PAIRS + "tur,eng,1,1,j,A,1,B,2,1\ntur,eng,1,1,j,A,-1,B,-1,1\ntur,eng,1,1,j,A,1,,2,1\n"
            "tur,eng,1,1,j,A,1,B,second,1\n"
        )
    assert len(ratings) == 2
    assert reasons(ratings) == [
        ("skipped: rank -1", "x.csv:3"),
        ("no system", "x.csv:4"),
        ("'second' in value is not a number", "x.csv:5"),
    ]


def test_a_column_that_is_needed():
    with pytest.raises(FormatError) as caught:
        ranking.read(b"srclang,trglang\n", "x.csv")
    assert str(caught.value) == (
        "x.csv:1: The header has no column segmentId. The columns are srclang, trglang."
    )
