"""Judgments: versions, resends, refusals, counts."""

import math
import threading
from collections import defaultdict
from random import Random

import pytest
from tests.storage._campaigns import (
    NOW,
    annotator_ids,
    create,
    create_pool,
    current,
    judge,
    judgment,
    new_hit,
    new_item,
    record,
    take,
    upcoming,
)

from tertium.storage import integrity, judgments
from tertium.storage.database import open_database
from tertium.storage.items import NewHit
from tertium.storage.judgments import Recorded, RefusedJudgment


@pytest.fixture
def campaign(database):
    return create(database)


@pytest.fixture
def ann(database, campaign):
    return annotator_ids(database, campaign)["ann"]


def test_a_judgment_is_kept_with_its_item_and_annotator(database, campaign, ann):
    item = upcoming(database, campaign, ann)[1]
    given = judgment(item, ann, "first", 73)
    assert record(database, campaign, given).version == 1
    (stored,) = current(database, campaign)
    for name, value in given._asdict().items():
        if name != "accepted":
            assert getattr(stored, name) == value
    for name in ("hit", "level", "place", "segment", "document", "weight", "condition"):
        assert getattr(stored, name) == getattr(item, name)
    assert stored.outputs == tuple(output[:2] for output in item.outputs)
    assert (stored.annotator_name, stored.annotator_status) == ("ann", "active")


def test_a_correction_is_a_new_version(database, campaign, ann):
    item = upcoming(database, campaign, ann)[0]
    first = record(database, campaign, judgment(item, ann, value=1))
    second = record(database, campaign, judgment(item, ann, value=2))
    assert [first.version, second.version] == [1, 2]
    (stored,) = current(database, campaign)
    assert stored.answer == '{"value": 2}'
    assert stored.replaces == first.id
    with database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT answer, version FROM judgments ORDER BY id")
        assert rows.all() == [('{"value": 1}', 1), ('{"value": 2}', 2)]


def test_a_judgment_that_is_sent_again_is_stored_once(database, campaign, ann):
    item = upcoming(database, campaign, ann)[0]
    given = judgment(item, ann, "the same")
    first = record(database, campaign, given)
    record(database, campaign, judgment(item, ann, value=99))
    again = record(database, campaign, given._replace(received=NOW + 9))
    assert again == Recorded(first.id, 1, repeated=True)
    (stored,) = current(database, campaign)
    assert stored.answer == '{"value": 99}'


def test_the_id_of_another_judgment_is_refused(database, campaign, ann):
    first, second = upcoming(database, campaign, ann, 2)
    record(database, campaign, judgment(first, ann, "used"))
    refused(database, campaign, judgment(second, ann, "used"), "used-id")
    bob = annotator_ids(database, campaign)["bob"]
    refused(database, campaign, judgment(first, bob, "used"), "used-id")
    refused(database, campaign, judgment(first, ann, "used", value=99), "used-id")


def test_the_same_id_in_another_campaign_is_another_judgment(database, campaign, ann):
    record(database, campaign, judgment(upcoming(database, campaign, ann)[0], ann, "x"))
    other = create(database, "other")
    eve = annotator_ids(database, other)["ann"]
    recorded = record(database, other, judgment(upcoming(database, other, eve)[0], eve, "x"))
    assert not recorded.repeated


@pytest.mark.parametrize("number", [0, -1, 10**6, 2**63, 10**40])
def test_an_unknown_item_is_refused(database, campaign, ann, number):
    item = upcoming(database, campaign, ann)[0]._replace(id=number)
    refused(database, campaign, judgment(item, ann), "unknown-item")


def test_an_item_of_another_campaign_is_refused(database, campaign, ann):
    other = create(database, "other")
    item = upcoming(database, other, annotator_ids(database, other)["ann"])[0]
    refused(database, campaign, judgment(item, ann), "unknown-item")


def test_an_annotator_of_another_campaign_is_refused(database, campaign, ann):
    other = create(database, "other")
    item = upcoming(database, campaign, ann)[0]
    foreign = annotator_ids(database, other)["ann"]
    refused(database, campaign, judgment(item, foreign), "unknown-annotator")


def test_an_item_of_another_annotator_is_refused(database, campaign, ann):
    item = upcoming(database, campaign, ann)[0]
    bob = annotator_ids(database, campaign)["bob"]
    refused(database, campaign, judgment(item, bob), "foreign-item")


def test_another_text_is_refused(database, campaign, ann):
    item = upcoming(database, campaign, ann)[0]
    refused(database, campaign, judgment(item, ann, output="0" * 32), "wrong-text")


@pytest.mark.parametrize("name", ["shown", "touched", "submitted", "received", "active"])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_times_are_finite(database, campaign, ann, name, value):
    item = upcoming(database, campaign, ann)[0]
    refused(database, campaign, judgment(item, ann, **{name: value}), "bad-time")


@pytest.mark.parametrize("name", ["a\0b", "é", "x" * 65, "\n"])
def test_ids_are_short_and_printable(database, campaign, ann, name):
    item = upcoming(database, campaign, ann)[0]
    refused(database, campaign, judgment(item, ann, name), "bad-id")


def test_an_answer_after_the_lease_counts(database):
    campaign = create_pool(database, "a1 a2")
    ids = annotator_ids(database, campaign)
    take(database, campaign, ids["ann"])
    late, _ = upcoming(database, campaign, ids["ann"])
    take(database, campaign, ids["bob"], now=NOW + 100)
    judge(database, campaign, ids["bob"], 1)
    record(database, campaign, judgment(late, ids["ann"]))
    assert {one.annotator_name for one in current(database, campaign)} == {"ann", "bob"}
    assert {one.version for one in current(database, campaign)} == {1}


def test_current_judgments_come_in_the_order_in_which_they_were_stored(database, campaign, ann):
    judge(database, campaign, ann, 3)
    numbers = [one.id for one in current(database, campaign)]
    assert numbers == sorted(numbers)
    with database.reading() as connection:
        assert judgments.last_id(connection, campaign) == numbers[-1]


def test_counts(database):
    control = new_item(9, "a", "1", kind="repeat")
    hits = [
        NewHit(0, [*new_hit(0, ["a1", "b1"]).items, control]),
        new_hit(1, ["a2", "b2", "b3"]),
    ]
    campaign = create(database, hits=hits)
    ann, bob = annotator_ids(database, campaign).values()
    judge(database, campaign, ann, 2)
    judge(database, campaign, bob, 1)
    item = upcoming(database, campaign, bob)[0]
    for _ in range(2):
        record(database, campaign, judgment(item, bob))
    with database.reading() as connection:
        counts = judgments.counts(connection, campaign)
        assert judgments.last_id(connection, campaign + 1) == 0
    assert counts.annotators == [
        (ann, "ann", "active", 2, 3, "person"),
        (bob, "bob", "active", 2, 3, "person"),
    ]
    assert (counts.judged, counts.planned) == (4, 6)


def test_counts_of_a_hit_that_moved(database):
    campaign = create_pool(database, "a1 a2 a3")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    judge(database, campaign, ann, 1)
    take(database, campaign, bob, now=NOW + 100)
    with database.reading() as connection:
        counts = judgments.counts(connection, campaign)
    assert [(one.judged, one.planned) for one in counts.annotators] == [(1, 1), (0, 2)]


@pytest.mark.parametrize("seed", range(3))
def test_versions_follow_each_other_whoever_writes_at_the_same_time(database_url, seed):
    """Two server processes, each with its own connections, and several tabs."""
    with (
        open_database(database_url, create=True) as first,
        open_database(database_url) as second,
    ):
        campaign = create(first, hits=[new_hit(0, ["a1", "a2"]), new_hit(1, ["b1"])])
        ids = annotator_ids(first, campaign)
        work = [(item, ids[name]) for name in ids for item in upcoming(first, campaign, ids[name])]
        acknowledged = defaultdict(list)
        lock = threading.Lock()

        def send(number):
            random = Random(10 * seed + number)
            for place in range(25):
                item, annotator = random.choice(work)
                # Tabs share some ids: resends of the same answer, over both processes.
                name = f"{item.id} {place}" if random.random() < 0.3 else f"{number} {place}"
                given = judgment(item, annotator, name)
                try:
                    stored = record((first, second)[number % 2], campaign, given)
                except RefusedJudgment:
                    continue
                with lock:
                    acknowledged[name].append((stored.id, stored.version, item.id))

        threads = [threading.Thread(target=send, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with first.reading() as connection:
            assert integrity.check(connection, campaign) == []
            rows = connection.exec_driver_sql("SELECT client_id, id, version, item FROM judgments")
            stored_rows = {row[0]: tuple(row[1:]) for row in rows}
        assert {name: set(found) for name, found in acknowledged.items()} == {
            name: {row} for name, row in stored_rows.items()
        }


def refused(database, campaign, given, code):
    with pytest.raises(RefusedJudgment) as error:
        record(database, campaign, given)
    assert error.value.code == code
    assert all(
        one.client_id != given.client_id or code == "used-id" for one in current(database, campaign)
    )
