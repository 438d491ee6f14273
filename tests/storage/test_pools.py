"""HITs of a pool: the limit of an annotator, and items that are given back."""

import pytest
from tests.storage._campaigns import NOW, annotator_ids, create_pool, judge, take

from tertium.storage import campaigns, pools
from tertium.storage.work import upcoming


def take_within(database, campaign, annotator, limit, now=NOW):
    with database.writing() as connection:
        items = upcoming(connection, campaign, annotator, 10, now, 60.0, limit)
    return [item.outputs[0].system + item.segment for item in items]


def is_left(database, campaign, annotator, limit=None, now=NOW):
    with database.reading() as connection:
        return pools.hit_is_left(connection, campaign, annotator, now, 60.0, limit)


def give_back(database, campaign, annotator):
    with database.writing() as connection:
        return pools.return_hits(connection, campaign, annotator)


def test_nobody_takes_a_hit_beyond_the_limit(database):
    campaign = create_pool(database, "a1 a2", "b1 b2", "c1")
    ann = annotator_ids(database, campaign)["ann"]
    assert take_within(database, campaign, ann, limit=3) == ["a1", "a2"]
    judge(database, campaign, ann, 2)
    # Two more items would be four; one more is three.
    assert take_within(database, campaign, ann, limit=3) == ["c1"]
    judge(database, campaign, ann, 1)
    assert take_within(database, campaign, ann, limit=3) == []
    assert not is_left(database, campaign, ann, limit=3)
    assert is_left(database, campaign, ann)
    assert take_within(database, campaign, ann, limit=5) == ["b1", "b2"]


def test_the_rest_of_a_returned_hit_may_fit(database):
    campaign = create_pool(database, "a1 a2 a3")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    judge(database, campaign, ann, 2)
    assert take_within(database, campaign, bob, limit=1, now=NOW + 100) == ["a3"]


def test_items_that_are_given_back_can_be_taken_at_once(database):
    campaign = create_pool(database, "a1 a2 a3")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    judge(database, campaign, ann, 1)
    assert not is_left(database, campaign, bob)
    assert give_back(database, campaign, ann) == 1
    assert is_left(database, campaign, bob)
    assert take(database, campaign, bob) == ["a2", "a3"]
    assert give_back(database, campaign, ann) == 0


def test_who_gave_items_back_may_take_them_again(database):
    campaign = create_pool(database, "a1 a2")
    ann = annotator_ids(database, campaign)["ann"]
    take(database, campaign, ann)
    give_back(database, campaign, ann)
    assert take(database, campaign, ann) == ["a1", "a2"]


def test_finished_hits_are_not_given_back(database):
    campaign = create_pool(database, "a1")
    ann = annotator_ids(database, campaign)["ann"]
    take(database, campaign, ann)
    judge(database, campaign, ann, 1)
    assert give_back(database, campaign, ann) == 0


@pytest.mark.parametrize("status", ["excluded", "revoked"])
def test_nothing_is_left_for_annotators_who_get_no_hits(database, status):
    campaign = create_pool(database, "a1")
    ann = annotator_ids(database, campaign)["ann"]
    with database.writing() as connection:
        campaigns.set_annotator_status(connection, campaign, ann, status)
    assert not is_left(database, campaign, ann)
