"""Equality with sacreBLEU 2.6.0 on real text, all options stored in the reference data.

The values were made with sacreBLEU's Python API; the commands are in data/metrics/README.md.
"""

import numpy as np
import pytest

from tertium.metrics import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW

_CHRF = {
    "chrF2": "chrf",
    "chrF2++": "chrf(word_order=2)",
    "chrF3": "chrf(beta=3)",
    "chrF1": "chrf(beta=1)",
    "chrF2_lc": "chrf(lc=true)",
    "chrF2_ws": "chrf(whitespace=true)",
    "chrF2_eps": "chrf(eps_smoothing=true)",
    "chrF2+": "chrf(word_order=1)",
    "chrF2_c4": "chrf(char_order=4)",
}


@pytest.fixture(params=SOME_SLOW)
def folder(request, reference_data):
    return reference_data / "metrics" / request.param


def bleu(tok: str, lc: bool, smooth: str, eff: bool):
    return metric(f"bleu(tok={tok},lc={lc},smooth={smooth},eff={eff})")


def test_corpus_bleu(folder):
    cases = _data.expected(folder, "sacrebleu_corpus")["bleu"]
    signatures = set()
    known: dict[tuple[object, ...], list[float]] = {}  # smoothing does not change the statistics
    for case in cases:
        testset = _data.testset(folder, case["refs"], case["n"])
        made = bleu(case["tok"], case["lc"], case["smooth"], case["eff"])
        key = tuple(case[name] for name in ("refs", "n", "tok", "lc", "sys"))
        if key not in known:
            known[key] = made.stats(testset, case["sys"]).sum()
        sums = known[key]
        details = made.details(sums)
        assert made.score(sums) == pytest.approx(case["score"], rel=1e-12, abs=1e-12)
        assert details["precisions"] == pytest.approx(case["precisions"], rel=1e-12)
        assert details["brevity_penalty"] == pytest.approx(case["bp"], rel=1e-12)
        assert (details["output_length"], details["reference_length"]) == (
            case["sys_len"],
            case["ref_len"],
        )
        if case["smooth"] != "add-k":  # there sacreBLEU stores the smoothed counts
            assert sums[:4] == case["counts"]
            assert sums[4:8] == case["totals"]
        if "sig" in case:
            signatures.add(case["sig"])
            assert made.signature(testset) == case["sig"]
    assert len(signatures) > 4


def test_corpus_chrf(folder):
    cases = _data.expected(folder, "sacrebleu_corpus")["chrf"]
    assert {case["name"] for case in cases} == set(_CHRF)
    for case in cases:
        testset = _data.testset(folder, case["refs"], 1000)
        made = metric(_CHRF[case["name"]])
        sums = made.stats(testset, case["sys"]).sum()
        assert made.score(sums) == pytest.approx(case["score"], rel=1e-12)
        assert made.signature(testset) == case["sig"]
        assert case["text"].startswith(f"{made.title} = ")


def test_segment_bleu(folder):
    expected = _data.expected(folder, "sacrebleu_segment")
    cases = expected["bleu"] | expected["bleu_smooth"]
    for key, systems in cases.items():
        references, tok, case, smooth, eff = key.split("|")
        testset = _data.testset(folder, references, 1000)
        made = bleu(tok, case == "lc", smooth, eff == "eff")
        for system, scores in systems.items():
            rows = made.stats(testset, system).rows
            np.testing.assert_allclose(made.scores(rows), scores, atol=1e-8, rtol=0)


def test_segment_bleu_statistics(folder):
    expected = _data.expected(folder, "sacrebleu_segment")["bleu_stats"]
    for key, systems in expected.items():
        references, tok = key.split("|")
        testset = _data.testset(folder, references, 1000)
        for system, statistics in systems.items():
            rows = metric(f"bleu(tok={tok})").stats(testset, system).rows
            theirs = np.array(statistics)
            np.testing.assert_array_equal(rows[:, 8:], theirs[:, :2])
            np.testing.assert_array_equal(rows[:, :8], theirs[:, 2:])


def test_segment_chrf(folder):
    for key, systems in _data.expected(folder, "sacrebleu_segment")["chrf"].items():
        references, name = key.split("|")
        testset = _data.testset(folder, references, 1000)
        made = metric(_CHRF[name])
        for system, scores in systems.items():
            rows = made.stats(testset, system).rows
            np.testing.assert_allclose(made.scores(rows), scores, atol=1e-8, rtol=0)


@pytest.mark.slow
def test_ter(folder):
    expected = _data.expected(folder, "sacrebleu_ter")
    for case in expected["corpus"]:
        testset = _data.testset(folder, case["refs"], case["n"])
        made = ter(
            case["normalized"], case["no_punct"], case["asian_support"], case["case_sensitive"]
        )
        sums = made.stats(testset, case["sys"]).sum()
        assert sums == pytest.approx([case["edits"], case["ref_len"]], rel=1e-12)
        assert made.score(sums) == pytest.approx(case["score"], rel=1e-12)
        assert made.signature(testset) == case["sig"]
    for key, systems in expected["segment"].items():
        references, *flags = key.split("|")
        values = {flag.split(":")[0]: int(flag.split(":")[1]) for flag in flags}
        testset = _data.testset(folder, references, values["n"])
        made = ter(values["nr"], values["np"], values["as"], values["cs"])
        for system, columns in systems.items():
            rows = made.stats(testset, system).rows
            assert rows[:, 0].tolist() == columns["edits"]
            assert rows[:, 1].tolist() == pytest.approx(columns["ref_len"], rel=1e-12)


def ter(normalized, no_punct, asian_support, case_sensitive):
    return metric(
        f"ter(normalized={bool(normalized)},no_punct={bool(no_punct)},"
        f"asian_support={bool(asian_support)},case_sensitive={bool(case_sensitive)})"
    )
