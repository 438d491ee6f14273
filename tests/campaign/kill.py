"""Kill the server while annotators answer: no acknowledged judgment is lost or stored twice.

`python -m tests.campaign.kill` runs the full size: 50 annotators, ten kills, on both databases.
"""

import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import httpx
from tests.campaign._testsets import made
from tests.campaign_server import Annotator, Server, answer_to

import tertium
from tertium.api.open_campaign import Campaign
from tertium.storage import judgments


class Outcome(NamedTuple):
    """What annotators saw, and what the database has.

    Attributes:
        acknowledged: Number of answers that the server reported as saved.
        stored: Number of judgments in the database.
        lost: Acknowledged answers that are not in the database.
        doubled: Answers that are in the database twice.
        defects: Defects of the database.
        unsent: Number of requests without an answer, which were sent again.
    """

    acknowledged: int
    stored: int
    lost: set[str]
    doubled: set[str]
    defects: list[str]
    unsent: int


def kill_while_answering(
    folder: Path, database: str, annotators: int, kills: int, per_kill: int
) -> Outcome:
    """Let annotators answer while the server is killed and started again.

    Args:
        folder: Folder for the campaign.
        database: Address of a PostgreSQL database; "" for SQLite.
        annotators: Number of annotators.
        kills: Number of kills.
        per_kill: Number of answers that are acknowledged between two kills.
    """
    campaign = tertium.new_campaign(
        made(40 * annotators, 2),
        folder,
        annotators=annotators,
        hit_size=100,
        judgments=70 * annotators,
        database=database,
    )
    try:
        return _run(campaign, folder, annotators, kills, per_kill)
    finally:
        campaign.close()


def _run(campaign: Campaign, folder: Path, annotators: int, kills: int, per_kill: int) -> Outcome:
    server = Server(folder)
    server.start()
    links = [link for link in campaign.links() if link.role == "annotator"]
    people = [Annotator(server.base, link.token) for link in links]
    for one in people:
        one.enter()
    acknowledged: list[str] = []
    unsent: list[str] = []
    stopping = threading.Event()
    threads = [
        threading.Thread(target=_answer, args=(one, acknowledged, unsent, stopping))
        for one in people
    ]
    for thread in threads:
        thread.start()
    try:
        for number in range(1, kills + 1):
            until = time.monotonic() + 60
            while len(acknowledged) < number * per_kill and time.monotonic() < until:
                time.sleep(0.001)
            server.stop(signal.SIGKILL)
            server.start()
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
        for one in people:
            one.close()
        server.stop()
    with campaign.database.reading() as connection:
        stored = [row.client_id for row in judgments.current(connection, campaign.id)]
    counted = {one: stored.count(one) for one in acknowledged}
    return Outcome(
        len(acknowledged),
        len(stored),
        {one for one, number in counted.items() if number == 0},
        {one for one in stored if stored.count(one) > 1},
        campaign.check(),
        len(unsent),
    )


def _answer(
    annotator: Annotator,
    acknowledged: list[str],
    unsent: list[str],
    stopping: threading.Event,
) -> None:
    """Answer items; send an answer again until it is acknowledged, as the page does."""
    while not stopping.is_set():
        try:
            items = annotator.work()["items"]
        except httpx.TransportError:
            time.sleep(0.02)
            continue
        if not items:
            return
        for number, item in enumerate(items):
            body = answer_to(item, number)
            while not stopping.is_set():
                try:
                    answer = annotator.send(body)
                except httpx.TransportError:
                    unsent.append(body["id"])
                    time.sleep(0.02)
                    continue
                if answer.status_code == 200:
                    acknowledged.append(body["id"])
                    break
                assert answer.status_code in (429, 503), answer.text
                time.sleep(0.05)


def main() -> int:
    """Run the full size on both databases, and print the outcomes."""
    from tests.databases import PostgresServer, installed_server

    programs = installed_server()
    assert programs is not None, "PostgreSQL is not installed."
    server = PostgresServer(programs)
    server.start()
    wrong = 0
    try:
        with tempfile.TemporaryDirectory() as name:
            for kind, url in (("sqlite", ""), ("postgresql", server.new_url())):
                found = kill_while_answering(Path(name) / kind, url, 50, 10, 150)
                wrong += bool(found.lost or found.doubled or found.defects)
                sys.stdout.write(f"{kind}: {found}\n")
    finally:
        server.remove()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
