"""What holds for every significance test, found by its file, under every metric."""

import json
import math
import re
import sys
from itertools import chain

import numpy as np
import pytest
from tests.contracts._layers import layers
from tests.contracts._null_pairs import check_level, check_observed
from tests.contracts.test_metrics import OUTPUTS, REFERENCES
from tests.stand_ins import Comet

from tertium.api.compare import compare
from tertium.core import plugins
from tertium.core.citations import citations
from tertium.core.errors import ParameterError
from tertium.core.sample import Pair, Sample, side_by_side
from tertium.core.testset import TestSet
from tertium.metrics import metric, metric_names
from tertium.significance.approximate_randomization import ApproximateRandomization
from tertium.significance.bootstrap import Bootstrap
from tertium.significance.riezler_maxwell import RiezlerMaxwell

pytestmark = pytest.mark.slow

NAMES = plugins.names("significance")
METRICS = metric_names()
PAIR = Pair("a", "b")

SPOILED = [" ".join([*line.split()[::2], "quux"]) for line in REFERENCES]
HALF = [*OUTPUTS[:4], *SPOILED[4:]]
TEXTS = {"a": OUTPUTS, "b": SPOILED, "c": REFERENCES}


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def test(name):
    return plugins.load("significance", name).TEST


@pytest.fixture(autouse=True)
def heavy_packages(monkeypatch):
    """Replace large optional packages by stand-ins."""
    monkeypatch.setitem(sys.modules, "comet", Comet())


def runs_of(lines, test):
    """One run; or three runs that share lines, for tests that generalize to training."""
    if test.question == "these outputs":
        return [lines]
    return [lines, [*lines[:-2], *HALF[-2:]], [*HALF[:2], *lines[2:]]]


def corpus(test, systems=TEXTS, segments=slice(None)):
    """A test set with everything that any metric needs; outputs stand for the source."""
    references = [REFERENCES[segments]]
    runs = {key: [run[segments] for run in runs_of(lines, test)] for key, lines in systems.items()}
    return TestSet.of(
        references=references,
        systems=runs,
        source=OUTPUTS[segments],
        layers=layers(references, runs),
    )


def result(tests, testset, *, trials=150, baseline="a", **settings):
    return compare(testset, METRICS, test=tests, trials=trials, baseline=baseline, **settings)


def every_way(test):
    """The test with all of its alternatives and kinds of p-values."""
    return [
        f"{test.name}(alternative={side},p_value={p_value})"
        for side in test.alternatives
        for p_value in ("plus-one", "plain")
    ]


def found(comparison):
    """All pairs with the outcomes of their tests, under all metrics."""
    return [
        (pair, tested)
        for metric in comparison.metrics
        for pair in metric.pairs
        for tested in pair.tests
    ]


# --- What it finds ------------------------------------------------------------------------------


def test_identical_systems_are_never_significant(test):
    same = corpus(test, {"a": OUTPUTS, "b": OUTPUTS})
    for pair, tested in found(result(every_way(test), same)):
        # Where runs differ, those of one system may by chance be the better ones.
        one_sided_of_runs = "alternative" in tested.test and test.question != "these outputs"
        assert tested.p == 1 or (one_sided_of_runs and tested.p > 0.1)
        assert not tested.significant
        assert pair.difference == 0
        assert pair.wins + pair.losses == 0
        assert " not " in pair.verdict
        assert "significantly" in pair.verdict


def test_p_is_a_probability_and_never_zero(test):
    for _, tested in found(result(every_way(test), corpus(test))):
        assert 0 <= tested.p <= tested.corrected <= 1
        assert tested.p > 0 or "plain" in tested.test
        assert sum(tested.distribution.counts) == tested.trials > 0


@pytest.mark.parametrize("seed", [0, 7])
def test_the_same_seed_gives_the_same_on_any_number_of_threads(test, seed):
    one, many = (
        json.dumps(result(test.name, corpus(test), seed=seed, trials=600, jobs=jobs).to_dict())
        for jobs in (1, 3)
    )
    assert one == many


def test_the_seed_is_used(test):
    one, other = (found(result(test.name, corpus(test), seed=seed)) for seed in (0, 1))
    same = [a.distribution == b.distribution for (_, a), (_, b) in zip(one, other, strict=True)]
    assert all(same) == all(tested.exact for _, tested in one)


@pytest.mark.parametrize("settings", [{"all_pairs": True}, {}], ids=["all pairs", "baseline"])
def test_the_order_of_systems_changes_no_byte(test, settings):
    orders = [TEXTS, dict(reversed(TEXTS.items()))]
    one, other = (
        json.dumps(result(test.name, corpus(test, order), **settings).to_dict()) for order in orders
    )
    assert one == other


@pytest.mark.parametrize("third", ["0", "aa"])
def test_a_third_system_changes_nothing_of_a_pair(test, third):
    # Its name stands before or between those of the pair; that of another stands after.
    two = result(every_way(test), corpus(test, {key: TEXTS[key] for key in PAIR}))
    three = result(every_way(test), corpus(test, {**TEXTS, third: REFERENCES}))
    for without, among in zip(two.metrics, three.metrics, strict=True):
        (before,) = without.pairs
        (after,) = among.between(*PAIR)
        assert [(t.p, t.count) for t in before.tests] == [(t.p, t.count) for t in after.tests]
        spread = {one.system: (one.s_total, one.s_sel) for one in among.systems}
        for one in without.systems:
            expected = pytest.approx((one.s_total, one.s_sel), rel=1e-12, nan_ok=True)
            assert spread[one.system] == expected


def test_swapping_the_systems_of_a_pair_swaps_the_alternatives(test):
    systems = corpus(test, {key: TEXTS[key] for key in PAIR})
    sides = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
    asked, turned = (
        [f"{test.name}(alternative={side})" for side in chosen]
        for chosen in (test.alternatives, map(sides.get, test.alternatives))
    )
    one, other = result(asked, systems, baseline="a"), result(turned, systems, baseline="b")
    for (pair, tested), (reverse, mirrored) in zip(found(one), found(other), strict=True):
        assert (pair.system, pair.other) == (reverse.other, reverse.system)
        assert pair.difference == -reverse.difference
        assert (tested.p, tested.count) == (mirrored.p, mirrored.count)


def test_unswapped_rows_give_the_observed_difference_exactly(test):
    check_observed(test, two_segments(test))


def two_segments(test):
    """Two segments of two systems under all metrics; all runs of a system are alike."""
    testset = corpus(test, {"x": OUTPUTS, "y": SPOILED}, slice(0, 2))
    chosen = [metric(name).for_testset(testset) for name in METRICS]
    runs = 1 if test.question == "these outputs" else 2
    rows = {
        name: (side_by_side([one.stats(testset, name) for one in chosen]),) * runs
        for name in testset.outputs
    }
    return Sample(tuple(chosen), rows)


def test_a_recommended_test_holds_its_level(test):
    if test.recommended:
        check_level(test)


class Shrunk(ApproximateRandomization):
    """A wrong test, whose pseudo-statistics are too small."""

    def differences(self, sample, pairs):
        return [0.8 * drawn for drawn in super().differences(sample, pairs)]


class Blind(ApproximateRandomization):
    """A wrong test, which never finds anything."""

    def count(self, pseudo, observed, tolerance):
        return float(len(pseudo))


class Unpaired(Bootstrap):
    """A wrong test, which forgets that both systems translated the same segments."""

    def differences(self, sample, pairs):
        first = sample.bootstrap(self.trials, self.seed).systems
        other = sample.bootstrap(self.trials, self.seed + 1).systems
        places = [[sample.systems.index(name) for name in pair] for pair in pairs]
        return [(first[:, i] - other[:, j]) * sample.orientation for i, j in places]


class Forgetful(ApproximateRandomization):
    """A wrong test, which forgets the last segment."""

    def differences(self, sample, pairs):
        rows = {name: tuple(run[:-1] for run in runs) for name, runs in sample.rows.items()}
        return super().differences(Sample(sample.metrics, rows), pairs)


@pytest.mark.parametrize("wrong", [Shrunk, RiezlerMaxwell, Blind, Unpaired])
def test_the_contract_of_the_level_finds_wrong_tests(wrong):
    with pytest.raises(AssertionError, match="type I error rate"):
        check_level(wrong)


@pytest.mark.parametrize("wrong", [Shrunk, Forgetful])
def test_the_contract_of_the_observed_difference_finds_wrong_tests(wrong):
    with pytest.raises(AssertionError):
        check_observed(wrong, two_segments(wrong))


# --- What it is given ---------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize("units", [1, 2, 8])
@pytest.mark.parametrize("value", [0, np.nan])
def test_constant_statistics_are_never_significant(test, units, runs, value):
    made = tuple(map(metric, METRICS))
    width = sum(len(one.columns) for one in made)
    rows = (np.full((units, width), float(value)),) * runs
    sample = Sample(made, dict.fromkeys(PAIR, rows))
    for alternative in test.alternatives:
        for outcome in chain(*test(trials=100, alternative=alternative).run(sample, [PAIR])):
            assert outcome.p == 1 or (math.isnan(outcome.p) and outcome.reason)


def test_one_segment_is_never_enough(test):
    comparison = result(every_way(test), corpus(test, segments=slice(0, 1)))
    for pair, tested in found(comparison):
        assert not tested.significant
        assert tested.p > 0.05 or tested.reason
        assert not pair.interval.is_defined
    assert "1 segment is too few" in str(comparison.warnings[0])


# --- What it says -------------------------------------------------------------------------------


def test_it_is_documented_and_can_be_cited(test, name):
    document = plugins.load("significance", name).__doc__
    assert document
    first = document.split("\n", 1)[0]
    assert "\nH0: " in document or first.endswith("?") or not test.recommended
    assert "\nReference: " in document
    assert len(citations([name])) > 1
    assert test.name == name


def test_it_prints_as_its_own_name_and_parses_from_it(test, name):
    assert str(test()) == name
    made = test(trials=77, seed=0, p_value="plain")
    assert str(made) == f"{name}(p_value=plain,seed=0,trials=77)"
    ran = compare(corpus(test), "bleu", test=str(made), baseline="a")
    assert ran.tests == (str(made),)


def test_every_parameter_is_explained_and_refuses_nonsense(test, name):
    for parameter in test.parameters():
        assert parameter.help.endswith(".")
        complaint = f"The '{parameter.name}' parameter of {re.escape(name)} must be"
        with pytest.raises(ParameterError, match=complaint):
            test.of({parameter.name: "no such thing"})


@pytest.mark.parametrize(
    ("parameter", "value", "wanted"),
    [
        ("trials", 0, "at least 1"),
        ("trials", -5, "at least 1"),
        ("seed", -1, "at least 0"),
        ("p_value", "exact", "one of plus-one, plain"),
        ("alternative", "better", "one of two-sided, greater, less"),
    ],
)
def test_a_bad_parameter_is_refused(test, name, parameter, value, wanted):
    with pytest.raises(ParameterError) as refused:
        test(**{parameter: value})
    assert str(refused.value) == (
        f"The '{parameter}' parameter of {name} must be {wanted}. Got {value!r} instead."
    )


def test_a_parameter_that_does_not_exist_is_named(test, name):
    known = {parameter.name for parameter in test.parameters()}
    assert {"alternative", "p_value", "seed", "trials"} <= known
    with pytest.raises(ParameterError) as refused:
        compare(corpus(test), test=f"{name}(trails=5)")
    assert str(refused.value) == (
        f"{name} has no parameter 'trails'. Did you mean 'trials'?"
        f" Parameters: {', '.join(sorted(known))}."
    )


def test_alternatives_that_it_lacks_are_refused(test, name):
    for alternative in {"two-sided", "greater", "less"} - set(test.alternatives):
        with pytest.raises(ParameterError, match=f"The 'alternative' parameter of {name} must be"):
            compare(corpus(test), test=name, alternative=alternative)
