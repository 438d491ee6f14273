"""Turkle takes the files for Mechanical Turk: a HIT is done in a browser, results are imported."""

import json
import os
import socket
import subprocess
import sys
import time

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import HOSTILE, chromium, judged, sentences, texts_of
from tests.browser._hits import exported, pool_of, rows_of

from tertium.storage import machines, work

pytestmark = pytest.mark.slow

ITEMS = 20
PASSWORD = "of a test"


@pytest.fixture(scope="module")
def chrome():
    with chromium() as found:
        yield found


class Turkle:
    """A site of Turkle with the HITs of a campaign."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def run(self, *arguments):
        done = subprocess.run(
            self.command(*arguments), env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    def command(self, *arguments):
        return [sys.executable, "-m", "tests.turkle_site", *map(str, arguments)]

    @property
    def environment(self):
        return {**os.environ, "TURKLE_FOLDER": str(self.folder)}

    def results(self):
        path = self.folder / "Project-1_Batch-1-hits_results.csv"
        self.run("results", path)
        return path


@pytest.fixture
def campaign(tmp_path):
    lines = [*HOSTILE, "", "An emoji \U0001f600, a letter \U0001d518 and e\u0301.", *sentences(6)]
    with pool_of(texts_of(lines), tmp_path / "news24") as made:
        yield made


@pytest.fixture
def turkle(campaign, tmp_path):
    files = exported(campaign, tmp_path / "hits", assignments=2)
    assert "hits.csv" in files
    folder = tmp_path / "turkle"
    folder.mkdir()
    made = Turkle(folder)
    hits = tmp_path / "hits"
    made.run("publish", hits / "template.html", hits / "hits.csv", 2, "w1", "w2")
    server = subprocess.Popen(
        made.command("serve", made.port),
        env=made.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield made
    finally:
        server.terminate()
        server.wait()


def working(chrome, turkle, name):
    """A browser of a worker who has accepted the first HIT."""
    page = chrome.new_context().new_page()
    deadline = time.monotonic() + 60
    while True:
        try:
            page.goto(f"http://127.0.0.1:{turkle.port}/login/")
            break
        except Exception:
            assert time.monotonic() < deadline
            time.sleep(0.5)
    page.fill("input[name=username]", name)
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"http://127.0.0.1:{turkle.port}/")
    page.goto(f"http://127.0.0.1:{turkle.port}/batch/1/accept_next_task/")
    return page, page.frame_locator("#task_assignment_iframe")


def texts(campaign):
    """The outputs of the first HIT, in order."""
    with campaign.database.reading() as connection:
        (first, *_) = machines.hits_of_people(connection, campaign.id)
        rows = work.items_of_hit(connection, campaign.id, first)
    return [row.outputs[0].text for row in rows]


def test_a_hit_is_done_in_turkle_and_imported_once(chrome, campaign, turkle, tmp_path):
    page, task = working(chrome, turkle, "w1")
    sliders = task.locator("input[type=range]")
    expect(sliders).to_have_count(ITEMS)
    task.locator("#submitButton").click()  # nothing is answered
    expect(task.locator(".progress")).to_have_text(f"0 of {ITEMS} done")
    shown = task.locator(".output").all_text_contents()
    assert shown == [text or "The text is empty." for text in texts(campaign)]
    assert task.locator("body").evaluate("() => window.hacked") is None
    for number in range(ITEMS):
        sliders.nth(number).focus()
        page.keyboard.press("ArrowRight" if number else "End")
    expect(task.locator(".progress")).to_have_text(f"{ITEMS} of {ITEMS} done")
    task.get_by_text("Add a comment").nth(2).click()
    task.locator("textarea").nth(2).fill('Why, "so"?\n<b> \U0001f600')
    task.locator("#submitButton").click()
    page.wait_for_url(lambda url: "assignment" not in url)
    results = turkle.results()
    (row,) = rows_of(results.read_text(encoding="utf-8"))
    assert "AssignmentStatus" not in row
    for _ in range(2):
        campaign.import_results(results)
    (worker,) = campaign.annotators()
    stored = sorted(judged(campaign, worker.name), key=lambda one: one.position)
    assert len(stored) == ITEMS == campaign.status().judged
    answers = [json.loads(one.answer)["outputs"][0] for one in stored]
    assert [one["value"] for one in answers] == [100] + [51] * (ITEMS - 1)
    assert answers[2]["comment"] == 'Why, "so"?\n<b> \U0001f600'.replace("\n", "\r\n")
    assert campaign.check() == []
    assert campaign.import_results(results).known == ITEMS
