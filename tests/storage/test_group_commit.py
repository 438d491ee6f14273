"""Group commit: writes that wait together are committed together, and acknowledged afterwards."""

import os
import subprocess
import sys
import threading

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError
from tests.storage._campaigns import annotator_ids, create, judgment, record, upcoming

from tertium.core.errors import StorageError
from tertium.storage import campaigns
from tertium.storage.database import open_database

pytestmark = pytest.mark.slow


def add(campaign, name):
    return lambda connection: campaigns.add_annotator(connection, campaign, name).name


def fail(connection, before=campaigns.names):
    before(connection)
    raise ZeroDivisionError


@pytest.fixture
def campaign(database):
    return create(database, annotators=[], hits=[])


@pytest.fixture
def held(database):
    """Hold the writer until the test has queued its writes."""
    begun, go = threading.Event(), threading.Event()

    def wait(connection):
        begun.set()
        assert go.wait(60)

    future = database.enqueue(wait)
    assert begun.wait(60)
    yield go
    go.set()
    future.result(60)


@pytest.fixture
def uncommittable(database):
    """A write that succeeds, but whose transaction cannot be committed."""
    table = "CREATE TABLE broken (id INTEGER PRIMARY KEY, other INTEGER REFERENCES broken (id)"
    with database.writing() as connection:
        connection.execute(text(f"{table} DEFERRABLE INITIALLY DEFERRED)"))
    return lambda connection: connection.execute(text("INSERT INTO broken VALUES (1, 2)"))


@pytest.fixture
def commits(database):
    found = []
    event.listen(database._engine, "commit", lambda connection: found.append(1))
    return found


def test_a_write_is_committed_when_its_result_is_there(database, campaign):
    assert database.submit(add(campaign, "ann")) == "ann"
    assert list(annotator_ids(database, campaign)) == ["ann"]


def test_writes_that_wait_are_committed_together(database, campaign, commits, held):
    futures = [database.enqueue(add(campaign, f"name{number}")) for number in range(50)]
    held.set()
    assert [one.result(60) for one in futures] == [f"name{number}" for number in range(50)]
    assert len(commits) == 2
    assert len(annotator_ids(database, campaign)) == 50


def test_a_write_that_fails_does_not_undo_others(database, campaign, held):
    def half(connection):
        fail(connection, add(campaign, "half"))

    writes = [add(campaign, "one"), half, add(campaign, "one"), fail, add(campaign, "two")]
    futures = [database.enqueue(write) for write in writes]
    held.set()
    assert futures[0].result(60) == "one"
    assert isinstance(futures[1].exception(60), ZeroDivisionError)
    assert isinstance(futures[2].exception(60), campaigns.AnnotatorExists)
    assert isinstance(futures[3].exception(60), ZeroDivisionError)
    assert futures[4].result(60) == "two"
    assert list(annotator_ids(database, campaign)) == ["one", "two"]


def test_a_wrong_statement_does_not_undo_others(database, campaign, held):
    futures = [
        database.enqueue(add(campaign, "one")),
        database.enqueue(lambda connection: connection.execute(text("SELECT nonsense"))),
        database.enqueue(add(campaign, "two")),
    ]
    held.set()
    assert futures[0].result(60) == "one"
    assert isinstance(futures[1].exception(60), StorageError)
    assert futures[2].result(60) == "two"


def test_a_failed_commit_acknowledges_nobody(database, campaign, uncommittable, held):
    writes = [add(campaign, "one"), fail, uncommittable, add(campaign, "two")]
    futures = [database.enqueue(write) for write in writes]
    held.set()
    errors = [future.exception(60) for future in futures]
    assert [type(error) for error in errors] == [
        StorageError,
        ZeroDivisionError,
        StorageError,
        StorageError,
    ]
    assert annotator_ids(database, campaign) == {}
    assert database.submit(add(campaign, "later")) == "later"


def test_a_cancelled_write_is_left_out(database, campaign, held):
    first, second = (database.enqueue(add(campaign, name)) for name in ("one", "two"))
    assert first.cancel()
    held.set()
    assert second.result(60) == "two"
    assert list(annotator_ids(database, campaign)) == ["two"]


def test_closing_commits_what_waits(database_url):
    database = open_database(database_url, create=True)
    campaign = create(database, annotators=[], hits=[])
    futures = [database.enqueue(add(campaign, f"name{number}")) for number in range(20)]
    database.close()
    assert all(one.result(0) for one in futures)
    with open_database(database_url) as again:
        assert len(annotator_ids(again, campaign)) == 20


def test_a_closed_database_refuses_everything(database_url):
    database = open_database(database_url, create=True)
    database.submit(campaigns.names)
    database.close()
    database.close()
    for use in (database.submit, database.enqueue):
        with pytest.raises(StorageError, match="closed") as error:
            use(campaigns.names)
        assert error.value.code == "closed"
    for block in (database.reading, database.writing):
        with pytest.raises(StorageError, match="closed"), block():
            pass


def test_the_thread_ends_at_close(database_url):
    before = threading.active_count()
    with open_database(database_url, create=True) as database:
        database.submit(campaigns.names)
        assert threading.active_count() == before + 1
    assert threading.active_count() == before


def test_a_write_cannot_wait_for_another(database):
    def nested(connection):
        return database.submit(campaigns.names)

    with pytest.raises(RuntimeError, match="cannot wait"):
        database.submit(nested)


def test_a_program_that_does_not_close_its_database_ends(database_url):
    program = f"""
from tertium.storage.database import open_database
from tertium.storage import campaigns
database = open_database({database_url!r}, create=True)
print(database.submit(campaigns.names))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")


def test_a_forked_process_does_not_wait_forever(database):
    database.submit(campaigns.names)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        try:
            database.submit(campaigns.names)
        except RuntimeError:
            os.write(writer, b"refused")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        assert stream.read() == b"refused"


def test_readers_see_one_state(database, campaign):
    with database.reading() as connection:
        assert campaigns.annotators(connection, campaign) == []
        database.submit(add(campaign, "ann"))
        assert campaigns.annotators(connection, campaign) == []
    assert list(annotator_ids(database, campaign)) == ["ann"]


def test_a_block_of_writing_is_undone_by_an_error(database, campaign):
    with database.writing() as connection:
        campaigns.add_annotator(connection, campaign, "ann")
        connection.rollback()
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        fail(connection, add(campaign, "bob"))
    assert annotator_ids(database, campaign) == {}


def test_a_block_of_writing_whose_commit_fails_is_undone(database, campaign, uncommittable):
    for _ in range(2):
        with pytest.raises(IntegrityError), database.writing() as connection:
            uncommittable(connection)
    assert database.submit(add(campaign, "later")) == "later"
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM broken")).scalar() == 0


def test_writing_and_submitting_take_turns(database, campaign):
    def with_block(number):
        with database.writing() as connection:
            campaigns.add_annotator(connection, campaign, f"block{number}")

    def submitted(number):
        database.submit(add(campaign, f"submitted{number}"))

    threads = [
        threading.Thread(target=write, args=(number,))
        for number in range(10)
        for write in (with_block, submitted)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(annotator_ids(database, campaign)) == 20


def test_a_deadlock_of_two_processes_is_resolved(postgres_server):
    url = postgres_server.new_url()
    with open_database(url, create=True) as first, open_database(url) as second:
        campaign = create(first, hits=[])
        ids = list(annotator_ids(first, campaign).values())
        meet = threading.Barrier(2)
        runs = []

        def both(order):
            def write(connection):
                runs.append(order)
                for place, number in enumerate(order):
                    connection.execute(
                        text("UPDATE annotators SET generation = generation + 1 WHERE id = :id"),
                        {"id": number},
                    )
                    if place == 0 and len(runs) <= 2:
                        meet.wait(60)

            return write

        futures = [first.enqueue(both(ids)), second.enqueue(both(ids[::-1]))]
        for future in futures:
            future.result(60)
        assert len(runs) >= 3
        with first.reading() as connection:
            found = [one.generation for one in campaigns.annotators(connection, campaign)]
        assert found == [3, 3]


def test_a_database_that_is_full_keeps_what_it_acknowledges(tmp_path):
    path = tmp_path / "campaign.db"
    with open_database(f"sqlite:///{path}", create=True) as database:
        campaign = create(database)
        limit = path.stat().st_size // 4096 + 40
        # The limit belongs to a connection; this one is the only one of the pool.
        with database.writing() as connection:
            connection.execute(text(f"PRAGMA max_page_count = {limit}"))
        ann = annotator_ids(database, campaign)["ann"]
        items = upcoming(database, campaign, ann)
        kept, lost, codes = set(), set(), set()

        def send(number):
            for place in range(60):
                item = items[(number + place) % len(items)]
                # Small and large answers: one that does not fit must not take others along.
                size = 4000 if place % 7 == 0 else 10
                given = judgment(item, ann, answer=f'{{"value": "{"x" * size}"}}')
                try:
                    record(database, campaign, given)
                except StorageError as error:
                    codes.add(error.code)
                    lost.add(given.client_id)
                else:
                    kept.add(given.client_id)

        threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert kept
        assert lost
        assert codes == {"full"}
    with open_database(f"sqlite:///{path}") as database, database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT client_id FROM judgments").scalars().all()
        assert len(rows) == len(set(rows))
        assert set(rows) == kept
        # The database works again, once there is space.
    with open_database(f"sqlite:///{path}") as database:
        assert record(database, campaign, judgment(items[0], ann)).version > 1
