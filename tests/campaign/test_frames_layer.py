"""The layer of semantic frames from stored answers."""

import json

from tests.campaign.tasks.test_frames import SHOWN, answer, read

from tertium.campaign.frames_layer import frames_layer
from tertium.core.frames import Filler, Frame, Owner
from tertium.storage.judgments import JudgedOutput


def judgment(annotator, system, given=None, place=0, kind="", item="system", shown=SHOWN):
    return {
        "annotator": annotator,
        "annotator_kind": kind,
        "place": place,
        "outputs": (JudgedOutput(item, system),),
        "answer": json.dumps(read(given or answer(), shown)),
    }


def layer(judgments, annotator="", systems=("a", "b"), segments=("s1", "s2")):
    return frames_layer(judgments, segments, systems, "ref", annotator)


def test_frames_of_the_reference_and_of_the_systems_that_share_an_output():
    found = layer([judgment("ann", "a+b")])
    assert (found.outputs, found.missing, found.others, found.changed) == (2, 2, 0, 0)
    assert found.frames.segment_ids == ("s1", "s2")
    assert list(found.frames.values) == [Owner("ref"), Owner("a"), Owner("b")]
    reference, unjudged = found.frames.values[Owner("ref")]
    assert reference is not None
    assert unjudged is None
    assert reference[2] == Frame("fell", (Filler("what", "its shares"),))
    # Fillers are in the order of the text.
    assert [one.text for one in reference[1].fillers] == ["the company", "would", "its shares"]
    assert found.frames.values[Owner("a")] == found.frames.values[Owner("b")]
    said, sells = found.frames.values[Owner("a")][0]
    assert said.match == 1
    assert sells == Frame(
        "sells",
        (
            Filler("who", "the company", "correct"),
            Filler("what", "shares", "partial"),
            Filler("how", "quickly", "incorrect"),
        ),
        2,
    )


def test_a_frame_without_a_match_says_so():
    given = {**answer(), "output": [{**answer()["output"][0], "match": 0, "fillers": []}]}
    assert layer([judgment("ann", "a", given)]).frames.values[Owner("a")][0][0].match == 0


def test_a_text_without_a_predicate_has_an_empty_list():
    none: dict[str, list[object]] = {"reference": [], "output": []}
    found = layer([judgment("ann", "a", none)], systems=("a",), segments=("s1",))
    assert found.frames.values == {Owner("ref"): ((),), Owner("a"): ((),)}
    assert found.missing == 0


def test_of_several_annotators_one_is_used_for_each_segment():
    less = {**answer(), "output": []}
    judgments = [
        *[judgment("ann", "a", less), judgment("bob", "a"), judgment("bob", "b")],
        *[judgment("cleo", "a", less, place=1), judgment("bob", "a", place=1)],
        *[judgment("m", name, kind="machine", place=1) for name in "ab"],
    ]
    found = layer(judgments)
    # Bob judged more outputs of the first segment, and Cleo began with the second one.
    assert [len(one) for one in found.frames.values[Owner("a")]] == [2, 0]
    assert (found.outputs, found.others) == (3, 2)
    alone = layer(judgments, "ann")
    assert [one and len(one) for one in alone.frames.values[Owner("ref")]] == [3, None]
    assert (alone.outputs, alone.missing) == (1, 3)
    assert layer(judgments, "m").outputs == 2
    assert layer(judgments, "dora").outputs == 0


def test_attention_checks_are_left_out():
    found = layer([judgment("ann", "a"), judgment("ann", "", item="check")])
    assert (found.outputs, found.others) == (1, 0)


def test_the_last_frames_of_the_reference_count():
    last = answer()
    # "said" is left out, "sell" is longer, "fell" comes first.
    _, sell, fell = last["reference"]
    sell["predicate"]["start"] -= 6
    del sell["fillers"][1]
    last["reference"] = [fell, sell]
    last["output"] = []
    found = layer([judgment("ann", "a"), judgment("ann", "b", last)])
    assert found.changed == 1
    assert [one.predicate for one in found.frames.values[Owner("ref")][0]] == ["fell", "would sell"]
    assert [one.match for one in found.frames.values[Owner("a")][0]] == [0, 2]
    assert found.frames.values[Owner("a")][0][1].fillers[1].mark == "partial"


def test_the_order_in_which_frames_were_marked_does_not_matter():
    other = {"reference": answer()["reference"][::-1], "output": []}
    found = layer([judgment("ann", "a"), judgment("ann", "b", other)])
    assert found.changed == 0
    assert [one.match for one in found.frames.values[Owner("a")][0]] == [3, 2]


def test_one_frame_matches_one_frame_also_after_a_change():
    """Two predicates of the reference became one."""
    last = answer()
    said, _, fell = last["reference"]
    whole = {"start": said["predicate"]["start"], "end": fell["predicate"]["end"]}
    last["reference"] = [{"predicate": whole, "fillers": []}]
    last["output"] = []
    found = layer([judgment("ann", "a"), judgment("ann", "b", last)])
    assert sorted(one.match for one in found.frames.values[Owner("a")][0]) == [0, 1]
