"""Next items and decisions of large campaigns, under every way to select segments and to end.

    python -m benchmarks.campaign_items [ITEMS ...]

A quarter of the items of each campaign is answered. Times are medians of ten, in milliseconds of
CPU time: the next ten items of an annotator, a look that reads all answers, and a look after ten
more.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sqlalchemy import select

import tertium
from tertium.api.open_campaign import Campaign
from tertium.core.formatting import plain_table
from tertium.core.testset import TestSet
from tertium.storage import work
from tertium.storage._rows import insert_all
from tertium.storage.schema import hits, items, judgments

SIZES = (1_000, 10_000, 100_000)
SYSTEMS = 5

HEADER = ["items", "select", "until", "new s", "next ms", "first look ms", "next look ms"]

WAYS = [(chosen, end) for chosen in ("random", "disagreement") for end in ("planned", "decided")]


def texts(count: int) -> TestSet:
    """A test set with this number of outputs."""
    random = np.random.default_rng(1)
    segments = count // SYSTEMS
    reference = [f"the segment {n} has a few words of its own" for n in range(segments)]
    noise = random.integers(0, 9, (SYSTEMS, segments))
    outputs = {
        f"s{system}": [
            " ".join([*line.split()[: 9 - noise[system, n]], f"w{system}"])
            for n, line in enumerate(reference)
        ]
        for system in range(SYSTEMS)
    }
    return TestSet.of(systems=outputs, source=reference, references=[reference])


def answer(campaign: Campaign, begin: int, end: int) -> None:
    """Store answers to some of the items, in their order."""
    random = np.random.default_rng(2)
    with campaign.database.writing() as connection:
        wanted = (
            select(items.c.id, items.c.digest, hits.c.annotator)
            .join(hits, hits.c.id == items.c.hit)
            .order_by(hits.c.number, items.c.position)
        )
        rows = connection.execute(wanted).all()
        chosen = rows[begin:end]
        insert_all(
            connection,
            judgments,
            (
                {
                    "campaign": campaign.id,
                    "item": row.id,
                    "annotator": row.annotator,
                    "client_id": f"{row.id}",
                    "version": 1,
                    "replaces": None,
                    "answer": json.dumps({"outputs": [{"value": int(value)}]}),
                    "scale": "slider",
                    "output": row.digest,
                    "position": 1,
                    **dict.fromkeys(("shown", "touched", "submitted", "received"), 1.7e9),
                    "active": 5.0,
                    "accepted": 1,
                    "status": "",
                }
                for row, value in zip(chosen, random.integers(0, 101, len(chosen)), strict=True)
            ),
        )


def milliseconds(call: Callable[[], object], repetitions: int = 10) -> float:
    """Median CPU time of a call."""
    times = []
    for _ in range(repetitions):
        begin = time.process_time()
        call()
        times.append(1000 * (time.process_time() - begin))
    return statistics.median(times)


def measured(count: int, chosen: str, end: str) -> list[str]:
    """Times of one campaign."""
    testset = texts(count)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.process_time()
        campaign = tertium.new_campaign(
            testset,
            Path(folder) / "large",
            annotators=10,
            select=chosen,
            until=end,
            judgments=count // 2 if chosen == "disagreement" else None,
            hit_size=20,
        )
        made = time.process_time() - begin
        with campaign:
            answer(campaign, 0, count // 4)
            person = campaign.annotators()[-1].id

            def upcoming() -> None:
                with campaign.database.reading() as connection:
                    work.upcoming(connection, campaign.id, person, 10, time.time())

            following = milliseconds(upcoming)
            first = later = float("nan")
            if end == "decided":
                first = milliseconds(campaign.decide, 1)
                looks = []
                for number in range(10):
                    done = count // 4 + 10 * number
                    answer(campaign, done, done + 10)
                    looks.append(milliseconds(campaign.decide, 1))
                later = statistics.median(looks)
    return [
        *(f"{count:,}", chosen, end),
        *(f"{made:.1f}", f"{following:.1f}", f"{first:.0f}", f"{later:.0f}"),
    ]


def main() -> None:
    sizes = [int(one) for one in sys.argv[1:]] or SIZES
    rows = []
    for way in WAYS:
        for count in sizes:
            rows.append(measured(count, *way))
            print("\t".join(rows[-1]), file=sys.stderr, flush=True)
    print(plain_table(HEADER, rows))


if __name__ == "__main__":
    main()
