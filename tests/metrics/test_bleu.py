import math

import numpy as np
import pytest

import tertium
from tertium.core.errors import ParameterError
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.metrics import metric

# Of "a b c d" against "a b x d": 3 of 4 words, 1 of 3 bigrams, 0 of 2 trigrams, 0 of 1 4-gram.
OUTPUT, REFERENCE = ["a b c d"], [["a b x d"]]


def test_a_word_matches_at_most_as_often_as_in_one_reference():
    # Papineni et al. 2002, section 2.1: 2/7.
    score = tertium.bleu(
        ["the the the the the the the"],
        [["The cat is on the mat."], ["There is a cat on the mat."]],
        order=1,
        lc=True,
    )
    assert score.stats.sum() == [2, 7, 7, 7]
    assert score.value == pytest.approx(100 * 2 / 7)


def test_geometric_mean_of_the_precisions():
    # "a b c d e" against "a b c d x": 4/5, 3/4, 2/3, 1/2; their product is 1/5.
    score = tertium.bleu(["a b c d e"], [["a b c d x"]])
    assert score.value == pytest.approx(100 * (1 / 5) ** (1 / 4))
    assert score.details["precisions"] == pytest.approx([80, 75, 200 / 3, 50])


def test_counts_are_summed_before_they_are_divided():
    # Words 1/1 and 1/3: 2/4, not the mean 2/3.
    score = tertium.bleu(["a", "a x y"], [["a", "a b c"]], order=1)
    assert score.value == pytest.approx(50)


@pytest.mark.parametrize(
    ("output", "reference", "penalty"),
    [
        ("a b c", "a b c d", math.exp(1 - 4 / 3)),
        ("a b c d", "a b c d", 1),
        ("a b c d e", "a b c d", 1),
        ("", "a b c d", 0),
        ("", "", 1),
        ("a", "", 1),
    ],
)
def test_brevity_penalty(output, reference, penalty):
    score = tertium.bleu([output], [[reference]], order=1)
    assert score.details["brevity_penalty"] == pytest.approx(penalty)


@pytest.mark.parametrize(
    ("lengths", "closest"),
    [((3, 5), 3), ((5, 3), 3), ((6, 3), 3), ((2, 5), 5), ((9, 4, 4), 4), ((0, 9), 0), ((8, 0), 0)],
)
def test_reference_length_is_the_closest_and_of_equals_the_shorter(lengths, closest):
    references = [[" ".join("r" * length)] for length in lengths]
    score = tertium.bleu(["a b c d"], references)
    assert score.details["reference_length"] == closest


@pytest.mark.parametrize(
    ("smooth", "value", "precisions"),
    [
        # Each order without a match halves anew: 1/2 of a match, then 1/4.
        ("exp", None, (3 / 4, 1 / 3, 1 / 4, 1 / 4)),
        ("exp", 7.0, (3 / 4, 1 / 3, 1 / 4, 1 / 4)),
        ("floor", None, (3 / 4, 1 / 3, 0.1 / 2, 0.1 / 1)),
        ("floor", 0.5, (3 / 4, 1 / 3, 0.5 / 2, 0.5 / 1)),
        ("floor", 0.0, (3 / 4, 1 / 3, 0, 0)),
        # One more match and one more n-gram, but for unigrams; the product is 1/16.
        ("add-k", None, (3 / 4, 2 / 4, 1 / 3, 1 / 2)),
        ("add-k", 2.0, (3 / 4, 3 / 5, 2 / 4, 2 / 3)),
        ("add-k", 0.0, (3 / 4, 1 / 3, 0, 0)),
        ("none", None, (3 / 4, 1 / 3, 0, 0)),
        ("mteval", None, (3 / 4, 1 / 3, 1 / 4, 1 / 4)),
        # Half and a quarter of log(4) / 5, of 2 trigrams and of one 4-gram.
        ("log-length", None, (3 / 4, 1 / 3, math.log(4) / 20, math.log(4) / 20)),
        ("log-length", 2.0, (3 / 4, 1 / 3, math.log(4) / 8, math.log(4) / 8)),
        # Means of the one before, of which the first is 3/4 + 1, the one itself and the next.
        ("average", None, (17 / 18, 23 / 54, 23 / 162, 23 / 486)),
        # The prior of trigrams is (1/3)^2 / (3/4), that of 4-grams the next in that series.
        ("prior", None, (3 / 4, 1 / 3, (5 * 4 / 27) / 7, (5 * (20 / 189) ** 2 * 3) / 6)),
        ("prior", 1.0, (3 / 4, 1 / 3, (4 / 27) / 3, ((4 / 81) ** 2 * 3) / 2)),
        ("prior", 0.0, (3 / 4, 1 / 3, 0, 0)),
    ],
)
def test_smoothing(smooth, value, precisions):
    score = tertium.bleu(OUTPUT, REFERENCE, smooth=smooth, smooth_value=value)
    assert score.details["precisions"] == pytest.approx([100 * p for p in precisions])
    assert score.value == pytest.approx(100 * math.prod(precisions) ** (1 / 4))


def test_log_length_then_average():
    score = tertium.bleu(OUTPUT, REFERENCE, smooth="log-length-average")
    p = [3 / 4, 1 / 3, math.log(4) / 20, math.log(4) / 20, 0]
    expected, mean = [], p[0] + 1
    for n in range(4):
        mean = (mean + p[n] + p[n + 1]) / 3
        expected.append(100 * mean)
    assert score.details["precisions"] == pytest.approx(expected)


def test_averages_look_at_one_order_more():
    assert metric("bleu(smooth=average)").columns[:5] == tuple(f"matches_{n}" for n in range(1, 6))
    # All five precisions are 1: 4/3, 10/9, 28/27, 82/81.
    score = tertium.bleu(["a b c d e"], [["a b c d e"]], smooth="average")
    product = 4 / 3 * 10 / 9 * 28 / 27 * 82 / 81
    assert score.value == pytest.approx(100 * product ** (1 / 4))


@pytest.mark.parametrize(
    ("smooth", "precisions"),
    [
        ("mteval", (1 / 2, 1 / 2, 1, 1)),  # 1 of 2 words, smoothed half a pair
        ("average", ((3 / 2 + 1 / 2) / 3, 2 / 9, 2 / 27, 2 / 81)),
        ("prior", (1 / 2, 0, 0, 0)),
    ],
)
@pytest.mark.parametrize("eff", [False, True])
def test_smoothings_that_know_a_precision_for_orders_longer_than_the_output(
    smooth, precisions, eff
):
    score = tertium.bleu(["a x"], [["a b"]], smooth=smooth, eff=eff)
    assert score.details["precisions"] == pytest.approx([100 * p for p in precisions])
    if smooth != "prior":
        assert score.value == pytest.approx(100 * math.prod(precisions) ** (1 / 4))


def test_mteval_smooths_an_output_without_any_match_but_not_an_empty_one():
    # 1/2 of a match in 5 words, 1/4 in 4 pairs, 1/8 in 3, 1/16 in 2.
    score = tertium.bleu(["x y z w v"], [["a b c d e"]], smooth="mteval")
    assert score.value == pytest.approx(100 * (1 / 10 / 16 / 24 / 32) ** (1 / 4))
    assert tertium.bleu([""], [["a"]], smooth="mteval").value == 0
    assert tertium.bleu([""], [[""]], smooth="mteval").value == 0


SMOOTHINGS = (
    *("exp", "floor", "add-k", "none", "log-length", "average", "prior", "log-length-average"),
)


@pytest.mark.parametrize("smooth", SMOOTHINGS)
@pytest.mark.parametrize("eff", [False, True])
def test_without_any_match_the_score_is_0_however_smoothed(smooth, eff):
    score = tertium.bleu(["x y z w v"], [["a b c d e"]], smooth=smooth, eff=eff)
    assert score.value == 0
    assert score.details["precisions"] == [0, 0, 0, 0]


def test_effective_order_leaves_out_orders_that_the_output_is_too_short_for():
    assert tertium.bleu(["a b"], [["a b"]]).value == 0
    assert tertium.bleu(["a b"], [["a b"]], eff=True).value == pytest.approx(100)
    # 1/2 of the words and, smoothed, 1/2 of the bigrams.
    assert tertium.bleu(["a x"], [["a b"]], eff=True).value == pytest.approx(50)
    assert tertium.bleu(["a x"], [["a b"]], eff=True, smooth="none").value == 0


def test_add_k_gives_short_outputs_a_perfect_precision_for_longer_orders():
    # (0 + 1) / (0 + 1) for trigrams and 4-grams, so sacreBLEU counts them.
    score = tertium.bleu(["a b"], [["a b"]], smooth="add-k")
    assert score.details["precisions"] == pytest.approx([100, 100, 100, 100])
    assert score.value == pytest.approx(100)


def test_empty_output_scores_0_and_empty_reference_too():
    assert tertium.bleu([""], [["a b c d"]]).value == 0
    assert tertium.bleu(["a b c d"], [[""]]).value == 0
    assert tertium.bleu([""], [[""]]).value == 0
    assert tertium.bleu(["a b c d"], [[""]]).details["length_ratio"] == 0


def test_an_empty_reference_is_not_a_missing_one():
    # With "" the closest length to 2 words is 0; without it 9.
    nine = "a b c d e f g h i"
    empty = tertium.bleu(["a b", "c"], [[nine, "c"], ["", "c"]])
    missing = tertium.bleu(["a b", "c"], [[nine, "c"], [None, "c"]])
    assert empty.details["reference_length"] == 0 + 1
    assert missing.details["reference_length"] == 9 + 1
    assert empty.signature.startswith("nrefs:2|")
    assert missing.signature.startswith("nrefs:var|")


def test_every_reference_can_lend_n_grams():
    # "a b c d": "a b" of the first, "c d" of the second; "b c" of none.
    score = tertium.bleu(["a b c d"], [["a b x y"], ["x y c d"]], order=2)
    assert score.stats.sum() == [4, 2, 4, 3, 4, 4]


def test_lower_case_and_tokenizer():
    assert tertium.bleu(["A b!"], [["a B !"]], order=1).value == pytest.approx(100 / 3)
    assert tertium.bleu(["A b!"], [["a B !"]], order=1, lc=True).value == pytest.approx(100)
    assert tertium.bleu(["a b!"], [["a b !"]], tok="none").details["output_length"] == 2
    assert tertium.bleu(["a b!"], [["a b !"]], tok="char").details["output_length"] == 3


@pytest.mark.parametrize(
    ("language", "tokenizer"),
    [("", "13a"), ("de", "13a"), ("zh", "zh"), ("ja", "ja-mecab-0.996-IPA"), ("ko", "ko-mecab")],
)
def test_the_target_language_chooses_the_tokenizer(language, tokenizer):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]}, target_language=language)
    assert f"|tok:{tokenizer}" in metric("bleu").signature(testset)
    assert "|tok:intl|" in metric("bleu(tok=intl)").signature(testset)


def test_title_columns_details_and_description():
    bleu = metric("bleu(order=2)")
    assert bleu.title == "BLEU"
    assert bleu.higher_is_better
    assert bleu.columns == (
        *("matches_1", "matches_2", "total_1", "total_2"),
        *("output_length", "reference_length"),
    )
    score = tertium.bleu(["a b c"], [["a b d e"]])
    assert score.details == {
        "precisions": pytest.approx([200 / 3, 50, 50, 0]),
        "brevity_penalty": pytest.approx(math.exp(1 - 4 / 3)),
        "length_ratio": 0.75,
        "output_length": 3,
        "reference_length": 4,
    }
    # sacreBLEU's own line for the two texts.
    assert score.metric.description(score.details) == (
        "66.7/50.0/50.0/0.0 (BP = 0.717 ratio = 0.750 hyp_len = 3 ref_len = 4)"
    )


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("bleu", "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"),
        ("bleu(lc=true,eff=true)", "nrefs:1|case:lc|eff:yes|tok:13a|smooth:exp|version:2.6.0"),
        (
            "bleu(smooth=floor)",
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:floor[0.10]|version:2.6.0",
        ),
        (
            "bleu(smooth=add-k,smooth_value=2)",
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:add-k[2.00]|version:2.6.0",
        ),
        (
            "bleu(smooth=log-length)",
            f"bleu(smooth=log-length)|nrefs:1|tok:13a|version:tertium-{VERSION}",
        ),
        ("bleu(order=3)", "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|order:3|version:2.6.0"),
    ],
)
def test_signature(spec, signature):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric(spec).signature(testset) == signature


@pytest.mark.parametrize("order", range(1, 7))
@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
@pytest.mark.parametrize("eff", [False, True])
def test_every_order_scores_as_in_sacrebleu(order, smooth, eff):
    from sacrebleu.metrics.bleu import BLEU

    outputs = ["the cat sat on the mat today", "a b", "one two three four five six"]
    references = ["the cat sat on a mat", "a b", "one two three four six five"]
    theirs = BLEU(max_ngram_order=order, smooth_method=smooth, effective_order=eff)
    expected = theirs.corpus_score(outputs, [references])
    score = tertium.bleu(outputs, [references], order=order, smooth=smooth, eff=eff)
    assert score.value == pytest.approx(expected.score, rel=1e-12)
    assert score.details["precisions"] == pytest.approx(expected.precisions, rel=1e-12)


def test_segments_are_scored_with_effective_order():
    score = tertium.bleu(["a b", "a b c d"], [["a b", "a b c d"]])
    assert score.metric.for_segments() == metric("bleu(eff=true)")
    assert score.segments == pytest.approx([100, 100])
    assert "|eff:no|" in score.signature
    assert "|eff:yes|" in score.segment_signature


@pytest.mark.parametrize(
    "spec",
    [
        "bleu",
        "bleu(eff=true)",
        "bleu(smooth=floor)",
        "bleu(smooth=add-k,eff=true)",
        "bleu(smooth=none)",
        "bleu(order=2,smooth=none,eff=true)",
        "bleu(smooth=mteval)",
        "bleu(smooth=log-length,eff=true)",
        "bleu(smooth=average)",
        "bleu(smooth=average,eff=true)",
        "bleu(smooth=prior)",
        "bleu(order=1,smooth=log-length-average)",
    ],
)
def test_scores_of_a_block_are_those_of_its_rows(spec):
    outputs = ["a b c d e", "", "a", "x y z w", "a b x d e f", "a b"]
    references = ["a b c d e", "a", "", "a b c d", "a b c d e f g", "a b"]
    testset = TestSet.of(references=[references], systems={"s": outputs})
    made = metric(spec)
    rows = made.stats(testset, "s").rows
    one_by_one = [made.score([float(number) for number in row]) for row in rows]
    assert made.scores(rows).tolist() == pytest.approx(one_by_one, rel=1e-14)
    block = np.stack([rows, rows[::-1]])
    assert made.scores(block).tolist() == [
        made.scores(rows).tolist(),
        made.scores(rows[::-1]).tolist(),
    ]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"smooth": "laplace"},
            "must be one of exp, floor, add-k, none, mteval, log-length, average, prior,"
            " log-length-average. Got 'laplace'",
        ),
        (
            {"smooth": "log-length", "smooth_value": 0.0},
            "'smooth_value' parameter of bleu must be above 0 for log-length. Got 0.0 instead",
        ),
        ({"smooth_value": -0.1}, "must be at least 0. Got -0.1"),
        ({"order": 0}, "must be at least 1. Got 0"),
        ({"tok": "14a"}, "'tok' parameter of bleu must be one of 13a, char"),
        ({"lc": 2}, "'lc' parameter of bleu must be true or false. Got 2"),
        ({"orders": 4}, "bleu has no parameter 'orders'. Did you mean 'order'"),
    ],
)
def test_bad_parameters_are_refused_with_a_message(parameters, message):
    with pytest.raises(ParameterError) as error:
        tertium.bleu(["a"], [["a"]], **parameters)
    assert message in str(error.value)
