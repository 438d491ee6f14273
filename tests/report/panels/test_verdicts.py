from functools import partial

from tests.report._results import beside_baseline, of_all_pairs
from tests.report.panels._blocks import blocks

from tertium.core.notices import sentences
from tertium.report.wording import P_VALUE

said_of = partial(blocks, "verdicts")


def test_every_verdict_stands_under_its_metric():
    result = beside_baseline()
    bleu, ter, mind = said_of(result)
    assert (bleu.title, ter.title, mind.title) == ("BLEU", "TER", "Keep in mind")
    assert not bleu.folded
    assert sorted([*bleu.items, *ter.items]) == sorted(result.verdicts)
    assert mind.items == [*sentences(result.warnings), P_VALUE]


def test_many_are_folded():
    bleu, *_ = said_of(of_all_pairs())
    assert bleu.folded
    assert bleu.title == "BLEU: 10 verdicts"
    assert len(bleu.items) == 10
