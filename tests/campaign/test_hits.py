"""HITs: seven outputs and three control items per set, far from their originals."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from tests.campaign._testsets import made, single

from tertium.campaign.design import make_design
from tertium.campaign.hits import make_hit
from tertium.campaign.items import Output
from tertium.campaign.settings import CampaignSettings


def items_of(hits, **options):
    testset = made(60, 3, reference=options.pop("reference", True))
    design = make_design(testset, CampaignSettings(judgments=70 * hits, **options), 1)
    return [[single(item) for item in hit.items] for hit in design.hits]


def test_a_hit_has_70_outputs_and_ten_control_items_of_each_kind():
    for items in items_of(2):
        assert Counter(item.kind for item in items) == {
            "system": 70,
            "bad_reference": 10,
            "repeat": 10,
            "reference": 10,
        }


@pytest.mark.parametrize(("size", "apart"), [(100, 41), (60, 21), (20, 1)])
def test_control_items_are_far_from_their_originals(size, apart):
    for items in items_of(2, hit_size=size):
        at = {(i.system, i.segment): n for n, i in enumerate(items) if i.kind == "system"}
        for place, item in enumerate(items):
            if item.kind in ("bad_reference", "repeat"):
                assert abs(place - at[item.system, item.segment]) >= apart
            if item.kind == "reference":
                assert any(
                    (f"s{number}", item.segment) in at
                    and abs(place - at[f"s{number}", item.segment]) >= apart
                    for number in range(3)
                )


def test_control_items_of_a_set_have_three_different_originals():
    for items in items_of(1):
        for begin in range(0, 100, 10):
            part = items[begin : begin + 10]
            assert sorted(item.kind for item in part) == [
                "bad_reference",
                "reference",
                "repeat",
                *["system"] * 7,
            ]
            originals = [(i.system, i.segment) for i in part if i.kind != "system"]
            assert len(set(originals)) == 3


def test_without_a_reference_its_items_become_outputs():
    (items,) = items_of(1, reference=False)
    assert Counter(item.kind for item in items) == {"system": 80, "bad_reference": 10, "repeat": 10}


def test_degraded_texts_differ_and_repeats_do_not():
    (items,) = items_of(1)
    texts = {(i.system, i.segment): i.text for i in items if i.kind == "system"}
    for item in items:
        if item.kind == "repeat":
            assert item.text == texts[item.system, item.segment]
        if item.kind == "bad_reference":
            assert item.text != texts[item.system, item.segment]


def test_an_output_that_cannot_be_degraded_is_replaced_by_another():
    outputs = [Output(n, "a", "The" if n % 3 else f"good text {n}") for n in range(6)]
    for seed in range(20):
        items = make_hit(outputs, 2, lambda text, _: text.split()[0], lambda _: None, Random(seed))
        assert Counter(single(item).kind for item in items)["bad_reference"] == 2


def test_if_nothing_can_be_degraded_the_item_is_a_repeat():
    outputs = [Output(n, "a", "The") for n in range(6)]
    items = make_hit(outputs, 2, lambda text, _: text, lambda _: None, Random(1))
    assert Counter(single(item).kind for item in items) == {"system": 6, "repeat": 4}


def test_no_position_betrays_a_control_item():
    """Over many HITs, control items stand at every place of a set about equally often."""
    counts: Counter[tuple[int, str]] = Counter()
    for seed in range(30):
        design = make_design(made(60, 3), CampaignSettings(judgments=70, seed=seed), 1)
        for place, item in enumerate(design.hits[0].items):
            counts[place % 10, single(item).kind] += 1
    for place, kind in product(range(10), ("bad_reference", "repeat", "reference")):
        # 300 sets, each place with probability 1/10: 30 expected, standard deviation 5.2.
        assert 8 <= counts[place, kind] <= 56
