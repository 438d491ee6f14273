"""Score tables from files: levels, names, systems left out, signs."""

from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.core.errors import UsageError
from tertium.examples import folder
from tertium.meta.scores import ScoreTable

SEGMENTS = """system\tsegment\tdocument\thuman\tbleu
a\t1\tx\t1\t10
a\t2\ty\t3\t30
b\t1\tx\t2\tNone
b\t2\ty\t4\t40
"""


@pytest.fixture
def segments(tmp_path: Path) -> Path:
    path = tmp_path / "scores.tsv"
    path.write_text(SEGMENTS)
    return path


def test_segments_documents_and_systems(segments: Path) -> None:
    table = tertium.read_scores(segments, unit="segment")
    assert table.systems == ("a", "b")
    assert table.human.tolist() == [[1, 3], [2, 4]]
    assert table.metrics == ("bleu",)
    assert tertium.read_scores(segments, unit="document").items == ("x", "y")
    whole = tertium.read_scores(segments)
    assert whole.human.tolist() == [[2], [3]]
    assert whole.scores["bleu"].tolist() == [[20], [40]]
    assert whole.notes == (
        "Means over segments: human, bleu.",
        "Outputs that people scored and metrics did not: bleu 1.",
    )
    assert [one.tolist() for one in whole.judgments] == [[1, 3], [2, 4]]


def test_given_scores_of_systems_go_before_means(segments: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.tsv"
    whole.write_text("system\tter\na\t50\nb\t60\n")
    table = tertium.read_scores([segments, whole])
    assert table.scores["ter"].tolist() == [[50], [60]]
    assert table.notes[0] == "Means over segments: human, bleu."
    with_segments = tertium.read_scores([segments, whole], unit="segment")
    assert with_segments.notes == ("No scores of segments: ter.",)


def test_the_gold_is_found_or_suggested(segments: Path) -> None:
    assert tertium.read_scores(segments, gold="Human").gold == "human"
    with pytest.raises(UsageError, match=r"no scores named 'humn'\. Did you mean 'human'"):
        tertium.read_scores(segments, gold="humn")


def test_systems_are_left_out_and_signs_turned(segments: Path) -> None:
    table = tertium.read_scores(segments, without=["b*"], lower_is_better=["bleu"])
    assert table.systems == ("a",)
    assert table.scores["bleu"].tolist() == [[-20]]
    assert "Left out: b." in table.notes
    with pytest.raises(UsageError, match="No system is named 'c'"):
        tertium.read_scores(segments, without=["c"])
    with pytest.raises(UsageError, match="There is no metric 'ter'"):
        tertium.read_scores(segments, lower_is_better=["ter"])


def test_levels_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    path.write_text("system\thuman\tbleu\na\t1\t2\n")
    with pytest.raises(UsageError, match="no scores of segments by 'human'"):
        tertium.read_scores(path, unit="segment")
    path.write_text("system\tsegment\thuman\tbleu\na\t1\t1\t2\n")
    with pytest.raises(UsageError, match="no scores of the level 'document'"):
        tertium.read_scores(path, unit="document")


def test_gaps_of_one_metric_leave_the_others_alone(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    random = np.random.default_rng(3)
    values = random.normal(size=(6, 8, 3))
    lines = ["system\tsegment\thuman\tfull\tother"]
    lines += [
        f"s{i}\t{j}\t{values[i, j, 0]}\t{values[i, j, 1]}\t{values[i, j, 2] if j < 2 else 'None'}"
        for i in range(6)
        for j in range(8)
    ]
    path.write_text("\n".join(lines))
    both, alone = (tertium.read_scores(path, metrics=m) for m in (["full", "other"], ["full"]))
    assert both.human.tolist() == alone.human.tolist()
    assert both.human[:, 0] == pytest.approx(values[:, :, 0].mean(axis=1))
    assert both.scores["other"][:, 0] == pytest.approx(values[:, :2, 2].mean(axis=1))


def test_many_documents_take_little_memory() -> None:
    random = np.random.default_rng(1)
    human = random.normal(size=(2, 50_000))
    documents = tuple(str(number // 5) for number in range(50_000))
    table = ScoreTable(
        "segment",
        ("a", "b"),
        tuple(map(str, range(50_000))),
        {"human": human, "m": human},
        "human",
        documents,
    )
    of_documents = table.at_level("document")
    assert len(of_documents.items) == 10_000
    assert of_documents.human[0, 7] == pytest.approx(human[0, 35:40].mean())


def test_where_most_are_the_same_none_is_an_outlier() -> None:
    human = np.array([[1.0], [1.0], [1.0], [1.01], [0.99]])
    table = ScoreTable("system", tuple("abcde"), ("",), {"human": human}, "human")
    assert table.outliers() == []


def test_variants_of_a_metric_and_runs_of_a_system() -> None:
    news = folder()
    ratings = tertium.read_ratings(news / "ratings.csv")
    reference = str(news / "reference.A.en.txt")
    systems = {name: str(news / f"systems/{name}.txt") for name in ("large", "distilled", "pivot")}
    testset = tertium.read(systems, references=[reference])
    table = tertium.score_table(testset, ratings, "bleu,bleu(tok=char),ter", task="adequacy")
    assert set(table.metrics) == {"bleu", "bleu(tok=char)", "TER"}
    runs = {"baseline": [str(news / f"systems/baseline.{run}.txt") for run in (1, 2)], **systems}
    with pytest.raises(UsageError, match="which of several runs"):
        tertium.score_table(tertium.read(runs, references=[reference]), ratings, task="adequacy")


def test_outliers_by_the_rule_of_wmt20(reference_data: Path) -> None:
    path = reference_data / "stats/wmt20-metrics/input.de-en.sys-scores.csv"
    table = tertium.read_scores(path, without=["Human-*"])
    # As published: outlier-systems.json of wmt20-metrics.
    assert table.outliers() == ["WMTBiomedBaseline.387", "yolo.1052", "zlabs-nlp.1153"]
    assert len(tertium.read_scores(path, without=["Human-*"], outliers=False).systems) == 9


def test_the_digest_tells_scores_apart(segments: Path) -> None:
    one = tertium.read_scores(segments)
    assert one.digest == tertium.read_scores(segments).digest
    assert one.digest != one.turned(["bleu"]).digest
    assert not np.isnan(one.human).any()
