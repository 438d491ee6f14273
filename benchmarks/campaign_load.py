"""Many annotators at once: how long a campaign takes to save an answer, and when it breaks.

200 annotators answer every second for a minute, then more and more of them, on SQLite and on
PostgreSQL with one process and with two. The server runs in processes of its own; the annotators
run in this one, over keep-alive connections. An answer is saved when it is on disk.

    python -m benchmarks.campaign_load [SECONDS]
"""

import asyncio
import html
import json
import os
import re
import statistics
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tests.campaign_server import Server
from tests.databases import PostgresServer, installed_server

import tertium
from tertium.api.open_campaign import Campaign
from tertium.core.formatting import plain_table

ANNOTATORS, SECONDS = 200, 60

# Annotators of the search for the breaking point, each answering once a second.
STEPS = (300, 400, 600, 800, 1200, 1600)
STEP_SECONDS = 10

# An answer that takes longer, in seconds, is as good as an error.
SLOW = 1.0

HEADER = ("database", "answers/s", "seconds", "answers", "errors", "median ms", "99 % ms")


class Load(NamedTuple):
    """What annotators saw."""

    database: str
    rate: int
    seconds: float
    answers: int
    errors: int
    median: float
    slowest: float

    @property
    def broken(self) -> bool:
        """Whether there were errors, or one answer in a hundred took longer than a second."""
        return bool(self.errors) or self.slowest > SLOW

    def to_row(self) -> list[str]:
        """The cells of a table."""
        return [
            self.database,
            str(self.rate),
            f"{self.seconds:.0f}",
            f"{self.answers:,}",
            str(self.errors),
            f"{1000 * self.median:.1f}",
            f"{1000 * self.slowest:.1f}",
        ]


@dataclass
class Page:
    """The connection of one annotator."""

    port: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    async def open(cls, port: int, token: str) -> "Page":
        """Exchange a link for a session."""
        page = cls(port, *await asyncio.open_connection("127.0.0.1", port))
        status, head, _ = await page.request("POST", "/enter", {"token": token})
        assert status == 200, status
        found = re.search(rb"set-cookie: ([^;]+)", head, re.I)
        assert found is not None
        page.headers["Cookie"] = found[1].decode()
        _, _, text = await page.request("GET", "/c/load/annotate")
        code = re.findall(r'name="csrf" content="([^"]*)"', text.decode())[0]
        page.headers["X-CSRF-Token"] = html.unescape(code)
        return page

    async def request(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> tuple[int, bytes, bytes]:
        """Send a request; return status, headers and content."""
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        head += [f"{name}: {value}" for name, value in self.headers.items()]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + content)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", answer, re.I)
        size = int(found[1]) if found else 0
        return int(answer.split(b" ", 2)[1]), answer, await self.reader.readexactly(size)


async def load(port: int, tokens: list[str], seconds: float, database: str) -> Load:
    """Let annotators answer once a second each."""
    pages = []
    for token in tokens:
        pages.append(await Page.open(port, token))
    times: list[float] = []
    errors: list[int] = []
    begin = time.perf_counter() + 0.5

    async def answer(page: Page, place: int) -> None:
        items: list[dict[str, Any]] = []
        moment = begin + place / len(pages)
        while moment < begin + seconds:
            await asyncio.sleep(max(0.0, moment - time.perf_counter()))
            moment += 1
            try:
                if not items:
                    items = json.loads((await page.request("GET", "/c/load/work"))[2])["items"]
                body = _answer(items.pop(0))
                start = time.perf_counter()
                status, _, _ = await page.request("POST", "/c/load/answers", body)
            except (OSError, asyncio.IncompleteReadError, IndexError):
                errors.append(0)
                return
            times.append(time.perf_counter() - start)
            if status != 200:
                errors.append(status)

    await asyncio.gather(*(answer(page, place) for place, page in enumerate(pages)))
    for page in pages:
        page.writer.close()
    quantiles = statistics.quantiles(times, n=100) if len(times) > 1 else [float("nan")] * 99
    return Load(
        database, len(tokens), seconds, len(times), len(errors), quantiles[49], quantiles[98]
    )


def _answer(item: dict[str, Any]) -> dict[str, Any]:
    now = time.time()
    return {
        **{"id": str(uuid.uuid4()), "item": item["id"], "digest": item["digest"]},
        **{"answer": {"outputs": [{"value": 50}]}, "shown": now - 9, "touched": now - 5},
        **{"submitted": now, "sent": now, "active": 8.0},
    }


def campaign_for(folder: Path, database: str, annotators: int) -> Campaign:
    """Make a campaign with a HIT for each annotator."""
    segments = 35 * annotators
    testset = tertium.testset(
        allow=("unrelated",),
        systems={
            name: [f"The output of {name} for segment {n} has some words." for n in range(segments)]
            for name in ("a", "b")
        },
        source=[f"Das ist Satz {n}." for n in range(segments)],
        references=[f"This is sentence {n}." for n in range(segments)],
    )
    return tertium.new_campaign(
        testset, folder, annotators=annotators, judgments=70 * annotators, database=database
    )


def measured(name: str, folder: Path, database: str, workers: int, seconds: float) -> list[Load]:
    """Measure one kind of database: the usual load, then more until it breaks."""
    found = []
    for rate in (ANNOTATORS, *STEPS):
        place = folder / f"{name.replace(' ', '-')}-{rate}" / "load"
        place.parent.mkdir(parents=True)
        long = seconds if rate == ANNOTATORS else min(seconds, STEP_SECONDS)
        with campaign_for(place, database, rate) as campaign:
            tokens = [link.token for link in campaign.links() if link.role == "annotator"]
            os.sync()  # otherwise the first answers wait until the new campaign is on disk
            server = Server(place, workers=workers)
            server.start()
            try:
                found.append(asyncio.run(load(server.port, tokens, long, name)))
            finally:
                server.stop()
            print(plain_table(HEADER, [found[-1].to_row()]).splitlines()[-1], flush=True)
            if database:
                _remove(campaign)
        if found[-1].broken:
            break
    return found


def _remove(campaign: Campaign) -> None:
    """Let the next campaign have the name."""
    from sqlalchemy import text

    with campaign.database.writing() as connection:
        connection.execute(text("UPDATE campaigns SET name = name || '-' || id"))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    programs = installed_server()
    found = []
    with tempfile.TemporaryDirectory() as name:
        found += measured("SQLite", Path(name), "", 1, seconds)
        if programs is not None:
            server = PostgresServer(programs)
            server.start()
            try:
                for workers in (1, 2):
                    kind = f"PostgreSQL, {workers} process{'es' * (workers > 1)}"
                    found += measured(kind, Path(name), server.new_url(), workers, seconds)
            finally:
                server.remove()
    print(plain_table(HEADER, [one.to_row() for one in found]))


if __name__ == "__main__":
    main()
