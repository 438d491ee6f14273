"""Statistics beside mt-metrics-eval, SciPy, WMT20 and their definitions."""

import tracemalloc
import warnings
from itertools import combinations, permutations

import numpy as np
import pytest
import scipy.stats
from hypothesis import example, given
from hypothesis import strategies as st

import tertium
from tertium.core.errors import ParameterError, UnknownMember, UsageError
from tertium.core.resampling import SIGNS, coins, generator
from tertium.meta import tie_calibration
from tertium.meta.correlation import correlation
from tertium.meta.statistics import make_statistic, statistic_names
from tertium.meta.statistics.kendall_like import KendallLike
from tertium.meta.statistics.soft_pairwise_accuracy import SignedSums, SoftPairwiseAccuracy
from tests.meta._data import AVERAGES, english_german, known_answers, rows, table, tables

NAMES = {
    "pearson": "pearson",
    "spearman": "spearman",
    "kendall_b": "kendall-b",
    "kendall_c": "kendall-c",
    "tau23": "tau-eq",
    "acc23": "acc-eq",
}
WITH_TIES = {"acc23": "acc-eq", "23": "tau-eq", "b": "kendall-b"}

CASES = [
    "no ties n=5",
    "reversed n=5",
    "gold ties",
    "metric ties",
    "ties in both",
    "constant metric",
    "constant gold",
    "None in gold",
    "matrix 3x4 no None",
    "matrix 3x4 with None and a constant column",
    "matrix 4x3 constant metric column",
    "n=2",
    "raw DA like, threshold 25",
    "random matrix 6x10 integer gold",
]


def expected_of(answers):
    """Statistics by average, with their values and the vectors or pairs they rest on."""
    for average in AVERAGES:
        for key, value in answers.get(average, {}).items():
            if key in NAMES:
                vectors = answers[average]["pearson_n" if key == "pearson" else "n_vectors"]
                yield average, make_statistic(NAMES[key]), value, vectors
            elif key.startswith("kendall_like_t"):
                # Their differences are as floating-point arithmetic gives them.
                least = float(key.removeprefix("kendall_like_t"))
                statistic = KendallLike(threshold=least, tie_rule="exact")
                yield average, statistic, value, answers[average]["kendall_like_pairs"]


def check(answers, gold, metric):
    for average, statistic, value, number in expected_of(answers):
        found = correlation(statistic, gold, metric, AVERAGES[average])
        if statistic.name == "kendall-like":
            assert found.n == number
        elif statistic.name not in ("tau-eq", "acc-eq"):
            assert found.groups == number
        if np.isnan(found.value):
            # mt-metrics-eval gives 0 where nothing is defined.
            assert value == 0
            assert number == 0
            assert found.reason
        else:
            assert found.value == pytest.approx(value, abs=1e-12)


# --- Beside other programs ----------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_small_cases_of_mt_metrics_eval(name, reference_data):
    case = next(
        one
        for one in known_answers(reference_data, "small_known_answers")["cases"]
        if one["name"] == name
    )
    gold, metric = table(case["gold"], case["num_sys"]), table(case["metric"], case["num_sys"])
    check(case["expected"], gold, metric)
    for epsilon, answers in case.get("epsilon", {}).items():
        for key, value in answers.items():
            statistic = make_statistic(f"{WITH_TIES[key]}(epsilon={epsilon},tie_rule=exact)")
            found = correlation(statistic, gold, metric)
            # Where all is tied, 0 stands for undefined.
            assert np.nan_to_num(found.value) == pytest.approx(value, abs=1e-12)
    for key, answer in case["ties_opt"].items():
        average, _, kind = key.partition("/")
        statistic = make_statistic(f"{WITH_TIES[kind]}(epsilon=calibrated)")
        found = correlation(statistic, gold, metric, AVERAGES[average])
        assert found.value == pytest.approx(answer["best"], abs=1e-12)
        assert found.epsilon is not None
        if name == "random matrix 6x10 integer gold" and average == "item":
            # Several thresholds have the same mean. Ours is the smallest of them; rounding makes
            # mt-metrics-eval take another, and another one still for tau.
            assert found.epsilon == pytest.approx(0.26)
            assert found.epsilon < answer["epsilon"]
        else:
            assert found.epsilon == pytest.approx(answer["epsilon"], abs=1e-12)


def test_all_small_cases_are_tested(reference_data):
    cases = known_answers(reference_data, "small_known_answers")["cases"]
    assert [case["name"] for case in cases] == CASES


@pytest.mark.parametrize("name", ["TER", "chrF", "YiSi-2"])
def test_english_german_of_mt_metrics_eval(name, reference_data):
    answers = known_answers(reference_data, "realistic_known_answers")["results"]["R1_ende_mqm"]
    gold, metrics = english_german(reference_data)
    check(answers[name], gold, metrics[name])
    for kind, answer in answers[name]["ties_opt_item"].items():
        statistic = make_statistic(f"{WITH_TIES[kind]}(epsilon=calibrated)")
        found = correlation(statistic, gold, metrics[name], "item")
        assert found.value == pytest.approx(answer["best"], abs=1e-12)
        assert found.epsilon == pytest.approx(answer["epsilon"], abs=1e-15)
    soft = correlation(make_statistic("soft-pairwise-accuracy"), gold, metrics[name])
    # Other random signs, and float32 there.
    assert soft.value == pytest.approx(answers[name]["one_minus_pce_SPA_1000perm_seed4"], abs=0.006)
    means = answers["sys"][name]
    for key, statistic_name in {
        "pearson": "pearson",
        "spearman": "spearman",
        "kendall_b": "kendall-b",
        "pairwise_accuracy": "pairwise-accuracy",
    }.items():
        statistic = make_statistic(statistic_name)
        found = correlation(
            statistic,
            gold.mean(axis=1, keepdims=True),
            metrics[name].mean(axis=1, keepdims=True),
        )
        assert found.value == pytest.approx(means[key], abs=1e-12)
    assert found.n == means["pairs"]


def test_p_values_behind_soft_pairwise_accuracy(reference_data):
    answers = known_answers(reference_data, "realistic_known_answers")["results"]["R1_ende_mqm"]
    gold, _ = english_german(reference_data)
    stored = np.array(answers["gold_pvalues_upper_1000perm_seed4"], dtype=float)
    signs = SoftPairwiseAccuracy(trials=4000).signs(gold.shape[1])
    found, turned = np.split(SignedSums.of(gold[..., None], signs).p_values[:, 0], 2)
    assert found == pytest.approx(stored[np.triu_indices(9, 1)], abs=0.06)
    assert turned == pytest.approx(1 - found, abs=0.01)


def test_pairwise_agreement_of_mt_metrics_eval(reference_data):
    for case in known_answers(reference_data, "pairwise_agreement"):
        gold, metric = (table(case[key], len(case["gold"])) for key in ("gold", "metric"))
        found = correlation(make_statistic("pairwise-accuracy"), gold, metric)
        assert found.value == pytest.approx(case["agree"] / case["pairs"], abs=1e-15)
        assert found.n == case["pairs"]


@pytest.mark.parametrize("languages", ["de-en", "en-de"])
def test_kendall_of_wmt20(languages, reference_data):
    folder = reference_data / "stats/wmt20-metrics"
    scores = rows(folder / f"input.{languages}.sys-scores.csv")
    published = rows(folder / f"published.{languages}.kendall-allsys.csv")
    systems = [row for row in scores if not row["SYSTEM"].startswith("Human")]
    assert len(published) > 20
    for line in published:
        gold, metric = (
            np.array([[float(row[name])] for row in systems]) for name in ("HUMAN", line["metric"])
        )
        found = correlation(make_statistic("kendall-b"), gold, metric)
        assert found.value == pytest.approx(float(line["Kendall"]), abs=1e-12)
        assert len(gold) == int(line["N"])


def by_scipy(name, x, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
            return np.nan
        if name == "pearson":
            return scipy.stats.pearsonr(x, y)[0]
        if name == "spearman":
            return scipy.stats.spearmanr(x, y)[0]
        return scipy.stats.kendalltau(x, y, variant=name[-1])[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall-b", "kendall-c"])
@pytest.mark.parametrize("average", ["none", "item", "system"])
@pytest.mark.parametrize("short", [0, 40])
@given(tables(2))
def test_equals_scipy(name, average, short, given_tables):
    gold, metric = given_tables
    vectors = {
        "none": [(gold.ravel(), metric.ravel())],
        "item": list(zip(gold.T, metric.T, strict=True)),
        "system": list(zip(gold, metric, strict=True)),
    }[average]
    present = [~np.isnan(x) & ~np.isnan(y) for x, y in vectors]
    wanted = np.array(
        [by_scipy(name, x[p], y[p]) for (x, y), p in zip(vectors, present, strict=True)]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tertium.meta.vectors.SHORT", short)
        found = correlation(make_statistic(name), gold, metric, average)
    defined = ~np.isnan(wanted)
    assert found.groups == defined.sum()
    assert found.undefined == (~defined).sum()
    assert found.missing == sum((~p).sum() for p in present)
    if defined.any():
        assert found.value == pytest.approx(wanted[defined].mean(), abs=1e-9)
        assert not found.reason
    else:
        assert np.isnan(found.value)
        assert found.reason


# --- By definition ------------------------------------------------------------------------------


def counted(gold, metric, epsilon, threshold):
    """C, D, T_h, T_m, T_hm of the pairs whose human scores differ by the threshold."""
    counts = dict.fromkeys(("C", "D", "T_h", "T_m", "T_hm"), 0)
    for i, j in combinations(range(len(gold)), 2):
        people, found = gold[i] - gold[j], metric[i] - metric[j]
        if abs(people) < threshold:
            continue
        tied = abs(found) <= epsilon
        if people == 0:
            counts["T_hm" if tied else "T_h"] += 1
        elif tied:
            counts["T_m"] += 1
        else:
            counts["C" if people * found > 0 else "D"] += 1
    return counts


whole = st.lists(
    st.tuples(st.integers(-5, 5).map(float), st.integers(-5, 5).map(float)), min_size=2, max_size=12
)


@pytest.mark.parametrize("short", [0, 40])
@given(whole, st.integers(0, 4))
def test_statistics_of_pairs_follow_their_formulas(short, cells, limit):
    gold, metric = np.array(cells).T[..., None]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tertium.meta.vectors.SHORT", short)
        for name, threshold, epsilon in (
            ("acc-eq", 0, limit),
            ("tau-eq", 0, limit),
            ("pairwise-accuracy", 0, 0),
            ("kendall-like", limit, 0),
        ):
            options = {
                "acc-eq": f"(epsilon={limit})",
                "tau-eq": f"(epsilon={limit})",
                "pairwise-accuracy": "",
                "kendall-like": f"(threshold={limit})",
            }[name]
            n = counted(gold[:, 0], metric[:, 0], epsilon, threshold)
            total = sum(n.values())
            right = n["C"] + n["T_hm"]
            found = correlation(make_statistic(name + options), gold, metric)
            if not total:
                assert np.isnan(found.value)
                assert "no two human scores differ" in found.reason
                continue
            wanted = {
                "acc-eq": right / total,
                "tau-eq": (right - n["D"] - n["T_h"] - n["T_m"]) / total,
                "pairwise-accuracy": right / total,
                "kendall-like": (2 * n["C"] - total) / total,
            }[name]
            assert found.value == pytest.approx(wanted, abs=1e-15)
            assert found.n == total


@given(tables(2), st.sampled_from(["none", "item", "system"]))
def test_calibration_is_the_smallest_of_all_thresholds_at_the_maximum(given_tables, average):
    # Steps of 1/8 are exact, and so are their differences.
    gold, metric = (np.round(scores * 8) / 8 for scores in given_tables)
    found = correlation(make_statistic("acc-eq(epsilon=calibrated)"), gold, metric, average)
    if found.reason:
        assert found.epsilon is None
        return
    present = ~np.isnan(gold) & ~np.isnan(metric)
    differences = {0.0, *np.abs(metric[present][:, None] - metric[present]).ravel()}
    values = {
        epsilon: correlation(
            make_statistic(f"acc-eq(epsilon={epsilon})"), gold, metric, average
        ).value
        for epsilon in sorted(differences)
    }
    best = max(values.values())
    assert found.value == pytest.approx(best, abs=1e-12)
    assert found.epsilon == min(e for e, value in values.items() if value > best - 1e-12)
    with pytest.MonkeyPatch.context() as patch:  # as where there are very many pairs
        patch.setattr(tie_calibration, "_SORTED", 0)
        patch.setattr(tie_calibration, "_RANGES", 4)
        statistic = make_statistic("acc-eq(epsilon=calibrated)")
        assert correlation(statistic, gold, metric, average) == found


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "opposite", "outlier", "binary", "far apart"])
def test_calibration_of_many_pairs_takes_little_memory(kind, monkeypatch):
    """All 244,650 pairs with what sorting takes are more than 7 MB."""
    random = np.random.default_rng(8)
    gold = random.integers(0, 5, (700, 1)).astype(float)
    metric = gold + random.normal(size=gold.shape)
    if kind == "opposite":
        metric = -metric
    elif kind == "outlier":
        metric[0] = -1e6
    elif kind == "binary":
        metric = (metric > 2).astype(float)
    elif kind == "far apart":
        metric[::2] -= 1e6
    statistic = make_statistic("acc-eq(epsilon=calibrated)")
    wanted = correlation(statistic, gold, metric)
    monkeypatch.setattr(tie_calibration, "_SORTED", 2**13)
    monkeypatch.setattr(tie_calibration, "_RANGES", 2**10)
    tracemalloc.start()
    found = correlation(statistic, gold, metric)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == wanted
    assert most < 3e6


def test_soft_pairwise_accuracy_by_definition():
    random = np.random.default_rng(1)
    gold, metric = np.round(random.normal(size=(2, 4, 12)), 1)
    trials, seed = 500, 7
    signs = 1 - 2 * coins(generator(seed, SIGNS, 0), (trials, 12)).astype(float)

    def p(scores, i, j):
        difference = scores[i] - scores[j]
        return np.mean([signs[t] @ difference >= difference.sum() - 1e-9 for t in range(trials)])

    apart = [abs(p(gold, i, j) - p(metric, i, j)) for i, j in permutations(range(4), 2)]
    found = correlation(SoftPairwiseAccuracy(trials=trials, seed=seed), gold, metric)
    assert found.value == pytest.approx(1 - np.mean(apart), abs=1e-12)


def test_soft_pairwise_accuracy_enumerates_signs_where_they_are_few():
    """Exact ties count: with float32, mt-metrics-eval loses some (specification, section 5)."""
    random = np.random.default_rng(2)
    gold, metric = np.round(random.normal(size=(2, 4, 8)), 2)
    signs = np.array([[1 - 2 * (n >> k & 1) for k in range(8)] for n in range(256)])

    def p(scores, i, j):
        # Hundredths are whole numbers, and so are their sums.
        difference = np.rint(100 * (scores[i] - scores[j])).astype(int)
        return np.mean(signs @ difference >= difference.sum())

    apart = [abs(p(gold, i, j) - p(metric, i, j)) for i, j in permutations(range(4), 2)]
    found = correlation(SoftPairwiseAccuracy(), gold, metric)
    assert found.value == pytest.approx(1 - np.mean(apart), abs=1e-15)


@pytest.mark.parametrize("items", [3, 30, 64])  # all signs there are, and drawn ones
def test_signs_are_summed_in_parts(items, monkeypatch):
    gold = np.random.default_rng(6).normal(size=(3, items, 2))
    signs = SoftPairwiseAccuracy(trials=50).signs(items)
    whole = signs.sums(gold)
    assert whole.shape == (3, 2**items if items == 3 else 50, 2)
    monkeypatch.setattr("tertium.meta.statistics.soft_pairwise_accuracy._UNPACKED", 1)
    assert signs.sums(gold) == pytest.approx(whole, abs=1e-12)


def test_soft_pairwise_accuracy_of_many_items_takes_little_memory():
    """All signs as numbers would take 160 MB."""
    gold, metric = np.random.default_rng(7).normal(size=(2, 3, 100_000))
    tracemalloc.start()
    correlation(SoftPairwiseAccuracy(trials=200), gold, metric)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100e6


def test_soft_pairwise_accuracy_does_not_depend_on_the_order_of_systems():
    """If human scores of systems are tied, one p-value is 1 in either order."""
    random = np.random.default_rng(4)
    gold, metric = np.round(random.normal(size=(2, 4, 30)))
    gold[1] = gold[0]
    found = [
        correlation(SoftPairwiseAccuracy(), gold[list(order)], metric[list(order)]).value
        for order in permutations(range(4))
    ]
    assert found == pytest.approx([found[0]] * 24, abs=1e-12)


def test_soft_pairwise_accuracy_is_that_of_a_list_where_no_sums_are_equal():
    """As mt-metrics-eval has it."""
    gold, metric = np.random.default_rng(5).normal(size=(2, 4, 30))
    signs = 1 - 2 * coins(generator(12345, SIGNS, 0), (1000, 30)).astype(float)

    def p(scores, i, j):
        difference = scores[i] - scores[j]
        return np.mean(signs @ difference >= difference.sum())

    apart = [abs(p(gold, i, j) - p(metric, i, j)) for i, j in combinations(range(4), 2)]
    found = correlation(SoftPairwiseAccuracy(), gold, metric)
    assert found.value == pytest.approx(1 - np.mean(apart), abs=1e-12)


def test_systems_without_scores_do_not_make_soft_pairwise_accuracy_undefined():
    """A second reference, for example, has metric scores, but no human scores."""
    gold, metric = np.random.default_rng(3).normal(size=(2, 5, 20))
    gold[2], metric[4], gold[0, 7] = np.nan, np.nan, np.nan
    kept = [0, 1, 3]
    found = correlation(make_statistic("soft-pairwise-accuracy"), gold, metric)
    without = correlation(make_statistic("soft-pairwise-accuracy"), gold[kept], metric[kept])
    assert found.value == without.value
    assert (found.n, found.missing) == (3, 2 * 20 + 3)


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ([(0, 0), (1, 1)], "each of the 2 systems that have any"),
        ([(0, 0), (0, 1)], "fewer than two systems have both scores"),
        ([(0, 0), (0, 1), (1, 0), (1, 1)], "no output has both scores"),
    ],
)
def test_soft_pairwise_accuracy_is_undefined_with_a_reason(missing, words):
    gold, metric = np.random.default_rng(3).normal(size=(2, 2, 2))
    for cell in missing:
        gold[cell] = np.nan
    found = correlation(make_statistic("soft-pairwise-accuracy"), gold, metric)
    assert np.isnan(found.value)
    assert words in found.reason


# --- Properties ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [name for name in statistic_names() if make_statistic(name).rounds]
)
def test_ties_survive_rounding_of_floating_point(name):
    noisy = np.array([[0.1 + 0.2, 0.5], [0.3, 0.8], [0.6, 0.1 + 0.7]])
    clean = np.array([[0.3, 0.5], [0.3, 0.8], [0.6, 0.8]])
    assert (noisy != clean).sum() == 2
    statistic = make_statistic("kendall-like(threshold=0.2)" if name == "kendall-like" else name)
    for one, other in ((noisy, clean[::-1]), (clean[::-1], noisy)):
        assert correlation(statistic, one, other).value == pytest.approx(
            correlation(statistic, np.round(one, 6), np.round(other, 6)).value, abs=1e-12
        )


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall-b", "kendall-c"])
def test_a_constant_that_rounding_made_unequal_has_no_correlation(name):
    metric = np.array([[0.1 + 0.2], [0.3], [0.15 + 0.15]])
    found = correlation(make_statistic(name), np.array([[1.0], [2.0], [3.0]]), metric)
    assert np.isnan(found.value)
    assert found.reason == "all metric scores are equal"
    found = correlation(make_statistic(name), metric, np.array([[1.0], [2.0], [3.0]]))
    assert found.reason == "all human scores are equal"


@example([np.array([[np.nan]]), np.array([[1.0]])])
@given(tables(2))
def test_missing_scores_are_left_out_not_filled(given_tables):
    gold, metric = given_tables
    complete = ~np.isnan(gold) & ~np.isnan(metric)
    found = correlation(make_statistic("kendall-b"), gold, metric)
    kept = correlation(make_statistic("kendall-b"), gold[complete][None], metric[complete][None])
    assert found.value == pytest.approx(kept.value, nan_ok=True)
    assert found.missing == (~complete).sum()
    if not complete.any():
        assert found.reason == "no output has both scores"


def test_long_vectors_give_the_values_of_short_vectors(reference_data, monkeypatch):
    gold, metrics = english_german(reference_data)
    found = {}
    for short in (40, 0):
        monkeypatch.setattr("tertium.meta.vectors.SHORT", short)
        found[short] = [
            correlation(make_statistic(text), gold[:, :200], metrics["YiSi-2"][:, :200], "item")
            for text in (
                "spearman",
                "kendall-b",
                "kendall-b(epsilon=0.01)",
                "kendall-c",
                "acc-eq(epsilon=0.002)",
                "kendall-like(threshold=5)",
            )
        ]
    for one, other in zip(found[0], found[40], strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert (one.groups, one.n) == (other.groups, other.n)


# --- Names and bad input ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("pearson", "pearson"),
        ("kendall-like(threshold=30)", "kendall-like(threshold=30.0)"),
        ("kendall-like(threshold=25)", "kendall-like"),
        ("acc-eq(epsilon=calibrated)", "acc-eq(epsilon=calibrated)"),
        ("acc-23(epsilon=0.5)", "acc-eq(epsilon=0.5)"),
        ("tau-23", "tau-eq"),
        ("soft-pairwise-accuracy(trials=100,seed=1)", "soft-pairwise-accuracy(seed=1,trials=100)"),
    ],
)
def test_statistics_are_found_by_name_and_print_as_it(text, printed):
    assert str(make_statistic(text)) == printed
    assert make_statistic(printed) == make_statistic(text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("pearsn", UnknownMember, "Did you mean 'pearson'"),
        ("acc-eq(epsilon=tuned)", ParameterError, "calibrated"),
        ("acc-eq(epsilon=-1)", ParameterError, "at least 0"),
        ("kendall-like(treshold=3)", ParameterError, "threshold"),
    ],
)
def test_wrong_names_and_values_are_refused(text, error, words):
    with pytest.raises(error, match=words):
        make_statistic(text)


def test_wrong_requests_are_refused():
    scores = np.zeros((3, 2))
    with pytest.raises(UsageError, match="same systems and items"):
        correlation(make_statistic("pearson"), scores, scores[:, :1])
    with pytest.raises(UnknownMember, match="average"):
        correlation(make_statistic("pearson"), scores, scores, "segment")
    with pytest.raises(UsageError, match="cannot be averaged by item"):
        correlation(make_statistic("soft-pairwise-accuracy"), scores, scores, "item")


# --- Noise of floating-point arithmetic ---------------------------------------------------------


def test_a_difference_that_is_the_threshold_counts():
    """98 / 3 - 23 / 3 is 24.999999999999996 in floating-point arithmetic."""
    gold = np.array([[98 / 3], [23 / 3], [-50.0]])
    metric = np.array([[3.0], [2.0], [1.0]])
    assert correlation(make_statistic("kendall-like(threshold=25)"), gold, metric).n == 3
    assert (
        correlation(make_statistic("kendall-like(threshold=25,tie_rule=exact)"), gold, metric).n
        == 2
    )
    assert correlation(make_statistic("kendall-like(threshold=25.01)"), gold, metric).n == 2
    many, longer = (np.repeat(scores, 30, axis=0) for scores in (gold, metric))  # sorted
    assert correlation(make_statistic("kendall-like(threshold=25)"), many, longer).n == 3 * 900
    # 0.4 - 0.3 is 0.10000000000000003.
    gold, metric = np.array([[1.0], [1.0]]), np.array([[0.4], [0.3]])
    assert correlation(make_statistic("acc-eq(epsilon=0.1)"), gold, metric).value == 1
    assert (
        correlation(make_statistic("acc-eq(epsilon=0.1,tie_rule=exact)"), gold, metric).value == 0
    )


def test_ties_by_rounding_are_counted():
    gold = np.array([[0.1 + 0.2, 1.0], [0.3, 1.0], [2.0, 3.0]])
    metric = np.array([[2.0, 1.0], [1.0, 2.0], [3.0, 3.0]])
    for average, number in (("item", 1), ("none", 1), ("system", 0)):
        found = correlation(make_statistic("kendall-b"), gold, metric, average, details=True)
        assert found.noise == number
    exact = correlation(
        make_statistic("kendall-b(tie_rule=exact)"), gold, metric, "item", details=True
    )
    assert exact.noise == 0
    assert exact.value > correlation(make_statistic("kendall-b"), gold, metric, "item").value


def test_plain_and_calibrated_accuracy_stand_beside_each_other(wmt23):
    """WMT's figures are calibrated; XCOMET has 0.6037 by them and 0.5715 where ties must be equal.

    `tie_rule=exact` gives what was published, where noise of summed tenths broke 13 ties of people;
    rounding ties these. Both were computed independently: expected_correlations.en-de.csv.
    """
    gold, metrics, published = wmt23
    assert len(published) == 24
    for row in published:
        metric = metrics[row["file"]]
        exact, rounded, plain = (
            correlation(make_statistic(f"acc-eq({options})"), gold, metric, "item", details=True)
            for options in ("epsilon=calibrated,tie_rule=exact", "epsilon=calibrated", "")
        )
        assert exact.value == pytest.approx(float(row["recomputed"]), abs=1e-9)
        assert exact.value == pytest.approx(float(row["published"]), abs=6e-8)
        assert exact.epsilon == pytest.approx(float(row["epsilon"]), rel=1e-6)
        wanted = float(row["recomputed_gold_rounded_9"])
        assert rounded.value == pytest.approx(wanted, abs=1e-9)
        assert plain.calibrated == rounded.calibrated == rounded.value
        assert plain.plain == rounded.plain == plain.value
        assert (exact.noise, rounded.noise) == (0, 13)
        if row["metric"] == "XCOMET-Ensemble":
            assert (plain.value, plain.calibrated) == pytest.approx((0.5715, 0.6037), abs=5e-5)


@pytest.fixture(scope="module")
def wmt23(reference_data):
    """MQM scores of 12 systems on 557 segments, metrics, and published accuracies."""
    folder = reference_data / "wmt23"
    scores = [folder / "human-scores/en-de.mqm.seg.score.gz"]
    scores += sorted((folder / "metric-scores/en-de").glob("*.seg.score.gz"))
    read = tertium.read_scores(
        scores, gold="en-de.mqm", level="segment", without=["refA", "synthetic_ref"]
    )
    published = [
        row
        for row in rows(folder / "expected_correlations.en-de.csv")
        if (row["statistic"], row["grouping"]) == ("acc_eq", "item")
    ]
    return read.human, read.scores, published
