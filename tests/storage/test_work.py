"""The work of annotators: order, pools, leases, progress."""

import threading
from collections import Counter

import pytest
from tests.storage._campaigns import (
    NOW,
    annotator_ids,
    create,
    create_pool,
    judge,
    judgment,
    new_hit,
    new_item,
    record,
    take,
    upcoming,
)

from tertium.storage import campaigns, work
from tertium.storage.database import open_database
from tertium.storage.items import NewHit
from tertium.storage.work import Progress


def outputs(items):
    return [item.outputs[0].system + item.segment for item in items]


def progress(database, campaign, annotator):
    with database.reading() as connection:
        return work.progress(connection, campaign, annotator)


def test_unanswered_items_come_in_order(database):
    campaign = create(database, hits=[new_hit(0, ["a1", "a2"]), new_hit(1), new_hit(0, ["b1"])])
    ann = annotator_ids(database, campaign)["ann"]
    assert outputs(upcoming(database, campaign, ann)) == ["a1", "a2", "b1"]
    assert outputs(upcoming(database, campaign, ann, 2)) == ["a1", "a2"]
    second = upcoming(database, campaign, ann)[1]
    record(database, campaign, judgment(second, ann))
    assert outputs(upcoming(database, campaign, ann)) == ["a1", "b1"]
    judge(database, campaign, ann, 2)
    assert upcoming(database, campaign, ann) == []


def test_the_last_judged_item(database):
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    with database.reading() as connection:
        assert work.last_judged(connection, campaign, ann) is None
    first, second = judge(database, campaign, ann, 2)
    with database.reading() as connection:
        judged = work.last_judged(connection, campaign, ann)
    assert judged is not None
    assert judged.item == second
    record(database, campaign, judgment(first, ann, value=3))
    with database.reading() as connection:
        judged = work.last_judged(connection, campaign, ann)
    assert judged is not None
    assert judged == (first, '{"value": 3}')


def test_one_item(database):
    campaign = create(database)
    ids = annotator_ids(database, campaign)
    item = upcoming(database, campaign, ids["ann"])[0]
    with database.reading() as connection:
        assert work.item(connection, campaign, item.id) == item
        assert work.item(connection, campaign + 1, item.id) is None
        for number in (0, -1, item.id + 100, 2**63, 10**30):
            assert work.item(connection, campaign, number) is None


def test_progress_over_hits(database):
    campaign = create(database, hits=[new_hit(0, ["a1", "a2"]), new_hit(0, ["b1", "b2", "b3"])])
    ann, bob = annotator_ids(database, campaign).values()
    assert progress(database, campaign, ann) == Progress(0, 5, 0, 2, 1, 2)
    judge(database, campaign, ann, 3)
    assert progress(database, campaign, ann) == Progress(3, 5, 1, 3, 2, 2)
    judge(database, campaign, ann, 2)
    assert progress(database, campaign, ann) == Progress(5, 5, 3, 3, 2, 2)
    assert progress(database, campaign, bob) == Progress(0, 0, 0, 0, 0, 0)


def test_each_hit_of_a_pool_goes_to_one_annotator(database):
    campaign = create_pool(database, "a1 a2", "b1 b2", annotators=["ann", "bob", "eve"])
    ann, bob, eve = annotator_ids(database, campaign).values()
    assert take(database, campaign, ann) == ["a1", "a2"]
    assert take(database, campaign, bob) == ["b1", "b2"]
    assert take(database, campaign, eve) == []
    assert take(database, campaign, ann) == ["a1", "a2"]


def test_an_annotator_of_a_pool_gets_the_next_hit_after_the_last_item(database):
    campaign = create_pool(database, "a1 a2", "b1")
    ann = annotator_ids(database, campaign)["ann"]
    take(database, campaign, ann)
    judge(database, campaign, ann, 1)
    assert take(database, campaign, ann) == ["a2"]
    judge(database, campaign, ann, 1)
    assert take(database, campaign, ann) == ["b1"]
    assert progress(database, campaign, ann) == Progress(2, 3, 0, 1, 2, 2)
    judge(database, campaign, ann, 1)
    assert take(database, campaign, ann) == []


def test_no_annotator_of_a_pool_gets_an_output_twice(database):
    campaign = create_pool(database, "a1 a2", "a2 a3", "a4 b1")
    ann, bob = annotator_ids(database, campaign).values()
    assert take(database, campaign, ann) == ["a1", "a2"]
    judge(database, campaign, ann, 2)
    assert take(database, campaign, ann) == ["a4", "b1"]
    judge(database, campaign, ann, 2)
    assert take(database, campaign, ann) == []
    assert take(database, campaign, bob) == ["a2", "a3"]


def test_hits_of_a_pool_may_share_a_reference(database):
    hits = [
        NewHit(None, [new_item(0, "a", name), new_item(1, "ref", "s1", kind="reference")])
        for name in ("s1", "s2")
    ]
    campaign = create(database, hits=hits)
    ann = annotator_ids(database, campaign)["ann"]
    take(database, campaign, ann)
    judge(database, campaign, ann, 2)
    assert take(database, campaign, ann) == ["as2", "refs1"]


def test_unanswered_items_return_after_the_lease(database):
    campaign = create_pool(database, "a1 a2 a3")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    judge(database, campaign, ann, 1)
    assert take(database, campaign, bob, now=NOW + 60) == []
    assert take(database, campaign, bob, now=NOW + 61) == ["a2", "a3"]
    assert take(database, campaign, ann, now=NOW + 62) == []
    assert progress(database, campaign, ann) == Progress(1, 1, 1, 1, 1, 1)
    assert progress(database, campaign, bob) == Progress(0, 2, 0, 2, 1, 1)


def test_an_idle_annotator_goes_on_if_nobody_has_taken_the_hit(database):
    campaign = create_pool(database, "a1 a2")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    assert take(database, campaign, ann, now=NOW + 500) == ["a1", "a2"]
    assert take(database, campaign, bob, now=NOW + 501) == []


@pytest.mark.parametrize("sign", ["answer", "page"])
def test_a_sign_of_life_prolongs_the_lease(database, sign):
    campaign = create_pool(database, "a1 a2")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    if sign == "answer":
        judge(database, campaign, ann, 1, received=NOW + 50)
    else:
        take(database, campaign, ann, now=NOW + 50)
    assert take(database, campaign, bob, now=NOW + 100) == []
    assert take(database, campaign, bob, now=NOW + 111) != []


def test_a_late_answer_does_not_prolong_the_lease_of_another_annotator(database):
    campaign = create_pool(database, "a1 a2", annotators=["ann", "bob", "eve"])
    ann, bob, eve = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    late = upcoming(database, campaign, ann)[0]
    take(database, campaign, bob, now=NOW + 100)
    record(database, campaign, judgment(late, ann, received=NOW + 150))
    assert take(database, campaign, eve, now=NOW + 161) == ["a2"]


def test_new_hits_come_before_returned_ones(database):
    campaign = create_pool(database, "a1 a2", "b1")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    assert take(database, campaign, bob, now=NOW + 100) == ["b1"]
    judge(database, campaign, bob, 1)
    assert take(database, campaign, bob, now=NOW + 101) == ["a1", "a2"]


def test_a_hit_returns_to_its_first_annotator(database):
    campaign = create_pool(database, "a1 a2")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    take(database, campaign, bob, now=NOW + 100)
    assert take(database, campaign, ann, now=NOW + 200) == ["a1", "a2"]


def test_only_unanswered_items_matter_for_outputs_seen_before(database):
    campaign = create_pool(database, "a1 a2", "a1 b2")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    judge(database, campaign, ann, 1)
    take(database, campaign, bob)
    judge(database, campaign, bob, 2)
    # bob has judged a1 in another HIT; only a2 of this HIT is left.
    assert take(database, campaign, bob, now=NOW + 100) == ["a2"]


@pytest.mark.parametrize("status", ["excluded", "revoked"])
def test_only_active_annotators_get_hits(database, status):
    campaign = create_pool(database, "a1")
    ann = annotator_ids(database, campaign)["ann"]
    with database.writing() as connection:
        campaigns.set_annotator_status(connection, campaign, ann, status)
    assert take(database, campaign, ann) == []


def test_hits_of_named_annotators_never_return(database):
    campaign = create(database, hits=[new_hit(0)])
    bob = annotator_ids(database, campaign)["bob"]
    assert take(database, campaign, bob, now=NOW + 1e9) == []


def test_hits_of_another_campaign_are_not_taken(database):
    create_pool(database, "a1", name="other")
    campaign = create_pool(database, "b1")
    ann = annotator_ids(database, campaign)["ann"]
    assert take(database, campaign, ann) == ["b1"]


def test_annotators_who_come_at_the_same_time_get_different_hits(database_url):
    """Two server processes; every annotator asks from two tabs at the same time."""
    names = [f"annotator{number}" for number in range(8)]
    with (
        open_database(database_url, create=True) as first,
        open_database(database_url) as second,
    ):
        hits = [f"a{number} b{number}" for number in range(8)]
        campaign = create_pool(first, *hits, annotators=names)
        ids = annotator_ids(first, campaign)
        start = threading.Barrier(16)
        taken = {}

        def ask(database, annotator, tab):
            start.wait()
            taken[annotator, tab] = database.submit(
                lambda c: [
                    item.hit for item in work.upcoming(c, campaign, annotator, 10, NOW, 60.0)
                ]
            )

        threads = [
            threading.Thread(target=ask, args=(database, annotator, tab))
            for tab, database in enumerate((first, second))
            for annotator in ids.values()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(taken[annotator, 0] == taken[annotator, 1] for annotator in ids.values())
    holders = Counter(taken[annotator, 0][0] for annotator in ids.values())
    assert set(holders.values()) == {1}
    assert len(holders) == 8
