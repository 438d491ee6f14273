"""Campaigns that end when all pairs of systems are decided."""

import json
import sqlite3
import time
from collections import Counter

import numpy as np
import pytest
from sqlalchemy import update
from tests.campaign._testsets import made

import tertium
from tertium.api.open_campaign import Campaign
from tertium.campaign.decisions import Decisions, needed_systems
from tertium.campaign.design import make_design
from tertium.campaign.settings import CampaignSettings
from tertium.core.errors import TertiumError, UsageError
from tertium.inference.sequential import capital_paths
from tertium.storage import decisions, judgments, work
from tertium.storage.judgments import NewJudgment
from tertium.storage.schema import annotators, hits

SCALE = (0.0, 100.0)


def filled(values, **more):
    """Decisions on scores given as segments in the order drawn, times systems."""
    systems = [f"s{n}" for n in range(values.shape[1])]
    made = Decisions(systems, range(len(values)), SCALE, **more)
    for place, row in enumerate(values):
        for name, value in zip(systems, row, strict=True):
            if not np.isnan(value):
                made.add(place, name, value)
    return made


def test_the_rule_is_that_of_the_sequential_test():
    values = np.random.default_rng(1).integers(0, 101, (60, 3)).astype(float)
    found = filled(values).verdicts()
    for pair, (one, other) in zip(found.pairs, [(0, 1), (0, 2), (1, 2)], strict=True):
        path = capital_paths((values[:, one] - values[:, other]) / 100)
        assert pair.p == path.p[-1]
        assert pair.observations == 60


def test_a_late_segment_holds_up_those_behind_it():
    values = np.tile([[90.0, 10.0]], (50, 1))
    values[20, 1] = np.nan
    (pair,) = filled(values).verdicts().pairs
    assert pair.observations == 20
    assert filled(values).judged() == 49


def test_segments_of_excluded_annotators_count_as_not_drawn():
    values = np.tile([[90.0, 10.0]], (50, 1))
    values[20, 1] = np.nan
    (pair,) = filled(values).verdicts(left_out=[20]).pairs
    assert pair.observations == 49


def test_documents_are_one_difference():
    values = np.array([[60.0, 40.0], [60.0, 60.0], [80.0, 50.0]])
    documents = {0: "a", 1: "a", 2: "b"}
    (pair,) = filled(values, documents=documents).verdicts().pairs
    assert pair.observations == 2
    assert pair.difference == pytest.approx((0.1 + 0.3) / 2)


def test_shared_outputs_have_the_same_score():
    made = Decisions(["a", "b", "c"], [0], SCALE)
    made.add(0, "a+b", 70)
    made.add(0, "c", 50)
    assert [pair.difference for pair in made.verdicts().pairs] == [0, 0.2, 0.2]


def test_systems_are_needed_as_long_as_a_pair_is_undecided():
    known = [frozenset("ab"), frozenset("ac")]
    assert needed_systems("abc", []) == set("abc")
    assert needed_systems("abc", known) == set("bc")
    assert needed_systems("abc", [*known, frozenset("bc")]) == set()


def test_all_outputs_of_a_segment_go_to_one_annotator_in_the_order_drawn():
    design = make_design(made(30, 3), CampaignSettings(until="decided", hit_size=20), 3)
    assert sorted(design.drawn) == list(range(30))
    owners: dict[int, set[int | None]] = {}
    first: Counter[int] = Counter()
    for hit in design.hits:
        for item in hit.items:
            owners.setdefault(item.segment, set()).add(hit.annotator)
    assert all(len(found) == 1 for found in owners.values())
    # The first segments drawn are the first of each annotator.
    for place in design.drawn[:3]:
        first.update(owner for owner in owners[place] if owner is not None)
    assert first == {0: 1, 1: 1, 2: 1}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"judgments": 200}, "judges each segment once; the test set has 90 different outputs"),
        ({"select": "disagreement"}, 'select="disagreement" needs the number of judgments'),
    ],
)
def test_what_does_not_fit_is_refused(options, message):
    settings = CampaignSettings.of({"until": "decided", **options})
    with pytest.raises(UsageError, match=message):
        make_design(made(30, 3), settings, 3)


def answer(campaign, name, value, most=10**6):
    """Answer the next items of an annotator."""
    annotator = next(one for one in campaign.annotators() if one.name == name)
    now = time.time()
    with campaign.database.writing() as connection:
        rows = work.upcoming(connection, campaign.id, annotator.id, most, now)
        for row in rows:
            parts = [{"value": value(row, output)} for output in row.outputs]
            judgments.record(
                connection,
                campaign.id,
                NewJudgment(
                    f"{name}-{row.id}",
                    row.id,
                    annotator.id,
                    json.dumps({"outputs": parts}),
                    "slider",
                    row.digest,
                    now,
                    now,
                    now,
                    now,
                    1.0,
                ),
            )
    return rows


def pairs(campaign):
    found = campaign.decide()
    assert found is not None
    return found.pairs


@pytest.mark.parametrize("per_item", [1, 3])
def test_decided_pairs_draw_no_more_work(tmp_path, database_url, per_item):
    url = database_url if database_url.startswith("postgres") else ""
    campaign = tertium.new_campaign(
        made(60, 3),
        tmp_path / "news",
        annotators=["ann", "bob"],
        database=url,
        until="decided",
        systems_per_item=per_item,
        hit_size=20,
    )

    def value(row, output):
        true = {"s0": 90, "s1": 30, "s2": 30 + row.place % 2}[output.system]
        return true // 3 if output.kind == "bad_reference" else true

    with campaign:
        assert pairs(campaign)[0].better is None
        asked: Counter[str] = Counter()
        while True:
            done = [
                answer(campaign, name, value, most=4 * 3 // per_item) for name in ("ann", "bob")
            ]
            if not any(done):
                break
            asked.update(o.system for rows in done for row in rows for o in row.outputs)
            campaign.decide()
        status = campaign.status()
        better = {(one.system, one.other): one.better for one in pairs(campaign)}
        assert better == {("s0", "s1"): "s0", ("s0", "s2"): "s0", ("s1", "s2"): None}
        assert status.state == "finished"
        assert status.ranking is None
        assert campaign.check() == []
        if per_item == 1:
            # s0 is decided early; the others are judged to the end.
            assert asked["s0"] < 40 < 60 <= asked["s1"]
            assert status.spared > 15
        else:
            assert asked["s0"] == asked["s1"]
            assert status.spared == 0


def test_a_campaign_ends_when_everything_is_decided(tmp_path):
    campaign = tertium.new_campaign(
        made(200, 2), tmp_path / "news", annotators=["ann"], until="decided", hit_size=20
    )
    with campaign:
        answer(campaign, "ann", lambda row, o: 95 if o.system == "s0" else 15, most=60)
        status = campaign.status()
        assert status.state == "finished"
        assert status.spared > 300
        assert answer(campaign, "ann", lambda row, o: 50) == []
        (pair,) = pairs(campaign)
        assert pair.better == "s0"
        # The decision holds even if a later look would not make it again.
        with campaign.database.reading() as connection:
            (stored,) = decisions.decided(connection, campaign.id)
        assert stored["better"] == "s0"


def test_excluded_annotators_do_not_hold_up_the_others(tmp_path):
    campaign = tertium.new_campaign(
        made(60, 2), tmp_path / "news", annotators=["ann", "bob"], until="decided", hit_size=20
    )
    with campaign:
        answer(campaign, "ann", lambda row, o: 60 if o.system == "s0" else 55)
        (held,) = pairs(campaign)
        assert held.observations == 1  # the second segment drawn is bob's
        campaign.exclude("bob")
        (free,) = pairs(campaign)
        assert free.observations == 30


def test_answers_of_excluded_annotators_do_not_count_in_hits_that_others_hold_now(tmp_path):
    campaign = tertium.new_campaign(
        made(60, 2), tmp_path / "news", annotators=["ann", "bob"], until="decided", hit_size=20
    )
    with campaign:
        rows = answer(campaign, "bob", lambda row, o: 60 if o.system == "s0" else 55, most=1)
        with campaign.database.writing() as connection:
            (ann,) = (one for one in campaign.annotators() if one.name == "ann")
            connection.execute(
                update(hits).where(hits.c.id == rows[0].hit).values(annotator=ann.id)
            )
        answer(campaign, "ann", lambda row, o: 60 if o.system == "s0" else 55)
        campaign.exclude("bob")
        with campaign.database.reading() as connection:
            assert rows[0].place in decisions.excluded_places(connection, campaign.id)
        with campaign.database.writing() as connection:
            connection.execute(update(annotators).values(kind="machine"))
            # Machines have copies of the items of people.
            assert decisions.excluded_places(connection, campaign.id) == set()


def test_a_decision_falls_with_the_annotator_whose_judgments_made_it(tmp_path, database_url):
    url = database_url if database_url.startswith("postgres") else ""
    campaign = tertium.new_campaign(
        made(200, 2),
        tmp_path / "news",
        annotators=["ann", "bob"],
        database=url,
        until="decided",
        hit_size=20,
    )
    with campaign:
        answer(campaign, "ann", lambda row, o: 95 if o.system == "s0" else 15, most=40)
        answer(campaign, "bob", lambda row, o: 60 if o.system == "s0" else 50, most=40)
        assert campaign.status().state == "finished"
        campaign.exclude("ann")
        status = campaign.status()
        assert status.state == "running"
        assert status.spared == 0
        assert pairs(campaign)[0].better is None
        with campaign.database.reading() as connection:
            assert decisions.decided(connection, campaign.id) == []
        assert len(answer(campaign, "bob", lambda row, o: 60 if o.system == "s0" else 50)) > 100
        # The decision returns with the annotator.
        campaign.include("ann")
        assert pairs(campaign)[0].better == "s0"


def test_other_decisions_stand_when_one_falls(tmp_path):
    campaign = tertium.new_campaign(
        made(60, 3), tmp_path / "news", annotators=["ann"], until="decided", hit_size=20
    )
    true = {"s0": 95, "s1": 50, "s2": 5}
    with campaign:
        answer(campaign, "ann", lambda row, o: true[o.system], most=90)
        assert all(pair.better for pair in pairs(campaign))
        spared = campaign.status().spared
        with campaign.database.writing() as connection:
            known = decisions.decided(connection, campaign.id)
            # As if s1 had been found better than s2 by judgments that do not count any more.
            known = [
                {**pair, "better": "s2", "time": pair["time"] + (pair["other"] == "s2")}
                if pair["system"] == "s1"
                else pair
                for pair in known
            ]
            decisions.store_decisions(connection, campaign.id, known, [], known[-1]["time"])
        assert all(pair.better for pair in pairs(campaign))
        with campaign.database.reading() as connection:
            stored = {pair["other"]: pair["better"] for pair in decisions.decided(connection, 1)}
        assert stored["s2"] != "s2"
        assert campaign.status().spared == spared


DAMAGED = ("x", "-1", "[1]", '[{"system": "s0"}]', "[" * 3000)


@pytest.mark.parametrize("text", DAMAGED)
@pytest.mark.parametrize(
    ("table", "column", "look", "sentence"),
    [
        ("campaigns", "decided", Campaign.status, "decisions of the campaign are damaged"),
        ("campaigns", "settings", Campaign.status, "damaged|Expected"),
        ("items", "extra", Campaign.check, "beside the texts of an item is damaged"),
    ],
)
def test_what_is_damaged_in_the_database_is_named(tmp_path, table, column, look, sentence, text):
    made_campaign = tertium.new_campaign(
        made(20, 2), tmp_path / "news", annotators=["ann"], until="decided", hit_size=20
    )
    made_campaign.close()
    connection = sqlite3.connect(tmp_path / "news" / "campaign.db")
    connection.execute(f"update {table} set {column} = ?", [text])
    connection.commit()
    connection.close()
    with (
        pytest.raises(TertiumError, match=sentence),
        tertium.open_campaign(tmp_path / "news") as opened,
    ):
        look(opened)
