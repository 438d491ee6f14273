"""Entry from Prolific, the way back, and items that are given back."""

import json

import pytest
from tests import people_files
from tests.web._browser import Browser, answer_to, entered
from tests.web.test_answers import work

from tertium.web.app import make_app

PID, STUDY, SESSION = "5a9d64f5f6dfdd0001eaa73d", "1" * 24, "2" * 24
NAME = f"prolific-{PID}"
CODES = "passed=PASS1,failed=FAIL1,screened-out=OUT1"


def place(campaign):
    """Path of the study's address."""
    link = next(one for one in campaign.links() if one.role == "prolific")
    return link.url("").partition("?")[0]


def participant(pid=PID, session=SESSION, **changed):
    return {"participant": pid, "study": STUDY, "session": session, **changed}


def come(app, campaign, pid=PID, **more):
    """A browser that has come from Prolific."""
    browser = Browser(app)
    answer = browser.post(place(campaign), participant(pid, **more))
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"location": "/c/news24/"}
    page = browser.get(browser.get("/c/news24/").headers["location"])
    browser.csrf = page.text.partition('name="csrf" content="')[2].partition('"')[0]
    return browser


def judge_all(browser, value=lambda item: 50):
    while (now := work(browser))["status"] == "running":
        item = now["items"][0]
        answer = browser.post("/c/news24/answers", answer_to(item, value(item)))
        assert answer.status_code == 200, answer.text
    return now["status"]


@pytest.fixture
def pool(make_people):
    return make_people(pool=True, limit=20, prolific_codes=CODES)


@pytest.fixture
def app(pool):
    return make_app([pool])


def test_a_participant_becomes_an_annotator_and_remains_the_same(app, pool):
    page = Browser(app).get(f"{place(pool)}?PROLIFIC_PID={PID}")
    assert page.status_code == 200
    assert PID not in page.text
    assert pool.annotators() == []  # opening the address adds nobody
    browser = come(app, pool)
    item = work(browser)["items"][0]
    browser.post("/c/news24/answers", answer_to(item))
    again = come(app, pool, session="3" * 24)
    assert work(again)["progress"]["done"] == 1
    (one,) = pool.annotators()
    assert one.name == NAME
    assert json.loads(one.market) == {
        **{"market": "prolific", "participant": PID, "study": STUDY, "session": "3" * 24}
    }


def test_what_prolific_says_is_deleted_with_the_annotator(app, pool):
    browser = come(app, pool)
    browser.post("/c/news24/answers", answer_to(work(browser)["items"][0]))
    pool.delete_annotator(NAME)
    (one,) = pool.annotators()
    assert PID not in str(one)
    assert one.market is None
    assert browser.get("/c/news24/work").status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [
        {"participant": PID[1:]},
        {"participant": PID.upper()},
        {"participant": "{{%PROLIFIC_PID%}}"},
        {"study": ""},
        {"session": "g" * 24},
        {"session": None},
        {"more": "x"},
    ],
)
def test_other_parameters_are_refused(app, pool, wrong):
    assert Browser(app).post(place(pool), participant(**wrong)).status_code == 422
    assert pool.annotators() == []


def test_outsiders_cannot_join(app, pool, make_people):
    others = {link.role: link.token for link in pool.links()}
    for name, token in (
        ("news24", "x" * 43),
        ("news24", others["pool"]),
        ("news24", others["organiser"]),
        ("other", others["prolific"]),
        ("news24", others["prolific"][:-1]),
    ):
        answer = Browser(app).post(f"/prolific/{name}/{token}", participant())
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert pool.annotators() == []
    # The token of the address opens no page by itself.
    assert Browser(app).enter(others["prolific"]).status_code == 404


def test_wrong_tokens_are_slowed_down(app, pool):
    browser = Browser(app)
    answers = {browser.post("/prolific/news24/x", participant()).status_code for _ in range(25)}
    assert answers == {404, 429}


def test_new_participants_are_limited_like_people_who_join(app, pool):
    app.state.site.limits.joins.burst = 2
    codes = [
        Browser(app).post(place(pool), participant(f"{number:024x}")).status_code
        for number in range(3)
    ]
    assert codes == [200, 200, 429]


def test_a_pool_without_codes_has_no_entry_from_prolific(make_people):
    campaign = make_people(pool=True)
    assert "prolific" not in [link.role for link in campaign.links()]


def test_names_of_participants_cannot_be_chosen(app, pool):
    browser = entered(app, pool, "pool")
    answer = browser.post("/c/news24/join", {"name": NAME})
    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
    # Somebody has the name all the same, from the command line: a participant is not let in.
    pool.add_annotator(NAME)
    answer = Browser(app).post(place(pool), participant())
    assert (answer.status_code, answer.json()["code"]) == (403, "closed")


def test_a_revoked_participant_cannot_return(app, pool):
    come(app, pool)
    pool.revoke(NAME)
    answer = Browser(app).post(place(pool), participant())
    assert (answer.status_code, answer.json()["code"]) == (403, "closed")


def test_a_renewed_link_ends_the_address(app, pool):
    before = place(pool)
    pool.new_link(role="pool")
    assert Browser(app).post(before, participant()).status_code == 404
    come(app, pool)


def test_the_completion_code_comes_when_the_work_is_done(app, pool):
    browser = come(app, pool)
    early = browser.get("/c/news24/completion")
    assert (early.status_code, early.json()["code"]) == (409, "not-done")
    assert judge_all(browser) == "limit"
    assert browser.get("/c/news24/completion").json() == {
        "code": "PASS1",
        "url": "https://app.prolific.com/submissions/complete?cc=PASS1",
    }


def test_other_annotators_get_no_code(app, pool):
    pool.add_annotator("ann")
    browser = entered(app, pool, "annotator", "ann")
    assert browser.get("/c/news24/completion").status_code == 404


def test_who_comes_too_late_gets_no_code(app, pool):
    for pid in ("a" * 24, "b" * 24):
        judge_all(come(app, pool, pid))
    browser = come(app, pool)
    assert work(browser)["status"] == "done"
    assert browser.get("/c/news24/completion").json() == {"code": "", "url": ""}


@pytest.mark.parametrize(("value", "code"), [(11, "PASS1"), (90, "FAIL1")])
def test_failed_checks_give_the_code_of_failing(make_people, value, code):
    campaign = make_people(
        "attention_checks",
        contents={"checks": people_files.CHECKS[3:4]},
        **{"pool": True, "limit": 21, "prolific_codes": CODES},
    )
    browser = come(make_app([campaign]), campaign)
    judge_all(browser, lambda item: value if item["outputs"][0].startswith("Choose") else 50)
    assert browser.get("/c/news24/completion").json()["code"] == code


def test_who_is_screened_out_gets_that_code(make_people):
    campaign = make_people("form", pool=True, prolific_codes=CODES)
    browser = come(make_app([campaign]), campaign)
    assert browser.get("/c/news24/completion").status_code == 409
    browser.post("/c/news24/form", {"answers": {"native": "no"}})
    assert work(browser)["status"] == "screened-out"
    assert browser.get("/c/news24/completion").json()["code"] == "OUT1"


def test_who_leaves_gives_the_items_back(app, pool):
    browser = come(app, pool)
    first = work(browser)["items"][0]
    browser.post("/c/news24/answers", answer_to(first))
    assert browser.post("/c/news24/return").json() == {"hits": 1}
    # There is still work, so there is no code.
    assert browser.get("/c/news24/completion").status_code == 409
    other = come(app, pool, "c" * 24)
    assert len(work(other)["items"]) == 10
    assert work(other)["progress"]["total"] == 19
    assert len(pool.ratings()) == 1


def test_items_of_named_annotators_cannot_be_given_back(make_people):
    campaign = make_people()
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    assert browser.post("/c/news24/return").status_code == 409
    assert "annotate.return" not in browser.get("/c/news24/annotate").text.split("page-data")[0]
