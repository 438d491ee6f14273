"""Records as JSON, and back."""

import json
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import FormatError
from tertium.core.records import from_plain, to_plain


class Place(NamedTuple):
    """A named tuple in a record."""

    name: str
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Inner:
    """A record in a record."""

    value: float
    note: str | None
    on: bool


@dataclass(frozen=True)
class Outer:
    """One of every kind of field."""

    count: int
    inner: tuple[Inner, ...]
    best: Inner | None
    by_name: dict[str, float]
    place: Place
    anything: dict[str, Any] | None


numbers = st.floats()
inners = st.builds(Inner, numbers, st.none() | st.text(), st.booleans())
outers = st.builds(
    Outer,
    count=st.integers(),
    inner=st.lists(inners).map(tuple),
    best=st.none() | inners,
    by_name=st.dictionaries(st.text(), numbers),
    place=st.builds(Place, st.text(), st.lists(st.text()).map(tuple)),
    anything=st.none() | st.dictionaries(st.text(), st.integers() | st.text()),
)
RECORD = Outer(3, (Inner(1.5, None, True),), None, {"a": 2.0}, Place("x", ("y",)), {"k": [1]})


@given(outers)
def test_what_json_holds_gives_the_record_again(record):
    text = json.dumps(to_plain(record), allow_nan=False)
    again = from_plain(Outer, json.loads(text))
    assert json.dumps(to_plain(again)) == text
    assert type(again.place) is Place


def test_a_record_without_undefined_numbers_is_equal_again():
    assert from_plain(Outer, json.loads(json.dumps(to_plain(RECORD)))) == RECORD


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_undefined_numbers_are_null(value):
    plain = to_plain(Inner(value, "", False))
    assert plain == {"value": None, "note": "", "on": False}
    assert math.isnan(from_plain(Inner, plain).value)


def test_a_whole_number_does_for_a_number():
    made = from_plain(Inner, {"value": 3, "note": None, "on": True})
    assert isinstance(made.value, float)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"count": "3"}, "result.json.count: Expected int, found str."),
        ({"count": True}, "result.json.count: Expected int, found bool."),
        ({"count": 1.5}, "result.json.count: Expected int, found float."),
        ({"inner": {}}, "result.json.inner: Expected list, found dict."),
        ({"inner": [{}]}, "result.json.inner[0]: No 'value'."),
        ({"inner": [3]}, "result.json.inner[0]: Expected dict, found int."),
        ({"best": "none"}, "result.json.best: Expected dict, found str."),
        ({"by_name": {"a": "2"}}, "result.json.by_name.a: Expected float, found str."),
        ({"by_name": {"a": True}}, "result.json.by_name.a: Expected float, found bool."),
        ({"place": {"name": "x"}}, "result.json.place: No 'paths'."),
        ({"place": {"name": 1, "paths": []}}, "result.json.place.name: Expected str, found int."),
        ({"anything": []}, "result.json.anything: Expected dict, found list."),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(change, message):
    with pytest.raises(FormatError) as refused:
        from_plain(Outer, to_plain(RECORD) | change, "result.json")
    assert str(refused.value) == message


def test_a_place_without_a_file_begins_with_the_field():
    with pytest.raises(FormatError) as refused:
        from_plain(Outer, to_plain(RECORD) | {"count": None})
    assert str(refused.value) == "count: Expected int, found NoneType."
    with pytest.raises(FormatError) as refused:
        from_plain(Outer, [])
    assert str(refused.value) == "Expected dict, found list."
