"""Campaigns and their annotators."""

import time

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

from tertium.core.errors import DataError, UnknownMember
from tertium.storage import access, campaigns, integrity, judgments
from tertium.storage.campaigns import (
    AnnotatorExists,
    CampaignExists,
    UnknownAnnotator,
)
from tertium.storage.database import open_database
from tertium.storage.items import NewHit, add_hits


def test_a_campaign_is_found_by_its_name(database):
    with database.writing() as connection:
        number = campaigns.create(connection, "news", '{"task": 1}', ["ann"], [], 7, NOW)
    with database.reading() as connection:
        row = campaigns.find(connection, "news")
        assert campaigns.names(connection) == ["news"]
    assert row == (number, "news", NOW, '{"task": 1}', "running", 7, 1, 1, 1, None)


def test_items_keep_their_texts_and_order(database):
    items = [
        new_item(0, "a+b", "seg 1", output="مرحبا <b>&\u2028", source=None),
        new_item(1, "b", "seg 2", output="", source="Quelle"),
        new_item(2, "ref", "seg 1", kind="reference", output="\U0001f600", source="Quelle"),
    ]
    campaign = create(database, annotators=["ann"], hits=[NewHit(0, items)])
    stored = upcoming(database, campaign, annotator_ids(database, campaign)["ann"])
    for one, item in zip(stored, items, strict=True):
        assert (one.position, one.segment, one.document) == item[:3]
        assert one.outputs == tuple(item.outputs)
        assert (one.source, one.reference) == (item.source, None)
    assert {one.number for one in stored} == {1}


def test_a_name_is_used_once(database):
    campaign = create(database)
    with pytest.raises(CampaignExists, match="'news' exists already"):
        create(database)
    assert list(annotator_ids(database, campaign)) == ["ann", "bob"]


def test_a_campaign_that_cannot_be_stored_leaves_nothing(database):
    with pytest.raises(DataError, match="Segment '2' of system 'a' has a NUL character"):
        create(database, hits=[new_hit(0), NewHit(1, [new_item(2, output="a\0b")])])
    with database.reading() as connection:
        assert campaigns.names(connection) == []
    create(database)


def test_several_campaigns_share_a_database(database):
    first, second = create(database, "one"), create(database, "two", annotators=["ann"])
    assert list(annotator_ids(database, first)) == ["ann", "bob"]
    assert list(annotator_ids(database, second)) == ["ann"]
    ann = annotator_ids(database, second)["ann"]
    judge(database, second, ann, 3)
    assert len(current(database, second)) == 3
    assert current(database, first) == []


@pytest.mark.parametrize("name", ["new", "news\0", "\ud800", ""])
def test_an_unknown_campaign(database, name):
    create(database)
    with database.reading() as connection, pytest.raises(UnknownMember, match="No campaign"):
        campaigns.find(connection, name)


def test_a_campaign_can_be_paused(database):
    campaign = create(database)
    with database.writing() as connection:
        campaigns.set_status(connection, campaign, "paused")
    with database.reading() as connection:
        assert campaigns.find(connection, "news").status == "paused"
    with database.writing() as connection, pytest.raises(ValueError, match="ended"):
        campaigns.set_status(connection, campaign, "ended")


def test_an_annotator_joins(database):
    campaign = create_pool(database, "a1", annotators=[])
    with database.writing() as connection:
        added = campaigns.add_annotator(connection, campaign, "eve")
        assert campaigns.annotators(connection, campaign)[-1] == added
    assert added.name == "eve"
    assert added.status == "active"
    assert abs(added.created - time.time()) < 60
    with database.writing() as connection, pytest.raises(AnnotatorExists, match="'eve' already"):
        campaigns.add_annotator(connection, campaign, "eve")


def test_hits_are_added_later(database):
    campaign = create(database)
    with database.writing() as connection:
        eve = campaigns.add_annotator(connection, campaign, "eve").id
        add_hits(connection, campaign, [new_hit(0, ["a1", "c9"])], [eve], NOW)
    assert [(one.number, one.segment) for one in upcoming(database, campaign, eve)] == [
        (3, "1"),
        (3, "9"),
    ]


def test_the_status_of_an_annotator(database):
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    with database.writing() as connection:
        campaigns.set_annotator_status(connection, campaign, ann, "excluded")
        assert campaigns.annotators(connection, campaign)[0].status == "excluded"
    other = create(database, "other")
    with database.writing() as connection:
        with pytest.raises(UnknownAnnotator, match=f"number {ann}"):
            campaigns.set_annotator_status(connection, other, ann, "active")
        with pytest.raises(ValueError, match="gone"):
            campaigns.set_annotator_status(connection, campaign, ann, "gone")


def test_generations_count_for_each_role(database):
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    with database.writing() as connection:
        assert campaigns.new_generation(connection, campaign, "annotator", ann) == 2
        assert campaigns.new_generation(connection, campaign, "annotator", ann) == 3
        assert campaigns.new_generation(connection, campaign, "organiser") == 2
        assert campaigns.new_generation(connection, campaign, "pool") == 2
        assert [one.generation for one in campaigns.annotators(connection, campaign)] == [3, 1]
        with pytest.raises(UnknownAnnotator):
            campaigns.new_generation(connection, campaign, "annotator", ann + 100)


def test_a_deleted_annotator_leaves_judgments_under_a_random_name(database):
    campaign = create(database)
    ids = annotator_ids(database, campaign)
    judge(database, campaign, ids["ann"], 2)
    delete(database, campaign, ids["ann"], with_judgments=False)
    with database.reading() as connection:
        deleted, bob = campaigns.annotators(connection, campaign)
        assert integrity.check(connection, campaign) == []
    assert deleted.status == "deleted"
    assert deleted.name.startswith("deleted-")
    assert bob.name == "bob"
    assert {one.annotator_name for one in current(database, campaign)} == {deleted.name}
    with database.writing() as connection, pytest.raises(UnknownAnnotator):
        campaigns.set_annotator_status(connection, campaign, ids["ann"], "active")
    with database.writing() as connection:
        campaigns.add_annotator(connection, campaign, "ann")


def test_an_annotator_is_deleted_with_all_judgments(database):
    campaign = create(database)
    ids = annotator_ids(database, campaign)
    items = judge(database, campaign, ids["ann"], 2)
    judge(database, campaign, ids["bob"], 1)
    for _ in range(3):
        record(database, campaign, judgment(items[0], ids["ann"]))
    delete(database, campaign, ids["ann"], with_judgments=True)
    assert list(annotator_ids(database, campaign)) == ["bob"]
    assert [one.annotator_name for one in current(database, campaign)] == ["bob"]
    with database.reading() as connection:
        assert integrity.check(connection, campaign) == []
        counts = judgments.counts(connection, campaign)
    assert (counts.judged, counts.planned) == (1, 6)


def test_the_links_and_sessions_of_a_deleted_annotator_end(database):
    campaign = create(database)
    ids = annotator_ids(database, campaign)
    with database.writing() as connection:
        for number, name in enumerate(ids):
            access.set_link(connection, campaign, "annotator", ids[name], f"link {name}")
            link = access.find_link(connection, f"link {name}")
            assert link is not None
            access.open_session(connection, f"session {number}", NOW, NOW + 60)
            access.grant(connection, f"session {number}", link)
    delete(database, campaign, ids["ann"], with_judgments=False)
    with database.reading() as connection:
        assert access.find_link(connection, "link ann") is None
        assert access.find_link(connection, "link bob") is not None
        assert access.grants(connection, "session 0", NOW) == []
        assert len(access.grants(connection, "session 1", NOW)) == 1
        names = connection.exec_driver_sql("SELECT hash FROM sessions").scalars().all()
    assert names == ["session 1"]


@pytest.mark.parametrize("with_judgments", [True, False])
def test_the_hits_of_a_deleted_annotator_return_to_the_pool(database, with_judgments):
    campaign = create_pool(database, "a1 a2 a3")
    ids = annotator_ids(database, campaign)
    assert take(database, campaign, ids["ann"]) == ["a1", "a2", "a3"]
    judge(database, campaign, ids["ann"], 1)
    assert take(database, campaign, ids["bob"]) == []
    delete(database, campaign, ids["ann"], with_judgments)
    assert take(database, campaign, ids["bob"]) == ["a1", "a2", "a3"][not with_judgments :]


def test_the_name_of_a_deleted_annotator_leaves_the_file(tmp_path):
    path = tmp_path / "campaign.db"
    with open_database(f"sqlite:///{path}", create=True) as database:
        campaign = create(database, annotators=["Hildegard"], hits=[])
        delete(database, campaign, annotator_ids(database, campaign)["Hildegard"], False)
    assert b"Hildegard" not in path.read_bytes()


def delete(database, campaign, annotator, with_judgments):
    with database.writing() as connection:
        campaigns.delete_annotator(connection, campaign, annotator, with_judgments)
