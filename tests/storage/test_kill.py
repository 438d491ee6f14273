"""A process that is killed while it records: every acknowledged judgment is there, once."""

import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress

import pytest
from sqlalchemy import text
from tests.storage._campaigns import annotator_ids, create, judgment, new_hit, record, upcoming

from tertium.core.errors import StorageError
from tertium.storage import integrity
from tertium.storage.database import open_database

# Eight annotators record and correct judgments, and acknowledge each one through the pipe.
RECORDER = """
import os, sys, threading, uuid
from tertium.storage import campaigns, judgments, work
from tertium.storage.database import open_database

url, campaign = sys.argv[1], int(sys.argv[2])
database = open_database(url)
with database.reading() as connection:
    annotators = campaigns.annotators(connection, campaign)
    items = {
        one.id: work.upcoming(connection, campaign, one.id, 10, 0.0)
        or [work.last_judged(connection, campaign, one.id).item]
        for one in annotators
    }

times = [1] * (len(judgments.NewJudgment._fields) - 6)

def run(annotator):
    while True:
        for item in items[annotator]:
            name = str(uuid.uuid4())
            given = judgments.NewJudgment(
                name, item.id, annotator, '{"value": 1}', "", item.digest, *times
            )
            database.submit(lambda connection: judgments.record(connection, campaign, given))
            os.write(1, f"{name}\\n".encode())

for one in annotators:
    threading.Thread(target=run, args=(one.id,)).start()
"""

ROUNDS = 3

pytestmark = pytest.mark.slow


@pytest.fixture
def campaign(database_url):
    names = [f"annotator{number}" for number in range(8)]
    with open_database(database_url, create=True) as database:
        return create(database, annotators=names, hits=[new_hit(n) for n in range(8)])


def acknowledged_until_killed(url, campaign, enough):
    """Kill the recorder after a number of judgments; return all that it has acknowledged."""
    command = [sys.executable, "-c", RECORDER, url, str(campaign)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(enough)]
        process.kill()
        lines += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    return [line.decode().strip() for line in lines if line.endswith(b"\n")]


def test_every_acknowledged_judgment_survives(database_url, campaign):
    acknowledged = []
    for number in range(ROUNDS):
        acknowledged += acknowledged_until_killed(database_url, campaign, 60 + 17 * number)
    with open_database(database_url) as database, database.reading() as connection:
        stored = Counter(connection.execute(text("SELECT client_id FROM judgments")).scalars())
        assert integrity.check(connection, campaign) == []
    assert len(acknowledged) >= ROUNDS * 60
    assert set(acknowledged) <= set(stored)
    assert set(stored.values()) == {1}


def test_every_acknowledged_judgment_survives_a_crash_of_the_server(postgres_server):
    url = postgres_server.new_url()
    with open_database(url, create=True) as database:
        campaign = create(database)
        ann = annotator_ids(database, campaign)["ann"]
        items = upcoming(database, campaign, ann)
        acknowledged, enough, stop = set(), threading.Event(), threading.Event()

        def run():
            place = 0
            while not stop.is_set():
                given = judgment(items[place % 3], ann)
                with suppress(StorageError):
                    record(database, campaign, given)
                    acknowledged.add(given.client_id)
                    place += 1
                if place >= 30:
                    enough.set()

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        assert enough.wait(60)
        before = len(acknowledged)
        postgres_server.restart(signal.SIGQUIT)
        while len(acknowledged) < before + 30:
            record(database, campaign, judgment(items[0], ann))
        stop.set()
        for thread in threads:
            thread.join()
        with database.reading() as connection:
            stored = connection.execute(text("SELECT client_id FROM judgments")).scalars().all()
            assert integrity.check(connection, campaign) == []
    assert acknowledged <= set(stored)
    assert len(stored) == len(set(stored))
