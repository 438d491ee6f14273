"""Conditions: drawn by the seed, balanced in every HIT, shared by controls and originals."""

from collections import Counter

import pytest
from tests.campaign._testsets import made

from tertium.campaign.conditions import check_shares, draw_conditions
from tertium.campaign.design import make_design
from tertium.campaign.items import Item, ShownOutput
from tertium.campaign.settings import CampaignSettings
from tertium.core.errors import UsageError
from tertium.human.factors import condition_of, factors_of, without


def hits(judgments=280, **settings):
    given = CampaignSettings(hit_size=40, show="both", judgments=judgments, **settings)
    design = make_design(made(segments=judgments // 2), given, 2)
    return given, [hit.items for hit in design.hits]


def test_nothing_varies_by_default():
    settings, items = hits()
    assert {one for hit in draw_conditions(items, settings, prefilled=False) for one in hit} == {""}


def test_with_suggestions_every_screen_says_whether_it_has_them():
    settings, items = hits()
    drawn = draw_conditions(items, settings, prefilled=True)
    assert {one for hit in drawn for one in hit} == {"prefill"}


@pytest.mark.parametrize("share", [0, 0.3, 0.5, 0.8, 1])
def test_every_hit_has_the_share_to_within_one_output(share):
    settings, items = hits(prefill_share=share)
    for hit, drawn in zip(items, draw_conditions(items, settings, prefilled=True), strict=True):
        # A control item has the condition of its original.
        units = {
            (item.segment, item.outputs[0].system): one
            for item, one in zip(hit, drawn, strict=True)
        }
        present = sum(one == "prefill" for one in units.values())
        assert abs(present - share * len(units)) < 1


def test_control_items_have_the_condition_of_their_originals():
    settings, items = hits(reference_share=0.5)
    pairs = 0
    for hit, drawn in zip(items, draw_conditions(items, settings, prefilled=False), strict=True):
        of_original = {
            (item.segment, item.outputs[0].system): condition
            for item, condition in zip(hit, drawn, strict=True)
            if item.outputs[0].kind == "system"
        }
        for item, condition in zip(hit, drawn, strict=True):
            if item.outputs[0].kind in ("repeat", "bad_reference"):
                assert condition == of_original[item.segment, item.outputs[0].system]
                pairs += 1
    assert pairs


def test_two_factors_are_drawn_independently():
    settings, items = hits(2800, prefill_share=0.5, reference_share=0.5)
    drawn = draw_conditions(items, settings, prefilled=True)
    counts = Counter(one for hit in drawn for one in hit)
    assert set(counts) == {
        *("prefill+reference", "prefill+no-reference"),
        *("no-prefill+reference", "no-prefill+no-reference"),
    }
    # 2800 outputs and their control items: each quarter within five standard deviations.
    total = counts.total()
    assert all(abs(one - total / 4) < 5 * (total * 3 / 16) ** 0.5 for one in counts.values())


def test_the_seed_decides():
    settings, items = hits(prefill_share=0.5)
    again = draw_conditions(items, settings, prefilled=True)
    assert draw_conditions(items, settings, prefilled=True) == again
    other = CampaignSettings(hit_size=40, prefill_share=0.5, seed=6)
    assert draw_conditions(items, other, prefilled=True) != again


def test_screens_with_several_outputs_are_drawn_as_a_whole_and_documents_are_not():
    outputs = tuple(ShownOutput("system", name, "x") for name in ("a", "b"))
    items = [Item(0, outputs), Item(0, outputs[::-1]), Item(0, outputs, "document")]
    seen = set()
    for seed in range(20):
        drawn = draw_conditions(
            [items], CampaignSettings(prefill_share=0.5, seed=seed), prefilled=True
        )[0]
        assert drawn[0] == drawn[1]
        assert drawn[2] == ""
        seen.add(drawn[0])
    assert seen == {"prefill", "no-prefill"}


def test_shares_of_what_is_not_shown_are_refused():
    with pytest.raises(UsageError, match="prefill_share is a share of the items with suggested"):
        check_shares(CampaignSettings(prefill_share=0.5), "source", prefilled=False)
    for context in ("source", "reference", "nothing"):
        with pytest.raises(UsageError, match="the source must remain"):
            check_shares(CampaignSettings(reference_share=0.5), context, prefilled=False)
    check_shares(CampaignSettings(reference_share=0.5), "both", prefilled=False)


def test_names_of_conditions():
    both = "prefill+no-reference"
    assert condition_of(both, "prefill") == "prefill"
    assert condition_of(both, "reference") == "no-reference"
    assert condition_of("", "reference") == ""
    assert without(both, "prefill") == "no-prefill+no-reference"
    assert without("reference", "prefill") == "reference"
    assert factors_of(["", both, "reference"]) == ["prefill", "reference"]
