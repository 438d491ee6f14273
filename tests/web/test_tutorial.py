"""The tutorial and the form: what comes before the work."""

import uuid

import pytest
from tests import people_files
from tests.web._browser import entered

from tertium.web.app import make_app


def start(browser, name="news24"):
    """The page to which the start page leads."""
    return browser.get(f"/c/{name}/").headers["location"].rpartition("/")[2]


def lessons(browser, name="news24"):
    answer = browser.get(f"/c/{name}/lessons")
    assert answer.status_code == 200, answer.text
    return answer.json()


def respond(browser, item, *values, name="news24", client_id=""):
    body = {
        "id": client_id or str(uuid.uuid4()),
        "item": item["id"],
        "answer": {"outputs": [{"value": value} for value in values]},
        "active": 3.5,
    }
    return browser.post(f"/c/{name}/lessons", body)


def finish(browser, name="news24", values=((90,), (10,), (50, 50))):
    """Answer all items of the tutorial; return the last feedback."""
    for item, given in zip(lessons(browser, name)["items"], values, strict=True):
        feedback = respond(browser, item, *given, name=name).json()
    return feedback


@pytest.fixture
def taught(make_people):
    return make_people("tutorial")


@pytest.fixture
def ann(taught):
    return entered(make_app([taught]), taught, "annotator", "ann")


def test_the_tutorial_comes_before_the_work(ann):
    assert start(ann) == "tutorial"
    assert ann.get("/c/news24/annotate").headers["location"] == "/c/news24/"
    now = ann.get("/c/news24/work").json()
    assert (now["status"], now["items"]) == ("tutorial", [])
    assert finish(ann)["finished"]
    assert start(ann) == "annotate"
    assert ann.get("/c/news24/tutorial").headers["location"] == "/c/news24/"
    assert ann.get("/c/news24/work").json()["status"] == "running"


def test_the_page_does_not_know_the_answers(ann):
    page, found = ann.get("/c/news24/tutorial").text, ann.get("/c/news24/lessons").text
    assert "tutorial.js" in page
    for text in (page, found):
        assert "Every word is translated" not in text
        assert "expect" not in text.replace("as expected", "")
    assert set(lessons(ann)["items"][0]) == {
        *("id", "level", "source", "reference", "outputs", "extra", "document", "place")
    }


def test_feedback_after_each_answer(ann, taught):
    good, bad, free = lessons(ann)["items"]
    assert (good["source"], good["outputs"]) == ("Der Hund bellt.", ["The dog barks."])
    wrong = respond(ann, good, 20).json()
    assert wrong == {
        **{"correct": False, "text": "Every word is translated.", "repeat": True},
        **{"finished": False, "proof": ""},
    }
    assert lessons(ann)["done"] == 0
    assert respond(ann, good, 80).json()["correct"] is True
    assert respond(ann, bad, 90).json() == {
        **{"correct": False, "text": "It says the opposite.", "repeat": False},
        **{"finished": False, "proof": ""},
    }
    assert (lessons(ann)["done"], lessons(ann)["total"]) == (2, 3)
    last = respond(ann, free, 1, 2).json()
    assert (last["correct"], last["text"], last["finished"]) == (None, "", True)
    assert last["proof"]
    assert [one.correct for one in taught.tutorial_answers()] == [False, True, False, True]
    assert taught.status().judged == 0


def test_feedback_is_in_the_language_of_the_page(ann):
    ann.client.cookies.set("tertium_language", "de")
    assert respond(ann, lessons(ann)["items"][0], 90).json()["text"] == "Jedes Wort ist übersetzt."


def test_an_answer_that_is_sent_again_is_stored_once(ann, taught):
    item, client_id = lessons(ann)["items"][0], str(uuid.uuid4())
    for _ in range(2):
        assert respond(ann, item, 20, client_id=client_id).json()["repeat"]
    assert len(taught.tutorial_answers()) == 1


def test_wrong_requests_are_refused(ann):
    item = lessons(ann)["items"][0]
    assert respond(ann, item, 101).json()["code"] == "out-of-range"
    assert respond(ann, item, 1, 2).json()["code"] == "bad-answer"
    assert respond(ann, {"id": 10**6}, 5).status_code == 404
    assert ann.post("/c/news24/lessons", {"id": "x"}).status_code == 422
    assert ann.post("/c/news24/tutorial/skip", {"proof": ""}).status_code == 403
    assert ann.post("/c/news24/tutorial/skip", {"proof": "é" * 9}).status_code == 403


def test_a_campaign_without_a_tutorial_has_no_lessons(make_people):
    campaign = make_people()
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    assert browser.get("/c/news24/lessons").status_code == 404
    assert browser.post("/c/news24/tutorial/skip", {"proof": ""}).status_code == 404
    assert start(browser) == "annotate"


def test_who_passed_the_same_tutorial_under_the_same_name_may_skip_it(make_people):
    first, second = make_people("tutorial"), make_people("tutorial", name="second")
    app = make_app([first, second])
    finish(entered(app, first, "annotator", "ann"))
    shared = first.database.kind == "postgresql"
    for name in ("ann", "bob"):
        browser = entered(app, second, "annotator", name)
        # Campaigns share a database in PostgreSQL only.
        known = shared and name == "ann"
        assert lessons(browser, "second")["known"] == known
        skipped = browser.post("/c/second/tutorial/skip", {"proof": ""})
        assert skipped.status_code == (200 if known else 403)
        assert start(browser, "second") == ("annotate" if known else "tutorial")


def test_a_browser_that_passed_the_same_tutorial_may_skip_it(make_people):
    first, second = make_people("tutorial"), make_people("tutorial", name="second")
    other = make_people("tutorial", name="other", contents={"lessons": people_files.LESSONS[:2]})
    app = make_app([first, second, other])
    proof = finish(entered(app, first, "annotator", "bob"))["proof"]
    browser = entered(app, second, "annotator", "ann")
    assert browser.post("/c/second/tutorial/skip", {"proof": proof[:-1]}).status_code == 403
    answer = browser.post("/c/second/tutorial/skip", {"proof": proof})
    assert answer.json() == {"location": "/c/second/"}
    assert start(browser, "second") == "annotate"
    assert second.tutorial_answers() == []
    browser = entered(app, other, "annotator", "ann")
    assert browser.post("/c/other/tutorial/skip", {"proof": proof}).status_code == 403


def test_who_does_not_pass_is_screened_out_until_the_tutorial_is_reset(make_people):
    campaign = make_people("tutorial", tutorial_pass=0.6)
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    good, bad, free = lessons(browser)["items"]
    respond(browser, good, 20)  # the first answer is wrong, and counts
    for item, values in ((good, [90]), (bad, [10]), (free, [1, 1])):
        feedback = respond(browser, item, *values).json()
    # One of two first answers is right, fewer than 0.6.
    assert feedback["finished"]
    assert feedback["proof"] == ""
    assert browser.get("/c/news24/work").json()["status"] == "screened-out"
    assert start(browser) == "annotate"
    campaign.reset("ann", tutorial=True)
    assert start(browser) == "tutorial"
    assert finish(browser)["proof"]
    assert browser.get("/c/news24/work").json()["status"] == "running"
    assert len(campaign.tutorial_answers()) == 3


def answers(browser, **given):
    return browser.post("/c/news24/form", {"answers": given})


@pytest.fixture
def asked(make_people):
    return make_people("form", "tutorial")


@pytest.fixture
def bob(asked):
    return entered(make_app([asked]), asked, "annotator", "bob")


def test_the_form_comes_first_and_once(bob, asked):
    assert start(bob) == "form"
    assert bob.get("/c/news24/work").json()["status"] == "form"
    assert bob.get("/c/news24/tutorial").headers["location"] == "/c/news24/"
    assert "Is English your native language?" in bob.get("/c/news24/form").text
    assert answers(bob, native="yes", years=None).json() == {"location": "/c/news24/"}
    assert start(bob) == "tutorial"
    assert bob.get("/c/news24/form").headers["location"] == "/c/news24/"
    # Another window sends the form again: the first answers count.
    assert answers(bob, native="no").status_code == 200
    assert asked.form_answers() == {"bob": {"native": "yes"}}


def test_the_form_is_in_the_language_of_the_page(bob):
    assert "Ist Englisch Ihre Muttersprache?" in bob.get("/c/news24/form?language=de").text


def test_missing_and_wrong_answers_are_named(bob, asked):
    answer = answers(bob, years="three")
    assert answer.status_code == 422
    assert answer.json()["wrong"] == {"native": "missing", "years": "bad"}
    assert answers(bob, native="yes", more=1).json()["wrong"] == {"more": "bad"}
    assert bob.post("/c/news24/form", {"answers": 3}).status_code == 422
    assert asked.form_answers() == {}


def test_an_answer_can_end_the_participation(bob, asked):
    answers(bob, native="no")
    assert bob.get("/c/news24/work").json()["status"] == "screened-out"
    assert start(bob) == "annotate"
    asked.reset("bob", form=True)
    assert start(bob) == "form"
    answers(bob, native="yes")
    assert start(bob) == "tutorial"
    assert asked.form_answers() == {"bob": {"native": "yes"}}


def test_a_campaign_without_a_form_has_none(make_people):
    campaign = make_people()
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    assert browser.get("/c/news24/form").headers["location"] == "/c/news24/"
    assert answers(browser, native="yes").status_code == 404


def test_hostile_texts_in_a_form_are_shown_as_texts(make_people):
    form = '[[question]]\nname = "x"\nkind = "text"\ntext = "<script>alert(1)</script>"\n'
    campaign = make_people("form", contents={"form": form})
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    page = browser.get("/c/news24/form").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
