"""Campaigns whose annotators compare outputs: from texts to a ranking, and what is refused."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.campaign._testsets import made
from tests.web._browser import answer_to, entered, unlimited

import tertium
from tertium.campaign.design import make_design, resolve
from tertium.campaign.items import systems_of
from tertium.campaign.settings import CampaignSettings
from tertium.core.errors import UsageError
from tertium.report import presentation
from tertium.storage import work


def quality(output, random):
    """s2 is best and s0 worst; degraded outputs are worse than all."""
    if output.kind == "bad_reference":
        return -1.0
    return max(int(name[1:]) for name in systems_of(output.system)) + 0.4 * random.random()


def judge(campaign, careless=()):
    """Answer all items in the browser's way; careless annotators answer at random."""
    app = unlimited(campaign)
    seen = []
    for link in campaign.links():
        if link.role != "annotator":
            continue
        random = Random(link.annotator)
        browser = entered(app, campaign, "annotator", link.annotator)
        while items := browser.get(f"/c/{campaign.name}/work").json()["items"]:
            for item in items:
                with campaign.database.reading() as connection:
                    row = work.item(connection, campaign.id, item["id"])
                assert row is not None
                scores = [
                    random.random() if link.annotator in careless else quality(one, random)
                    for one in row.outputs
                ]
                order = sorted(scores, reverse=True)
                answer: dict[str, Any]
                if campaign.task.name == "ranking":
                    answer = {"ranks": [order.index(score) + 1 for score in scores]}
                else:
                    answer = {"preferred": scores.index(order[0])}
                sent = answer_to(item, answer=answer)
                done = browser.post(f"/c/{campaign.name}/answers", sent)
                assert done.status_code == 200, done.text
                seen.append((item, [one.system for one in row.outputs]))
    return seen


@pytest.fixture(scope="module", params=["ranking", "preference"])
def judged(tmp_path_factory, request):
    """A finished campaign with a careless annotator, and what annotators saw."""
    opened = tertium.new_campaign(
        made(60, 3),
        tmp_path_factory.mktemp("campaigns") / "news",
        task=request.param,
        annotators=["ann", "bob", "eve"],
        judgments=240,
    )
    yield opened, judge(opened, careless=["eve"])
    opened.close()


def test_the_true_order_comes_back_and_careless_annotators_fail(judged, tmp_path):
    campaign, _ = judged
    status = campaign.status()
    assert status.state == "finished"
    assert {one.annotator: one.verdict for one in status.annotators} == {
        "ann": "passed",
        "bob": "passed",
        "eve": "failed",
    }
    assert [one.system for one in status.systems] == ["s2", "s1", "s0"]
    assert status.systems[0].score == 1.0
    assert status.scale == "expected-wins"
    campaign.export(tmp_path / "ratings.csv")
    ratings = tertium.read_ratings(tmp_path / "ratings.csv")
    assert ratings == campaign.ratings()
    assert {"bad_reference", "system"} <= set(ratings.kind.names)
    for method in ("expected-wins", "trueskill"):
        ranking = tertium.rank(ratings, method=method)
        assert [one.system for one in ranking.systems] == ["s2", "s1", "s0"]
        assert ranking.quality is not None
        assert ranking.quality.passed == ("ann", "bob")
    # With the careless annotator the best system loses sometimes, and the model has a solution.
    with_eve = tertium.rank(ratings, method="bradley-terry", quality=False)
    assert with_eve.systems[0].system == "s2"
    assert with_eve.systems[0].losses > 0
    pairwise = tertium.agreement(ratings).pairwise
    assert pairwise is not None
    assert pairwise.inter.total == status.agreement.total > 0
    assert pairwise.intra.comparable == status.consistency.comparable


def test_status_speaks_of_ranks(judged):
    status = judged[0].status()
    systems, annotators = presentation.tables(status)[:2]
    assert systems.header == ["system", "judged", "planned", "Expected Wins", "ranks"]
    assert systems.rows[0][3:] == ["1.000", "1-1"]
    notes = " ".join([*systems.notes, *annotators.notes])
    assert "2 of 3 annotators with judgments" in notes
    assert "points on average" not in notes
    if status.agreement.comparable:
        assert "which of two outputs is better" in notes
    (chart,) = (draw for name, draw in presentation.charts(status).items() if name == "intervals")
    assert chart()


def test_the_order_of_outputs_is_random(judged):
    first = [systems[0] for _, systems in judged[1]]
    assert all(0.2 < first.count(name) / len(first) < 0.5 for name in ("s0", "s1", "s2"))


def test_preferences_with_and_without_the_reference_are_compared(tmp_path):
    with tertium.new_campaign(
        made(40, 2),
        tmp_path / "news",
        task="preference",
        annotators=["ann"],
        show="both",
        reference_share=0.5,
        control_share=0,
    ) as campaign:
        before = presentation.tables(campaign.status())[0]
        assert any("There are no judgments yet" in note for note in before.notes)
        seen = judge(campaign)
        shown = sum(item["reference"] is not None for item, _ in seen)
        result = tertium.compare_conditions(campaign.ratings(), trials=200)
        notes = " ".join(presentation.tables(campaign.status())[0].notes)
    assert (shown, len(seen)) == (20, 40)
    assert result.conditions == ("reference", "no-reference")
    assert result.measure == "share of wins"
    best = next(one for one in result.shifts if one.name == "s1")
    assert (best.first, best.second) == (1.0, 1.0)
    assert "nobody has judged a degraded output" in notes


def designed(testset, annotators=1, **settings):
    return make_design(testset, resolve(CampaignSettings(control_share=0, **settings)), annotators)


def screens(design):
    return [[one.system for one in item.outputs] for hit in design.hits for item in hit.items]


def test_an_odd_number_of_systems_is_compared_in_pairs_by_one_annotator():
    found = screens(designed(made(30, 5), task="preference"))
    assert len(found) == 90
    assert all(len(set(pair)) == 2 for pair in found)
    counts = [sum(f"s{n}" in pair for pair in found) for n in range(5)]
    assert min(counts) >= 30


@pytest.mark.parametrize(("task", "size"), [("preference", 2), ("ranking", 5)])
def test_forty_systems(task, size):
    found = screens(designed(made(4, 40), annotators=2, task=task))
    assert {len(one) for one in found} == {size}
    counts = Counter(name for one in found for name in one)
    assert counts == {f"s{n}": 4 for n in range(40)}


def test_systems_with_the_same_output_are_joined():
    found = screens(designed(made(10, 3, shared=range(5)), task="ranking"))
    assert [len(one) for one in found] == [3] * 5  # nothing to compare where all outputs are equal


@pytest.mark.parametrize("design", ["independent", "paired"])
def test_three_judges_compare_every_pair_once_each(design):
    found = designed(made(20, 2), annotators=3, task="preference", judgments=120, design=design)
    of_each: list[list[int]] = [[] for _ in range(3)]
    for hit in found.hits:
        of_each[hit.annotator] += [item.segment for item in hit.items]
    assert [sorted(one) for one in of_each] == [list(range(20))] * 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"task": "ranking", "until": "decided"}, "tests scores"),
        ({"task": "ranking", "systems_per_item": 1}, "2 to 5 outputs"),
        ({"task": "preference", "systems_per_item": 3}, "it has 2 outputs"),
        ({"task": "ranking", "answer": "slider"}, "answered by ranks"),
        ({"task": "ranking", "show": "nothing"}, "source or reference or both"),
        ({"no_ties": True}, "judges each by itself"),
        ({"task": "ranking", "sliders": "style:1-7"}, "no answer for each output"),
        ({"task": "ranking", "select": "disagreement", "judgments": 20}, "weights"),
    ],
)
def test_what_does_not_apply_to_comparisons_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        make_design(made(), CampaignSettings(**given), 1)


def test_one_system_has_nothing_to_be_compared_with():
    with pytest.raises(UsageError, match="No segment has 2 different outputs"):
        designed(made(10, 1), task="ranking")


def test_the_plan_of_comparisons_takes_no_deviation_of_scores():
    with pytest.raises(UsageError, match="no numbers on a scale"):
        tertium.plan_campaign(made(), task="ranking", deviation=3)


@pytest.mark.parametrize("given", [{}, {"no_ties": True}])
def test_a_ranking_is_rehearsed(tmp_path, given):
    with tertium.new_campaign(
        made(60, 3), tmp_path / "news", task="ranking", annotators=2, **given
    ) as opened:
        found = tertium.rehearse_campaign(
            opened.folder, simulate="good=2", differences="0,30", trials=10
        )
    equal, better = found.outcomes
    assert better.found >= 0.9
    assert equal.wrong <= 0.3


def test_the_plan_tells_which_share_of_wins_is_found():
    two = tertium.plan_campaign(made(100, 2), task="preference", control_share=0)
    assert two.comparisons == 100
    # 0.5 + (1.959964 + 0.841621) x 0.5 / sqrt(100)
    assert two.detectable_share == pytest.approx(0.640079, abs=1e-6)
    assert presentation.summary(two)[1] == (
        "Two systems are compared 100 times: a system that wins 64 % of them, ties left out, is"
        " found better with power 0.8 (sign test, all comparisons independent)."
    )
    three = tertium.plan_campaign(made(100, 3, shared=range(40)), task="ranking", control_share=0)
    assert three.comparisons == 60
    assert "at least 60 times" in presentation.summary(three)[1]
    few = tertium.plan_campaign(made(4, 2), task="preference", control_share=0)
    assert presentation.summary(few)[1] == "Two systems are compared 4 times."
