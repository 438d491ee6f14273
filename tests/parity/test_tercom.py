"""Equality with TERCOM 0.7.25 and 0.10.0 on real text, all flags stored in the reference data.

0.7.25 (snover/terp e45c4285): com.bbn.mt.ter.TERtest; 0.10.0 (jhclark/tercom e413d077): ter.TER;
both as `-r ref -h hyp -o ter -n out [flags]`, on OpenJDK 17.
"""

import re

import pytest

import tertium
from tertium.examples import folder
from tertium.metrics import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW

pytestmark = pytest.mark.slow

_VARIANTS = {"0.7.25": "tercom", "0.10.0": "tercom-0.10"}
_OPTIONS = {"-N": "normalized=true", "-P": "no_punct=true", "-s": "case_sensitive=true"}


@pytest.fixture(params=SOME_SLOW)
def expected(request, reference_data):
    folder = reference_data / "metrics" / request.param
    return folder, _data.expected(folder, "tercom")


def ter(version: str, flags: str):
    options = [_OPTIONS[flag] for flag in flags.split()]
    return metric(f"ter({','.join([f'variant={_VARIANTS[version]}', *options])})")


def test_edits_and_words_of_every_segment(expected):
    folder, stored = expected
    seen = set()
    for key, systems in stored["segment"].items():
        version, references, flags = key.split("|")
        seen.add(version)
        made = ter(version, "" if flags == "default" else flags)
        testset = _data.testset(folder, references, 1000)
        for system, columns in systems.items():
            rows = made.stats(testset, system).rows
            assert rows[:, 0].tolist() == columns["edits"], (key, system)
            assert rows[:, 1].tolist() == pytest.approx(columns["words"], rel=1e-12)
    assert seen == set(_VARIANTS)


def test_total(expected):
    folder, stored = expected
    for case in stored["corpus"]:
        made = ter(case["version"], case["flags"])
        testset = _data.testset(folder, case["refs"], case["n"])
        sums = made.stats(testset, case["sys"]).sum()
        edits, words = re.findall(r"[(/]([0-9.E]+)", case["total"])
        assert sums == pytest.approx([float(edits), float(words)], rel=1e-12)
        assert made.score(sums) == pytest.approx(100 * case["score"], rel=1e-12)


@pytest.mark.parametrize(
    ("spec", "total"),
    [
        ("hter(variant=tercom)", [571, 3640]),  # -r post-edits
        ("hter(variant=tercom,length=references)", [571, 3644]),  # and -a both references
    ],
)
def test_total_against_the_post_edits_of_the_example_data(spec, total):
    """0.7.25 on the system pivot: TERtest -r post-edits -h outputs [-a references]."""
    news = folder()
    testset = tertium.read(
        news / "systems" / "pivot.txt",
        references=[news / "reference.A.en.txt", news / "reference.B.en.txt"],
        layers={"post_edits": news / "post_edits" / "pivot.txt"},
    )
    assert metric(spec).stats(testset, "pivot").sum() == total
