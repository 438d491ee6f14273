"""Correlating and comparing metrics: intervals, tests, levels, bad input."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.command import run
from tests.report._meta import META, correlations, metrics, scores

import tertium
from tertium.core.errors import DataError, ParameterError, UnknownMember, UsageError
from tertium.inference.correlations import symmetric
from tertium.meta.comparison import ComparisonSettings
from tertium.meta.scores import ScoreTable


@pytest.mark.parametrize("name", META)
def test_results_are_the_same_after_a_file(name: str, tmp_path: Path) -> None:
    result = META[name]()
    tertium.write_result(result, tmp_path / "result.json")
    again = tertium.read_result(tmp_path / "result.json")
    assert again.to_dict() == result.to_dict()
    assert str(again) == str(result)
    assert json.dumps(result.to_dict(), allow_nan=False)


@pytest.mark.parametrize("method", ["fisher", "bootstrap", "bca"])
def test_intervals_hold_the_value_and_never_leave_what_is_possible(method: str) -> None:
    found = tertium.correlate(scores("system"), interval=method, trials=200)
    for one in found.correlations[:-1]:
        assert -1 <= one.interval.low <= one.value <= one.interval.high <= 1
        assert one.method == method
    assert math.isnan(found.correlations[-1].interval.low)


def test_the_interval_of_wmt_is_of_the_human_scores_only(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    random = np.random.default_rng(1)
    human = random.normal(np.arange(8)[:, None], 3.0, (8, 300))
    lines = ["system\tsegment\thuman\tm"]
    lines += [
        f"s{i}\t{j}\t{human[i, j]}\t{i + 2 * math.sin(i)}" for i in range(8) for j in range(300)
    ]
    path.write_text("\n".join(lines))
    wmt, fisher = (
        tertium.correlate(path, interval=name).correlations[0] for name in ("human", "fisher")
    )
    width = wmt.interval.high - wmt.interval.low
    assert 0 < width < (fisher.interval.high - fisher.interval.low) / 3
    assert wmt.interval.low < wmt.value < wmt.interval.high
    none = tertium.correlate(scores("system"), interval="human").correlations[0]
    assert none.interval.reason == "there are no human scores of segments to resample"


def test_a_statistic_that_was_not_asked_for_is_named_with_those_that_were() -> None:
    found = tertium.correlate(scores("system"), ["pearson"])
    assert found.of("pearson") == list(found.correlations)
    with pytest.raises(
        UnknownMember, match=r"^No statistic named 'spearman'\. .*Known: pearson\.$"
    ):
        found.of("spearman")


def test_a_symmetric_interval_is_cut_and_comes_with_a_warning() -> None:
    found = tertium.correlate(scores("system"), interval="symmetric")
    assert found.correlations[0].interval.high == 1.0
    (said,) = (one for one in found.cautions if one.startswith("Symmetric intervals"))
    assert "3 of them exceeded 1" in said
    # By hand: 0.8 -+ 1.959964 (1 - 0.64) / sqrt(24).
    assert symmetric(0.8, 25)[:2] == pytest.approx((0.6559734, 0.9440266), abs=1e-6)


def test_what_is_for_a_single_pearson_says_so() -> None:
    one = tertium.correlate(scores("system"), "spearman", interval="fisher").correlations[0]
    assert one.interval.reason == "Fisher's interval is for a single Pearson's r"
    pair = tertium.compare_metrics(scores("system"), "spearman", test="williams").pairs[0]
    assert pair.reason == "Williams' test is for a single Pearson's r"


@pytest.mark.parametrize("test", ["williams", "scores", "systems", "bootstrap"])
def test_a_good_metric_is_told_from_a_poor_one(test: str) -> None:
    table = scores("segment")
    found = tertium.compare_metrics(table, unit="segment", test=test, trials=400)
    pair = next(one for one in found.pairs if (one.metric, one.other) == ("good", "poor"))
    assert pair.difference > 0.2
    assert pair.interval.excludes_zero
    # Six systems can be swapped in 64 ways: 2 of them are as extreme, two-sided.
    assert pair.p <= (2 / 64 if test == "systems" else 0.01) + 1e-9
    assert found.test == test


def test_the_test_fits_the_statistic() -> None:
    table = scores("segment")
    made = {
        statistic: tertium.compare_metrics(
            table, statistic, unit="segment", average="item", trials=20
        ).test
        for statistic in ("pearson", "acc_eq", "kendall_b")
    }
    assert set(made.values()) == {"scores"}
    assert tertium.compare_metrics(scores("system")).test == "williams"


def test_swapping_outcomes_of_pairs_comes_with_a_warning() -> None:
    found = tertium.compare_metrics(
        scores("segment"), "acc_eq", unit="segment", average="item", test="pairs", trials=20
    )
    assert any("finds differences too often" in said for said in found.cautions)
    assert not any(
        pair.reason for pair in found.pairs if "constant" not in (pair.metric, pair.other)
    )


def test_p_values_are_corrected_for_all_pairs() -> None:
    found = metrics()
    raw = sorted(pair.p for pair in found.pairs)
    assert min(pair.corrected for pair in found.pairs) == pytest.approx(min(1, 3 * raw[0]))
    alone = tertium.compare_metrics(scores("system"), correction="none")
    assert [pair.corrected for pair in alone.pairs] == [pair.p for pair in alone.pairs]


def test_only_what_both_metrics_scored_counts() -> None:
    table = scores("segment")
    pair = next(
        one
        for one in tertium.compare_metrics(table, unit="segment").pairs
        if "poor" in (one.metric, one.other)
    )
    assert pair.n == 119


def test_the_order_of_systems_and_metrics_changes_nothing(tmp_path: Path) -> None:
    table = scores("segment")
    lines = [
        "\t".join([system, item, *(str(table.scores[m][i, j]) for m in ("human", "good", "poor"))])
        for i, system in enumerate(table.systems)
        for j, item in enumerate(table.items)
    ]
    forth, back = tmp_path / "forth.tsv", tmp_path / "back.tsv"
    header = "system\tsegment\thuman\tgood\tpoor"
    forth.write_text("\n".join([header, *lines]))
    back.write_text("\n".join([header, *(lines[60:] + lines[:60])]))
    one, two = (tertium.compare_metrics(path, "kendall_b", trials=50) for path in (forth, back))
    assert [p.to_dict() if hasattr(p, "to_dict") else p for p in one.pairs] == list(two.pairs)


def test_outputs_and_ratings_are_joined_and_scored() -> None:
    from tertium.examples import folder

    news = folder()
    files = [str(path) for path in sorted((news / "systems").glob("*.txt"))]
    testset = tertium.read(files, references=[str(news / "reference.A.en.txt")])
    table = tertium.score_table(
        testset, tertium.read_ratings(news / "ratings.csv"), "bleu,ter", task="adequacy"
    )
    assert table.metrics == ("BLEU", "TER")
    assert "Turned, so that more is better: TER." in table.notes
    found = tertium.correlate(table)
    assert all(one.value > 0.5 for one in found.correlations)


def test_signs_are_hidden_only_where_that_is_defined() -> None:
    table = scores("system")
    assert tertium.compare_metrics(table, absolute=True).test == "williams"
    refused: list[dict[str, Any]] = [
        {"interval": "bca"},
        {"test": "bootstrap"},
        {"test": "systems"},
        {"statistic": "kendall_b"},
    ]
    for settings in refused:
        with pytest.raises(UsageError, match="--absolute hides the signs"):
            tertium.compare_metrics(table, absolute=True, **settings)


def test_soft_pairwise_accuracy_wants_segments() -> None:
    with pytest.raises(UsageError, match="by their scores of segments"):
        tertium.correlate(scores("system"), "soft_pairwise_accuracy")
    found = tertium.correlate(scores(), "soft_pairwise_accuracy", unit="segment", trials=20)
    assert found.correlations[0].metric == "good"


def test_soft_pairwise_accuracy_takes_the_seed() -> None:
    random = np.random.default_rng(2)
    human = random.normal(size=(5, 40))
    noisy = human + 2 * random.normal(size=(5, 40))
    table = ScoreTable(
        "segment", tuple("abcde"), tuple(map(str, range(40))), {"human": human, "m": noisy}, "human"
    )
    values = {
        tertium.correlate(
            table, "soft_pairwise_accuracy(trials=50)", unit="segment", interval="none", seed=seed
        )
        .correlations[0]
        .value
        for seed in (1, 1, 2, 3)
    }
    assert len(values) > 1


def test_the_first_of_a_pair_agrees_more_on_what_both_scored() -> None:
    for seed in range(40):
        random = np.random.default_rng(seed)
        human = random.normal(size=(8, 1))
        one, two = (human + random.normal(size=(8, 1)) for _ in range(2))
        two[random.integers(0, 8, 3)] = np.nan
        table = ScoreTable(
            "system", tuple("abcdefgh"), ("",), {"human": human, "one": one, "two": two}, "human"
        )
        for pair in tertium.compare_metrics(table).pairs:
            assert pair.r >= pair.other_r
            assert pair.difference >= 0


def test_whole_systems_have_no_segments_to_swap() -> None:
    with pytest.raises(UsageError, match="no segments to swap"):
        tertium.compare_metrics(scores("system"), test="segments")


def test_outputs_that_share_systems_are_not_independent() -> None:
    said = tertium.correlate(scores(), unit="segment").cautions
    assert any("as if they were independent" in one for one in said)
    assert not any("as if they were" in one for one in correlations().cautions)


def test_a_perfect_correlation_is_degenerate_whatever_rounding_leaves(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i / 10}\t{2 * i / 10 + 1}\t{(i * 7) % 5}" for i in range(7)]
    path.write_text("\n".join(["system\thuman\tperfect\tother", *rows]))
    found = tertium.compare_metrics(path)
    low, high, reason = found.correlations[0].interval
    assert (low, high) == (1.0, 1.0)
    assert reason == "degenerate: all pairs lie on a line"
    assert found.pairs[0].interval.reason == "a correlation of 1 leaves no interval to start from"


def test_reasons_are_said_once(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i}\t{(i * 7) % 5}\t{(i * 7) % 5}\t{(i * 3) % 7}" for i in range(7)]
    path.write_text("\n".join(["system\thuman\ta\tsame\tb", *rows]))
    shown = run("meta", "compare", str(path)).stdout
    assert "Not tested, as the metrics give the same scores: a – same." in shown
    assert "Holm over 2" in shown


def test_metrics_of_a_file_can_be_chosen(table: Path) -> None:
    shown = run("meta", "correlate", str(table), "-m", "ter,bleu", "-f", "json")
    assert {one["metric"] for one in json.loads(shown.stdout)["correlations"]} == {"bleu", "ter"}
    wrong = run("meta", "correlate", str(table), "-m", "blue")
    assert wrong.code == 2
    assert "Did you mean 'bleu'?" in wrong.stderr


def test_files_of_other_language_pairs_are_passed_over(reference_data: Path) -> None:
    folder = reference_data / "stats/wmt15-ci/input"
    files = [folder / f"hum-sys.{pair}.scores.csv" for pair in ("cs-en", "de-en")]
    with pytest.raises(UsageError, match="several language pairs: cs-en, de-en"):
        tertium.read_scores(files)
    assert len(tertium.read_scores(files, languages="de-en").systems) == 13
    with pytest.raises(DataError, match="No scores of fr-en"):
        tertium.read_scores(files, languages="fr-en")


# --- On the command line, and bad input -----------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "scores.tsv"
    path.write_text(
        "system\thuman\tbleu\tter\tsame\n"
        "a\t1\t10\t-5\t1\nb\t2\t19\t-4\t1\nc\t3\t33\tNone\t1\nd\t4\t38\t-1\t1\ne\t5\t45\t-2\t1\n"
    )
    return path


def test_correlate(table: Path) -> None:
    shown = run("meta", "correlate", str(table))
    assert shown.code == 0
    assert shown.stdout.splitlines()[2].split()[:2] == ["bleu", "0.986"]
    assert "Without a score of both, and left out: ter 1." in shown.stdout
    assert "same: the scores of the metric are all the same." in shown.stdout


@pytest.mark.parametrize("form", ["json", "csv", "tsv", "markdown", "latex"])
@pytest.mark.parametrize("command", ["correlate", "compare"])
def test_formats(table: Path, form: str, command: str) -> None:
    shown = run("meta", command, str(table), "--format", form)
    assert shown.code == 0
    assert "bleu" in shown.stdout


@pytest.mark.slow
def test_compare_writes_a_page_and_a_result_to_show_again(table: Path, tmp_path: Path) -> None:
    page, result = tmp_path / "page.html", tmp_path / "result.json"
    first = run("meta", "compare", str(table), "--report", str(page), "--output", str(result))
    assert first.code == 0
    assert "<svg" not in page.read_text()[:1000]
    assert run("meta", "compare", str(result)).stdout == first.stdout
    wrong = run("meta", "correlate", str(result))
    assert wrong.code == 1
    assert "is a result of `tertium meta compare`" in wrong.stderr


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("system\tbleu\na\t1\n", 2, "no scores named 'human'"),
        ("system\thuman\tbleu\na\t1\tx\n", 1, ":2: 'x' in column bleu is not a number"),
        ("system\thuman\tbleu\na\t1\t2\na\t1\t2\n", 1, ":3: A second score of human for a"),
        ("system\thuman\tbleu\na\tinf\t2\n", 1, ":2: 'inf' in column human is not finite"),
        ("", 1, "The file is empty."),
    ],
)
def test_bad_tables(tmp_path: Path, text: str, code: int, said: str) -> None:
    path = tmp_path / "scores.tsv"
    path.write_text(text)
    shown = run("meta", "correlate", str(path))
    assert shown.code == code
    assert said in shown.stderr
    assert shown.stdout == ""


def test_a_gold_that_is_not_there_is_suggested(table: Path) -> None:
    shown = run("meta", "correlate", str(table), "--gold", "humam")
    assert shown.code == 2
    assert "Did you mean 'human'?" in shown.stderr


def test_options_of_score_files_are_refused_beside_ratings(table: Path) -> None:
    shown = run("meta", "correlate", str(table), "-r", "x", "--ratings", "y", "--gold", "mqm")
    assert shown.code == 2
    assert "for files of scores" in shown.stderr


def test_references_without_judgments(table: Path) -> None:
    shown = run("meta", "correlate", str(table), "-r", str(table))
    assert shown.code == 2
    assert "--ratings" in shown.stderr


def test_few_systems_have_reasons(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    path.write_text("system\thuman\tbleu\tter\na\t1\t2\t4\nb\t2\t1\t5\nc\t3\t3\t7\n")
    found = tertium.compare_metrics(path)
    assert found.correlations[0].interval.reason == "3 pairs are too few, it takes four"
    assert found.pairs[0].reason
    path.write_text("system\thuman\tbleu\na\t1\t2\n")
    assert tertium.correlate(path).correlations[0].found.reason


def test_settings_that_cannot_be() -> None:
    with pytest.raises(ParameterError):
        ComparisonSettings(test="t-test")
    with pytest.raises(UsageError):
        tertium.correlate(scores("system"), "persons")
    assert correlations().to_rows()[0]["metric"] == "good"
