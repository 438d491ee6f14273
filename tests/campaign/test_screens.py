"""Screens with several outputs, documents in their order, and their control items."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.campaign.design import make_design
from tertium.campaign.items import Item, Output
from tertium.campaign.screens import Screens, units_of_segments
from tertium.campaign.settings import CampaignSettings
from tertium.core.errors import UsageError
from tertium.core.testset import TestSet


def documents(lengths, systems=4, shared=()):
    """Documents of some lengths; on shared segments all systems agree."""
    segments = sum(lengths)
    return TestSet.of(
        systems={
            f"s{number}": [
                f"output {n} with several words by {0 if n in shared else number}"
                for n in range(segments)
            ]
            for number in range(systems)
        },
        source=[f"source {n}" for n in range(segments)],
        document_ids=[f"d{place}" for place, length in enumerate(lengths) for _ in range(length)],
    )


def judged(design):
    """How often each annotator judges each output, control items left out."""
    counts: Counter[tuple[int | None, int, str]] = Counter()
    for hit in design.hits:
        for item in hit.items:
            for output in item.outputs:
                if output.kind == "system" and item.level == "segment":
                    counts[hit.annotator, item.segment, output.system] += 1
    return counts


@settings(max_examples=60, deadline=None)
@given(
    segments=st.integers(4, 30),
    systems=st.integers(1, 7),
    per_item=st.integers(1, 5),
    annotators=st.integers(0, 4),
    context=st.booleans(),
    design=st.sampled_from(["independent", "paired"]),
    share=st.sampled_from([0.0, 0.1, 0.5]),
    size=st.integers(3, 40),
    seed=st.integers(0, 2**32),
)
def test_every_output_is_judged_once(
    segments, systems, per_item, annotators, context, design, share, size, seed
):
    testset = documents([segments - segments // 3, segments // 3], systems)
    # The first unit of a paired document may be all that there is to judge.
    annotators = min(annotators, 1 if context else segments)
    chosen = CampaignSettings(
        **{"systems_per_item": per_item, "context": context, "design": design},
        **{"hit_size": size if context or per_item > 1 else 20, "control_share": share},
        seed=seed,
    )
    if not context and per_item == 1:
        return
    made = make_design(testset, chosen, annotators)
    counts = judged(made)
    assert len(counts) == segments * systems
    assert set(counts.values()) == {1}
    assert made.judgments == segments * systems
    if design == "paired":
        owners: dict[int, set[int | None]] = {}
        for place, hit in enumerate(made.hits):
            owner = place if hit.annotator is None else hit.annotator
            for item in hit.items:
                owners.setdefault(item.segment, set()).add(owner)
        assert all(len(found) == 1 for found in owners.values())
    for hit in made.hits:
        kinds = Counter(output.kind for item in hit.items for output in item.outputs)
        assert not share or not set(kinds) - {"system", "bad_reference", "repeat"}
        assert share or set(kinds) == {"system"}


@pytest.mark.parametrize("per_item", [2, 3, 5])
def test_all_pairs_of_systems_meet_about_equally_often(per_item):
    testset = documents([600], 5)
    chosen = CampaignSettings(systems_per_item=per_item, control_share=0, seed=3)
    pairs: Counter[tuple[str, ...]] = Counter()
    for hit in make_design(testset, chosen, 3).hits:
        for item in hit.items:
            pairs.update(combinations(sorted(output.system for output in item.outputs), 2))
    # 10 pairs; 600 segments have 2 (sizes 2 2 1), 4 (3 2) or 10 pairs each.
    expected = {2: 120, 3: 240, 5: 600}[per_item]
    assert len(pairs) == 10
    # A binomial count of mean 120 has a standard deviation below 11.
    assert all(abs(count - expected) <= 44 for count in pairs.values())


def test_documents_are_judged_in_their_order_with_the_same_columns():
    testset = documents([5, 3, 6, 4], 4)
    chosen = CampaignSettings(context=True, systems_per_item=2, hit_size=20, document_score=True)
    for hit in make_design(testset, chosen, 2).hits:
        blocks: dict[int, list[Item]] = {}
        for item in hit.items:
            assert item.block is not None
            blocks.setdefault(item.block, []).append(item)
        assert list(blocks) == sorted(blocks)
        for items in blocks.values():
            assert len({tuple(o.system for o in item.outputs) for item in items}) == 1
            control = items[0].outputs[0].kind != "system"
            segments = [item.segment for item in items if item.level == "segment"]
            assert segments == list(range(segments[0], segments[0] + len(segments)))
            assert [item.level for item in items].count("document") == (0 if control else 1)
            if not control:
                last = items[-1]
                assert last.level == "document"
                assert last.outputs[0].text.count("\n") == len(segments) - 1


def test_control_units_degrade_all_outputs_but_one_after_their_originals():
    testset = documents([40], 4)
    chosen = CampaignSettings(systems_per_item=4, hit_size=44, control_share=0.1)
    (hit,) = make_design(testset, chosen, 1).hits
    controls = [item for item in hit.items if item.outputs[0].kind != "system"]
    assert len(controls) == 4
    first = {item.segment: place for place, item in reversed(list(enumerate(hit.items)))}
    texts = {
        (item.segment, o.system): o.text
        for item in hit.items
        for o in item.outputs[:]
        if o.kind == "system"
    }
    for place, item in enumerate(hit.items):
        if item not in controls:
            continue
        assert place > first[item.segment] + 1
        kinds = Counter(output.kind for output in item.outputs)
        assert kinds == {"bad_reference": 3, "repeat": 1}
        for output in item.outputs:
            same = output.text == texts[item.segment, output.system]
            assert same == (output.kind == "repeat")


def test_documents_with_one_output_on_a_screen_are_degraded_in_part():
    chosen = CampaignSettings(context=True, hit_size=40)
    (hit,) = make_design(documents([8, 8, 8], 1), chosen, 1).hits
    kinds = Counter(item.outputs[0].kind for item in hit.items)
    assert kinds == {"system": 24, "bad_reference": 4, "repeat": 4}


def test_more_judgments_are_by_other_annotators():
    chosen = CampaignSettings(systems_per_item=3, judgments=2 * 90, hit_size=40)
    design = make_design(documents([30], 3), chosen, 3)
    counts = judged(design)
    assert set(counts.values()) == {1}
    assert Counter((segment, system) for _, segment, system in counts) == {
        (segment, f"s{system}"): 2 for segment in range(30) for system in range(3)
    }


def test_segments_whose_outputs_are_all_equal_cannot_be_compared():
    outputs = [[Output(0, "a+b", "x")], [Output(1, "a", "x"), Output(1, "b", "y")]]
    units = list(units_of_segments(outputs, Screens(2, 2, False, False), Random(1)))
    assert [unit.items[0].segment for unit in units] == [1]


def test_a_group_that_is_too_small_borrows_an_output():
    outputs = [[Output(0, name, name) for name in "abc"]]
    (first, second) = units_of_segments(outputs, Screens(2, 2, False, False), Random(1))
    assert [len(unit.items[0].outputs) for unit in (first, second)] == [2, 2]
    assert {o.system for unit in (first, second) for o in unit.items[0].outputs} == set("abc")


@pytest.mark.parametrize(
    ("testset", "options", "annotators", "message"),
    [
        (documents([9], 2), {"systems_per_item": 2, "judgments": 40}, 2, "can give: the test set"),
        (documents([2], 2), {"systems_per_item": 2}, 3, "4 judgments are too few for 3 annotators"),
        (
            TestSet.of(systems={"a": ["x"]}, source=["y"]),
            {"context": True},
            1,
            "context=True needs documents",
        ),
    ],
)
def test_what_does_not_fit_is_refused(testset, options, annotators, message):
    with pytest.raises(UsageError, match=message):
        make_design(testset, CampaignSettings(**options), annotators)


def test_a_score_of_documents_needs_documents():
    with pytest.raises(UsageError, match="document_score=True applies to documents"):
        CampaignSettings(document_score=True)
