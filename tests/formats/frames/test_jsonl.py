"""JSONL of semantic frames."""

import pytest

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.core.frames import Filler, Frame, Owner, SegmentFrames

jsonl = plugins.load("formats.frames", "jsonl")


def read(text: str) -> SegmentFrames:
    frames: SegmentFrames = jsonl.read(text.encode(), "x.jsonl")
    return frames


def test_everything_that_a_record_can_hold():
    frames = read(
        '{"owner": "a", "run": 2, "segment": 7, "frames": [{"predicate": "rains", "match": 0,'
        ' "fillers": [{"role": "when", "text": "now", "mark": "partial"}]}]}\n'
    )
    rains = Frame("rains", (Filler("when", "now", "partial"),), 0)
    assert frames == SegmentFrames({Owner("a", 2): ((rains,),)}, ("7",))


def test_without_owner_and_segment_the_order_tells():
    frames = read('{"frames": [{"predicate": "rains"}]}\n{"frames": []}\n{"frames": null}\n')
    assert frames == SegmentFrames({Owner(): ((Frame("rains"),), (), None)}, ("1", "2", "3"))


def test_a_segment_that_a_text_lacks_is_none():
    frames = read(
        '{"owner": "a", "segment": "s", "frames": []}\n'
        '{"owner": "b", "segment": "t", "frames": []}\n'
    )
    assert frames.values == {Owner("a"): ((), None), Owner("b"): (None, ())}


def test_unknown_keys_are_reported():
    with pytest.warns(DataWarning) as caught:
        read(
            '{"frames": [{"predicate": "a", "sense": "01", "fillers": [{"role": "b", "text": "c",'
            ' "head": 3}]}], "rater": "r"}\n'
        )
    assert str(caught[0].message) == "x.jsonl: Unused keys: head, rater, sense. [left-out]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.jsonl: The file has no frames."),
        ('{"owner": "a"}\n', "x.jsonl:1: Expected an object with frames."),
        ('{"frames": {}}\n', "x.jsonl:1: Expected a list of objects as frames."),
        ('{"frames": ["a"]}\n', "x.jsonl:1: Expected a list of objects as frames."),
        ('{"frames": [{}]}\n', "x.jsonl:1: Expected text as predicate."),
        (
            '{"frames": [{"predicate": "a", "fillers": [1]}]}\n',
            "x.jsonl:1: Expected a list of objects as fillers.",
        ),
        (
            '{"frames": [{"predicate": "a", "fillers": [{"text": "b"}]}]}\n',
            "x.jsonl:1: Expected text as role.",
        ),
        (
            '{"frames": [{"predicate": "a", "fillers": [{"role": "b", "text": 3}]}]}\n',
            "x.jsonl:1: Expected text as text.",
        ),
        (
            '{"frames": [{"predicate": "a", "fillers": [{"role": "", "text": "", "mark": "ok"}]}]}',
            "x.jsonl:1: Expected one of correct, partial, incorrect as mark, found 'ok'.",
        ),
        (
            '{"frames": [{"predicate": "a", "match": true}]}\n',
            "x.jsonl:1: Expected a whole number as match.",
        ),
        ('{"run": "2", "frames": []}\n', "x.jsonl:1: Expected a whole number as run."),
        ('{"owner": [], "frames": []}\n', "x.jsonl:1: Expected a string or number as owner."),
        ('{"segment": true, "frames": []}\n', "x.jsonl:1: Expected a string or number as segment."),
        (
            '{"frames": []}\n{"segment": 1, "frames": []}\n',
            "x.jsonl:2: Some segments have an id and some have none.",
        ),
        (
            '{"owner": "a", "segment": 1, "frames": []}\n' * 2,
            "x.jsonl:2: Segment 1 of a occurs twice.",
        ),
    ],
)
def test_what_is_wrong(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message
