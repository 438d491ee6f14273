"""Databases that cannot be used: each failure has its own code, message and hint."""

import os
import pwd
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, text
from tests.storage._campaigns import annotator_ids, create, judgment, record, upcoming

from tertium.core.errors import StorageError, UsageError
from tertium.storage import _engines, campaigns, judgments
from tertium.storage.database import open_database

pytestmark = pytest.mark.slow


def failure(use, *arguments, **options):
    """Error of a call: it must be a failure of the storage, with a message and a hint."""
    with pytest.raises(StorageError) as error:
        use(*arguments, **options)
    assert error.value.message
    assert error.value.hint
    return error.value


def read(database):
    with database.reading() as connection:
        return campaigns.names(connection)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "campaign.db"


@pytest.fixture
def url(path):
    """URL of a file with a campaign."""
    with open_database(f"sqlite:///{path}", create=True) as database:
        create(database)
    return f"sqlite:///{path}"


@pytest.fixture
def no_patience(monkeypatch):
    monkeypatch.setattr(_engines, "LOCK_SECONDS", 0.05)


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", "mysql://a/b", "x.db", "a:b"])
def test_a_url_of_no_known_database(url):
    with pytest.raises(UsageError, match="must begin with sqlite:/// or postgresql://"):
        open_database(url)


@pytest.mark.parametrize("url", ["postgresql://host:port/x", "postgresql://[::1/x"])
def test_a_url_that_cannot_be_read(url):
    with pytest.raises(UsageError, match="URL of a database"):
        open_database(url)


def test_a_file_that_does_not_exist(path):
    error = failure(open_database, f"sqlite:///{path}")
    assert error.code == "missing"
    assert not path.exists()


def test_a_folder_that_does_not_exist(path):
    error = failure(open_database, f"sqlite:///{path}/more/campaign.db", create=True)
    assert error.code == "missing"


def test_a_folder_is_no_database(tmp_path):
    assert failure(open_database, f"sqlite:///{tmp_path}").code == "corrupt"


@pytest.mark.parametrize("name", ["a b.db", "100%.db", "what?.db", "#1.db", "ü'\".db"])
def test_a_file_with_any_name(tmp_path, name):
    with open_database(f"sqlite:///{tmp_path / name}", create=True) as database:
        create(database)
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_a_file_that_is_no_database(path):
    path.write_bytes(b"No database, but a text of more than a hundred bytes. " * 100)
    error = failure(open_database, f"sqlite:///{path}")
    assert error.code == "corrupt"
    assert "is not a database, or it is damaged" in error.message
    assert "backup" in error.hint


def test_an_empty_file(path):
    path.touch()
    assert failure(open_database, f"sqlite:///{path}").code == "missing"


def test_a_damaged_file(url, path):
    data = bytearray(path.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"damaged " * 25
    path.write_bytes(data)
    with pytest.raises(StorageError) as error, open_database(url) as database:
        read(database)
    assert error.value.code == "corrupt"


def test_a_file_cut_off(url, path):
    with path.open("r+b") as stream:
        stream.truncate(4096 * 3)
    with pytest.raises(StorageError) as error, open_database(url) as database:
        read(database)
    assert error.value.code == "corrupt"


def test_a_database_of_another_program(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    for create_tables in (False, True):
        error = failure(open_database, f"sqlite:///{path}", create=create_tables)
        assert error.code == "foreign"


def test_tables_of_another_program_in_postgresql(postgres_server):
    url = postgres_server.new_url()
    execute(url, "CREATE TABLE recipes (name TEXT)")
    open_database(url, create=True).close()
    url = postgres_server.new_url()
    execute(url, "CREATE TABLE sessions (name TEXT)")
    assert failure(open_database, url, create=True).code == "foreign"


def test_tables_that_are_missing(database, database_url):
    create(database)
    with database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE judgments")
    error = failure(judge_once, database)
    assert error.code == "corrupt"
    assert "lacks tables" in error.message


def test_a_locked_file(url, path, no_patience):
    with open_database(url) as database, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert read(database) == ["news"]
        error = failure(judge_once, database)
        assert error.code == "locked"
        assert "locked by another program" in error.message
        other.rollback()
        assert judge_once(database).version == 1


def test_a_file_locked_at_the_start(url, path, no_patience):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert failure(open_database, url).code == "locked"


def test_a_locked_table_in_postgresql(postgres_server, no_patience):
    url = postgres_server.new_url()
    with open_database(url, create=True) as database, open_database(url) as other:
        create(database)
        with other.writing() as connection:
            connection.exec_driver_sql("LOCK TABLE judgments")
            assert failure(judge_once, database).code == "locked"
        assert judge_once(database).version == 1


def test_a_locked_table_for_many_rows_in_postgresql(postgres_server, no_patience):
    url = postgres_server.new_url()
    with (
        open_database(url, create=True) as database,
        open_database(url) as other,
        other.writing() as connection,
    ):
        connection.exec_driver_sql("LOCK TABLE items")
        assert failure(create, database).code == "locked"
        assert read(database) == []


@contextmanager
def as_another_user():
    """Act as a user without rights: root may write everywhere."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o777, 0o444), (0o555, 0o666)])
def test_a_read_only_file(folder_mode, file_mode):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "campaign.db"
        open_database(f"sqlite:///{path}", create=True).close()
        path.chmod(file_mode)
        path.parent.chmod(folder_mode)
        with as_another_user():
            error = failure(open_database, f"sqlite:///{path}")
        path.parent.chmod(0o700)
    assert error.code == "read-only"
    assert "is read-only" in error.message


def test_a_file_that_becomes_read_only(url):
    with open_database(url) as database:
        with database.writing() as connection:
            connection.execute(text("PRAGMA query_only = ON"))
        assert failure(judge_once, database).code == "read-only"


def test_a_read_only_server(postgres_server):
    with open_database(postgres_server.new_url(), create=True) as database:
        create(database)
        item, ann = next_item(database)

        def write(connection):
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")  # as on a standby server
            return judgments.record(connection, 1, judgment(item, ann))

        assert failure(database.submit, write).code == "read-only"


def test_a_user_without_rights(postgres_server):
    url = postgres_server.new_url()
    open_database(url, create=True).close()
    name = url.rpartition("%3D")[2]
    execute(url, f"CREATE ROLE guest_{name} LOGIN")
    execute(url, f"GRANT USAGE ON SCHEMA {name} TO guest_{name}")
    guest = url.replace("postgres@", f"guest_{name}@")
    error = failure(open_database, guest)
    assert error.code == "read-only"
    assert "no right" in error.message


def test_a_full_database(url, path):
    with open_database(url) as database:
        with database.writing() as connection:
            connection.execute(text(f"PRAGMA max_page_count = {path.stat().st_size // 4096}"))
        error = failure(create, database, "other", hits=None, annotators=["x" * 9000])
        assert error.code == "full"
        assert "nothing more can be stored" in error.message
        assert read(database) == ["news"]


def test_a_server_that_does_not_run():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for url in ("ann:secret@127.0.0.1:{}/x", "ann@127.0.0.1:{}/x?password=secret"):
        error = failure(open_database, f"postgresql://{url.format(port)}")
        assert error.code == "unreachable"
        assert "cannot be reached" in error.message
        assert "secret" not in str(error)


def test_a_database_that_does_not_exist(postgres_server):
    error = failure(open_database, postgres_server.url("nothing"))
    assert error.code == "unreachable"
    assert "does not exist" in error.message
    assert "createdb" in error.hint


def test_a_user_who_is_refused(postgres_server):
    error = failure(open_database, postgres_server.url().replace("postgres@", "nobody:secret@"))
    assert error.code == "unreachable"
    assert "secret" not in str(error)


def test_an_empty_database_in_postgresql(postgres_server):
    assert failure(open_database, postgres_server.new_url()).code == "missing"


def test_a_file_that_is_deleted_midway(url, path):
    with open_database(url) as database:
        item, ann = next_item(database)
        path.unlink()
        error = failure(record, database, 1, judgment(item, ann))
        assert error.code == "unreachable"
        assert "moved or deleted" in error.message


def test_a_file_that_is_replaced_midway(url, path):
    shutil.copy(path, path.with_suffix(".copy"))
    with open_database(url) as database:
        path.with_suffix(".copy").replace(path)
        assert failure(judge_once, database).code == "unreachable"


def test_a_server_that_stops_midway(postgres_server):
    with open_database(postgres_server.new_url(), create=True) as database:
        create(database)
        item, ann = next_item(database)
        postgres_server.stop()
        assert failure(record, database, 1, judgment(item, ann)).code == "unreachable"
        assert failure(read, database).code == "unreachable"
        postgres_server.start()
        assert record(database, 1, judgment(item, ann)).version == 1
        assert read(database) == ["news"]


def test_a_server_that_was_restarted_is_not_noticed(postgres_server):
    with open_database(postgres_server.new_url(), create=True) as database:
        create(database)
        assert judge_once(database).version == 1
        postgres_server.restart()
        assert judge_once(database).version == 1
        postgres_server.restart()
        assert read(database) == ["news"]


def test_a_server_that_is_restarted_during_a_write(postgres_server):
    """The group runs again, over a fresh connection."""
    with open_database(postgres_server.new_url(), create=True) as database:
        create(database)
        item, ann = next_item(database)
        begun, restarted, runs = threading.Event(), threading.Event(), []

        def write(connection):
            runs.append(1)
            recorded = judgments.record(connection, 1, judgment(item, ann, "once"))
            begun.set()
            assert restarted.wait(60)
            return recorded, campaigns.names(connection)

        future = database.enqueue(write)
        assert begun.wait(60)
        postgres_server.restart()
        restarted.set()
        recorded, names = future.result(60)
        assert (recorded.version, recorded.repeated, names) == (1, False, ["news"])
        assert len(runs) == 2
        with database.reading() as connection:
            assert len(list(judgments.current(connection, 1))) == 1


def test_a_server_that_is_lost_at_the_commit_acknowledges_nothing(postgres_server):
    with open_database(postgres_server.new_url(), create=True) as database:
        create(database)
        item, ann = next_item(database)
        given = judgment(item, ann, "sent twice")
        begun, restarted = threading.Event(), threading.Event()

        @event.listens_for(database._engine, "commit", once=True)
        def wait(connection):
            begun.set()
            assert restarted.wait(60)

        future = database.enqueue(lambda connection: judgments.record(connection, 1, given))
        assert begun.wait(60)
        postgres_server.restart()
        restarted.set()
        assert failure(future.result, 60).code == "unreachable"
        assert record(database, 1, given).version == 1


def test_packages_that_are_missing(tmp_path):
    program = """
import sys
sys.modules[{package!r}] = None
from tertium.core.errors import MissingComponent
try:
    from tertium.storage.database import open_database
    open_database("postgresql://localhost/x")
except MissingComponent as error:
    print(error)
"""
    for package, extra in (("sqlalchemy", "web"), ("psycopg", "postgres")):
        code = program.format(package=package)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
        )
        assert f"pip install 'tertium[{extra}]'" in done.stdout


def next_item(database):
    ann = annotator_ids(database, 1)["ann"]
    return upcoming(database, 1, ann)[0], ann


def judge_once(database):
    item, ann = next_item(database)
    return record(database, 1, judgment(item, ann))


def execute(url, statement):
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def test_the_folder_of_a_database_has_no_other_files_after_closing(url, path):
    assert list(Path(path.parent).iterdir()) == [path]
