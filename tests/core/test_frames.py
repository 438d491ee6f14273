"""Semantic frames of texts."""

import pytest

from tertium.core.errors import AlignmentError, DataError
from tertium.core.frames import Frame, Owner, SegmentFrames, frames_of
from tertium.core.layers import Layer

ONE, TWO = (Frame("one"),), (Frame("two"),)


def test_frames_can_be_put_in_another_order():
    frames = SegmentFrames({Owner("a"): (ONE, TWO)}, ("s", "t"))
    assert frames.at([1, None, 0], ("t", "u", "s")) == SegmentFrames(
        {Owner("a"): (TWO, None, ONE)}, ("t", "u", "s")
    )


def test_the_fingerprint_is_of_all_content():
    frames = SegmentFrames({Owner("a"): (ONE,)}, ("s",))
    for other in ({Owner("b"): (ONE,)}, {Owner("a", 1): (ONE,)}, {Owner("a"): (TWO,)}):
        assert SegmentFrames(other, ("s",)).digest != frames.digest
    assert SegmentFrames({Owner("a"): (ONE,)}, ("t",)).digest != frames.digest
    assert len(frames.digest) == 16


def test_lengths_must_agree():
    with pytest.raises(AlignmentError) as caught:
        SegmentFrames({Owner("a"): (ONE,)}, ("s", "t"))
    assert str(caught.value) == "a has frames for 1 segment; expected 2."


def test_frames_are_found_by_the_name_given_to_a_file_or_by_that_within():
    within = SegmentFrames({Owner("a"): (ONE,), Owner("b"): (TWO,)}, ("s",))
    own = SegmentFrames({Owner(): (ONE,)}, ("s",))
    named = SegmentFrames({Owner("x"): (TWO,)}, ("s",))
    layer = Layer("frames", {"": (within,), "c": (own,), "d": (named,)})
    assert [frames_of(layer, name) for name in "abcd"] == [[(ONE,)], [(TWO,)], [(ONE,)], [(TWO,)]]


def test_runs_are_files_or_numbered_within():
    files = tuple(SegmentFrames({Owner(): (one,)}, ("s",)) for one in (ONE, TWO))
    assert frames_of(Layer("frames", {"a": files}), "a", 2) == [(ONE,), (TWO,)]
    within = SegmentFrames({Owner("a", 2): (TWO,), Owner("a", 1): (ONE,)}, ("s",))
    assert frames_of(Layer("frames", {"": (within,)}), "a", 2) == [(ONE,), (TWO,)]


@pytest.mark.parametrize(
    ("name", "runs", "message"),
    [
        ("b", 1, 'There are no frames of b. Give them with layers={"frames": {"b": FILE}}.'),
        (
            "a",
            2,
            "There are frames for 1 text of a, which has 2. Give them with"
            ' layers={"frames": {"a": FILE}}.',
        ),
    ],
)
def test_frames_that_are_not_there(name, runs, message):
    layer = Layer("frames", {"": (SegmentFrames({Owner("a"): (ONE,)}, ("s",)),)})
    with pytest.raises(DataError) as caught:
        frames_of(layer, name, runs)
    assert str(caught.value) == message
