"""Settings of comparisons, and their results."""

import json
import math

import pytest
from tests.core._words import lines

from tertium.api.compare import compare
from tertium.comparison.comparison_result import Comparison
from tertium.comparison.settings import CompareSettings
from tertium.core.errors import FormatError, ParameterError
from tertium.core.notices import sentences
from tertium.core.testset import TestSet


@pytest.fixture(scope="module")
def result():
    testset = TestSet.of(
        references=[lines(1, 40)],
        systems={
            "base": lines(2, 40),
            "new": [lines(3, 40), lines(4, 40)],
            "same": lines(2, 40),
        },
    )
    tests = "approximate-randomization,run-permutation"
    return compare(testset, "bleu,ter,length-ratio", test=tests, trials=300, all_pairs=True)


def test_json_holds_everything(result):
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    again = Comparison.from_dict(data)
    assert again.to_dict() == data
    assert str(again) == str(result)
    assert again.settings == result.settings
    single = again.metrics[0].systems[0]
    assert single.system == "base"
    assert math.isnan(single.s_opt)
    assert math.isnan(single.s_total)


def test_what_is_missing_is_named(result):
    data = result.to_dict()
    del data["metrics"][1]["pairs"][0]["tests"][0]["p"]
    with pytest.raises(
        FormatError, match=r"^r\.json: metrics\[1\]\.pairs\[0\]\.tests\[0\]: No 'p'"
    ):
        Comparison.from_dict(data, "r.json")
    data["settings"]["trials"] = 0
    with pytest.raises(FormatError, match="settings: trials must be"):
        Comparison.from_dict(data)


def test_a_row_for_each_metric_pair_and_test(result):
    frame = result.to_frame()
    assert len(frame) == 3 * 3 * 2 == len(result.to_rows())
    assert list(frame.columns) == [
        "metric",
        "system",
        "other",
        "score",
        "other_score",
        "difference",
        "low",
        "high",
        "effect",
        "wins",
        "ties",
        "losses",
        "test",
        "p",
        "corrected",
        "significant",
    ]
    assert set(frame["test"]) == {"approximate-randomization", "run-permutation"}
    assert frame["significant"].dtype == bool


def test_it_prints_tables_verdicts_warnings_and_the_signature(result):
    text = str(result)
    assert text.startswith("BLEU         difference")
    for part in (*result.verdicts, *sentences(result.warnings)):
        assert part in text
    assert text.splitlines()[-1] == result.signature
    assert result.signature.startswith(
        "approximate-randomization(trials=300)|run-permutation(trials=300)|"
        "compare(all_pairs=true,trials=300)|units:40|version:tertium-"
    )


def test_ranked_systems_begin_with_the_best(result):
    bleu, ter, _ = result.metrics
    for metric, better in ((bleu, 1), (ter, -1)):
        scores = [better * one.score for one in metric.ranked]
        assert scores == sorted(scores, reverse=True)
    ranked = [one.system for one in bleu.ranked]
    assert ranked.index("base") + 1 == ranked.index("same")  # of those that score the same by name


def test_the_winner_does_not_depend_on_the_order(result):
    for metric in result.metrics:
        for one, other in (("base", "new"), ("base", "same"), ("new", "same")):
            assert metric.winner(one, other) == metric.winner(other, one)
        assert metric.winner("base", "same") is None
        assert metric.winner("base", "nobody") is None


def test_zero_is_shown_without_a_sign(result):
    assert result.metrics[0].shown(-0.04) == "0.0"


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("trials", 0, "at least 1"),
        ("trials", -1, "at least 1"),
        ("seed", -1, "at least 0"),
        ("confidence_level", 0, "between 0 and 1"),
        ("confidence_level", 1, "between 0 and 1"),
        ("confidence_level", 95, "between 0 and 1"),
        ("confidence_level", math.nan, "a finite number"),
        ("subsample", 0, "more than 0"),
        ("subsample", 1.5, "at most 1"),
        ("alternative", "better", "one of two-sided, greater, less"),
        ("correction", "bonferroni", "one of holm, benjamini-hochberg, none"),
        ("family", "tests", "one of metric, all"),
        ("p_value", "exact", "one of plus-one, plain"),
        ("interval", "normal", "one of percentile, element, bca"),
        ("level", "word", "one of segment, document"),
        ("combine_runs", "median", "one of mean, pooled"),
        ("level", 0.95, "one of segment, document"),
        ("baseline", 3, "text or none"),
        ("all_pairs", 1, "true or false"),
    ],
)
def test_wrong_settings_are_refused(name, value, wanted):
    with pytest.raises(ParameterError) as refused:
        CompareSettings.of({name: value})
    assert str(refused.value) == (f"{name} must be {wanted}. Got {value!r} instead.")


def test_a_whole_sample_is_a_subsample():
    assert CompareSettings(subsample=1) == CompareSettings(subsample=1.0) == CompareSettings()
