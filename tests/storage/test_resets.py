"""Resets: answers are kept but do not count; forms and tutorials can be answered again."""

import json

from sqlalchemy import select
from tests.storage._campaigns import (
    NOW,
    annotator_ids,
    create,
    create_pool,
    current,
    judge,
    new_hit,
    take,
    upcoming,
)

from tertium.storage import campaigns, forms, integrity, resets, tutorials, work
from tertium.storage.known_items import NewKnownItem, known_items
from tertium.storage.schema import judgments
from tertium.storage.tutorials import NewTutorialAnswer


def reset(database, campaign, annotator, chosen=None, now=NOW + 1):
    with database.writing() as connection:
        return resets.reset_items(connection, campaign, annotator, chosen, now)


def stored(database):
    with database.reading() as connection:
        wanted = select(judgments.c.version, judgments.c.accepted, judgments.c.reset)
        return [tuple(row) for row in connection.execute(wanted.order_by(judgments.c.id))]


def test_reset_answers_are_kept_and_items_open_again(database):
    campaign = create(database)
    ann, bob = annotator_ids(database, campaign).values()
    judge(database, campaign, ann, 2)
    judge(database, campaign, bob, 3)
    assert reset(database, campaign, ann) == 2
    assert len(upcoming(database, campaign, ann)) == 3
    assert upcoming(database, campaign, bob) == []
    assert [row.annotator for row in current(database, campaign)] == [bob] * 3
    assert stored(database)[:2] == [(1, 0, NOW + 1)] * 2
    with database.reading() as connection:
        assert resets.reset_counts(connection, campaign) == {ann: 2}
        assert len(list(resets.reset_judgments(connection, campaign))) == 2
        assert work.last_judged(connection, campaign, ann) is None
        assert integrity.check(connection, campaign) == []


def test_answers_after_a_reset_are_new_versions(database):
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    judge(database, campaign, ann, 1)
    reset(database, campaign, ann)
    judge(database, campaign, ann, 1, received=NOW + 5)
    assert stored(database) == [(1, 0, NOW + 1), (2, 1, None)]
    assert reset(database, campaign, ann, now=NOW + 9) == 1
    assert stored(database) == [(1, 0, NOW + 1), (2, 0, NOW + 9)]
    with database.reading() as connection:
        assert integrity.check(connection, campaign) == []


def test_one_hit_is_reset(database):
    campaign = create(database, hits=[new_hit(0, ["a1"]), new_hit(0, ["b1"])])
    ann = annotator_ids(database, campaign)["ann"]
    judge(database, campaign, ann, 2)
    with database.reading() as connection:
        own = [one.hit for one in work.hits_of(connection, campaign, ann)]
    assert reset(database, campaign, ann, [own[1]]) == 1
    assert [item.outputs[0].system for item in upcoming(database, campaign, ann)] == ["b"]


def test_a_hit_of_a_pool_stays_with_its_annotator_for_another_lease(database):
    campaign = create_pool(database, "a1 a2")
    ann, bob = annotator_ids(database, campaign).values()
    take(database, campaign, ann)
    judge(database, campaign, ann, 2)
    reset(database, campaign, ann, now=NOW + 1000)
    assert take(database, campaign, bob, now=NOW + 1050) == []
    assert take(database, campaign, ann, now=NOW + 1055) == ["a1", "a2"]
    assert take(database, campaign, bob, now=NOW + 1200) == ["a1", "a2"]


def test_pages_learn_of_resets(database):
    campaign = create(database)
    ann = annotator_ids(database, campaign)["ann"]
    with database.writing() as connection:
        assert resets.resets_of(connection, ann) == 0
        resets.note_reset(connection, ann)
        resets.note_reset(connection, ann)
        assert resets.resets_of(connection, ann) == 2
        assert campaigns.annotators(connection, campaign)[0].resets == 2


def test_forms_are_answered_once_until_they_are_reset(database):
    campaign = create(database)
    ann, bob = annotator_ids(database, campaign).values()
    with database.writing() as connection:
        assert forms.form_of(connection, ann) is None
        forms.record_form(connection, ann, '{"a": 1}', NOW)
        forms.record_form(connection, bob, '{"a": 2}', NOW + 1)
        assert forms.form_of(connection, ann) == '{"a": 1}'
        assert resets.reset_form(connection, ann, NOW + 2) == 1
        assert forms.form_of(connection, ann) is None
        assert [row.annotator_name for row in forms.all_forms(connection, campaign)] == ["bob"]
        forms.record_form(connection, ann, '{"a": 3}', NOW + 3)
        found = {row.annotator_name: row.answers for row in forms.all_forms(connection, campaign)}
    assert found == {"ann": '{"a": 3}', "bob": '{"a": 2}'}


def with_tutorial(database, name="news"):
    new = [NewKnownItem("tutorial", name, json.dumps({"outputs": []}), []) for name in "xy"]
    with database.writing() as connection:
        return campaigns.create(connection, name, "{}", ["ann", "bob"], [], 0, NOW, known=new)


def answer(item, client_id, correct=True, accepted=True):
    return NewTutorialAnswer(client_id, item, "{}", correct, accepted, NOW, 2.0)


def test_answers_to_the_tutorial_are_kept_and_can_be_reset(database):
    campaign = with_tutorial(database)
    ann, bob = annotator_ids(database, campaign).values()
    with database.writing() as connection:
        first, second = (row.id for row in known_items(connection, campaign, "tutorial"))
        for made in (answer(first, "1", False, False), answer(first, "2"), answer(second, "3")):
            tutorials.record_answer(connection, campaign, ann, made)
        tutorials.record_answer(connection, campaign, ann, answer(second, "3"))
        tutorials.record_answer(connection, campaign, bob, answer(first, "4"))
        rows = tutorials.tutorial_rows(connection, campaign, ann)
        assert [(row.name, row.correct, row.accepted) for row in rows] == [
            ("x", False, False),
            ("x", True, True),
            ("y", True, True),
        ]
        assert len(tutorials.tutorial_rows(connection, campaign)) == 4
        tutorials.pass_tutorial(connection, ann, "digest")
        assert resets.reset_tutorial(connection, ann, NOW) == 3
        assert tutorials.tutorial_rows(connection, campaign, ann) == []
        assert tutorials.passed_tutorial(connection, ann) is None


def test_a_tutorial_is_known_by_name_and_digest_in_other_campaigns(database):
    first, second = with_tutorial(database), with_tutorial(database, "other")
    ann, bob = annotator_ids(database, first).values()
    same, other = annotator_ids(database, second).values()
    with database.writing() as connection:
        tutorials.pass_tutorial(connection, ann, "digest")
        assert tutorials.passed_elsewhere(connection, same, "digest")
        assert not tutorials.passed_elsewhere(connection, same, "another")
        assert not tutorials.passed_elsewhere(connection, other, "digest")
        # In the same campaign it is no other one.
        assert not tutorials.passed_elsewhere(connection, ann, "digest")
        assert not tutorials.passed_elsewhere(connection, bob, "digest")


def test_a_deleted_annotator_leaves_no_form_no_market_and_no_tutorial(database):
    campaign = with_tutorial(database)
    with database.writing() as connection:
        eve = campaigns.add_annotator(connection, campaign, "eve", NOW, market='{"market": "x"}').id
        item = known_items(connection, campaign, "tutorial")[0].id
        tutorials.record_answer(connection, campaign, eve, answer(item, "1"))
        tutorials.pass_tutorial(connection, eve, "digest")
        forms.record_form(connection, eve, "{}", NOW)
        assert campaigns.market_of(connection, campaign, eve) == {"market": "x"}
        campaigns.delete_annotator(connection, campaign, eve, with_judgments=False)
        assert forms.all_forms(connection, campaign) == []
        row = next(one for one in campaigns.annotators(connection, campaign) if one.id == eve)
        assert (row.market, row.tutorial) == (None, None)
        assert campaigns.find_annotator(connection, campaign, "eve") is None
        assert len(tutorials.tutorial_rows(connection, campaign)) == 1
    with database.writing() as connection:
        bob = annotator_ids(database, campaign)["bob"]
        tutorials.record_answer(connection, campaign, bob, answer(item, "2"))
        campaigns.delete_annotator(connection, campaign, bob, with_judgments=True)
        assert [row.annotator for row in tutorials.tutorial_rows(connection, campaign)] == [eve]
