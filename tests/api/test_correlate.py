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
from tertium.comparison.notices import FewTrials
from tertium.core.errors import DataError, ParameterError, UnknownMember, UsageError
from tertium.core.intervals import Interval
from tertium.inference.correlations import symmetric
from tertium.meta.compare_metrics.settings import CompareMetricsSettings
from tertium.meta.notices import (
    DependentScores,
    FewSwappedSystems,
    FewSwaps,
    MissingScores,
    SwappedPairsDepend,
    SwapsAssumeNoBias,
    SymmetricIntervals,
    WrongDirection,
)
from tertium.meta.score_table import ScoreTable
from tertium.report import presentation


@pytest.mark.parametrize("name", META)
def test_results_are_the_same_after_a_file(name: str, tmp_path: Path) -> None:
    result = META[name]()
    tertium.write_result(result, tmp_path / "result.json")
    again = tertium.read_result(tmp_path / "result.json")
    assert again.to_dict() == result.to_dict()
    assert str(again) == str(result)
    assert json.dumps(result.to_dict(), allow_nan=False)


@pytest.mark.parametrize("method", ["fisher", "bootstrap", "bca"])
def test_intervals_contain_the_value_and_stay_in_range(method: str) -> None:
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
    (warning,) = (one for one in found.warnings if isinstance(one, SymmetricIntervals))
    assert warning.cut == 3
    assert str(warning).endswith("3 of them exceeded 1 and were cut.")
    # By hand: 0.8 -+ 1.959964 (1 - 0.64) / sqrt(24).
    assert tuple(symmetric(0.8, 25)) == pytest.approx((0.6559734, 0.9440266), abs=1e-6)


def test_methods_for_a_single_pearson_refuse_other_statistics() -> None:
    one = tertium.correlate(scores("system"), "spearman", interval="fisher").correlations[0]
    assert one.interval.reason == "Fisher's interval is for a single Pearson's r"
    pair = tertium.compare_metrics(scores("system"), "spearman", test="williams").pairs[0]
    assert pair.reason == "Williams' test is for a single Pearson's r"


@pytest.mark.parametrize("test", ["williams", "scores", "systems", "bootstrap"])
def test_a_good_metric_is_separated_from_a_poor_one(test: str) -> None:
    table = scores("segment")
    found = tertium.compare_metrics(table, level="segment", test=test, trials=400)
    pair = next(one for one in found.pairs if (one.metric, one.other) == ("good", "poor"))
    assert pair.difference > 0.2
    assert pair.interval.excludes_zero
    # Six systems can be swapped in 64 ways: 2 of them are as extreme, two-sided.
    assert pair.p <= (2 / 64 if test == "systems" else 0.01) + 1e-9
    assert found.test == test


def test_the_test_fits_the_statistic_and_the_level() -> None:
    """Scores of a system share what a metric makes of that system: systems are swapped whole."""
    made = {
        (statistic, average): tertium.compare_metrics(
            scores(), statistic, level="segment", average_by=average, trials=20
        ).test
        for statistic in ("pearson", "acc-eq", "kendall-b")
        for average in ("none", "item")
    }
    assert set(made.values()) == {"systems"}
    assert tertium.compare_metrics(scores("system")).test == "williams"
    assert tertium.compare_metrics(scores("system"), "kendall-b", trials=20).test == "systems"


@pytest.mark.parametrize("test", ["scores", "segments", "systems", "pairs"])
def test_assumptions_of_tests_are_warned_of(test: str) -> None:
    found = tertium.compare_metrics(
        scores(), "acc-eq", level="segment", average_by="item", test=test, trials=20
    )
    assert (SwapsAssumeNoBias(test) in found.warnings) == (test in ("scores", "segments"))


def test_few_swapped_systems_are_warned_of() -> None:
    """Pearson's correlation of few standardized scores: docs/calibration.md."""
    for statistic, test, few in (
        ("pearson", "systems", True),
        ("pearson", "scores", True),  # of whole systems, which are swapped as a whole
        ("pearson", "williams", False),
        ("kendall-b", "systems", False),
    ):
        found = tertium.compare_metrics(scores("system"), statistic, test=test, trials=50)
        assert (FewSwappedSystems(6) in found.warnings) == few


def test_tests_that_cannot_find_anything_say_so() -> None:
    few = scores("system").without(["a", "b"])
    found = tertium.compare_metrics(few, "kendall-b", correction="none")
    assert FewSwaps(4, 0.125, 0.05) in found.warnings
    many = tertium.compare_metrics(
        scores(), "acc-eq", level="segment", average_by="item", test="scores", trials=15
    )
    (warning,) = (one for one in many.warnings if isinstance(one, FewTrials))
    assert warning.trials == 15


def test_a_one_sided_test_takes_its_direction_from_the_user(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="direction that was chosen before"):
        tertium.compare_metrics(scores("system"), alternative="greater")
    # What correlates less is named first: p is large, and the difference negative.
    table = scores("system").only(["poor", "good"])
    for test in ("williams", "systems", "bootstrap"):
        one, two = (
            tertium.compare_metrics(table, test=test, alternative=alternative, trials=400).pairs[0]
            for alternative in ("greater", "two-sided")
        )
        assert (one.metric, one.other, *one.ahead) == ("poor", "good", "good", "poor")
        assert one.difference == pytest.approx(-two.difference)
        assert one.p > 0.9
        assert two.p < 0.2
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i}\t{i + i % 3}\t{i % 4}" for i in range(9)]
    path.write_text("\n".join(["system\thuman\ta\tb", *rows]))
    refused = run("meta", "compare", str(path), "--alternative", "greater")
    assert refused.code == 2
    assert "--metrics" in refused.stderr
    asked = run("meta", "compare", str(path), "--alternative", "greater", "-m", "b,a")
    assert asked.code == 0
    assert "b – a" in asked.stdout
    assert "No test asks whether a is better than another metric." in asked.stdout


def test_no_interval_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: Any, **__: Any) -> Any:
        raise AssertionError("systems are drawn")

    monkeypatch.setattr("tertium.meta.bootstrap.replicates", drawn)
    found = tertium.compare_metrics(
        scores(), "kendall-b", level="segment", average_by="item", interval="none", trials=20
    )
    assert all(math.isnan(pair.interval.low) for pair in found.pairs)
    assert not any(math.isnan(pair.p) for pair in found.pairs)
    for explain in (False, True):
        table = presentation.tables(found, explain=explain)[-1]
        assert not any("interval" in one for one in (*table.sentences, *table.notes[:2]))
    simple = tertium.compare_metrics(scores("system"), interval="none")
    assert all(math.isnan(pair.interval.low) for pair in simple.pairs)


def test_a_pair_without_an_interval_is_tested_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i}\t{2 * i}\t{(i * 3) % 7}" for i in range(7)]
    path.write_text("\n".join(["system\thuman\tperfect\tb", *rows]))
    found = tertium.compare_metrics(path)
    assert found.pairs[0].p < 0.05
    said = presentation.tables(found)[-1].sentences
    assert not any(one.startswith("Not tested") for one in said)
    assert said[-1] == (
        "No interval of the difference, because a correlation of 1 leaves no interval to start"
        " from: perfect – b."
    )


def test_pairs_with_missing_scores_show_the_correlations_of_shared_scores(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [
        f"s{i}\t{i}\t{i + i % 3 if i > 1 else ''}\t{i % 4 + i if i < 8 else ''}\t{i + i % 2}"
        for i in range(10)
    ]
    path.write_text("\n".join(["system\thuman\ta\tb\tfull", *rows]))
    found = tertium.compare_metrics(path)
    n = {frozenset((pair.metric, pair.other)): pair.n for pair in found.pairs}
    assert n == {
        frozenset(names): size
        for names, size in (("ab", 6), (("a", "full"), 8), (("b", "full"), 8))
    }
    *_, pairs = presentation.tables(found)
    assert pairs.header[:4] == ["metrics", "r", "other r", "n"]
    for row, pair in zip(pairs.rows, found.pairs, strict=True):
        assert row[1:4] == [f"{pair.r:.3f}", f"{pair.other_r:.3f}", str(pair.n)]
    only = tertium.read_scores(path, metrics=["a", "b"]).without(["s0", "s1", "s8", "s9"])
    (shared,) = tertium.compare_metrics(only).pairs
    (same,) = (pair for pair in found.pairs if "full" not in (pair.metric, pair.other))
    assert (same.r, same.other_r, same.p) == (shared.r, shared.other_r, shared.p)
    *_, whole = presentation.tables(tertium.compare_metrics(only))
    assert whole.header[1] == "difference"


def test_a_gold_that_most_metrics_go_against_is_doubted(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i}\t{-i - i % 2}\t{-i + i % 3}\t{i + i % 2}" for i in range(8)]
    path.write_text("\n".join(["system\thter\tbleu\tchrf\tter", *rows]))
    found = tertium.compare_metrics(path, gold="hter")
    (warning,) = (one for one in found.warnings if isinstance(one, WrongDirection))
    assert warning == WrongDirection("hter", ("bleu", "chrf"), 3)
    assert str(warning).startswith("2 of 3 metrics correlate negatively with hter: bleu, chrf.")
    assert str(warning).endswith('lower_is_better=["hter"].')
    turned = run("meta", "compare", str(path), "--gold", "hter", "--lower-is-better", "hter,ter")
    assert turned.code == 0
    assert "negatively" not in turned.stdout


def test_correlations_whose_interval_includes_0_are_named() -> None:
    human = np.arange(12.0)[:, None]
    metrics = {"good": human + human % 2, "noise": human * 5 % 12, "same": -human % 3}
    table = ScoreTable("system", tuple("abcdefghijkl"), ("",), {"human": human, **metrics}, "human")
    found = tertium.correlate(table, "pearson,kendall-b,acc-eq", trials=200)
    said = [one for one in presentation.summary(found) if "significantly" in one]
    # A share of pairs is not compared with 0.
    assert said == [
        f"{title} does not differ significantly from 0 for noise and same."
        for title in ("Pearson's r", "Kendall's tau-b")
    ]


def test_scores_that_all_metrics_lack_are_counted_once() -> None:
    human = np.arange(12.0).reshape(6, 2)
    human[0] = np.nan
    metrics = {name: np.roll(np.arange(12.0), i).reshape(6, 2) for i, name in enumerate("ab")}
    table = ScoreTable("segment", tuple("abcdef"), ("1", "2"), {"human": human, **metrics}, "human")
    found = tertium.correlate(table, level="segment")
    assert MissingScores({"a": 2, "b": 2}) in found.warnings
    assert "Outputs without both scores were left out: 2 for each metric." in map(
        str, found.warnings
    )


def test_ties_as_floating_point_numbers_are() -> None:
    human = np.array([[0.1 + 0.2], [0.3], [1.0], [2.0]])
    table = ScoreTable(
        "system", tuple("abcd"), ("",), {"human": human, "m": np.arange(4.0)[:, None]}, "human"
    )
    rounded, exact = (
        tertium.correlate(table, "acc-eq", tie_rule=ties, trials=20)
        for ties in ("rounded", "exact")
    )
    assert (rounded.correlations[0].correlation.noise, exact.correlations[0].correlation.noise) == (
        1,
        0,
    )
    assert rounded.correlations[0].value == exact.correlations[0].value == 5 / 6
    assert exact.statistics == ("acc-eq(tie_rule=exact)",)
    assert any('tie_rule="exact"' in note for note in presentation.tables(rounded)[0].notes)
    (plain,) = presentation.tables(rounded)
    assert plain.header[-1] == "calibrated"


def test_swapping_outcomes_of_pairs_comes_with_a_warning() -> None:
    found = tertium.compare_metrics(
        scores("segment"), "acc-eq", level="segment", average_by="item", test="pairs", trials=20
    )
    assert SwappedPairsDepend() in found.warnings
    assert not any(
        pair.reason for pair in found.pairs if "constant" not in (pair.metric, pair.other)
    )


def test_p_values_are_corrected_for_all_pairs() -> None:
    found = metrics()
    raw = sorted(pair.p for pair in found.pairs)
    assert min(pair.corrected for pair in found.pairs) == pytest.approx(min(1, 3 * raw[0]))
    alone = tertium.compare_metrics(scores("system"), correction="none")
    assert [pair.corrected for pair in alone.pairs] == [pair.p for pair in alone.pairs]


def test_only_scores_of_both_metrics_count() -> None:
    table = scores("segment")
    pair = next(
        one
        for one in tertium.compare_metrics(table, level="segment").pairs
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
    one, two = (tertium.compare_metrics(path, "kendall-b", trials=50) for path in (forth, back))
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
    assert "Sign flipped, so that higher is better: TER." in table.notes
    found = tertium.correlate(table)
    assert all(one.value > 0.5 for one in found.correlations)


def test_signs_are_hidden_only_where_that_is_defined() -> None:
    table = scores("system")
    assert tertium.compare_metrics(table, absolute=True).test == "williams"
    refused: list[dict[str, Any]] = [
        {"interval": "bca"},
        {"test": "bootstrap"},
        {"test": "systems"},
        {"statistic": "kendall-b"},
    ]
    for settings in refused:
        with pytest.raises(UsageError, match="absolute applies to a single"):
            tertium.compare_metrics(table, absolute=True, **settings)


def test_soft_pairwise_accuracy_wants_segments() -> None:
    with pytest.raises(UsageError, match="needs segment scores"):
        tertium.correlate(scores("system"), "soft-pairwise-accuracy")
    found = tertium.correlate(scores(), "soft-pairwise-accuracy", level="segment", trials=20)
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
            table, "soft-pairwise-accuracy(trials=50)", level="segment", interval="none", seed=seed
        )
        .correlations[0]
        .value
        for seed in (1, 1, 2, 3)
    }
    assert len(values) > 1


def test_the_first_metric_of_a_pair_agrees_better_on_shared_scores() -> None:
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
    found = tertium.correlate(scores(), level="segment")
    assert DependentScores(6, 20, "segment") in found.warnings
    assert not any(isinstance(one, DependentScores) for one in correlations().warnings)


def test_a_perfect_correlation_is_degenerate_whatever_rounding_leaves(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i / 10}\t{2 * i / 10 + 1}\t{(i * 7) % 5}" for i in range(7)]
    path.write_text("\n".join(["system\thuman\tperfect\tother", *rows]))
    found = tertium.compare_metrics(path)
    interval = found.correlations[0].interval
    assert interval == Interval(1.0, 1.0, "degenerate: all pairs lie on a line")
    assert found.pairs[0].interval.reason == "a correlation of 1 leaves no interval to start from"


def test_reasons_are_given_once(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    rows = [f"s{i}\t{i}\t{(i * 7) % 5}\t{(i * 7) % 5}\t{(i * 3) % 7}" for i in range(7)]
    path.write_text("\n".join(["system\thuman\ta\tsame\tb", *rows]))
    shown = run("meta", "compare", str(path)).stdout
    assert "Not tested, because the metrics give the same scores: a – same." in shown
    assert "Holm-corrected for 2 comparisons" in " ".join(shown.split())


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
    assert len(tertium.read_scores(files, language_pair="de-en").systems) == 13
    with pytest.raises(DataError, match="No scores of fr-en"):
        tertium.read_scores(files, language_pair="fr-en")


def test_scores_of_a_data_frame(tmp_path: Path) -> None:
    frames = pytest.importorskip("pandas")
    columns: dict[str, list[Any]] = {
        "system": [f"s{i}" for i in range(6) for _ in range(2)],
        "segment": [j for _ in range(6) for j in range(2)],
        "human": [float(i) for i in range(12)],
        "bleu": [None if i == 3 else float(i + i % 3) for i in range(12)],
    }
    frame = frames.DataFrame(columns)
    path = tmp_path / "scores.tsv"
    frame.to_csv(path, sep="\t", index=False)
    for unit in ("segment", "system"):
        one, two = (tertium.correlate(scored, level=unit) for scored in (frame, path))
        assert one.correlations == two.correlations
        assert one.data.digest == two.data.digest
    assert tertium.compare_metrics(frame).correlations
    indexed = frame.set_index(["system", "segment"])
    assert tertium.correlate(indexed).correlations == tertium.correlate(path).correlations
    missing = frame.convert_dtypes()  # pandas.NA
    assert tertium.correlate(missing).correlations == tertium.correlate(path).correlations


def test_objects_that_are_no_scores_are_refused() -> None:
    for wrong in (3, [3], None, {"bleu": [1, 2]}.items()):
        with pytest.raises(UsageError, match="files or a data frame"):
            tertium.correlate(wrong)  # type: ignore[arg-type]
    frames = pytest.importorskip("pandas")
    with pytest.raises(DataError, match="No column 'system'; the columns are bleu, human"):
        tertium.correlate(frames.DataFrame({"bleu": [1.0], "human": [2.0]}))
    with pytest.raises(DataError, match="data frame:3: 'x' in column bleu is not a number"):
        tertium.correlate(
            frames.DataFrame({"system": ["a", "b"], "bleu": ["1", "x"], "human": [2.0, 3.0]})
        )


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
    assert shown.stdout.startswith("bleu agrees best with human scores: Pearson's r = 0.986.\n")
    assert shown.stdout.splitlines()[5].split()[:2] == ["bleu", "0.986"]
    assert "Warning: Outputs without both scores were left out: ter 1." in shown.stdout
    assert "same: all metric scores are equal." in shown.stdout


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
    assert "applies to files of scores" in shown.stderr


def test_references_without_judgments(table: Path) -> None:
    shown = run("meta", "correlate", str(table), "-r", str(table))
    assert shown.code == 2
    assert "--ratings" in shown.stderr


def test_few_systems_have_reasons(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    path.write_text("system\thuman\tbleu\tter\na\t1\t2\t4\nb\t2\t1\t5\nc\t3\t3\t7\n")
    found = tertium.compare_metrics(path)
    assert found.correlations[0].interval.reason == "3 pairs are too few, at least four are needed"
    assert found.pairs[0].reason
    path.write_text("system\thuman\tbleu\na\t1\t2\n")
    assert tertium.correlate(path).correlations[0].correlation.reason


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ParameterError):
        CompareMetricsSettings(test="t-test")
    with pytest.raises(UsageError):
        tertium.correlate(scores("system"), "persons")
    assert correlations().to_rows()[0]["metric"] == "good"
