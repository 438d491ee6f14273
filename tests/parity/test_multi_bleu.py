"""Equality with Moses' multi-bleu.perl (mosesdecoder 34452895), `multi-bleu.perl [-lc] ref < hyp`.

Neubig's tutorial on machine translation (section 11.7) names it as the program to compare one's own
BLEU with.
"""

import re
import string

import pytest

from tertium.core.testset import TestSet
from tertium.metrics import metric
from tests.parity import _data
from tests.parity._data import SOME_SLOW

_ASCII = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


@pytest.mark.parametrize("name", SOME_SLOW)
def test_printed_digits_are_those_of_multi_bleu(name, reference_data):
    folder = reference_data / "metrics" / name
    cases = _data.expected(folder, "mteval")["multibleu"]
    assert cases
    for case in cases:
        testset = _data.testset(folder, case["refs"], 1000)
        if case["lc"]:
            testset = lowered(testset)
        made = metric("bleu(tok=none,smooth=none)")
        sums = made.stats(testset, case["sys"]).sum()
        details = made.details(sums)
        precisions = "/".join(f"{p:.1f}" for p in details["precisions"])
        printed = (
            f"BLEU = {made.score(sums):.2f}, {precisions}"
            f" (BP={details['brevity_penalty']:.3f}, ratio={details['length_ratio']:.3f},"
            f" hyp_len={details['output_length']}, ref_len={details['reference_length']})"
        )
        assert printed == re.sub(r"\s+$", "", case["out"])


def lowered(testset: TestSet) -> TestSet:
    """Lower-case as multi-bleu.perl does: ASCII letters only, since it works on bytes."""
    return TestSet.of(
        references={
            name: [line.translate(_ASCII) for line in stream]
            for name, stream in testset.references.items()
        },
        systems={
            name: [line.translate(_ASCII) for line in runs[0]]
            for name, runs in testset.outputs.items()
        },
    )
