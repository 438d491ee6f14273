"""The design of a campaign: balanced shares, nobody sees an output twice, whole HITs."""

from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.campaign._testsets import made, single

from tertium.campaign.design import make_design
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks.adequacy import Adequacy
from tertium.core.errors import UsageError
from tertium.core.testset import TestSet


def shares(design):
    """Judged outputs of each annotator, control items left out."""
    found: defaultdict[int | None, Counter[tuple[int, str]]] = defaultdict(Counter)
    for hit in design.hits:
        for item in map(single, hit.items):
            if item.kind == "system":
                found[hit.annotator][item.segment, item.system] += 1
    return found


def spread(counts, size):
    """Largest minus smallest count; a key that is absent counts as 0."""
    return max(counts.values()) - (min(counts.values()) if len(counts) == size else 0)


@settings(max_examples=60, deadline=None)
@given(
    segments=st.integers(5, 60),
    systems=st.integers(2, 9),
    annotators=st.integers(1, 5),
    part=st.floats(0, 1),
    sets=st.sampled_from([2, 4, 6, 8, 10]),
    reference=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_shares_are_balanced(segments, systems, annotators, part, sets, reference, seed):
    total = segments * systems
    full = sets * (7 if reference else 8)
    wanted = max(1, round(part * total * annotators))
    hits = -(-wanted // full)
    if total < 3 * sets or hits < annotators:
        return
    chosen = CampaignSettings(judgments=wanted, hit_size=10 * sets, seed=seed)
    design = make_design(made(segments, systems, reference=reference), chosen, annotators)
    of_segments: Counter[int] = Counter()
    of_outputs: Counter[tuple[int, str]] = Counter()
    for share in shares(design).values():
        assert set(share.values()) == {1}  # nobody judges an output twice
        assert spread(Counter(system for _, system in share.elements()), systems) <= 1
        of_segments.update(segment for segment, _ in share)
        of_outputs.update(share)
    assert spread(of_segments, segments) <= 1
    if all(
        len({segment for segment, _ in share}) == len(share) for share in shares(design).values()
    ):
        assert spread(of_outputs, total) <= 1
    assert design.judgments >= wanted
    assert design.judgments == sum(of_outputs.values())
    assert all(len(hit.items) <= 10 * sets for hit in design.hits)


@settings(max_examples=40, deadline=None)
@given(
    segments=st.integers(5, 40),
    systems=st.integers(2, 7),
    annotators=st.integers(0, 4),
    part=st.floats(0, 1),
    seed=st.integers(0, 2**32),
)
def test_paired_designs_give_all_outputs_of_a_segment_to_one_annotator(
    segments, systems, annotators, part, seed
):
    wanted = max(1, round(part * segments * systems * max(1, annotators)))
    if segments * systems < 6 or -(-wanted // 14) < annotators:
        return
    chosen = CampaignSettings(judgments=wanted, hit_size=20, design="paired", seed=seed)
    design = make_design(made(segments, systems), chosen, annotators)
    visits: Counter[tuple[int, int]] = Counter()
    # In a pool every HIT is done by one annotator.
    for place, hit in enumerate(design.hits):
        owner = place if hit.annotator is None else hit.annotator
        visits.update(
            (owner, item.segment) for item in map(single, hit.items) if item.kind == "system"
        )
    assert set(visits.values()) == {systems}
    assert spread(Counter(segment for _, segment in visits), segments) <= 1
    assert design.judgments >= wanted


def test_identical_outputs_are_judged_once_under_joined_names():
    design = make_design(made(40, 3, shared=range(10)), CampaignSettings(hit_size=20), 2)
    assert design.outputs == 100
    items = [single(item) for hit in design.hits for item in hit.items]
    systems = {item.system for item in items if item.segment < 10}
    assert systems - {"reference", "1"} == {"s0+s1+s2"}
    for share in shares(design).values():
        assert set(share.values()) == {1}
    assert sum(design.judgments_of_systems().values()) > design.judgments


def test_an_annotator_may_judge_every_output_even_if_some_are_shared():
    chosen = CampaignSettings(hit_size=20, judgments=2 * 100)
    design = make_design(made(40, 3, shared=range(10)), chosen, 2)
    assert [len(share) for share in shares(design).values()] == [100, 100]


def test_the_seed_decides_everything():
    def texts(seed):
        design = make_design(made(), CampaignSettings(hit_size=20, seed=seed), 2)
        return [item for hit in design.hits for item in hit.items]

    assert texts(1) == texts(1)
    assert texts(1) != texts(2)


def test_a_campaign_like_that_of_the_documentation():
    design = make_design(made(500, 2), CampaignSettings(judgments=1500), 6)
    assert len(design.hits) == 22  # 1,500 judgments fill 21.4 HITs of 70 outputs
    assert design.judgments == 1540
    assert design.items == 2200
    assert {len(hit.items) for hit in design.hits} == {100}


@pytest.mark.parametrize(
    ("testset", "options", "annotators", "message"),
    [
        (made(1, 2), {}, 1, "2 different outputs; a HIT of 100 items needs at least 30"),
        (made(20, 2), {"judgments": 500}, 2, "more than 2 annotators can give"),
        (made(40, 3), {"judgments": 100}, 6, "fewer than the 6 annotators"),
        (made(40, 3, source=False), {"show": "source"}, 1, "needs a source"),
        (made(40, 3, reference=False), {"show": "reference"}, 1, "needs a reference"),
        (made(40, 3, reference=False, source=False), {}, 1, "has neither"),
        (made(40, 3), {"task": "fluency", "show": "source"}, 1, "does not apply to fluency"),
        (made(9, 15), {"design": "paired", "hit_size": 20}, 1, "room for 14 outputs"),
        (TestSet.of(systems={"a": [["x"], ["y"]]}, source=["s"]), {}, 1, "2 training runs"),
        (TestSet.of(systems={"a+b": ["x"]}, source=["s"]), {}, 1, "joins the names"),
    ],
)
def test_designs_that_cannot_be_made(testset, options, annotators, message):
    with pytest.raises(UsageError, match=message):
        make_design(testset, CampaignSettings(**options), annotators)


def test_a_task_refuses_ways_to_answer_that_it_does_not_have(monkeypatch):
    monkeypatch.setattr(Adequacy, "answers", ("slider",))
    with pytest.raises(UsageError, match="does not apply to adequacy, which is answered by slider"):
        make_design(made(40, 3), CampaignSettings(answer="yes-no"), 1)


def test_hits_are_multiples_of_twenty():
    with pytest.raises(UsageError, match="multiple of 20"):
        make_design(made(), CampaignSettings(hit_size=50), 2)


@pytest.mark.parametrize("per_item", [1, 2])
def test_segments_of_a_list_alone_are_judged(tmp_path, per_item):
    path = tmp_path / "segments.txt"
    path.write_text("".join(f"{n}\n" for n in range(3, 23)))
    chosen = CampaignSettings(select=str(path), systems_per_item=per_item, hit_size=20)
    design = make_design(made(40, 2), chosen, 2)
    judged = {item.segment for hit in design.hits for item in hit.items}
    assert judged == set(range(2, 22))
    assert set(design.weights.values()) == {1}
    assert [type(one).__name__ for one in design.notices] == ["ListedSegments"]


@pytest.mark.parametrize("per_item", [1, 2])
def test_segments_on_which_systems_differ_are_judged_more_often(per_item):
    lines = [f"word{n} another{n} third{n} fourth{n} fifth{n}" for n in range(200)]
    other = [line if n % 2 else f"all else {n}" for n, line in enumerate(lines)]
    testset = TestSet.of(systems={"a": lines, "b": other}, source=lines, references=[lines])
    chosen = CampaignSettings(
        select="disagreement", judgments=160, systems_per_item=per_item, hit_size=20
    )
    design = make_design(testset, chosen, 2)
    judged = {item.segment for hit in design.hits for item in hit.items}
    assert judged == set(design.weights)
    even = [place for place in judged if place % 2 == 0]
    # Sizes are f + s: 1 if the systems agree, and 3 if they differ by twice the mean.
    assert 2 * (len(judged) - len(even)) < len(even)
    assert max(design.weights[place] for place in even) < min(
        design.weights[place] for place in judged if place % 2
    )


def test_documents_are_not_selected_by_segments():
    chosen = CampaignSettings(context=True, select="disagreement", judgments=10)
    testset = replace(made(10, 2), document_ids=("d",) * 10)
    with pytest.raises(UsageError, match="documents are judged from beginning to end"):
        make_design(testset, chosen, 1)


def test_one_system_is_decided_against_none():
    with pytest.raises(UsageError, match="the test set has only one"):
        make_design(made(30, 1), CampaignSettings(until="decided", hit_size=20), 2)


@pytest.mark.parametrize(("size", "smaller"), [(40, True), (20, False)])
def test_smaller_hits_are_proposed_if_there_are_any(size, smaller):
    with pytest.raises(UsageError, match="fewer than the 6 annotators") as error:
        make_design(made(20, 2), CampaignSettings(hit_size=size), 6)
    assert ("smaller HITs" in error.value.hint) == smaller
