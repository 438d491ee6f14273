"""Frozen dataclasses without generated methods."""

import copy
import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from tertium.core.frozen import frozen


@frozen
class Point:
    """A place with a name and notes."""

    x: int
    y: int = 0
    notes: list[str] = field(default_factory=list)
    name: str = field(default="", kw_only=True)

    def __post_init__(self):
        if self.x < 0:
            raise ValueError("negative")


def test_values_are_given_by_place_or_name():
    point = Point(1, notes=["a"], name="p")
    assert vars(point) == {"x": 1, "y": 0, "notes": ["a"], "name": "p"}


def test_defaults_are_made_for_each_object():
    assert Point(1).notes is not Point(1).notes


def test_objects_are_checked_when_they_are_made():
    with pytest.raises(ValueError, match="negative"):
        Point(-1)


def test_fields_cannot_be_changed():
    point = Point(1)
    with pytest.raises(FrozenInstanceError, match="Point cannot be changed: 'x'"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((), {}, "Point needs 'x'."),
        ((1,), {"z": 2}, "Point has no field 'z'."),
        ((1, 2, [], "p"), {}, "Point takes at most 3 values without a name."),
    ],
)
def test_wrong_arguments_are_named(values, named, message):
    with pytest.raises(TypeError) as caught:
        Point(*values, **named)
    assert str(caught.value) == message


def test_copies():
    point = Point(1, 2, ["a"])
    for other in (copy.deepcopy(point), pickle.loads(pickle.dumps(point)), replace(point)):
        assert vars(other) == vars(point)
    assert replace(point, y=5).y == 5
