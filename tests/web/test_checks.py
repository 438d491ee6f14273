"""Attention checks among the items, the limit of work, and resets while a page is open."""

import json

import pytest
from tests import people_files
from tests.web._browser import answer_to, entered
from tests.web.test_answers import rows, work

from tertium.web.app import make_app

LOUD = people_files.CHECKS[:1]
SILENT = people_files.CHECKS[3:4]


@pytest.fixture
def make(make_people):
    """A campaign with one check in each HIT, and the browser of an annotator."""

    def made(checks, **settings):
        campaign = make_people("attention_checks", contents={"checks": checks}, **settings)
        return campaign, entered(make_app([campaign]), campaign, "annotator", "ann")

    return made


def is_check(item):
    return item["outputs"][0].startswith("Choose ")


def go_to_check(browser):
    """Answer the items before the check; return the check."""
    while not is_check(item := work(browser)["items"][0]):
        assert browser.post("/c/news24/answers", answer_to(item)).status_code == 200
    return item


def test_a_loud_check_has_to_be_put_right(make):
    campaign, ann = make(LOUD)
    check = go_to_check(ann)
    done = work(ann)["progress"]["done"]
    given = answer_to(check, 90)
    for _ in range(2):  # the same answer, sent again, is refused again and stored once
        refused = ann.post("/c/news24/answers", given)
        assert (refused.status_code, refused.json()["code"]) == (422, "failed-check")
        assert refused.json()["error"].startswith("Please read the texts again")
    assert work(ann)["items"][0]["id"] == check["id"]
    assert work(ann)["progress"]["done"] == done
    assert ann.post("/c/news24/answers", answer_to(check, 11)).json()["version"] == 2
    assert work(ann)["progress"]["done"] == done + 1
    found = [(one.loud, one.attempt, one.passed) for one in campaign.check_answers()]
    assert found == [(True, 1, False), (True, 2, True)]
    assert [json.loads(row.answer)["outputs"][0]["value"] for row in rows(campaign)][-1] == 11
    (progress, _) = campaign.status().annotators
    assert (progress.checks, progress.checks_passed, progress.judged) == (1, 0, done + 1)
    assert campaign.check() == []


def test_a_correction_cannot_spoil_a_loud_check(make):
    _, ann = make(LOUD)
    check = go_to_check(ann)
    ann.post("/c/news24/answers", answer_to(check, 11))
    assert ann.post("/c/news24/answers", answer_to(check, 12)).status_code == 422
    assert work(ann)["previous"]["answer"] == {"outputs": [{"value": 11}]}
    assert all(item["id"] != check["id"] for item in work(ann)["items"])


def test_the_sentence_of_a_check_is_its_own_in_the_language_of_the_page(make):
    feedback = {"en": "Choose eleven.", "de": "Wählen Sie elf."}
    _, ann = make([{**LOUD[0], "feedback": feedback}])
    check = go_to_check(ann)
    assert ann.post("/c/news24/answers", answer_to(check, 1)).json()["error"] == "Choose eleven."
    ann.client.cookies.set("tertium_language", "de")
    assert ann.post("/c/news24/answers", answer_to(check, 2)).json()["error"] == "Wählen Sie elf."


def test_a_silent_check_looks_like_other_items_and_counts(make):
    campaign, ann = make(SILENT)
    check = go_to_check(ann)
    other = work(ann)["items"][1]
    assert set(check) == set(other)
    assert check["extra"] == other["extra"] == {}
    answer = ann.post("/c/news24/answers", answer_to(check, 90))
    assert answer.json() == {"saved": True, "version": 1}
    assert [(one.loud, one.passed) for one in campaign.check_answers()] == [(False, False)]
    # The last answer counts, as for every item.
    ann.post("/c/news24/answers", answer_to(check, 11))
    assert campaign.status().annotators[0].checks_passed == 1
    assert len(campaign.ratings()) == work(ann)["progress"]["done"] - 1


def test_checks_of_a_pool_are_drawn_for_the_annotator(make_people):
    campaign = make_people("attention_checks", pool=True, checks_per_hit=2)
    app = make_app([campaign])
    for name in ("ann", "bob"):
        campaign.add_annotator(name)
        browser, seen = entered(app, campaign, "annotator", name), []
        while (now := work(browser))["status"] == "running":
            item = now["items"][0]
            text = item["outputs"][0]
            value = int(text.split()[1]) if is_check(item) else 50
            seen += [text] if is_check(item) else []
            assert browser.post("/c/news24/answers", answer_to(item, value)).status_code == 200
            if now["progress"]["done"] == 21:
                break
        assert len(set(seen)) == len(seen) == 2
    assert campaign.status().annotators[0].checks == 2


def test_who_has_judged_enough_gets_no_further_hit(make_people):
    campaign = make_people(pool=True, limit=20)
    campaign.add_annotator("ann")
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    for _ in range(20):
        item = work(browser)["items"][0]
        assert browser.post("/c/news24/answers", answer_to(item)).status_code == 200
    now = work(browser)
    assert (now["status"], now["items"], now["progress"]["done"]) == ("limit", [], 20)
    assert "nobody judges more than 20 items" in browser.get("/c/news24/annotate").text
    campaign.add_annotator("bob")
    bob = entered(make_app([campaign]), campaign, "annotator", "bob")
    for _ in range(20):
        bob.post("/c/news24/answers", answer_to(work(bob)["items"][0]))
    assert work(browser)["status"] == work(bob)["status"] == "done"


def test_an_open_page_learns_of_a_reset(make_people):
    campaign = make_people()
    app = make_app([campaign])
    ann, organiser = entered(app, campaign, "annotator", "ann"), entered(app, campaign)
    first = work(ann)["items"][0]
    ann.post("/c/news24/answers", answer_to(first))
    assert work(ann)["resets"] == 0
    annotator = campaign.annotators()[0].id
    answer = organiser.post(f"/c/news24/annotators/{annotator}/reset")
    assert answer.status_code == 200
    assert "0 of 40 items judged" in answer.json()["panels"]["control"]
    now = work(ann)
    assert (now["resets"], now["progress"]["done"], now["previous"]) == (1, 0, None)
    assert now["items"][0]["id"] == first["id"]
    # The answer of the page before the reset is known by its id, and not stored again.
    assert len(campaign.ratings(reset=True)) == 1
