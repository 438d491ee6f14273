"""The organiser's dashboard: buttons, panels, statistics outside the path of requests."""

import json
import time

import pytest
from tests.web._browser import Browser, answer_to, entered, token_of

from tertium.storage import campaigns
from tertium.web import monitor as monitors
from tertium.web.app import make_app
from tertium.web.monitor import Monitor

pytestmark = pytest.mark.slow


def statuses(campaign):
    return {one.name: one.status for one in campaign.annotators()}


@pytest.fixture
def organiser(app, campaign):
    return entered(app, campaign)


def judge(browser, count, name="news24"):
    for _ in range(count):
        item = browser.get(f"/c/{name}/work").json()["items"][0]
        assert browser.post(f"/c/{name}/answers", answer_to(item)).status_code == 200


def wait_for(condition):
    """Wait until a condition holds; a test that never sees it fails."""
    end = time.monotonic() + 20
    while not (found := condition()):
        assert time.monotonic() < end, "this never happened"
        time.sleep(0.02)
    return found


def test_the_page_shows_progress_and_annotators(app, campaign, organiser):
    judge(entered(app, campaign, "annotator", "ann"), 3)
    page = organiser.get("/c/news24/dashboard").text
    assert "3 of 40 items judged" in page
    assert "<bdi>ann</bdi>" in page
    assert "Exclude: bob" in page


def test_pause_and_resume(campaign, organiser):
    answer = organiser.post("/c/news24/pause")
    assert "Paused" in answer.json()["panels"]["control"]
    assert campaign.status().state == "paused"
    answer = organiser.post("/c/news24/resume")
    assert "Running" in answer.json()["panels"]["control"]
    assert campaign.status().state == "running"


def test_all_items_judged_is_finished(app, campaign, organiser):
    for name in ("ann", "bob"):
        judge(entered(app, campaign, "annotator", name), 20)
    assert campaign.status().state == "finished"
    page = organiser.get("/c/news24/dashboard").text
    assert "Finished" in page
    assert "Running" not in page
    assert "<td>finished</td>" in organiser.get("/").text


def test_a_new_annotator_gets_a_link(app, campaign, organiser):
    answer = organiser.post("/c/news24/annotators", {"name": "eve"}).json()
    assert answer["name"] == "eve"
    assert "<bdi>eve</bdi>" in answer["panels"]["annotators"]
    assert Browser(app).enter(answer["link"].partition("#")[2]).status_code == 200


def test_names_of_new_annotators(organiser):
    taken = organiser.post("/c/news24/annotators", {"name": "ann"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
    bad = organiser.post("/c/news24/annotators", {"name": "<script>"})
    assert (bad.status_code, bad.json()["code"]) == (422, "bad-name")


def test_a_machine_is_marked_and_gets_no_link(tmp_path, campaign, organiser):
    items, answers = tmp_path / "items.jsonl", tmp_path / "answers.jsonl"
    campaign.export_items(items)
    line = json.loads(items.read_text(encoding="utf-8").splitlines()[0])
    line["answer"] = {"outputs": [{"value": 7}]}
    answers.write_text(json.dumps(line), encoding="utf-8")
    campaign.import_answers(answers, annotator="judge-1")
    page = organiser.get("/c/news24/dashboard").text
    assert "<bdi>judge-1</bdi> (machine)" in page
    assert "0 of 40 items judged" in page
    assert "Exclude: judge-1" in page
    assert "New link: judge-1" not in page
    assert "Revoke: judge-1" not in page
    number = campaign.annotators()[-1].id
    for action in ("link", "revoke"):
        refused = organiser.post(f"/c/news24/annotators/{number}/{action}")
        assert (refused.status_code, refused.json()["code"]) == (409, "machine")
    organiser.post(f"/c/news24/annotators/{number}/exclude")
    organiser.post(f"/c/news24/annotators/{number}/include")
    assert "judge-1" not in [link.annotator for link in campaign.links()]


def test_exclude_include_and_revoke(app, campaign, organiser):
    number = campaign.annotators()[0].id
    base = f"/c/news24/annotators/{number}"
    assert organiser.post(f"{base}/exclude").status_code == 200
    assert statuses(campaign) == {"ann": "excluded", "bob": "active"}
    assert organiser.post(f"{base}/exclude").status_code == 409
    assert organiser.post(f"{base}/include").status_code == 200
    assert statuses(campaign)["ann"] == "active"
    assert organiser.post(f"{base}/include").status_code == 409
    assert organiser.post(f"{base}/revoke").status_code == 200
    assert statuses(campaign)["ann"] == "revoked"
    assert organiser.post(f"{base}/include").status_code == 409


def test_judgments_stay_excluded_if_the_access_is_revoked(app, campaign, organiser):
    number = campaign.annotators()[0].id
    browser = entered(app, campaign, "annotator", "ann")
    for order in (("exclude", "revoke"), ("link", "revoke", "exclude")):
        for action in order:
            answer = organiser.post(f"/c/news24/annotators/{number}/{action}")
            assert answer.status_code == 200, answer.text
        assert statuses(campaign)["ann"] == "excluded"
        assert browser.get("/c/news24/work").status_code == 401
        organiser.post(f"/c/news24/annotators/{number}/include")


def test_a_new_link_also_brings_back_a_revoked_annotator(app, campaign, organiser):
    number = campaign.annotators()[0].id
    old = token_of(campaign, "annotator", "ann")
    organiser.post(f"/c/news24/annotators/{number}/revoke")
    answer = organiser.post(f"/c/news24/annotators/{number}/link").json()
    assert statuses(campaign)["ann"] == "active"
    assert Browser(app).enter(old).status_code == 404
    assert Browser(app).enter(answer["link"].partition("#")[2]).status_code == 200


def test_annotators_of_other_campaigns_do_not_exist(make_campaign):
    ours, theirs = make_campaign("ours"), make_campaign("theirs", annotators=("eve",))
    organiser = entered(make_app([ours, theirs]), ours)
    for name in ("x", "y", "z"):
        theirs.add_annotator(name)
    number = max(one.id for one in theirs.annotators())
    for action in ("exclude", "include", "revoke", "link"):
        answer = organiser.post(f"/c/ours/annotators/{number}/{action}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert set(statuses(theirs).values()) == {"active"}


def test_the_export_is_what_rank_reads(app, campaign, organiser, tmp_path):
    import tertium

    judge(entered(app, campaign, "annotator", "ann"), 5)
    answer = organiser.get("/c/news24/export.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "news24.csv" in answer.headers["content-disposition"]
    file = tmp_path / "ratings.csv"
    file.write_bytes(answer.content)
    assert len(tertium.read_ratings(file)) == 5


def test_an_export_without_judgments_says_so(organiser):
    answer = organiser.get("/c/news24/export.csv")
    assert answer.status_code == 409
    assert "no judgments yet" in answer.json()["error"]


def test_hostile_names_and_texts_are_escaped(app, campaign, organiser):
    hostile = "<script>alert(1)</script>"
    with campaign.database.writing() as connection:
        campaigns.add_annotator(connection, campaign.id, hostile)
    page = organiser.get("/c/news24/dashboard").text
    assert hostile not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "onclick" not in page
    assert "style=" not in page


def test_before_the_end_there_are_no_tests(app, campaign):
    judge(entered(app, campaign, "annotator", "ann"), 20)
    monitor = app.state.site.monitors["news24"]
    with monitor.watch():
        html = wait_for(lambda: "44 %" in monitor.panels["statistics"] and monitor.panels)
    assert "No p-values and no clusters before the planned end" in html["statistics"]


def test_charts_are_pictures_without_scripts(app, campaign):
    for name in ("ann", "bob"):
        browser = entered(app, campaign, "annotator", name)
        for number in range(20):
            item = browser.get("/c/news24/work").json()["items"][0]
            browser.post("/c/news24/answers", answer_to(item, (number * 37) % 101))
    monitor = app.state.site.monitors["news24"]
    with monitor.watch():
        html = wait_for(lambda: "<svg" in monitor.panels["statistics"] and monitor.panels)
    assert "<script" not in html["statistics"]
    assert "style=" not in html["statistics"]
    assert "var(--ink)" in html["statistics"]


def test_statistics_are_computed_at_most_every_five_seconds(app, campaign):
    assert monitors.STATISTICS == 5
    monitor = app.state.site.monitors["news24"]
    annotator = entered(app, campaign, "annotator", "ann")
    with monitor.watch():
        wait_for(lambda: monitor.computations == 1)
        for count in (1, 2, 3):
            judge(annotator, 1)
            monitor.look_soon()
            wait_for(lambda n=count: f"{n} of 40" in monitor.panels["control"])
        assert monitor.computations == 1


def test_nothing_is_computed_while_nobody_watches(campaign):
    monitor = Monitor(campaign)
    with monitor.watch():
        wait_for(lambda: monitor.computations)
    thread = monitor._thread
    wait_for(lambda: thread and not thread.is_alive())
    with monitor.watch():
        wait_for(lambda: monitor._thread and monitor._thread.is_alive())


def test_a_database_that_does_not_answer_is_mentioned(campaign):
    monitor = Monitor(campaign)
    with monitor.watch():
        wait_for(lambda: monitor.computations)
        (campaign.folder / "campaign.db").write_bytes(b"broken" * 2000)
        monitor.look_soon()
        wait_for(lambda: "out of date" in monitor.panels["problem"])


def test_a_defect_of_statistics_does_not_end_the_dashboard(campaign, monkeypatch, caplog):
    monitor = Monitor(campaign)
    monkeypatch.setattr(campaign, "status", lambda: 1 / 0)
    with monitor.watch():
        wait_for(lambda: "in the log" in monitor.panels["problem"])
        campaign.pause()
        wait_for(lambda: "Paused" in monitor.panels["control"])
    assert "ZeroDivisionError" in caplog.text


def test_the_overview_has_the_progress_of_each_campaign(make_campaign):
    first, second = make_campaign("first"), make_campaign("second")
    app = make_app([first, second])
    browser = entered(app, first)
    judge(entered(app, first, "annotator", "ann"), 2, "first")
    page = browser.get("/").text
    assert '<td class="number">2</td><td class="number">40</td>' in page
    assert "second" not in page
