"""Scores as submitted to the WMT metrics task, in the layouts of several years."""

import pytest

from tertium.core import plugins
from tertium.core.errors import FormatError, UsageError
from tertium.core.scores import Scored

EXAMPLE = (
    b"BLEU\tde-en\tnews\tone\t1\t0.125\nBLEU\tde-en\tnews\tone\t2\t0.25\n"
    b"BLEU\tde-en\tnews\ttwo\t1\t0.5\nBLEU\tde-en\tnews\ttwo\t2\t0.75\n"
)


def read(text: str, origin: str = "x", pair: str = ""):
    return plugins.load("formats.scores", "wmt-metrics").read(text.encode(), origin, pair)


@pytest.mark.parametrize(
    "line",
    [
        "BLEU\tde-en\tnewstest2015\t{}\t{}",
        "BLEU\tde-en\tnewstest2017\t{}\t{}\tnon-ensemble\tno",
        "BLEU de-en newstest2020 newstest2020-deen-ref {} {}",
        "BLEU\tde-en\tnewstest2021\tnews\tref-A\t{}\t{}",
    ],
)
def test_scores_of_systems(line):
    scores = read("\n".join([line.format("online-A.1", 0.5), line.format("b", "None")]))
    assert scores.whole[Scored("BLEU", "online-A.1")] == 0.5
    assert len(scores.whole) == 2
    assert not scores.values


@pytest.mark.parametrize(
    ("line", "documents"),
    [
        ("BLEU\tde-en\tnewstest2015\t{}\t{}\t{}", ()),
        ("BLEU\tde-en\tnewstest2020\tdoc1\tref\t{}\t{}\t{}", ("doc1", "doc1")),
        ("BLEU\tde-en\tnewstest2021\tnews\tdoc1\tref\t{}\t{}\t{}", ("doc1", "doc1")),
    ],
)
def test_scores_of_segments(line, documents):
    cells = [("a", 1, 0.5), ("a", 2, 0.25), ("b", 1, -1), ("b", 2, "nan")]
    scores = read("\n".join(line.format(*one) for one in cells))
    assert scores.values[Scored("BLEU", "a")].tolist() == [0.5, 0.25]
    assert scores.document_ids == documents


def test_one_of_several_language_pairs_and_references():
    text = "BLEU\tde-en\tt\trefA\ta\t1\nBLEU\tde-en\tt\trefB\ta\t2\nBLEU\ten-de\tt\trefA\ta\t3\n"
    with pytest.raises(UsageError, match="several language pairs: de-en, en-de"):
        read(text)
    assert read(text, "x", "en-de").whole == {Scored("BLEU", "a"): 3}
    assert set(read(text, "x", "de-en").whole) == {
        Scored("BLEU-refA", "a"),
        Scored("BLEU-refB", "a"),
    }


def test_what_is_no_score():
    with pytest.raises(FormatError, match="x:2: Expected a metric"):
        read("BLEU\tde-en\tt\ta\t1\nBLEU\tde-en\tt\ta\tgood\n")
