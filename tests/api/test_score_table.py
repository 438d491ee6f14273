"""Score tables from files: levels, names, systems left out, signs."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.command import run

import tertium
from tertium.core import notices
from tertium.core.errors import UsageError
from tertium.examples import folder
from tertium.meta.notices import UnevenMeans
from tertium.meta.score_table import ScoreTable

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
    table = tertium.read_scores(segments, level="segment")
    assert table.systems == ("a", "b")
    assert table.human.tolist() == [[1, 3], [2, 4]]
    assert table.metrics == ("bleu",)
    assert tertium.read_scores(segments, level="document").items == ("x", "y")
    whole = tertium.read_scores(segments)
    assert whole.human.tolist() == [[2], [3]]
    assert whole.scores["bleu"].tolist() == [[20], [40]]
    assert whole.notes == (
        "Means over segments: human, bleu.",
        "Outputs with a human score but without a metric score: bleu 1.",
    )
    assert [one.tolist() for one in whole.judgments] == [[1, 3], [2, 4]]


def test_given_scores_of_systems_go_before_means(segments: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.tsv"
    whole.write_text("system\tter\na\t50\nb\t60\n")
    table = tertium.read_scores([segments, whole])
    assert table.scores["ter"].tolist() == [[50], [60]]
    assert table.notes[0] == "Means over segments: human, bleu."
    with_segments = tertium.read_scores([segments, whole], level="segment")
    assert with_segments.notes == ("No scores of segments: ter.",)


def test_the_gold_is_found_or_suggested(segments: Path) -> None:
    assert tertium.read_scores(segments, gold="Human").gold == "human"
    with pytest.raises(UsageError, match=r"no scores named 'humn'\. Did you mean 'human'"):
        tertium.read_scores(segments, gold="humn")


def test_systems_are_left_out_and_signs_flipped(segments: Path) -> None:
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
        tertium.read_scores(path, level="segment")
    path.write_text("system\tsegment\thuman\tbleu\na\t1\t1\t2\n")
    with pytest.raises(UsageError, match="no scores at the document level"):
        tertium.read_scores(path, level="document")


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
    with pytest.raises(UsageError, match="do not name the training runs of"):
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
    assert one.digest != one.flipped(["bleu"]).digest
    assert not np.isnan(one.human).any()


@pytest.mark.parametrize("told_by", ["column", "name", "folder", "json"])
def test_language_pairs_of_several_files_are_not_pooled(tmp_path: Path, told_by: str) -> None:
    files = []
    for pair, level in (("de-en", 0), ("en-cs", 100)):
        folder = tmp_path / (pair if told_by == "folder" else "")
        folder.mkdir(exist_ok=True)
        path = folder / (f"scores.{pair}.tsv" if told_by == "name" else f"{level}.tsv")
        rows = [(f"{pair}.{i}", level + i % 3, level + i % 2) for i in range(5)]
        column = "lp\t" if told_by == "column" else ""
        lines = [f"{pair if column else ''}\t{s}\t{h}\t{m}" for s, h, m in rows]
        if told_by == "json":
            path = folder / f"{level}.jsonl"
            keys = [{"lp": pair, "system": s, "human": h, "m": m} for s, h, m in rows]
            path.write_text("\n".join(map(json.dumps, keys)))
        else:
            lines = [line.removeprefix("" if column else "\t") for line in lines]
            path.write_text("\n".join([f"{column}system\thuman\tm", *lines]))
        files.append(path)
    with pytest.raises(UsageError, match="several language pairs: de-en, en-cs"):
        tertium.read_scores(files)
    shown = run("meta", "compare", *map(str, files))
    assert shown.code == 2
    assert "--language-pair" in shown.stderr
    assert len(tertium.read_scores(files, language_pair="en-cs").systems) == 5
    if told_by in ("column", "json"):  # as one file with several
        joined = tmp_path / f"all{files[0].suffix}"
        first, second = (path.read_text().splitlines() for path in files)
        joined.write_text("\n".join([*first, *(second if told_by == "json" else second[1:])]))
        with pytest.raises(UsageError, match="several language pairs: de-en, en-cs"):
            tertium.read_scores(joined)


def test_the_sign_of_human_scores_is_flipped_where_lower_is_better(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{j}\t{i + j % 2}\t{-i}\t{i}" for i in range(6) for j in range(4)]
    path.write_text("\n".join(["system\tsegment\tHTER\tbleu\tter", *rows]))
    table = tertium.read_scores(path, gold="hter", lower_is_better=["hter", "ter"])
    assert table.human[:, 0].tolist() == [-i - 0.5 for i in range(6)]
    assert table.judgments[1].tolist() == [-1, -2, -1, -2]
    assert table.notes[-1] == "Sign flipped, so that higher is better: HTER, ter."
    found = tertium.correlate(table)
    assert {one.metric: one.value for one in found.correlations} == pytest.approx(
        {"bleu": 1, "ter": 1}
    )
    human = tertium.correlate(table, interval="human").correlations[0].interval
    assert 0.9 < human.low <= human.high <= 1


def test_the_sign_of_judgments_is_flipped_where_lower_is_better() -> None:
    news = folder()
    ratings = tertium.read_ratings(news / "ratings.csv")
    testset = tertium.read(
        [str(path) for path in sorted((news / "systems").glob("[!b]*.txt"))],
        references=[str(news / "reference.A.en.txt")],
    )
    plain, turned = (
        tertium.score_table(testset, ratings, "ter", task="adequacy", lower_is_better=names)
        for names in ((), ("human",))
    )
    assert turned.human.tolist() == (-plain.human).tolist()
    assert turned.scores["TER"].tolist() == plain.scores["TER"].tolist()
    with pytest.raises(UsageError, match="lower_is_better can only be 'human'"):
        tertium.score_table(testset, ratings, "ter", task="adequacy", lower_is_better=["TER"])


def test_means_over_different_segments_are_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"{s}\t{j}\t{j}\t{j}" for s in "abcd" for j in range(10) if s != "c" or j < 7]
    path.write_text("\n".join(["system\tsegment\thuman\tm", *rows]))
    uneven = [one for one in tertium.correlate(path).warnings if isinstance(one, UnevenMeans)]
    (sentence,) = notices.sentences(uneven)
    assert sentence.endswith(
        "on the same segments: human has 7 for c and 10 for a; m has 7 for c and 10 for a."
    )
    whole = [f"{s}\t{j}\t{j}\t{j}" for s in "abcd" for j in range(10)]
    path.write_text("\n".join(["system\tsegment\thuman\tm", *whole]))
    assert not any(isinstance(one, UnevenMeans) for one in tertium.correlate(path).warnings)


def test_human_scores_of_a_folder_are_not_metrics(tmp_path: Path) -> None:
    for name, offset in (
        ("human-scores/en-de.mqm.sys.score", 0),
        ("human-scores/en-de.da.sys.score", 1),
        ("metric-scores/en-de/BLEU-refA.sys.score", 2),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"s{i}\t{(i + offset) % 4}\n" for i in range(6)))
    table = tertium.read_scores(tmp_path, gold="mqm")
    assert table.metrics == ("BLEU-refA",)
    assert any("left out: da." in note for note in table.notes)
    asked = tertium.read_scores(tmp_path, gold="mqm", metrics=["da", "BLEU-refA"])
    assert asked.metrics == ("da", "BLEU-refA")
