"""Versions of the schema: creation, migration after a copy, refusal of newer databases."""

import sqlite3
import threading
from contextlib import closing

import pytest
from sqlalchemy import inspect, text
from tests.storage._campaigns import create

from tertium.core.errors import StorageError
from tertium.storage import _versions, campaigns, migrations
from tertium.storage import database as database_module
from tertium.storage.database import open_database
from tertium.storage.migrations import Migration, all_migrations
from tertium.storage.schema import metadata

pytestmark = pytest.mark.slow

NEXT = len(all_migrations()) + 1


def add_column(connection):
    connection.execute(text("ALTER TABLE campaigns ADD COLUMN language TEXT"))


def add_half(connection):
    add_column(connection)
    raise ZeroDivisionError


def version_of(database):
    with database.reading() as connection:
        return connection.execute(text("SELECT version FROM schema_version")).scalars().all()


def columns(database):
    with database.reading() as connection:
        return [column["name"] for column in inspect(connection).get_columns("campaigns")]


@pytest.fixture
def newer(monkeypatch):
    """Make tertium know another version of the tables."""

    def know(*migrate):
        known = (*all_migrations(), *(Migration(NEXT + n, one) for n, one in enumerate(migrate)))
        monkeypatch.setattr(database_module, "all_migrations", lambda: known)

    return know


def description(found, name):
    """Columns, keys and indexes of a table, as the database describes them."""
    key = found.get_pk_constraint(name)["constrained_columns"]
    return {
        "columns": {
            (one["name"], one["name"] in key or one["nullable"], type_of(one))
            for one in found.get_columns(name)
        },
        "key": key,
        "unique": {tuple(one["column_names"]) for one in found.get_unique_constraints(name)},
        "indexes": {(one["name"], *one["column_names"]) for one in found.get_indexes(name)},
        "references": {
            (*one["constrained_columns"], one["referred_table"], *one["referred_columns"])
            for one in found.get_foreign_keys(name)
        },
    }


def type_of(column):
    name = str(column["type"])
    return "DOUBLE PRECISION" if name in ("DOUBLE", "REAL") else name


def test_the_migrations_make_the_tables_of_the_schema(database):
    with database.writing() as connection:
        migrated = inspect(connection)
        names = set(migrated.get_table_names())
        tables = {name: description(migrated, name) for name in metadata.tables}
        metadata.drop_all(connection)
        metadata.create_all(connection)
        expected = inspect(connection)
        assert names - {"sqlite_sequence"} == set(metadata.tables)
        for name, found in tables.items():
            assert found == description(expected, name), name


def test_versions_are_numbered_without_a_gap():
    assert [one.version for one in all_migrations()] == list(range(1, len(all_migrations()) + 1))
    assert migrations.__doc__


def test_a_new_database_has_the_newest_version(database):
    assert version_of(database) == [all_migrations()[-1].version]


def test_an_older_database_is_migrated(database_url, newer, tmp_path):
    with open_database(database_url, create=True) as database:
        create(database)
    newer(add_column, lambda connection: None)
    with open_database(database_url) as database:
        assert version_of(database) == [NEXT + 1]
        assert "language" in columns(database)
        with database.reading() as connection:
            assert campaigns.names(connection) == ["news"]
    open_database(database_url).close()


def test_tables_of_postgresql_are_copied_before_they_are_migrated(postgres_server, newer):
    url = postgres_server.new_url()
    with open_database(url, create=True) as database:
        create(database)
    newer(add_column)
    with open_database(url) as database, database.reading() as connection:
        assert connection.scalar(text(f"SELECT name FROM before_{NEXT}_campaigns")) == "news"
        version = text(f"SELECT version FROM before_{NEXT}_schema_version")
        assert connection.scalar(version) == NEXT - 1
        copied = connection.scalar(text(f"SELECT count(*) FROM before_{NEXT}_items"))
        assert copied == connection.scalar(text("SELECT count(*) FROM items")) > 0


def test_a_copy_is_made_before_a_file_is_migrated(tmp_path, newer):
    url = f"sqlite:///{tmp_path / 'campaign.db'}"
    with open_database(url, create=True) as database:
        create(database)
    newer(add_column)
    open_database(url).close()
    copy = tmp_path / f"campaign.db.before-{NEXT}"
    assert sorted(tmp_path.iterdir()) == [tmp_path / "campaign.db", copy]
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(NEXT - 1,)]
        assert connection.execute("SELECT name FROM campaigns").fetchall() == [("news",)]


def test_a_migration_that_fails_changes_nothing(database_url, newer):
    with open_database(database_url, create=True) as database:
        create(database)
    newer(lambda connection: None, add_half)
    with pytest.raises(ZeroDivisionError):
        open_database(database_url)
    newer()
    with open_database(database_url) as database:
        assert version_of(database) == [NEXT - 1]
        assert "language" not in columns(database)


def test_a_newer_database_is_refused(database_url, newer):
    newer(add_column)
    open_database(database_url, create=True).close()
    newer()
    with pytest.raises(StorageError, match="A newer version of tertium") as error:
        open_database(database_url)
    assert error.value.code == "newer"
    assert "newest version" in error.value.hint


@pytest.mark.parametrize(
    "damage",
    ["DELETE FROM schema_version", "INSERT INTO schema_version VALUES (1)"],
)
def test_a_damaged_version_is_refused(database_url, damage):
    with (
        open_database(database_url, create=True) as database,
        database.writing() as connection,
    ):
        connection.execute(text(damage))
    with pytest.raises(StorageError) as error:
        open_database(database_url)
    assert error.value.code == "corrupt"


def test_processes_that_open_a_new_database_together_create_it_once(database_url):
    start, failures = threading.Barrier(4), []

    def make():
        start.wait()
        try:
            open_database(database_url, create=True).close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_database(database_url) as database:
        assert version_of(database) == [NEXT - 1]


def test_a_database_that_another_process_has_migrated_meanwhile(database):
    known = (*all_migrations(), Migration(NEXT, add_column))
    for _ in range(2):
        with database.writing() as connection:
            _versions.migrate(connection, database.place, database.path, known)
    assert version_of(database) == [NEXT]
