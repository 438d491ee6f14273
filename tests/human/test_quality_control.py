"""Quality control, against what the pipeline of Graham et al. gave on a real batch."""

import math

import numpy as np
import pytest

from tertium.core.errors import DataError
from tertium.core.records import to_plain
from tertium.human.control_items import batch_times, control_pairs
from tertium.human.notices import (
    DegradedNotLower,
    DegradedScoredHigh,
    EqualDifferences,
    EqualScores,
    FastBatch,
    LowReferenceScores,
    NoDegradedOutputs,
    OneDegradedOutput,
    OutputsScoredHigh,
    RejectedBatches,
)
from tertium.human.quality_control import longest_run, paired_test, passed_only, quality_control
from tertium.human.ratings import Ratings
from tertium.human.settings import Rules
from tests.human._data import mechanical_turk, table

NAMES = {"bad_reference": "sys_cal", "reference": "sys_ref", "repeat": "sys_sys"}

# Cautions about mean scores; an annotator has at most one of them.
BY_SCORES = (DegradedScoredHigh, OutputsScoredHigh, LowReferenceScores)


def has(cautions, *kinds):
    return any(isinstance(caution, kinds) for caution in cautions)


@pytest.fixture(scope="module")
def ratings(reference_data):
    return mechanical_turk(reference_data)


@pytest.fixture(scope="module")
def quality(ratings):
    return {one.annotator: one for one in quality_control(ratings).annotators}


@pytest.mark.parametrize("kind", NAMES)
def test_the_pairs_of_the_pipeline(reference_data, ratings, kind):
    pairs = control_pairs(ratings, kind)
    found = {
        (ratings.annotator[row], ratings.batch[row], ratings.system[row], ratings.segment[row]): (
            original,
            control,
        )
        for row, original, control in zip(*pairs, strict=True)
    }
    rows = table(reference_data / "stats/da-amt/expected/quality_pairs.csv")
    wanted = [row for row in rows if row["rep_type"] == NAMES[kind]]
    assert len(wanted) == 230
    for row in wanted:
        key = row["wid"], row["hit"], row["sys"], row["sid"]
        assert found[key] == (float(row["score_a"]), float(row["score_b"]))
    assert len(found) == len(pairs.rows) == 290  # the pipeline leaves out six workers first


def test_the_p_values_of_all_workers(reference_data, quality):
    """R 4.2.2, t.test(bad, system, paired = TRUE, alternative = "less")."""
    rows = table(reference_data / "stats/da-amt/expected/worker_qc_all29_including_rejected.csv")
    assert len(rows) == len(quality) == 29
    for row in rows:
        one = quality[row["worker"]]
        t, p = (math.nan if row[name] == "NA" else float(row[name]) for name in ("t", "p"))
        assert one.pairs == int(row["n_pairs"])
        assert one.difference == pytest.approx(float(row["mean_diff"]), abs=1e-9)
        assert one.statistic == pytest.approx(t, abs=1e-9, nan_ok=True)
        assert one.p == pytest.approx(p, abs=1e-9, nan_ok=True)


def test_who_passes(reference_data, ratings, quality):
    rows = table(reference_data / "stats/da-amt/expected/worker_qc.csv")
    accepted = [one for one in quality.values() if not one.rejected]
    assert {one.annotator for one in accepted} == {row["worker"] for row in rows}
    for row in rows:
        one = quality[row["worker"]]
        assert one.passed == (row["class"] == "good")
        assert one.p == pytest.approx(float(row["p_paired_t_less"]), abs=1e-9)
    kept = passed_only(ratings, quality_control(ratings))
    assert len(ratings) == 2900
    assert len(kept) == 2100
    assert len(kept.annotator.names) == 21
    assert kept.filters == ("quality_control",)


def test_the_signed_rank_test_as_an_option(reference_data, ratings):
    rules = Rules(test="signed-rank")
    found = {one.annotator: one for one in quality_control(ratings, rules).annotators}
    for row in table(reference_data / "stats/da-amt/expected/worker_qc.csv"):
        one = found[row["worker"]]
        assert one.statistic == float(row["V_wilcoxon"])
        assert one.p == pytest.approx(float(row["p_wilcoxon_signed_less"]), abs=1e-9)
        assert one.passed == (row["class"] == "good")
    kept = passed_only(ratings, quality_control(ratings, rules))
    assert kept.filters == ("quality_control(test=signed-rank)",)


def test_the_flags_and_times_of_the_pipeline(reference_data, quality):
    path = reference_data / "stats/da-amt/expected/worker_stats_as_printed.txt"
    header, *lines = path.read_text().splitlines()
    names = header.split()
    assert len(lines) == 29
    for line in lines:
        row = dict(zip(names, line.split(), strict=True))
        one = quality[row["wid"]]
        assert one.batches == int(row["hit.count"])
        assert round(one.bad_reference_mean, 1) == float(row["mean.bad.ref"])
        assert round(one.system_mean, 1) == float(row["mean.sys.out"])
        assert round(one.reference_mean, 1) == float(row["mean.ref"])
        assert one.shortest == float(row["min.hit.time"])
        assert one.mean_time == float(row["mean.hit.time"])
        assert one.concurrent == int(row["max.concurrent"])
        assert one.longest_run == int(row["max.const.seq.len"])
        assert one.rejected / one.batches == float(row["reject.rate"])
        assert has(one.cautions, *BY_SCORES) == (row["scores.flag"] == "flag(scrs)")
        assert has(one.cautions, FastBatch) == (row["time.flag"] == "flag(time)")
        assert has(one.cautions, EqualScores) == (row["seq.flag"] == "flag(seq)")
        assert bool(one.rejected) == (row["reject.flag"] == "flag(rej)")


def test_the_times_of_the_pipeline(reference_data, ratings):
    times = batch_times(ratings)
    path = reference_data / "stats/da-amt/expected/hit_times_as_printed.txt"
    _, *lines = path.read_text().splitlines()
    wanted = {tuple(line.split("\t")[:2]): line.split("\t") for line in lines}
    for row, taken, open_at_once in zip(times.rows, times.seconds, times.concurrent, strict=True):
        line = wanted.pop((ratings.batch[row], ratings.annotator[row]))
        assert taken == float(line[9])
        assert open_at_once == int(line[8])
    assert not wanted


def test_reasons_and_cautions(quality):
    assert quality["W02"].reasons == ()
    assert quality["W11"].reasons == (DegradedNotLower(quality["W11"].p, 10),)
    assert str(quality["W11"].reasons[0]) == (
        "Degraded outputs are not scored significantly lower than the original outputs"
        " (p = 0.2814, 10 pairs)."
    )
    assert quality["W18"].reasons == (RejectedBatches(1, 1), EqualDifferences(10))
    assert quality["W18"].cautions == (DegradedScoredHigh(), FastBatch(85.0), EqualScores(97))
    assert list(map(str, quality["W18"].cautions)) == [
        "Degraded outputs are scored no lower than other outputs on average.",
        "A batch took only 85 seconds.",
        "97 scores in a row are equal.",
    ]
    (low,) = quality["W16"].cautions
    assert str(low) == "References have a mean adequacy score of only 82.3."
    assert quality["W02"].cautions == ()
    assert to_plain(quality["W18"])["p"] is None


def made(*rows):
    names = ("annotator", "batch", "segment", "kind", "value", "start", "end")
    return Ratings.of(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def test_batches_open_at_once():
    """At 10 two are open, at 20 three with the one that is just ended, at 30 two, at 40 one."""
    ratings = made(
        ("a", "1", "1", "system", 5, 0, 9),
        ("a", "1", "2", "system", 5, 9, 20),
        ("a", "2", "3", "system", 6, 10, 30),
        ("a", "3", "4", "system", 7, 20, 38),
        ("a", "4", "5", "system", 7, 40, 50),
        ("b", "4", "5", "system", 7, 0, 50),
        ("b", "5", "6", "system", 7, math.nan, math.nan),
    )
    times = batch_times(ratings)
    assert times.concurrent.tolist() == [3, 2, 3, 1, 1]
    assert times.seconds.tolist() == [20 / 3, 10, 6, 10, 50]


def test_no_control_items():
    ratings = made(("a", "1", "1", "system", 50, 0, 999), ("a", "1", "2", "reference", 40, 0, 999))
    quality = quality_control(ratings)
    (one,) = quality.annotators
    assert one.reasons == (NoDegradedOutputs(),)
    assert one.cautions == (OutputsScoredHigh(),)
    assert math.isnan(one.p)
    with pytest.raises(DataError) as error:
        passed_only(ratings, quality)
    assert str(error.value) == (
        "The only annotator does not pass quality control."
        " The judgments contain no degraded outputs: rank without quality control, quality=False."
    )


def test_one_pair_is_too_few():
    ratings = made(
        ("a", "1", "1", "system", 50, math.nan, math.nan),
        ("a", "1", "1", "bad_reference", 10, math.nan, math.nan),
        ("a", "2", "2", "bad_reference", 10, math.nan, math.nan),  # in another batch
        ("a", "1", "2", "system", 50, math.nan, math.nan),
        ("a", "1", "3", "system", math.nan, math.nan, math.nan),
    )
    quality = quality_control(ratings)
    (one,) = quality.annotators
    assert one.reasons == (OneDegradedOutput(),)
    assert (one.pairs, one.judgments, one.concurrent) == (1, 4, 0)
    assert math.isnan(one.shortest)
    with pytest.raises(DataError) as error:
        passed_only(ratings, quality)
    assert str(error.value) == (
        "The only annotator does not pass quality control. tertium.quality() shows why."
    )


@pytest.mark.parametrize("test", ["paired-t", "signed-rank"])
def test_differences_that_are_all_equal_fail(test):
    assert np.isnan(paired_test(np.full(9, -0.1), test)).all()


def test_runs():
    assert longest_run(np.array([])) == 0
    assert longest_run(np.array([1.0])) == 1
    assert longest_run(np.array([1.0, 2, 2, 2, 3, 3])) == 3
