"""The second version of the tables: items of the first become screens, and nothing is lost."""

import json

import pytest
from sqlalchemy import text
from tests.storage._campaigns import annotator_ids, judgment, record, upcoming

from tertium.storage import campaigns, judgments
from tertium.storage import database as database_module
from tertium.storage.database import open_database
from tertium.storage.migrations import all_migrations
from tertium.storage.schema import digest

pytestmark = pytest.mark.slow

TEXTS = ["The source.", "The reference.", "An output.", "Another output."]


@pytest.fixture
def first_version(database_url, monkeypatch):
    """A database of the first version with two campaigns, one of which shows the reference."""
    with monkeypatch.context() as patch:
        patch.setattr(database_module, "all_migrations", lambda: all_migrations()[:1])
        with (
            open_database(database_url, create=True) as database,
            database.writing() as connection,
        ):
            for number, context in ((1, "source"), (2, "reference")):
                fill(connection, number, context)
    return database_url


def fill(connection, number, context):
    def add(table, **row):
        names = ", ".join(row)
        values = ", ".join(f":{name}" for name in row)
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)

    add(
        "campaigns",
        **{"id": number, "name": context, "created": 1.0, "status": "running", "planned": 2},
        **{"settings": json.dumps({"context": context}), "organiser_generation": 1},
        pool_generation=1,
    )
    add(
        "annotators",
        **{"id": number, "campaign": number, "name": "ann", "status": "active"},
        **{"generation": 1, "created": 1.0},
    )
    for one in TEXTS:
        add("texts", campaign=number, digest=digest(one), text=one)
    add("hits", id=number, campaign=number, number=1, annotator=number)
    add("assignments", hit=number, annotator=number, taken=1.0)
    for place in (0, 1):
        add(
            "items",
            **{"id": 10 * number + place, "campaign": number, "hit": number, "position": place},
            **{"kind": ("system", "repeat")[place], "system": "a+b", "segment": "7"},
            **{"document": "news", "output": digest(TEXTS[2 + place])},
            context=digest(TEXTS[context == "reference"]),
        )
    for version in (1, 2):
        add(
            "judgments",
            **{"id": 10 * number + version, "campaign": number, "item": 10 * number},
            **{"annotator": number, "client_id": f"{version}", "version": version},
            **{"replaces": 10 * number + 1 if version == 2 else None, "scale": "slider"},
            **{"answer": f'{{"value": {version}}}', "output": digest(TEXTS[2]), "position": 0},
            **dict.fromkeys(("shown", "touched", "submitted", "received", "active"), 5.0),
        )
    # The last judgment was deleted; its number is not used again.
    if connection.dialect.name == "sqlite":
        connection.execute(text("UPDATE sqlite_sequence SET seq = 99 WHERE name = 'judgments'"))
    else:
        for table, last in (("judgments", 99), ("items", 50)):
            connection.execute(text(f"SELECT setval('{table}_id_seq', {last})"))


def test_items_become_screens(first_version):
    with open_database(first_version) as database:
        for number, context in ((1, "source"), (2, "reference")):
            ann = annotator_ids(database, number)["ann"]
            (item,) = upcoming(database, number, ann)
            assert item.outputs == (("repeat", "a+b", "Another output."),)
            shown = {"source": item.source, "reference": item.reference}
            assert shown.pop(context) == TEXTS[context == "reference"]
            assert list(shown.values()) == [None]
            assert (item.segment, item.document, item.level) == ("7", "news", "segment")
            with database.reading() as connection:
                (stored,) = judgments.current(connection, number)
                row = campaigns.find(connection, context)
            assert (row.viewer_generation, row.decided) == (1, None)
            assert json.loads(stored.answer) == {"outputs": [{"value": 2}]}
            assert (stored.version, stored.replaces) == (2, 10 * number + 1)
            assert stored.outputs == (("system", "a+b"),)


def test_numbers_are_not_used_again(first_version):
    with open_database(first_version) as database:
        ann = annotator_ids(database, 1)["ann"]
        (item,) = upcoming(database, 1, ann)
        assert record(database, 1, judgment(item, ann)).id == 100
