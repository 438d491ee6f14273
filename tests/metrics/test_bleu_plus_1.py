import pytest

import tertium
from tertium.api.score import score
from tertium.core.testset import TestSet
from tertium.metrics import metric


def scored(output: str, reference: str, spec: str = "bleu+1"):
    return score(TestSet.of(references=[[reference]], systems={"s": [output]}), spec)[0]


def test_one_is_added_above_unigrams():
    # "a b c d" against "a b x d": 3/4, (1 + 1) / (3 + 1), (0 + 1) / (2 + 1), (0 + 1) / (1 + 1).
    made = scored("a b c d", "a b x d")
    assert made.details["precisions"] == pytest.approx([75, 50, 100 / 3, 50])
    assert made.value == pytest.approx(100 * (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** (1 / 4))


def test_without_a_word_in_common_it_is_0():
    assert scored("x y z w", "a b c d").value == 0


def test_it_is_bleu_with_add_k_by_another_name():
    one, other = scored("a b c", "a b d e"), scored("a b c", "a b d e", "bleu(smooth=add-k)")
    assert one.value == other.value
    assert one.signature == other.signature
    assert one.metric.title == "BLEU+1"
    assert one.own_signature.startswith("bleu+1|")


def test_smoothing_is_no_parameter():
    names = {parameter.name for parameter in metric("bleu").parameters()}
    left = {parameter.name for parameter in metric("bleu+1").parameters()}
    assert names - left == {"smooth", "smooth_value"}
    assert metric("bleu+1(lc=true,tok=intl)").for_segments() == metric(
        "bleu+1(eff=true,lc=true,tok=intl)"
    )


def test_it_can_be_called_from_python_too():
    assert tertium.bleu_plus_1(["a b c d"], [["a b c d"]]).value == pytest.approx(100)
