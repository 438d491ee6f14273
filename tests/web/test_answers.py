"""Items and answers of annotators, on both databases."""

import json
import time

import pytest
from sqlalchemy import text
from tests.web._browser import Browser, answer_to, entered, token_of

from tertium.core.errors import StorageError
from tertium.storage import judgments
from tertium.web.app import make_app


@pytest.fixture
def ann(stored):
    """The browser of an annotator."""
    return entered(make_app([stored]), stored, "annotator", "ann")


def work(browser, name="news24"):
    answer = browser.get(f"/c/{name}/work")
    assert answer.status_code == 200, answer.text
    return answer.json()


def rows(campaign):
    """All judgments of a campaign."""
    with campaign.database.reading() as connection:
        return list(judgments.current(connection, campaign.id))


def test_a_whole_hit(ann, stored):
    done = 0
    while (now := work(ann))["status"] == "running":
        assert len(now["items"]) == min(10, 20 - done)
        assert now["progress"] == {
            "done": done,
            "total": 20,
            "hit_done": done,
            "hit_total": 20,
            "hit": 1,
            "hits": 1,
        }
        answer = ann.post("/c/news24/answers", answer_to(now["items"][0], done))
        assert answer.json() == {"saved": True, "version": 1}
        done += 1
        previous = work(ann)["previous"]
        assert previous["id"] == now["items"][0]["id"]
        assert previous["answer"] == {"outputs": [{"value": done - 1}]}
    assert done == 20
    assert now["status"] == "done"
    assert now["items"] == []
    assert [json.loads(row.answer)["outputs"][0]["value"] for row in rows(stored)] == list(
        range(20)
    )


def test_items_tell_neither_system_nor_kind(ann):
    now = work(ann)
    for item in now["items"]:
        assert set(item) == {
            *("id", "hit", "position", "level", "source", "reference"),
            *("outputs", "extra", "document", "place", "digest"),
        }
        assert item["source"].startswith("Satz")


def test_times_are_those_of_the_server(ann, stored):
    now = time.time() + 1000
    ann.client.app.state.site.clock = lambda: now
    item = work(ann)["items"][0]
    ahead = now + 3600
    given = {"shown": ahead - 9, "touched": ahead - 5, "submitted": ahead - 1, "sent": ahead}
    assert ann.post("/c/news24/answers", answer_to(item, **given)).status_code == 200
    row = rows(stored)[0]
    times = [row.shown, row.touched, row.submitted, row.received]
    assert times == pytest.approx([now - 9, now - 5, now - 1, now], abs=1e-3)
    assert row.active == 7.5
    assert row.scale == "slider"
    assert row.position == item["position"]


def test_an_answer_that_is_sent_again_is_stored_once(ann, stored):
    given = answer_to(work(ann)["items"][0])
    found = [ann.post("/c/news24/answers", given).json() for _ in range(3)]
    assert found == [{"saved": True, "version": 1}] * 3
    assert len(rows(stored)) == 1


def test_a_correction_is_a_new_version(ann, stored):
    item = work(ann)["items"][0]
    ann.post("/c/news24/answers", answer_to(item, 10))
    again = ann.post("/c/news24/answers", answer_to(item, 20))
    assert again.json() == {"saved": True, "version": 2}
    assert work(ann)["previous"]["answer"] == {"outputs": [{"value": 20}]}
    assert work(ann)["progress"]["done"] == 1


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"value": 101}, "out-of-range"),
        ({"value": -1}, "out-of-range"),
        ({"value": 10**400}, "out-of-range"),
        ({"value": float("nan")}, "bad-answer"),
        ({"value": float("inf")}, "bad-answer"),
        ({"value": 50.5}, "bad-answer"),
        ({"value": True}, "bad-answer"),
        ({"value": "50"}, "bad-answer"),
        ({"value": None}, "bad-answer"),
        ({"value": 50, "more": 1}, "bad-answer"),
        ({}, "bad-answer"),
        ({"value": {"value": 50}}, "bad-answer"),
    ],
)
def test_answers_outside_the_scale_are_refused(app, campaign, answer, code):
    browser = entered(app, campaign, "annotator", "ann")
    given = answer_to(work(browser)["items"][0], answer={"outputs": [answer]})
    headers = {"Content-Type": "application/json", "X-CSRF-Token": browser.csrf}
    found = browser.client.post("/c/news24/answers", content=json.dumps(given), headers=headers)
    assert (found.status_code, found.json()["code"]) == (422, code)
    assert rows(campaign) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"id": "x"},
        {"id": ""},
        {"id": 5},
        {"id": "\0" * 36},
        {"item": "1"},
        {"item": 1.0},
        {"item": True},
        {"item": -1},
        {"item": 2**63},
        {"digest": "x"},
        {"digest": "A" * 32},
        {"answer": 50},
        {"answer": None},
        {"shown": float("nan")},
        {"shown": float("inf")},
        {"submitted": -1},
        {"sent": 1e300},
        {"active": "7"},
        {"active": float("-inf")},
        {"more": 1},
    ],
)
def test_malformed_answers_are_refused(app, campaign, changed):
    browser = entered(app, campaign, "annotator", "ann")
    given = answer_to(work(browser)["items"][0], **changed)
    headers = {"Content-Type": "application/json", "X-CSRF-Token": browser.csrf}
    found = browser.client.post("/c/news24/answers", content=json.dumps(given), headers=headers)
    assert (found.status_code, found.json()["code"]) == (422, "bad-request")
    assert rows(campaign) == []


def test_a_field_may_not_be_missing(app, campaign):
    browser = entered(app, campaign, "annotator", "ann")
    given = answer_to(work(browser)["items"][0])
    for name in given:
        part = {key: value for key, value in given.items() if key != name}
        assert browser.post("/c/news24/answers", part).status_code == 422


def test_unknown_items_are_refused(ann, stored):
    for number in (10**6, 2**63 - 1):
        found = ann.post("/c/news24/answers", answer_to({"id": number, "digest": "0" * 32}))
        assert (found.status_code, found.json()["code"]) == (404, "unknown-item")


def test_items_of_other_annotators_are_refused(ann, stored):
    bob = entered(ann.client.app, stored, "annotator", "bob")
    item = work(bob)["items"][0]
    found = ann.post("/c/news24/answers", answer_to(item))
    assert (found.status_code, found.json()["code"]) == (403, "foreign-item")
    assert rows(stored) == []


def test_items_of_other_campaigns_are_unknown(make_campaign):
    ours, theirs = make_campaign("ours"), make_campaign("theirs", annotators=("eve",))
    app = make_app([ours, theirs])
    browser = entered(app, ours, "annotator", "ann")
    browser.enter(token_of(theirs, "annotator", "eve"))
    item = work(browser, "theirs")["items"][0]
    answer = answer_to({**item, "id": item["id"] + 1000})
    assert browser.post("/c/ours/answers", answer).status_code == 404


def test_another_text_is_refused(ann, stored):
    first, second = work(ann)["items"][:2]
    found = ann.post("/c/news24/answers", answer_to({**first, "digest": second["digest"]}))
    assert (found.status_code, found.json()["code"]) == (409, "wrong-text")
    assert rows(stored) == []


def test_the_id_of_an_answer_belongs_to_one_item(ann, stored):
    first, second = work(ann)["items"][:2]
    given = answer_to(first)
    ann.post("/c/news24/answers", given)
    found = ann.post("/c/news24/answers", {**answer_to(second), "id": given["id"]})
    assert (found.status_code, found.json()["code"]) == (409, "used-id")


def test_a_paused_campaign_takes_no_answers(ann, stored):
    first, second = work(ann)["items"][:2]
    kept = answer_to(first)
    assert ann.post("/c/news24/answers", kept).status_code == 200
    stored.pause()
    assert work(ann)["status"] == "paused"
    assert work(ann)["items"] == []
    found = ann.post("/c/news24/answers", answer_to(second))
    assert (found.status_code, found.json()["code"]) == (409, "paused")
    # What was saved before the pause is acknowledged again.
    assert ann.post("/c/news24/answers", kept).json() == {"saved": True, "version": 1}
    assert len(rows(stored)) == 1
    stored.resume()
    assert ann.post("/c/news24/answers", answer_to(second)).status_code == 200


def test_a_full_database_acknowledges_nothing(app, campaign):
    browser = entered(app, campaign, "annotator", "ann")
    item = work(browser)["items"][0]
    with campaign.database.writing() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
    # The limit is one of each connection, so that all connections of the pool need it.
    import sqlalchemy

    @sqlalchemy.event.listens_for(campaign.database._engine, "begin")
    def limit(connection):
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    saved = 0
    for _ in range(2000):
        found = browser.post("/c/news24/answers", answer_to(item))
        if found.status_code != 200:
            break
        saved += 1
        app.state.site.limits.requests.burst = app.state.site.limits.requests.rate = 1e9
    assert (found.status_code, found.json()["code"]) == (503, "storage")
    assert int(found.headers["retry-after"]) >= 1
    with campaign.database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM judgments")) == saved


def test_a_database_that_is_gone_is_503(app, campaign):
    browser = entered(app, campaign, "annotator", "ann")
    item = work(browser)["items"][0]
    campaign.database.close()
    with pytest.raises(StorageError):
        campaign.pause()
    found = browser.post("/c/news24/answers", answer_to(item))
    assert (found.status_code, found.json()["code"]) == (503, "storage")
    assert "campaign.db" not in found.text


def test_five_points_and_yes_or_no(make_campaign):
    five = make_campaign("five", answer="five-point")
    yes = make_campaign("yes", answer="yes-no", task="fluency")
    app = make_app([five, yes])
    for campaign, right, wrong in (
        (five, 5, 0),
        (five, 1, 6),
        (yes, "yes", "maybe"),
        (yes, "no", 1),
    ):
        browser = entered(app, campaign, "annotator", "ann")
        item = work(browser, campaign.name)["items"][0]
        path = f"/c/{campaign.name}/answers"
        assert browser.post(path, answer_to(item, wrong)).status_code == 422
        assert browser.post(path, answer_to(item, right)).status_code == 200
    assert work(entered(app, yes, "annotator", "bob"), "yes")["items"][0]["source"] is None


class TestPool:
    """Annotators who join with a common link."""

    @pytest.fixture
    def pool(self, make_campaign):
        return make_campaign("pool", pool=True, lease=1)

    @pytest.fixture
    def app(self, pool):
        return make_app([pool])

    def join(self, app, pool, name):
        browser = Browser(app)
        answer = browser.enter(token_of(pool, "pool"))
        assert answer.json() == {"location": "/c/pool/join"}
        joined = browser.post("/c/pool/join", {"name": name})
        assert joined.status_code == 200, joined.text
        return browser, joined.json()

    def test_whoever_joins_has_a_link_and_works(self, app, pool):
        browser, joined = self.join(app, pool, "eve")
        assert joined["location"] == "/c/pool/"
        base, token = joined["link"].split("/enter#")
        assert base == "http://127.0.0.1:8000"
        assert work(browser, "pool")["status"] == "running"
        elsewhere = Browser(app)
        assert elsewhere.enter(token).status_code == 200
        assert work(elsewhere, "pool")["items"] == work(browser, "pool")["items"]

    def test_the_pool_link_alone_shows_no_items(self, app, pool):
        browser = Browser(app)
        browser.enter(token_of(pool, "pool"))
        assert browser.get("/c/pool/work").status_code == 403

    def test_the_pool_link_again_does_not_join_twice(self, app, pool):
        browser, _ = self.join(app, pool, "eve")
        assert browser.enter(token_of(pool, "pool")).json() == {"location": "/c/pool/"}
        assert work(browser, "pool")["status"] == "running"

    def test_names(self, app, pool):
        self.join(app, pool, "eve")
        browser = Browser(app)
        browser.enter(token_of(pool, "pool"))
        taken = browser.post("/c/pool/join", {"name": "eve"})
        assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
        for name in ("", "a b", "é", "<b>", "a\0", "x" * 41, "../x", "\ud800"):
            headers = {"Content-Type": "application/json", "X-CSRF-Token": browser.csrf}
            content = json.dumps({"name": name}).encode()
            bad = browser.client.post("/c/pool/join", content=content, headers=headers)
            assert bad.status_code == 422, name

    def test_a_hit_returns_after_its_lease_and_late_answers_count(self, app, pool):
        now = time.time()
        app.state.site.clock = lambda: now
        idle, _ = self.join(app, pool, "idle")
        item = work(idle, "pool")["items"][0]
        first = work(idle, "pool")["progress"]["total"]
        others: list[Browser] = []
        while True:
            browser, _ = self.join(app, pool, f"busy{len(others)}")
            if work(browser, "pool")["status"] != "running":
                assert work(browser, "pool")["status"] == "none-left"
                break
            others.append(browser)
        now += 120
        assert item in work(browser, "pool")["items"]
        assert first == 20
        late = idle.post("/c/pool/answers", answer_to(item))
        assert late.json() == {"saved": True, "version": 1}
