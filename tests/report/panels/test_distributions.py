from dataclasses import replace
from functools import partial

from tests.report._results import beside_baseline, of_all_pairs, of_two
from tests.report.panels._blocks import blocks

said_of = partial(blocks, "distributions")


def test_one_for_each_metric_pair_and_test():
    said, *drawings = said_of(beside_baseline())
    assert said.text.startswith("Distributions of the differences under the null hypothesis.")
    assert len(drawings) == 2 * 3 * 2


def test_of_all_pairs_neighbours_in_rank_are_shown():
    said, *drawings = said_of(of_all_pairs())
    assert "neighbouring ranks" in said.text
    # Each of four pairs by randomization, and the two that involve several runs by permutation.
    assert len(drawings) == 2 * (4 + 2)


def test_without_a_test_there_is_nothing_to_show():
    result = of_two()
    (bleu,) = result.metrics
    (pair,) = bleu.pairs
    untested = replace(pair, tests=(replace(pair.tests[0], distribution=None),))
    assert said_of(replace(result, metrics=(replace(bleu, pairs=(untested,)),))) is None
