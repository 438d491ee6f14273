"""Attention checks in HITs of a pool: drawn when a HIT is taken, none twice for an annotator."""

import json
from typing import Any

import pytest
from tests.storage._campaigns import (
    NOW,
    annotator_ids,
    judge,
    judgment,
    new_item,
    record,
    take,
    upcoming,
)

from tertium.storage import campaigns, checks, integrity, judgments
from tertium.storage.items import NewHit, NewItem
from tertium.storage.known_items import NewKnownItem, known_items
from tertium.storage.sharing import share_hits

KEY: dict[str, Any] = {"expectation": None, "strict": False, "feedback": {}}


def new_check(name):
    content = {"outputs": [f"Check {name}."], "source": "Quelle", "reference": None, "key": KEY}
    return NewKnownItem("check", name, json.dumps(content), [f"Check {name}.", "Quelle"])


def place(position):
    """A place that waits for a check."""
    return NewItem(position=position, segment="", document="", outputs=())


def create(database, hits, names, *, people=("ann", "bob", "eve"), owner=None):
    """A campaign whose HITs have one output and a number of places for checks."""
    made = [
        NewHit(owner, [new_item(0, "a", f"{n}"), *(place(1 + p) for p in range(places))])
        for n, places in enumerate(hits)
    ]
    with database.writing() as connection:
        return campaigns.create(
            connection,
            "news",
            "{}",
            people,
            made,
            sum(hits) + len(hits),
            NOW,
            known=[new_check(name) for name in names],
        )


def drawn(database, campaign, annotator, **more):
    """Names of the checks that an annotator judges next."""
    take(database, campaign, annotator, **more)
    return [item.segment for item in upcoming(database, campaign, annotator) if item.expected]


def items_of(database, campaign):
    with database.reading() as connection:
        counts = judgments.counts(connection, campaign)
        return counts.judged, counts.planned


def test_known_items_are_numbered_by_kind(database):
    content = json.dumps({"outputs": []})
    new = [NewKnownItem(kind, kind[0], content, []) for kind in ("check", "tutorial", "check")]
    with database.writing() as connection:
        campaign = campaigns.create(connection, "news", "{}", [], [], 0, NOW, known=new)
    with database.reading() as connection:
        found = known_items(connection, campaign, "check")
    assert [(row.kind, row.number, row.name) for row in found] == [
        ("check", 0, "c"),
        ("check", 1, "c"),
    ]


def test_places_are_filled_when_a_hit_is_taken(database):
    campaign = create(database, [2], ["one", "two", "three"])
    ann = annotator_ids(database, campaign)["ann"]
    assert items_of(database, campaign) == (0, 3)
    found = drawn(database, campaign, ann)
    assert len(set(found)) == 2
    assert set(found) < {"one", "two", "three"}
    item = upcoming(database, campaign, ann)[1]
    assert item.outputs[0].text == f"Check {item.segment}."
    assert item.outputs[0].kind == "check"
    assert item.source == "Quelle"
    assert json.loads(item.expected) == KEY
    judge(database, campaign, ann, 3)
    assert items_of(database, campaign) == (3, 3)
    with database.reading() as connection:
        assert integrity.check(connection, campaign) == []


def test_nobody_gets_a_check_twice_and_places_without_checks_are_skipped(database):
    campaign = create(database, [1, 1, 1], ["one", "two"])
    ann = annotator_ids(database, campaign)["ann"]
    found = []
    for _ in range(3):
        found += drawn(database, campaign, ann)
        judge(database, campaign, ann, 2)
    assert sorted(found) == ["one", "two"]
    assert items_of(database, campaign) == (5, 5)


def test_different_annotators_get_checks_of_their_own(database):
    campaign = create(database, [1] * 3, ["one"])
    for name in ("ann", "bob", "eve"):
        annotator = annotator_ids(database, campaign)[name]
        assert drawn(database, campaign, annotator) == ["one"]
        judge(database, campaign, annotator, 2)


def test_a_check_stays_when_the_hit_moves_to_somebody_who_has_not_had_it(database):
    campaign = create(database, [1], ["one", "two", "three"])
    ann, bob, _ = annotator_ids(database, campaign).values()
    first = drawn(database, campaign, ann)
    late = upcoming(database, campaign, ann)[1]
    assert drawn(database, campaign, bob, now=NOW + 100) == first
    # The answer of the first annotator arrives after all, and counts.
    record(database, campaign, judgment(late, ann, received=NOW + 110))
    assert [item.segment for item in upcoming(database, campaign, bob)] == ["0"]


def test_a_check_is_drawn_anew_when_the_hit_moves_to_somebody_who_has_had_it(database):
    campaign = create(database, [1, 1], ["one", "two"])
    ann, bob, _ = annotator_ids(database, campaign).values()
    (held,) = drawn(database, campaign, ann)
    (own,) = drawn(database, campaign, bob)
    judge(database, campaign, bob, 2)
    other = {"one": "two", "two": "one"}
    expected = [other[own]]
    assert drawn(database, campaign, bob, now=NOW + 100) == expected
    assert held in other
    judge(database, campaign, bob, 2)
    with database.reading() as connection:
        assert integrity.check(connection, campaign) == []


def test_a_check_with_answers_keeps_its_text(database):
    campaign = create(database, [1, 1], ["one"])
    ann, bob, _ = annotator_ids(database, campaign).values()
    drawn(database, campaign, ann)
    check = upcoming(database, campaign, ann)[1]
    record(database, campaign, judgment(check, ann, accepted=False))
    drawn(database, campaign, bob)
    judge(database, campaign, bob, 2)
    # Nothing is left for bob, and ann's wrong answer belongs to the text of the place.
    assert drawn(database, campaign, bob, now=NOW + 100) == []
    judge(database, campaign, bob, 1)
    assert items_of(database, campaign) == (3, 3)
    with database.reading() as connection:
        assert integrity.check(connection, campaign) == []


def test_a_skipped_place_is_filled_for_the_next_annotator(database):
    campaign = create(database, [1, 1], ["one"])
    ann, bob, _ = annotator_ids(database, campaign).values()
    drawn(database, campaign, ann)
    judge(database, campaign, ann, 2)
    assert drawn(database, campaign, ann) == []
    assert drawn(database, campaign, bob, now=NOW + 100) == ["one"]


def test_checks_do_not_keep_a_hit_from_an_annotator(database):
    """All HITs have the same check; without it, nobody could take a second HIT."""
    campaign = create(database, [1, 1], ["one"])
    ann, bob, _ = annotator_ids(database, campaign).values()
    assert take(database, campaign, ann) == ["a0", "one"]
    assert take(database, campaign, bob) == ["a1", "one"]
    judge(database, campaign, bob, 2)
    assert take(database, campaign, bob, now=NOW + 100) == ["a0"]


def test_a_new_named_annotator_gets_checks_in_the_hits_taken_over(database):
    campaign = create(database, [1, 1], ["one"], people=("ann",), owner=0)
    with database.writing() as connection:
        dora = campaigns.add_annotator(connection, campaign, "dora", NOW).id
        assert share_hits(connection, campaign, dora, NOW) == 1
    assert [item.segment for item in upcoming(database, campaign, dora)] == ["1", "one"]


def test_a_new_named_annotator_stays_within_the_limit(database):
    campaign = create(database, [1, 1, 1, 1], ["one"], people=("ann",), owner=0)
    with database.writing() as connection:
        dora = campaigns.add_annotator(connection, campaign, "dora", NOW).id
        assert share_hits(connection, campaign, dora, NOW, limit=2) == 1


@pytest.mark.parametrize("wanted", ["all", "one"])
def test_answers_to_checks_in_their_order(database, wanted):
    campaign = create(database, [1, 1], ["one"])
    ann, bob, _ = annotator_ids(database, campaign).values()
    for annotator in (ann, bob):
        drawn(database, campaign, annotator)
        check = upcoming(database, campaign, annotator)[1]
        record(database, campaign, judgment(check, annotator, value=1, accepted=False))
        record(database, campaign, judgment(check, annotator, value=2))
    with database.reading() as connection:
        found = checks.check_answers(connection, campaign, ann if wanted == "one" else None)
    answers = [(row.name, row.check, row.hit, row.position, row.answer) for row in found]
    expected = [
        (name, "one", hit, 1, f'{{"value": {value}}}')
        for hit, name in ((1, "ann"), (2, "bob"))
        for value in (1, 2)
    ]
    assert answers == (expected if wanted == "all" else expected[:2])
