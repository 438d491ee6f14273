"""Records as JSON, and back."""

import json
import math
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import FormatError
from tertium.core.records import (
    Defect,
    empty,
    from_plain,
    outside,
    repeated,
    to_plain,
    undefined,
    unknown,
)
from tertium.core.spec import Spec, option


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
class Settings(Spec):
    """Parameters with limits."""

    name: ClassVar[str] = "outer"

    trials: int = option(1, "Number of trials.", minimum=1)


@dataclass(frozen=True)
class Outer:
    """One of every kind of field."""

    count: int
    inner: tuple[Inner, ...]
    best: Inner | None
    by_name: dict[str, float]
    place: Place
    anything: dict[str, Any] | None
    ends: tuple[float, float]
    settings: Settings

    def defects(self):
        """The ends are in order."""
        if self.ends[0] > self.ends[1]:
            yield Defect("ends", "The second is less than the first.")


numbers = st.floats()
inners = st.builds(Inner, numbers, st.none() | st.text(), st.booleans())
outers = st.builds(
    Outer,
    count=st.integers(-(2**63), 2**63),
    inner=st.lists(inners).map(tuple),
    best=st.none() | inners,
    by_name=st.dictionaries(st.text(), numbers),
    place=st.builds(Place, st.text(), st.lists(st.text()).map(tuple)),
    anything=st.none() | st.dictionaries(st.text(), st.integers() | st.text()),
    ends=st.tuples(numbers, numbers).filter(lambda ends: not ends[0] > ends[1]),
    settings=st.builds(Settings, st.integers(1, 10**6)),
)
RECORD = Outer(
    *(3, (Inner(1.5, None, True),), None, {"a": 2.0}, Place("x", ("y",)), {"k": [1]}),
    *((1.0, 2.0), Settings(5)),
)
FINITE = "Expected a finite number, or null where it is undefined."


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
        ({"count": "3"}, "count: Expected a whole number, found text."),
        ({"count": True}, "count: Expected a whole number, found true or false."),
        ({"count": 1.5}, "count: Expected a whole number, found a number."),
        ({"count": 10**400}, "count: Expected a whole number of at most 64 bits."),
        ({"inner": {}}, "inner: Expected a list, found an object."),
        ({"inner": [{}]}, "inner[0]: No 'value'."),
        ({"inner": [3]}, "inner[0]: Expected an object, found a whole number."),
        ({"best": "none"}, "best: Expected an object, found text."),
        ({"by_name": {"a": "2"}}, "by_name.a: Expected a number, found text."),
        ({"by_name": {"a": True}}, "by_name.a: Expected a number, found true or false."),
        ({"by_name": {"a": math.inf}}, f"by_name.a: {FINITE}"),
        ({"by_name": {"a": 10**400}}, f"by_name.a: {FINITE}"),
        ({"place": {"name": "x"}}, "place: No 'paths'."),
        ({"place": {"name": 1, "paths": []}}, "place.name: Expected text, found a whole number."),
        ({"anything": []}, "anything: Expected an object, found a list."),
        ({"ends": [1.0]}, "ends: Expected a list of 2, found 1."),
        ({"ends": [1.0, None, 3.0]}, "ends: Expected a list of 2, found 3."),
        ({"ends": [1.0, "x"]}, "ends[1]: Expected a number, found text."),
        ({"ends": [2.0, 1.0]}, "ends: The second is less than the first."),
        ({"cuont": 3}, "Unknown key 'cuont'. Did you mean 'count'? Known: "),
        ({"settings": {"trials": 0}}, "settings: The 'trials' parameter of outer must be at least"),
    ],
)
def test_what_does_not_fit_is_named_with_its_field(change, message):
    with pytest.raises(FormatError) as refused:
        from_plain(Outer, to_plain(RECORD) | change, "result.json")
    assert str(refused.value).startswith(f"result.json: {message}")


def test_an_error_without_a_file_begins_with_the_field():
    with pytest.raises(FormatError) as refused:
        from_plain(Outer, to_plain(RECORD) | {"count": None})
    assert str(refused.value) == "count: Expected a whole number, found null."
    with pytest.raises(FormatError) as refused:
        from_plain(Outer, [])
    assert str(refused.value) == "Expected an object, found a list."


@dataclass(frozen=True)
class Checked:
    """Fields that each kind of defect is about."""

    names: tuple[str, ...]
    share: float
    needed: float

    def defects(self):
        """All there are."""
        yield from empty(self, "names")
        yield from repeated("names", self.names)
        yield from unknown("names[0]", self.names[0], ("a", "b"), "letters")
        yield from outside(self, 0, 1, "share")
        yield from undefined(self, "needed")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Checked((), 0, 0), "names: It must not be empty."),
        (Checked(("a", "b", "a"), 0, 0), "names: 'a' occurs twice."),
        (Checked(("c",), 0, 0), "names[0]: 'c' is none of the letters: a, b."),
        (Checked(("a",), 1.5, 0), "share: Expected a number from 0 to 1, found 1.5."),
        (Checked(("a",), math.nan, math.nan), "needed: Expected a number, found null."),
    ],
)
def test_a_record_says_what_its_types_cannot(record, message):
    with pytest.raises(FormatError) as refused:
        from_plain(Checked, to_plain(record))
    assert str(refused.value) == message
