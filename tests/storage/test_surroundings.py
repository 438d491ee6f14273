"""The segments around the items of a document."""

from tests.storage._campaigns import NOW, annotator_ids, upcoming

from tertium.storage import campaigns
from tertium.storage.items import NewHit, NewItem, NewOutput, NewSegment
from tertium.storage.surroundings import surroundings

SEGMENTS = [
    NewSegment(f"{n}", f"d{n // 30}", f"source {n}", None, {"a": f"a{n}", "b": f"b{n}"})
    for n in range(60)
]


def item(position, place, outputs, block, level="segment"):
    shown = [NewOutput(kind, system, text) for kind, system, text in outputs]
    return NewItem(position, f"{place}", f"d{place // 30}", shown, None, None, level, place, block)


def made(database, *items):
    with database.writing() as connection:
        hits = [NewHit(0, items)]
        number = campaigns.create(connection, "news", "{}", ["ann"], hits, 1, NOW, SEGMENTS)
    found = upcoming(database, number, annotator_ids(database, number)["ann"])
    with database.reading() as connection:
        return surroundings(connection, number, found)


def test_outputs_stand_in_the_order_of_the_screen(database):
    shown = [("system", "b", "b2"), ("system", "a", "a2")]
    (around,) = made(database, item(1, 2, shown, 7)).values()
    assert [one.place for one in around] == list(range(23))  # 20 after the item
    assert around[2] == (2, "source 2", ("b2", "a2"))
    assert around[5] == (5, "source 5", ("b5", "a5"))


def test_other_documents_are_not_shown(database):
    (around,) = made(database, item(1, 31, [("system", "a", "a31")], 1)).values()
    assert [one.place for one in around] == list(range(30, 52))


def test_control_items_show_their_own_texts(database):
    items = [
        item(1, 1, [("bad_reference", "a", "bad")], 1),
        item(2, 2, [("repeat", "a", "a2")], 1),
        item(3, 1, [("system", "a", "a1")], 2),
    ]
    found = made(database, *items)
    assert [around[1].outputs for around in found.values()] == [("bad",), ("a1",)]


def test_a_whole_document_shows_all_its_segments(database):
    (around,) = made(database, item(1, 30, [("system", "a", "x")], 1, "document")).values()
    assert [one.place for one in around] == list(range(30, 60))


def test_items_that_are_shown_by_themselves_have_no_surroundings(database):
    assert made(database, item(1, 2, [("system", "a", "a2")], None)) == {}
