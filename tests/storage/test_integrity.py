"""The check finds whatever is broken."""

import pytest
from sqlalchemy import text
from tests.storage._campaigns import annotator_ids, create, judge, judgment, record

from tertium.storage import integrity


@pytest.fixture
def campaign(database):
    """A campaign whose first judgment has three versions, beside another campaign."""
    create(database, "other")
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    items = judge(database, campaign, ann, 3)
    for _ in range(2):
        record(database, campaign, judgment(items[0], ann))
    return campaign


def damage(database, *statements):
    """Change rows behind the back of the constraints."""
    sqlite = database.kind == "sqlite"
    with database._engine.connect() as connection:
        if sqlite:
            driver = connection.connection.driver_connection
            driver.execute("PRAGMA foreign_keys = OFF")
        else:
            connection.execute(text("SET session_replication_role = replica"))
        for statement in statements:
            connection.execute(text(statement))
        connection.commit()
        if sqlite:
            driver.execute("PRAGMA foreign_keys = ON")
        else:
            connection.execute(text("SET session_replication_role = origin"))
            connection.commit()


def check(database, campaign):
    with database.reading() as connection:
        return integrity.check(connection, campaign)


def test_a_campaign_that_is_whole(database, campaign):
    assert check(database, campaign) == []


FIRST_ITEM = "(SELECT min(id) FROM items WHERE campaign = 2)"
FIRST = "(SELECT min(id) FROM judgments)"
LAST = "(SELECT max(id) FROM judgments)"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            "UPDATE texts SET text = 'changed' WHERE text LIKE '%a for 2%'",
            "1 text does not match its digest: ",
        ),
        ("DELETE FROM texts WHERE text LIKE '%a for 2%'", "2 items lack a text: 8, 11."),
        ("DELETE FROM texts WHERE text = 'Quelle'", "6 items lack a text: 7, 8, 9, 10, 11, ..."),
        (
            f"UPDATE items SET hit = 1, position = 99 WHERE id = {FIRST_ITEM} + 1",
            "1 item has a HIT of another campaign: 8.",
        ),
        (
            "UPDATE hits SET annotator = 1 WHERE id = 3",
            "1 HIT belongs to an annotator of another campaign: 3.",
        ),
        (
            "DELETE FROM items WHERE id = 8",
            "1 judgment refers to an item that does not exist: 2.",
        ),
        (
            "UPDATE judgments SET item = 1 WHERE id = 2",
            "1 judgment refers to an item of another campaign: 2.",
        ),
        (
            "UPDATE judgments SET annotator = 1 WHERE id = 2",
            "1 judgment was given by an annotator who is not of this campaign: 2.",
        ),
        (
            "UPDATE judgments SET annotator = 99 WHERE id = 2",
            "1 judgment was given by an annotator who is not of this campaign: 2.",
        ),
        (
            "UPDATE judgments SET annotator = 4 WHERE id = 2",
            "1 judgment was given by an annotator who never had the item: 2.",
        ),
        (
            "UPDATE judgments SET output = 'x' WHERE id > 1 AND id < 4",
            "2 judgments were given for other texts than those of their items: 2, 3.",
        ),
        (
            f"UPDATE judgments SET version = 7 WHERE id = {LAST}",
            "1 judgment has a version that does not follow the version before: 5.",
        ),
        (
            f"DELETE FROM judgments WHERE id = {FIRST}",
            "2 judgments have versions that do not follow the version before: 4, 5.",
        ),
        (
            f"UPDATE judgments SET replaces = {FIRST} WHERE id = {LAST}",
            "1 judgment does not replace the version before: 5.",
        ),
        (
            f"UPDATE judgments SET replaces = NULL WHERE id = {LAST}",
            "1 judgment does not replace the version before: 5.",
        ),
        (
            "UPDATE judgments SET answer = '[1' WHERE id < 3",
            "2 judgments have answers that are not JSON: 1, 2.",
        ),
        ("UPDATE judgments SET answer = '7' WHERE id = 3", "1 judgment has an answer that is not"),
    ],
)
def test_what_is_broken_is_found(database, campaign, statement, sentence):
    damage(database, statement)
    found = check(database, campaign)
    assert any(one.startswith(sentence) for one in found), found
    assert all(one.endswith(".") for one in found)


def test_the_judgments_of_another_campaign_do_not_matter(database, campaign):
    damage(database, "UPDATE judgments SET version = 9, answer = '' WHERE id = 5")
    assert check(database, campaign - 1) == []
    assert len(check(database, campaign)) == 2
