"""Annotators in Chromium: lost connections, two tabs, paused campaigns, refused answers."""

import json
import re

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import (
    ITEMS,
    answer,
    judged,
    saved,
    sentences,
    texts_of,
    title,
    values,
)

import tertium

pytestmark = pytest.mark.slow

PEOPLE = ["offline", "reload", "tabs", "refused", "revoked", "memory"]


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    texts = texts_of(sentences(50))
    with (
        tertium.new_campaign(
            texts, folder / "news", annotators=PEOPLE, judgments=14 * len(PEOPLE), hit_size=ITEMS
        ) as news,
        tertium.new_campaign(
            texts,
            folder / "paused",
            annotators=["ann"],
            judgments=14,
            hit_size=ITEMS,
            show="reference",
        ) as paused,
    ):
        yield {"news": news, "paused": paused}


def test_answers_are_kept_while_the_connection_is_lost(opened, campaigns):
    page = opened(name="offline")
    answer(page, 1)
    saved(page)
    page.context.set_offline(True)
    answer(page, 2, 3, 4)
    expect(page.locator("#connection-text")).to_contain_text("Not sent yet: 3")
    page.keyboard.press("u")  # also a correction
    expect(page.locator("#slider-value")).to_have_text("4")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#connection-text")).to_contain_text("Not sent yet: 4")
    answer(page, 6, 7, 8, 9, 10)
    page.keyboard.type("11")
    page.keyboard.press("Enter")  # ten items are loaded in advance
    expect(page.get_by_role("heading", name="Waiting for the connection")).to_be_visible()
    assert values(campaigns["news"], "offline") == [1]
    page.context.set_offline(False)
    title(page, 11)
    expect(page.locator("#connection")).to_be_hidden()
    saved(page)
    assert values(campaigns["news"], "offline") == [1, 2, 3, *range(5, 12)]


def test_unsent_answers_survive_a_reload(opened, campaigns):
    page = opened(name="reload")
    page.context.route("**/answers", lambda route: route.abort())
    answer(page, 1, 2)
    expect(page.locator("#connection-text")).to_contain_text("Not sent yet: 2")
    page.reload()
    title(page, 3)
    expect(page.locator("#done")).to_have_text("2 of 20 done")
    expect(page.locator("#connection-text")).to_contain_text("Not sent yet: 2")
    assert judged(campaigns["news"], "reload") == []
    page.context.unroute("**/answers")
    page.locator("#send").click()
    saved(page)
    expect(page.locator("#connection")).to_be_hidden()
    assert values(campaigns["news"], "reload") == [1, 2]


def test_two_tabs_share_the_work(opened, campaigns):
    first = opened(name="tabs")
    second = opened(name="tabs", context=first.context)
    title(second, 1)
    answer(first, 1)
    expect(second.locator("#notice")).to_contain_text("in another window")
    title(second, 2)
    second.bring_to_front()
    answer(second, 2)
    title(first, 3)
    for number in range(3, ITEMS + 1):
        page = (first, second)[number % 2]
        page.bring_to_front()
        title(page, number)
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    for page in (first, second):
        expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert values(campaigns["news"], "tabs") == list(range(1, ITEMS + 1))
    assert {row.version for row in judged(campaigns["news"], "tabs")} == {1}


def test_a_paused_campaign_keeps_the_answer(opened, campaigns):
    page = opened("paused")
    expect(page.get_by_role("heading", name="Reference translation")).to_be_visible()
    campaigns["paused"].pause()
    page.keyboard.type("61")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The campaign is paused")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="The campaign is paused")).to_be_visible()
    expect(page.locator("#connection-text")).to_have_text("Not sent yet: 1.")
    campaigns["paused"].resume()
    page.evaluate("dispatchEvent(new Event('online'))")  # or after some seconds
    title(page, 2)
    saved(page)
    expect(page.locator("#connection")).to_be_hidden()
    assert values(campaigns["paused"], "ann") == [61]


def test_a_refused_answer_returns_to_its_item(opened, campaigns):
    page = opened(name="refused")
    text = page.locator("#output").inner_text()

    def spoil(route):
        body = json.loads(route.request.post_data)
        route.continue_(post_data=json.dumps({**body, "answer": {"outputs": [{"value": 101}]}}))

    page.context.route("**/answers", spoil)
    answer(page, 70)
    expect(page.locator("#notice")).to_contain_text("It is outside the scale")
    title(page, 1)
    expect(page.locator("#output")).to_have_text(text)
    expect(page.locator("#slider-value")).to_have_text("70")
    page.context.unroute("**/answers")
    page.keyboard.press("Enter")
    title(page, 2)
    saved(page)
    assert values(campaigns["news"], "refused") == [70]


def test_a_link_that_is_no_longer_valid(opened, campaigns):
    page = opened(name="revoked")
    campaigns["news"].revoke("revoked")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="no longer valid")).to_be_visible()
    page.locator('[data-action="reload"]').click()
    expect(page.get_by_role("heading", name="Open your personal link")).to_be_visible()
    campaigns["news"].include("revoked")
    page = opened(name="revoked", context=page.context)
    title(page, 2)
    saved(page)
    assert values(campaigns["news"], "revoked") == [7]


def test_browsers_without_storage(opened, device, campaigns):
    context = device()
    context.add_init_script(
        "for (const name of ['getItem', 'setItem', 'removeItem', 'key'])"
        " Storage.prototype[name] = () => { throw new DOMException('no', 'SecurityError'); };"
        " delete Crypto.prototype.randomUUID;"  # as on http in a local network
    )
    page = opened(name="memory", context=context)
    answer(page, 1)
    expect(page.locator("#connection-text")).to_contain_text("does not allow")
    answer(page, 2)
    saved(page)
    assert values(campaigns["news"], "memory") == [1, 2]
    assert all(
        re.fullmatch(r"[0-9a-f-]{36}", row.client_id) for row in judged(campaigns["news"], "memory")
    )
