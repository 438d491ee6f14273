"""`tertium.compare`: what it compares, what it gives, what it warns of and refuses."""

import json
import math
from functools import partial

import numpy as np
import pytest
from tests.core._words import lines

import tertium
from tertium.comparison.requirement import require_better
from tertium.comparison.sample import collect
from tertium.core.errors import AlignmentError, DataError, ParameterError, UnknownMember, UsageError
from tertium.core.layers import Layer
from tertium.core.notices import sentences
from tertium.core.sample import Pair
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import TestSet
from tertium.inference import corrections, intervals
from tertium.report.comparison.notes import test_notes as notes_on_tests
from tertium.significance import all_tests
from tertium.significance.approximate_randomization import ApproximateRandomization

REFERENCE = lines(1, 60)
RANDOM = np.random.default_rng(3)
BASE = RANDOM.normal(50, 10, 60)


def spoiled(share, seed):
    """The reference with some of its words replaced."""
    random = np.random.default_rng(seed)
    return [
        " ".join(word if random.random() > share else "quux" for word in line.split())
        for line in REFERENCE
    ]


TEXTS = {"good": spoiled(0.2, 1), "bad": spoiled(0.4, 2), "worst": spoiled(0.6, 3)}


def texts(systems=TEXTS, **rest):
    return TestSet.of(references=[REFERENCE], systems=systems, **rest)


def scored(*, documents=(), **systems):
    """A test set of segment scores alone; a list of lists is those of runs."""
    values = {}
    for name, given in systems.items():
        runs = np.array(given, float, ndmin=2)
        for number, run in enumerate(runs, 1):
            values[Scored("judge", name, number if len(runs) > 1 else 0)] = run
    segments = tuple(str(number) for number in range(1, runs.shape[1] + 1))
    layer = Layer("scores", {"": (SegmentScores(values, segments, documents),)})
    return TestSet.of(layers={"scores": layer})


def compare(testset, metrics=None, *, trials=200, **how):
    return tertium.compare(testset, metrics, trials=trials, **how)


def only(result):
    """The only pair under the only metric."""
    ((pair,),) = [metric.pairs for metric in result.metrics]
    return pair


# --- What is compared with what -----------------------------------------------------------------


def test_the_first_system_is_the_baseline():
    result = compare(texts())
    assert result.settings.baseline == "good"
    assert [(p.system, p.other) for p in result.metrics[0].pairs] == [
        ("bad", "good"),
        ("worst", "good"),
    ]


def test_another_baseline_can_be_named():
    result = compare(texts(), baseline="bad")
    assert [(p.system, p.other) for p in result.metrics[0].pairs] == [
        ("good", "bad"),
        ("worst", "bad"),
    ]


def test_all_pairs():
    result = compare(texts(), all_pairs=True)
    assert [(p.system, p.other) for p in result.metrics[0].pairs] == [
        ("bad", "good"),
        ("bad", "worst"),
        ("good", "worst"),
    ]
    assert result.settings.baseline is None


def test_one_sided_tests_of_all_pairs_have_both_directions():
    result = compare(texts(), all_pairs=True, alternative="greater")
    pairs = {(p.system, p.other): p for p in result.metrics[0].pairs}
    assert len(pairs) == 6
    assert pairs["good", "bad"].tests[0].significant
    assert not pairs["bad", "good"].tests[0].significant
    assert pairs["bad", "good"].verdict.startswith("bad is not significantly better than good")
    clusters = {one.system: one.cluster for one in result.metrics[0].systems}
    assert clusters == {"good": 1, "bad": 2, "worst": 3}


def test_clusters_need_all_pairs_and_a_direction():
    result = compare(texts(TEXTS | {"copy": TEXTS["bad"]}), "bleu,length-ratio", all_pairs=True)
    bleu, length = result.metrics
    assert {one.system: one.cluster for one in bleu.systems} == {
        "good": 1,
        "bad": 2,
        "copy": 2,
        "worst": 3,
    }
    assert {one.cluster for one in length.systems} == {None}
    assert {one.cluster for one in compare(texts()).metrics[0].systems} == {None}


def test_a_metric_without_direction_is_higher():
    short = [line.partition(" ")[2] for line in REFERENCE]
    pair = only(compare(texts({"short": short, "long": REFERENCE}), "length-ratio(tok=none)"))
    assert pair.verdict.startswith("long is higher than short by ")


def test_systems_may_come_in_several_test_sets():
    several = (texts({name: lines}) for name, lines in TEXTS.items())
    assert compare(several).to_dict() == compare(texts()).to_dict()


def test_without_metrics_scores_that_are_given_are_compared():
    result = compare(scored(a=BASE, b=BASE + RANDOM.normal(1, 2, 60)))
    assert [metric.metric for metric in result.metrics] == ["external(metric=judge)"]


# --- What it gives ------------------------------------------------------------------------------


def test_scores_are_those_of_tertium_score():
    testset = texts()
    result = compare(testset, "bleu,ter")
    for metric in result.metrics:
        for one in tertium.score(testset, metric.metric):
            (system,) = [s for s in metric.systems if s.system == one.system]
            assert system.score == one.value
            assert system.runs == (one.value,)


def test_differences_keep_the_scale_and_effects_say_what_is_better():
    good, bad = "good", "bad"
    bleu, ter = compare(texts(), "bleu,ter", baseline=bad).metrics
    for metric, sign in ((bleu, 1), (ter, -1)):
        scores = {one.system: one.score for one in metric.systems}
        pair = next(p for p in metric.pairs if p.system == good)
        assert pair.difference == pytest.approx(scores[good] - scores[bad])
        assert pair.interval.low < pair.difference < pair.interval.high
        assert sign * pair.difference > 0
        assert pair.effect == pytest.approx(sign * pair.difference / pair.deviation / 60**0.5)
        assert (pair.wins, pair.ties, pair.losses) == (1, 0, 0)
        assert pair.verdict.startswith(f"good is better than bad by {abs(pair.difference):.1f} ")


def test_the_effect_of_a_mean_is_cohens_d_for_pairs():
    better = BASE + RANDOM.normal(1, 3, 60)
    pair = only(compare(scored(a=BASE, b=better), trials=20_000))
    gains = better - BASE
    assert pair.effect == pytest.approx(gains.mean() / gains.std(), rel=0.03)


def test_a_constant_difference():
    pair = only(compare(scored(a=BASE, b=BASE + 0.1), test="paired-bootstrap,bootstrap"))
    assert pair.difference == pytest.approx(0.1)
    assert math.isnan(pair.effect)
    assert (pair.wins, pair.ties, pair.losses) == (1, 0, 0)
    for tested in pair.tests:
        assert sum(tested.distribution.counts) == max(tested.distribution.counts) == 200


@pytest.mark.parametrize("method", intervals.METHODS)
def test_intervals_are_those_of_the_shared_bootstrap_samples(method):
    testset = texts({key: TEXTS[key] for key in ("good", "bad")})
    result = compare(testset, "ter", interval=method, confidence_level=0.9, seed=0)
    sample = collect(testset, "ter", level="segment", combine_runs="mean").sample
    drawn = sample.bootstrap(200, 0).systems
    left = sample.jackknife()
    bad, good = result.metrics[0].systems
    for number, system in enumerate((bad, good)):
        values = drawn[:, number, 0], 0.9, method, system.score
        expected = intervals.interval(*values, partial(left.__getitem__, (..., number, 0)))
        assert tuple(system.interval) == pytest.approx(tuple(expected))
    pair = only(result)
    expected = intervals.interval(
        drawn[:, 0, 0] - drawn[:, 1, 0],
        0.9,
        method,
        pair.difference,
        lambda: left[:, 0, 0] - left[:, 1, 0],
    )
    assert tuple(pair.interval) == pytest.approx(tuple(expected))


def test_subsamples_widen_intervals_and_leave_tests_alone():
    testset = scored(a=BASE, b=BASE + RANDOM.normal(0.5, 3, 60))
    whole, half = (
        compare(testset, test="bootstrap,paired-bootstrap", subsample=share, trials=5000)
        for share in (1.0, 0.5)
    )
    assert only(half).tests == only(whole).tests
    for one, other in (
        (only(half), only(whole)),
        (half.metrics[0].systems[0], whole.metrics[0].systems[0]),
    ):
        (low, high), (lower, higher) = one.interval, other.interval
        assert high - low == pytest.approx(2**0.5 * (higher - lower), rel=0.1)
    assert only(half).wins < only(whole).wins
    assert half.metrics[0].systems[0].s_sel == whole.metrics[0].systems[0].s_sel


# --- Tests --------------------------------------------------------------------------------------


def test_the_first_test_decides():
    testset = texts()
    tests = "bootstrap,approximate-randomization(trials=50)"
    result = compare(testset, test=tests)
    assert result.tests == ("bootstrap(trials=200)", "approximate-randomization(trials=50)")
    pair = result.metrics[0].pairs[0]
    assert [one.trials for one in pair.tests] == [200, 50]
    assert "(bootstrap, p" in pair.verdict
    assert "Holm-corrected for 2 comparisons" in pair.verdict


def test_a_test_object_takes_the_settings_that_it_does_not_set():
    given = [ApproximateRandomization(alternative="greater"), "bootstrap"]
    result = compare(texts({k: TEXTS[k] for k in ("bad", "good")}), test=given, seed=5)
    assert result.tests == (
        "approximate-randomization(alternative=greater,seed=5,trials=200)",
        "bootstrap(seed=5,trials=200)",
    )
    assert "(approximate randomization, one-sided, p" in only(result).verdict
    again = compare(texts({k: TEXTS[k] for k in ("bad", "good")}), test=result.tests, seed=5)
    assert again.to_dict() == result.to_dict()


def test_the_same_test_is_not_run_twice():
    assert compare(texts(), test="bootstrap,bootstrap").tests == ("bootstrap(trials=200)",)


@pytest.mark.parametrize("method", corrections.METHODS)
@pytest.mark.parametrize("family", ["metric", "all"])
def test_p_is_corrected_over_the_family(method, family):
    near = {name: spoiled(0.4, seed) for seed, name in enumerate("abcd")}
    result = compare(texts(near), "bleu,ter", correction=method, family=family)
    of_metrics = [[pair.tests[0] for pair in metric.pairs] for metric in result.metrics]
    families = [of_metrics[0] + of_metrics[1]] if family == "all" else of_metrics
    for tests in families:
        expected = corrections.corrected([one.p for one in tests], method)
        assert [one.corrected for one in tests] == expected
    hypotheses = 6 if family == "all" else 3
    name = {"holm": "Holm", "benjamini-hochberg": "Benjamini-Hochberg"}.get(method)
    for verdict in result.verdicts:
        said = f"{name}-corrected for {hypotheses} comparisons"
        assert (said in verdict) == (method != "none")


def test_documents_are_resampled_whole():
    documents = tuple(str(number // 6) for number in range(60))
    gains = RANDOM.normal(1, 3, 60)
    result = compare(scored(a=BASE, b=BASE + gains, documents=documents), level="document")
    assert (result.data.segments, result.data.documents, result.data.units) == (60, 10, 10)
    totals = [np.array(one).reshape(10, 6).sum(axis=1) for one in (BASE, BASE + gains)]
    by_hand = compare(scored(a=totals[0], b=totals[1]))
    assert only(result).tests[0].p == only(by_hand).tests[0].p
    assert only(result).difference == pytest.approx(only(by_hand).difference / 6)


# --- Several runs -------------------------------------------------------------------------------

RUNS = {
    "base": [BASE, BASE + 1, BASE + 3],
    "new": [BASE + 2 + RANDOM.normal(0, 1, 60) for _ in range(3)],
}


def test_several_runs_have_a_mean_and_three_deviations():
    result = compare(scored(**RUNS), trials=4000)
    base, _ = result.metrics[0].systems
    assert base.score == pytest.approx(BASE.mean() + 4 / 3)
    assert base.runs == pytest.approx([BASE.mean(), BASE.mean() + 1, BASE.mean() + 3])
    assert base.s_opt == pytest.approx(np.std([0, 1, 3], ddof=1))
    assert base.s_sel == pytest.approx(BASE.std() / 60**0.5, rel=0.05)
    # Both vary: the variances of the mean of runs and of the choice of segments add up.
    expected = math.hypot(base.s_sel, base.s_opt / 3**0.5)
    assert base.s_total == pytest.approx(expected, rel=0.05)


def test_several_runs_get_a_p_for_the_runs_and_one_for_the_training():
    tests = only(compare(scored(**RUNS))).tests
    assert [(one.name, one.question) for one in tests] == [
        ("approximate-randomization", "these outputs"),
        ("run-permutation", "the training procedure"),
    ]
    assert [(one.trials, one.exact) for one in tests] == [(200, False), (20, True)]


def test_a_single_run_has_no_deviation_of_training():
    base = compare(scored(a=BASE, b=BASE[::-1])).metrics[0].systems[0]
    assert math.isnan(base.s_opt)
    assert math.isnan(base.s_total)


def test_pooled_statistics_of_runs():
    long = [f"{line} {line}" for line in REFERENCE]
    systems = {"a": [TEXTS["good"], long], "b": [TEXTS["bad"], TEXTS["worst"]]}
    mean, pooled = (compare(texts(systems), "ter", combine_runs=way) for way in ("mean", "pooled"))
    sample = collect(texts(systems), "ter", level="segment", combine_runs="pooled").sample
    sums = sum(rows.sum(axis=0) for rows in sample.rows["a"])
    assert pooled.metrics[0].systems[0].score == pytest.approx(100 * sums[0] / sums[1])
    assert mean.metrics[0].systems[0].runs == pooled.metrics[0].systems[0].runs
    ((outcome,),) = ApproximateRandomization(trials=200).run(sample, [Pair("b", "a")])
    assert only(pooled).tests[0].p == outcome.p


# --- What it warns of ---------------------------------------------------------------------------


def warnings_of(comparison):
    """The warnings as a reader sees them."""
    return tuple(sentences(comparison.warnings))


def noisy(**sizes):
    return scored(**{name: RANDOM.normal(0, 1, size) for name, size in sizes.items()})


def test_nothing_is_warned_of_without_a_reason():
    assert warnings_of(compare(noisy(a=60, b=60))) == ()


def test_few_segments():
    assert warnings_of(compare(noisy(a=5, b=5))) == (
        "5 segments are too few: the smallest possible p-value is 0.062, and significance needs"
        " 0.05.",
    )
    assert warnings_of(compare(noisy(a=5, b=5), alternative="greater")) == ()
    assert warnings_of(compare(noisy(a=5, b=5, c=5), alternative="greater")) == (
        "5 segments are too few: the smallest possible p-value is 0.031, and significance needs"
        " 0.025.",
    )
    assert warnings_of(compare(noisy(a=1, b=1))) == (
        "1 segment is too few: the smallest possible p-value is 1, and significance needs 0.05.",
    )


def test_several_runs_of_few_segments_can_be_shuffled_in_more_ways():
    runs = {name: RANDOM.normal(0, 1, (3, 2)) for name in "ab"}
    assert not any("segments are too few" in one for one in warnings_of(compare(scored(**runs))))


def test_few_trials():
    (warning,) = warnings_of(compare(noisy(a=60, b=60), trials=15))
    assert warning == (
        "15 trials are too few: the smallest possible p-value is 0.062, and significance needs"
        " 0.05. Increase trials."
    )
    assert warnings_of(compare(noisy(a=60, b=60), trials=15, p_value="plain")) == ()
    many = compare(noisy(a=60, b=60, c=60, d=60), trials=50)
    assert warnings_of(many) == (
        "50 trials are too few: the smallest possible p-value is 0.02, and significance needs"
        " 0.017. Increase trials.",
    )
    alone = compare(noisy(a=60, b=60, c=60, d=60), trials=50, correction="none")
    assert warnings_of(alone) == ()


@pytest.mark.parametrize("settings", [{}, {"all_pairs": True, "alternative": "greater"}])
def test_identical_systems(settings):
    assert warnings_of(compare(scored(a=BASE, b=BASE), **settings)) == (
        "b and a are identical under all metrics."
        if not settings
        else "a and b are identical under all metrics.",
    )


def test_systems_that_hardly_differ():
    other = np.where(np.arange(60) < 45, BASE, BASE + 1)
    assert warnings_of(compare(scored(a=BASE, b=other))) == (
        "b and a score identically on 75 % of segments; the comparison rests on the other 25 %.",
    )


@pytest.mark.slow
def test_many_pairs_are_warned_of_together():
    # Forty systems, ten of them copies, most of the rest nearly so.
    systems = {f"s{n:02}": np.where(np.arange(60) < 40, BASE, BASE + n // 4) for n in range(40)}
    same, close = warnings_of(compare(scored(**systems), all_pairs=True, trials=20_000))
    assert same == (
        "60 pairs of systems are identical under all metrics: s00 and s01, s00 and s02, s00 and"
        " s03 and 57 more."
    )
    assert close == (
        "720 pairs of systems score identically on more than 50 % of segments; their comparisons"
        " rest on the other segments: s00 and s04 (67 %), s00 and s05 (67 %), s00 and"
        " s06 (67 %) and 717 more."
    )


def test_tests_that_need_more_segments_are_warned_of():
    few = compare(noisy(a=99, b=99), test="approximate-randomization,bootstrap,paired-bootstrap")
    assert warnings_of(few) == (
        "The type I error rate of bootstrap and paired-bootstrap exceeds the nominal rate on fewer"
        " than 100 segments; that of approximate-randomization does not.",
    )
    assert warnings_of(compare(noisy(a=100, b=100), test="bootstrap,paired-bootstrap")) == ()


def test_trials_are_raised_to_what_the_correction_needs():
    near = {name: BASE + RANDOM.normal(n, 0.1, 60) for n, name in enumerate("abcdefghijklmnopqrst")}
    testset = scored(**near)
    result = tertium.compare(testset, all_pairs=True, correction="holm", confidence_level=0.98)
    assert result.settings.trials == 19_000  # 190 pairs at 2 %: p must reach 0.0001 / 2
    assert result.tests == ("approximate-randomization(trials=19000)",)
    assert all(pair.tests[0].significant for pair in result.metrics[0].pairs)
    assert not any("too few" in warning for warning in warnings_of(result))
    (told,) = (note for note in notes_on_tests(result) if "trials instead of" in note)
    assert told == (
        "19,000 trials instead of 10,000: with fewer, no p-value that is corrected for 190"
        " comparisons could be significant."
    )
    # An explicit number of trials is used.
    asked = tertium.compare(testset, all_pairs=True, confidence_level=0.98, trials=5000)
    assert asked.settings.trials == 5000
    assert any("5,000 trials are too few" in warning for warning in warnings_of(asked))
    assert not any("instead of" in note for note in notes_on_tests(asked))
    # Nothing is raised that need not be.
    assert tertium.compare(scored(a=BASE, b=BASE + 1)).settings.trials == 10_000
    free = tertium.compare(testset, all_pairs=True, correction="none")
    assert free.settings.trials == 10_000


def test_a_verdict_says_how_many_trials_were_counted():
    gains = RANDOM.normal(3, 2, 60)
    named = {
        "approximate-randomization": "none of 10,000 random relabellings gave a difference this"
        " large",
        "bootstrap": "none of 10,000 bootstrap samples shifted to zero gave a difference this"
        " large",
        "paired-bootstrap": "none of 10,000 bootstrap samples favoured the other system, ties"
        " counted half",
        "riezler-maxwell": "none of 10,000 bootstrap samples gave an absolute difference this far"
        " above their mean",
    }
    for test, counted in named.items():
        verdict = only(tertium.compare(scored(a=BASE, b=BASE + gains), test=test)).verdict
        bound = "0.0002" if test == "paired-bootstrap" else "0.0001"
        assert f"({test.replace('-', ' ')}, p < {bound}: {counted})." in verdict
        assert "chance" not in verdict
        assert ("rejects a true null hypothesis about twice as often" in verdict) == (
            test == "riezler-maxwell"
        )


def test_the_bound_of_a_p_value_is_one():
    # 1/701 is more than 0.0014, to which it would be rounded.
    pair = only(compare(scored(a=BASE, b=BASE + RANDOM.normal(3, 2, 60)), trials=700))
    assert "p < 0.0015: none of 700" in pair.verdict
    assert pair.tests[0].p < 0.0015


def test_a_verdict_says_that_a_p_value_is_corrected():
    random = np.random.default_rng(1)
    systems = {
        name: BASE + random.normal(gain, 4, 60)
        for name, gain in zip("abc", (0, 1.5, 5), strict=True)
    }
    result = tertium.compare(scored(**systems), all_pairs=True)
    for pair in result.metrics[0].pairs:
        (tested,) = pair.tests
        if tested.count:
            assert f"p = {tested.corrected:.4f}, Holm-corrected for 3 comparisons" in pair.verdict
        if tested.significant:
            share = f"{tested.count:,.0f}" if tested.count else "none"
            assert f": {share} of 10,000 random relabellings gave" in pair.verdict
    assert {bool(pair.tests[0].count) for pair in result.metrics[0].pairs} == {True, False}


def test_all_relabellings_are_counted_as_all():
    pair = only(compare(scored(a=np.zeros(8), b=np.arange(1.0, 9)), trials=256))
    assert "p = 0.0078: 2 of all 256 relabellings gave a difference this large" in pair.verdict


# --- Several runs: what holds for the outputs, and what for training ----------------------------


def procedures(runs, shift):
    """Two procedures whose runs differ a little, and their segments by a shift."""
    random = np.random.default_rng(5)
    made = {}
    for name, gain in (("a", 0.0), ("b", shift)):
        made[name] = [BASE + gain + random.normal(0, 0.2, 60) for _ in range(runs)]
    return scored(**made)


def test_with_several_runs_a_verdict_says_what_it_holds_for():
    (few,) = tertium.compare(procedures(3, 2.0)).verdicts
    assert few.startswith("For these outputs, b is better than a by 2.0")
    assert few.endswith(
        " For the training procedure, there is no significant difference (run permutation, p ="
        " 0.1000)."
    )
    (enough,) = tertium.compare(procedures(5, 2.0)).verdicts
    assert enough.endswith(
        "For the training procedure, b is better than a (run permutation, p = 0.0079: 2 of all 252"
        " relabellings of whole runs gave a difference this large)."
    )
    (outputs_only,) = compare(procedures(3, 2.0), test="bootstrap").verdicts
    assert outputs_only.endswith(
        "Whether this holds for the training procedure was not tested; run-permutation tests it."
    )
    (training_only,) = compare(procedures(5, 2.0), test="run-permutation").verdicts
    assert training_only.startswith("For the training procedure, b is better than a by 2.0")
    assert training_only.endswith(
        "Whether this holds for these outputs was not tested; approximate-randomization tests it."
    )
    assert "training" not in only(compare(scored(a=BASE, b=BASE + 1))).verdict


def test_a_system_can_be_required_to_be_better_for_the_training_procedure():
    few, enough = tertium.compare(procedures(3, 2.0)), tertium.compare(procedures(5, 2.0))
    assert require_better(few, "b") == require_better(few, "b", "outputs") == ""
    assert require_better(few, "b", "training") == (
        "b is not significantly better than a under judge for the training procedure."
    )
    assert require_better(enough, "b", "training") == ""
    alone = compare(scored(a=BASE, b=BASE + RANDOM.normal(3, 2, 60)))
    with pytest.raises(UsageError) as refused:
        require_better(alone, "b", "training")
    assert str(refused.value).startswith("No test applies to the training procedure.")


def test_few_runs():
    runs = {name: RANDOM.normal(0, 1, (count, 60)) for name, count in (("a", 2), ("b", 3))}
    assert warnings_of(compare(scored(**runs))) == (
        "Fewer than 3 training runs cannot show how much training varies (Clark et al. 2011): 2"
        " runs of a.",
        "The training runs are too few to test the training procedure: the smallest possible"
        " p-value is 0.1, and significance needs 0.05.",
    )
    four = {name: RANDOM.normal(0, 1, (4, 60)) for name in "ab"}
    assert warnings_of(compare(scored(**four))) == ()


def test_segments_of_one_document():
    documents = tuple("xy"[number % 2] for number in range(60))
    assert warnings_of(compare(scored(a=BASE, b=BASE[::-1], documents=documents))) == (
        "The 60 segments of 2 documents are not independent."
        ' Resample whole documents: `tertium.compare(level="document")`.',
    )


def test_subsamples():
    assert warnings_of(compare(noisy(a=60, b=60), subsample=0.5)) == (
        "Intervals and wins are for test sets 0.5 times as large as this one; the intervals are"
        " about 1.41 times as wide.",
    )


@pytest.mark.parametrize("huge", [1e308, -1e308, 1.1e100])
def test_scores_too_large_to_add_up_are_refused(huge):
    with pytest.raises(DataError) as refused:
        compare(scored(a=[1, 2, 3], b=[1, huge, 3]))
    assert str(refused.value) == (
        f"The score of judge for b, segment 2, is {huge:g}: scores beyond 1e+100 cannot be added"
        " up."
    )


def test_large_scores_are_compared_without_a_warning():
    large = compare(scored(a=BASE * 1e98, b=BASE[::-1] * 1e98))
    small = compare(scored(a=BASE, b=BASE[::-1]))
    assert only(large).tests[0].p == only(small).tests[0].p
    assert only(large).effect == pytest.approx(only(small).effect)


# --- What it refuses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (
            ParameterError,
            "trials must be at least 1. Got 0 instead.",
            {"trials": 0},
        ),
        (
            ParameterError,
            "trials must be at least 1. Got -1 instead.",
            {"trials": -1},
        ),
        (
            ParameterError,
            "confidence_level must be between 0 and 1. Got 95 instead.",
            {"confidence_level": 95},
        ),
        (
            UsageError,
            "The baseline 'god' is not among the systems. Did you mean 'good'? Systems: good, bad,"
            " worst.",
            {"baseline": "god"},
        ),
        (
            UsageError,
            'level="document" needs the document of each segment. Give the documents with'
            " documents=FILE.",
            {"level": "document"},
        ),
        (
            UnknownMember,
            "No significance test named 'bootstrp'. Did you mean 'bootstrap'? Known:"
            f" {', '.join(all_tests())}.",
            {"test": "bootstrp"},
        ),
        (
            ParameterError,
            "The 'alternative' parameter of riezler-maxwell must be two-sided. Got 'less' instead.",
            {"test": "riezler-maxwell", "alternative": "less"},
        ),
        (
            ParameterError,
            "seed must be at most 18,446,744,073,709,551,615. Got 18446744073709551616 instead.",
            {"seed": 2**64},
        ),
        (
            ParameterError,
            "jobs must be at least 1. Got 0 instead.",
            {"jobs": 0},
        ),
    ],
)
def test_wrong_arguments_are_refused(error, message, arguments):
    with pytest.raises(error) as refused:
        compare(texts(), **arguments)
    assert str(refused.value) == message


def refusal(error, testset, **how):
    with pytest.raises(error) as refused:
        compare(testset, **how)
    return str(refused.value)


def test_one_system_alone():
    assert refusal(UsageError, texts({"good": TEXTS["good"]})) == (
        "A comparison needs two systems, but there is only one. Add another system, or use"
        " `tertium.score(confidence=True)`."
    )
    nothing = "There is no system to compare. Give at least two systems."
    assert refusal(UsageError, []) == nothing
    assert refusal(UsageError, TestSet.of(references=[REFERENCE])) == nothing


def test_a_system_given_twice():
    twice = [texts({"good": TEXTS["good"]}), texts({"good": TEXTS["bad"]})]
    assert refusal(UsageError, twice) == "The system 'good' is given twice."


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"references": [REFERENCE[::-1]]}, "references"),
        ({"source": REFERENCE}, "source"),
        ({"segment_ids": tuple(f"s{n}" for n in range(60))}, "segment ids"),
        ({"document_ids": ("d",) * 60}, "document ids"),
        ({"target_language": "de", "source": REFERENCE}, "source, languages"),
    ],
)
def test_systems_of_different_test_sets(change, named):
    other = TestSet.of(**({"references": [REFERENCE], "systems": {"bad": TEXTS["bad"]}} | change))
    assert refusal(AlignmentError, [texts({"good": TEXTS["good"]}), other]) == (
        f"Systems of different test sets cannot be compared: they differ in {named}."
    )


def test_scores_that_are_missing_or_infinite():
    lacking = np.where(np.arange(60) == 4, np.nan, BASE)
    assert refusal(DataError, scored(a=BASE, b=lacking)) == (
        "1 of the 60 segments of b have no score of judge, the first of them 5."
    )
    infinite = np.where(np.arange(60) == 6, np.inf, BASE)
    assert refusal(DataError, scored(a=BASE, b=infinite)) == (
        "external(metric=judge) of b is not a finite number for segment 7."
    )


# --- How it is done -----------------------------------------------------------------------------


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("tests", ["approximate-randomization", "bootstrap", "run-permutation"])
def test_progress_adds_up_to_the_whole(several, tests):
    shares: list[float] = []
    testset = [texts()] if several else texts()
    compare(testset, "bleu,ter", test=tests, subsample=0.5, progress=shares.append)
    assert min(shares) >= 0
    assert sum(shares) == pytest.approx(1)


def test_a_result_tells_what_it_rests_on():
    testset = texts(source=lines(9, 60), source_language="de", target_language="en")
    result = compare(testset)
    assert result.data.digest == testset.digest
    assert result.data.references == ("1",)
    assert result.data.languages == ("de", "en")
    assert result.data.inputs is None
    assert set(result.data.digests) == {
        "reference 1",
        "the source",
        "system good",
        "system bad",
        "system worst",
    }
    assert set(result.versions) == {"numpy", "python"}
    assert json.dumps(result.to_dict()) == json.dumps(compare(testset).to_dict())
