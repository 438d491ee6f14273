"""Links, sessions and grants."""

import threading

import pytest
from tests.storage._campaigns import NOW, annotator_ids, create

from tertium.storage import access, campaigns
from tertium.storage.access import LinkRow
from tertium.storage.database import open_database


@pytest.fixture
def campaign(database):
    return create(database)


@pytest.fixture
def ann(database, campaign):
    return annotator_ids(database, campaign)["ann"]


def enter(database, token, session="session", expires=NOW + 60):
    """Open a link in a browser."""
    with database.writing() as connection:
        link = access.find_link(connection, token)
        assert link is not None
        access.open_session(connection, session, NOW, expires)
        access.grant(connection, session, link)


def set_link(database, campaign, role, annotator, token):
    with database.writing() as connection:
        access.set_link(connection, campaign, role, annotator, token)


def find(database, token):
    with database.reading() as connection:
        return access.find_link(connection, token)


def granted(database, session="session", now=NOW):
    with database.reading() as connection:
        return access.grants(connection, session, now)


def test_a_link_is_found(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    set_link(database, campaign, "organiser", None, "o")
    set_link(database, campaign, "pool", None, "p")
    assert find(database, "a") == LinkRow(campaign, "annotator", ann, 1)
    assert find(database, "o") == LinkRow(campaign, "organiser", None, 1)
    assert find(database, "p") == LinkRow(campaign, "pool", None, 1)
    assert find(database, "x") is None


def test_a_new_link_replaces_the_earlier_one_of_its_owner_only(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "old")
    set_link(database, campaign, "organiser", None, "o")
    set_link(database, campaign, "annotator", ann, "new")
    set_link(database, campaign, "annotator", ann, "new")
    assert find(database, "old") is None
    assert find(database, "new") is not None
    assert find(database, "o") is not None


def test_a_link_gives_a_grant(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    enter(database, "a")
    assert granted(database) == [(campaign, "annotator", ann)]
    assert granted(database, "another session") == []


def test_a_browser_collects_grants_of_several_campaigns(database, campaign, ann):
    other = create(database, "again")
    set_link(database, campaign, "annotator", ann, "a")
    set_link(database, other, "organiser", None, "o")
    enter(database, "a")
    enter(database, "o")
    assert [(one.campaign, one.role) for one in granted(database)] == [
        (other, "organiser"),
        (campaign, "annotator"),
    ]


def test_the_last_link_of_a_campaign_counts(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    set_link(database, campaign, "organiser", None, "o")
    enter(database, "a")
    enter(database, "o")
    (only,) = granted(database)
    assert (only.role, only.annotator) == ("organiser", None)


def test_sessions_expire_and_are_prolonged(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    enter(database, "a", expires=NOW + 60)
    assert granted(database, now=NOW + 59)
    assert not granted(database, now=NOW + 60)
    with database.writing() as connection:
        access.open_session(connection, "session", NOW + 30, NOW + 90)
    assert granted(database, now=NOW + 60)
    with database.reading() as connection:
        created = connection.exec_driver_sql("SELECT created FROM sessions").scalar()
    assert created == NOW


def test_expired_sessions_are_deleted(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    enter(database, "a", "one", expires=NOW + 10)
    enter(database, "a", "two", expires=NOW + 20)
    with database.writing() as connection:
        assert access.delete_expired(connection, NOW + 10) == 1
        assert access.delete_expired(connection, NOW + 10) == 0
    assert granted(database, "two")


@pytest.mark.parametrize(("status", "admitted"), [("excluded", True), ("revoked", False)])
def test_excluded_annotators_stay_and_revoked_ones_leave(database, campaign, ann, status, admitted):
    set_link(database, campaign, "annotator", ann, "a")
    enter(database, "a")
    with database.writing() as connection:
        campaigns.set_annotator_status(connection, campaign, ann, status)
    assert bool(granted(database)) == admitted
    assert bool(find(database, "a")) == admitted
    with database.writing() as connection:
        campaigns.set_annotator_status(connection, campaign, ann, "active")
    # Who was revoked needs a new link, even if the annotator returns.
    assert bool(granted(database)) == admitted
    assert bool(find(database, "a")) == admitted


@pytest.mark.parametrize("role", ["annotator", "organiser", "pool"])
def test_a_new_generation_ends_links_and_sessions_of_its_owner(database, campaign, ann, role):
    bob = annotator_ids(database, campaign)["bob"]
    owners = {"annotator": ann, "organiser": None, "pool": None}
    for name, owner in owners.items():
        set_link(database, campaign, name, owner, name)
        enter(database, name, f"session of {name}")
    set_link(database, campaign, "annotator", bob, "bob")
    enter(database, "bob", "session of bob")
    with database.writing() as connection:
        campaigns.new_generation(connection, campaign, role, owners[role])
    for name in (*owners, "bob"):
        assert bool(find(database, name)) == (name != role)
        assert bool(granted(database, f"session of {name}")) == (name != role)


def test_a_grant_of_an_earlier_generation_is_invalid(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    link = find(database, "a")
    with database.writing() as connection:
        campaigns.new_generation(connection, campaign, "annotator", ann)
        # The link was found before the new generation, in another process.
        access.open_session(connection, "session", NOW, NOW + 60)
        access.grant(connection, "session", link)
    assert granted(database) == []


def test_the_oldest_sessions_of_a_link_end(database, campaign, ann):
    set_link(database, campaign, "annotator", ann, "a")
    set_link(database, campaign, "organiser", None, "o")
    enter(database, "o", "organiser")
    link = find(database, "a")
    with database.writing() as connection:
        for number in range(4):
            access.open_session(connection, f"s{number}", NOW + number, NOW + 60)
            access.grant(connection, f"s{number}", link)
        access.end_oldest(connection, link, 2)
    left = [name for name in ("s0", "s1", "s2", "s3", "organiser") if granted(database, name)]
    assert left == ["s2", "s3", "organiser"]


def test_processes_that_start_together_set_the_same_links(database_url):
    with (
        open_database(database_url, create=True) as first,
        open_database(database_url) as second,
    ):
        campaign = create(first)
        failures = []

        def start(database):
            try:
                for number in range(20):
                    set_link(database, campaign, "organiser", None, f"o{number}")
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=start, args=(one,)) for one in (first, second)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert find(first, "o19") is not None
