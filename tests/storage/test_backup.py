"""Copies of a database that is in use."""

import sqlite3
import threading
from contextlib import closing

import pytest
from sqlalchemy import text
from tests.storage._campaigns import annotator_ids, create, judge, judgment, record, upcoming

from tertium.core import outputs
from tertium.core.errors import DataError, UsageError
from tertium.storage import access, campaigns, integrity, judgments
from tertium.storage.backup import backup
from tertium.storage.database import open_database
from tertium.storage.schema import metadata

pytestmark = pytest.mark.slow


def rows(database, name):
    with database.reading() as connection:
        found = connection.execute(text(f"SELECT * FROM {name}")).all()
    return sorted(map(tuple, found), key=str)


def open_copy(path):
    return open_database(f"sqlite:///{path}")


def test_a_copy_has_all_rows(database, tmp_path):
    campaign = create(database)
    ids = annotator_ids(database, campaign)
    with database.writing() as connection:
        access.set_link(connection, campaign, "annotator", ids["ann"], "link")
    judge(database, campaign, ids["ann"], 2)
    item = upcoming(database, campaign, ids["bob"])[0]
    for value in range(3):
        record(database, campaign, judgment(item, ids["bob"], value=value))
    path = tmp_path / "copy.db"
    backup(database, path)
    assert [one.name for one in tmp_path.glob("*copy*")] == ["copy.db"]
    with open_copy(path) as copy:
        for name in metadata.tables:
            assert rows(copy, name) == rows(database, name), name
        with copy.reading() as connection:
            assert integrity.check(connection, campaign) == []
        # The copy can be used: numbers go on.
        judge(copy, campaign, ids["ann"], 1)


def test_one_campaign_is_copied_from_postgresql(postgres_server, tmp_path):
    with open_database(postgres_server.new_url(), create=True) as database:
        for name in ("one", "two", "three"):
            campaign = create(database, name)
            judge(database, campaign, annotator_ids(database, campaign)["ann"], 2)
        with database.reading() as connection:
            second = campaigns.find(connection, "two").id
        backup(database, tmp_path / "copy.db", campaign=second)
        with open_copy(tmp_path / "copy.db") as copy, copy.reading() as connection:
            assert campaigns.names(connection) == ["two"]
            assert campaigns.find(connection, "two").id == second
            assert len(list(judgments.current(connection, second))) == 2
            assert integrity.check(connection, second) == []


def test_a_copy_is_consistent_while_others_write(database, tmp_path):
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    items = upcoming(database, campaign, ann)
    stop = threading.Event()
    acknowledged = []

    def write():
        while not stop.is_set():
            for item in items:
                acknowledged.append(record(database, campaign, judgment(item, ann)).id)

    threads = [threading.Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for number in range(4):
            before = set(acknowledged)
            path = tmp_path / f"copy{number}.db"
            backup(database, path)
            with open_copy(path) as copy, copy.reading() as connection:
                assert integrity.check(connection, campaign) == []
                kept = connection.execute(text("SELECT id FROM judgments")).scalars()
                assert before <= set(kept)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_other_files_are_not_replaced(database, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("mine")
    with pytest.raises(UsageError, match="exists"):
        backup(database, path)
    assert path.read_text() == "mine"
    with outputs.replacing(True):
        backup(database, path)
    open_copy(path).close()


def test_a_folder_that_does_not_exist(database, tmp_path):
    with pytest.raises(DataError, match="Cannot be written"):
        backup(database, tmp_path / "nowhere" / "copy.db")


def test_a_file_is_not_copied_to_itself(tmp_path):
    path = tmp_path / "campaign.db"
    with open_database(f"sqlite:///{path}", create=True) as database:
        create(database)
        (tmp_path / "link.db").symlink_to(path)
        for name in ("campaign.db", "link.db"):
            with outputs.replacing(True), pytest.raises(DataError, match="to itself"):
                backup(database, tmp_path / name)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM campaigns").fetchall() == [("news",)]
