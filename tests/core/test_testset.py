"""The test set: parts of the same length, and messages if lengths differ."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from tertium.core.errors import AlignmentError, DataError, DataWarning, UsageError
from tertium.core.layers import Layer
from tertium.core.scores import Scored, SegmentScores
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

SYSTEM = {"x": ["a", "b", "c"]}


def test_references_are_one_list_each():
    testset = TestSet.of(references=[["a", "b"], ["c", None]], systems={"x": ["d", "e"]})
    assert list(testset.references) == ["1", "2"]
    assert testset.references["2"].missing == {1}
    assert list(testset.references["2"]) == ["c", ""]
    assert testset.reference_count == "var"
    assert len(testset) == 2
    assert testset.segment_ids == ("1", "2")


def test_names_of_references_are_kept():
    assert list(TestSet.of(references={"A": ["a"], "B": ["b"]}).references) == ["A", "B"]
    assert TestSet.of(references={"A": ["a"], "B": ["b"]}).reference_count == "2"


def test_runs_are_lists_of_lists():
    testset = TestSet.of(systems={"x": [["a"], ["b"]], "y": ["c"]})
    assert [len(runs) for runs in testset.outputs.values()] == [2, 1]
    assert [role for role, _ in testset.streams()] == [
        "system x, run 1",
        "system x, run 2",
        "system y",
    ]


def test_tuples_and_other_sequences_will_do():
    assert list(TestSet.of(systems={"x": ("a", "b")}).outputs["x"][0]) == ["a", "b"]
    assert len(TestSet.of(references=(("a", "b"),), source=("c", "d"))) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"references": ["a", "b"], "systems": SYSTEM},
            "Reference 1 has 2 segments, but the outputs have 3. Several references are one list"
            " each: [[...], [...]].",
        ),
        (
            {"references": [["a"], ["b"], ["c"]], "systems": SYSTEM},
            "`references` has 3 lists of 1, which looks transposed: one list per segment. Expected"
            " one list per reference, each with 3 strings. Transpose it with: [list(one) for one"
            " in zip(*references)]",
        ),
        (
            {"references": [["a", "b"], ["c", "d"], ["e", "f"]], "systems": SYSTEM},
            "`references` has 3 lists of 2, which looks transposed: one list per segment. Expected"
            " one list per reference, each with 3 strings. Transpose it with: [list(one) for one"
            " in zip(*references)]",
        ),
        (
            {"references": [["a", "b"]], "systems": SYSTEM},
            "Reference 1 has 2 segments, but the outputs have 3.",
        ),
        (
            {"references": [["a", "b", "c"], ["a", "b", "c", "d"]], "systems": SYSTEM},
            "Reference 2 has 4 segments, but the outputs have 3.",
        ),
        (
            {"systems": {"x": ["a", None, "c"]}},
            'system x, segment 2: the text is missing (found None). Write "" for an empty text.',
        ),
        (
            {"systems": {"x": ["a", b"b", "c"]}},
            "system x, segment 2: expected a string, found bytes.",
        ),
        (
            {"references": [["a", 1, "c"]], "systems": SYSTEM},
            "reference 1, segment 2: expected a string, found int.",
        ),
        (
            {"systems": {"x": (line for line in "abc")}},
            "system x: expected a list of strings, found generator. Files are read with"
            " tertium.read(references=..., systems=...).",
        ),
        (
            {"systems": {"x": "out.txt"}},
            "system x: expected a list of strings, found a single string. Write [text] for a single"
            " segment. Files are read with tertium.read(references=..., systems=...).",
        ),
        (
            {"systems": {"x": b"out.txt"}},
            "system x: expected a list of strings, found bytes. Files are read with"
            " tertium.read(references=..., systems=...).",
        ),
        (
            {"references": "ref.txt", "systems": SYSTEM},
            "references: expected a list of strings, found a single string. Write [text] for a"
            " single segment. Files are read with tertium.read(references=..., systems=...).",
        ),
        (
            {"source": ["a", "b", 3], "systems": SYSTEM},
            "source, segment 3: expected a string, found int.",
        ),
    ],
)
def test_wrong_shapes_are_distinguished(arguments, message):
    with pytest.raises(AlignmentError) as caught:
        TestSet.of(**arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "A test set needs references, outputs or a source; there is none."),
        ({"systems": {"x": []}}, "system x: Empty: 0 segments."),
        (
            {"systems": SYSTEM, "source": ["a", "b"]},
            "system x has 3 segments, but source has 2. source seems to end early: its lines"
            " correspond up to the last, line 2.",
        ),
        (
            {"systems": {"x": ["a", "b"], "y": ["c"]}},
            "system x has 2 segments, but system y has 1. The place where the files diverge could"
            " not be located.",
        ),
        ({"systems": SYSTEM, "segment_ids": ("1",)}, "1 segment ids for 3 segments."),
        ({"systems": SYSTEM, "document_ids": ("d",) * 4}, "4 document ids for 3 segments."),
        (
            {"references": [["a", None], ["b", None]]},
            "Segment 2 has no reference at all.",
        ),
    ],
)
def test_what_does_not_fit_together(arguments, message):
    with pytest.raises(DataError) as caught:
        TestSet.of(**arguments)
    assert str(caught.value) == message


def test_a_place_is_named_as_editors_understand_it():
    assert Stream(["a", "b"], "ref.txt").where(1) == "ref.txt:2"
    assert Stream(["a", "b"], "all.xml, reference A", "segment").where(1) == (
        "all.xml, reference A, segment 2"
    )


def test_digests_are_of_content_not_of_files():
    assert Stream(["a", "b"], "x.txt").digest == Stream(("a", "b"), "y.xml", "segment").digest
    assert Stream(["ab", ""]).digest != Stream(["a", "b"]).digest
    assert Stream(["a\nb"]).digest != Stream(["a", "b"]).digest
    assert len(Stream(["a\ud800"]).digest) == 16


def test_the_digest_of_a_test_set_is_that_of_source_and_references():
    testset = TestSet.of(source=["a"], references={"A": ["b"], "B": ["c"]})
    turned = TestSet.of(source=["a"], references={"B": ["c"], "A": ["b"]})
    assert turned.digest == testset.digest
    assert replace(testset, source=None).digest != testset.digest
    assert TestSet.of(source=["a"], references={"A": ["c"], "B": ["b"]}).digest != testset.digest


def test_a_layer_that_is_not_given_says_how_to_give_it():
    with pytest.raises(UsageError) as caught:
        TestSet.of(systems=SYSTEM).layer("trees", "rypt")
    assert str(caught.value) == (
        "rypt needs the layer 'trees', which is not given. Give it with layers={\"trees\": FILE}."
    )


def test_what_is_remembered_is_made_once():
    testset, made = TestSet.of(systems=SYSTEM), []

    def make() -> str:
        made.append(1)
        return "value"

    assert [testset.memo("key", make), testset.memo("key", make)] == ["value", "value"]
    assert made == [1]


def scores(*segments: str, documents: tuple[str, ...] = (), **runs: int) -> Layer:
    """A layer of scores: 0, 1, 2 ... for the segments of every run."""
    outputs = [(name, run) for name, count in runs.items() for run in range(1, count + 1)]
    values = {Scored("m", *output): np.arange(len(segments), dtype=float) for output in outputs}
    return Layer("scores", {"": (SegmentScores(values, segments, documents),)})


def test_layers_alone_tell_segments_and_systems():
    layer = scores("s", "t", documents=("d", "e"), x=1, y=2)
    testset = TestSet(layers={"scores": layer})
    assert len(testset) == 2
    assert (testset.segment_ids, testset.document_ids) == (("s", "t"), ("d", "e"))
    assert testset.runs == {"x": 1, "y": 2}
    assert testset.digest != TestSet(layers={"scores": scores("s", "u", x=1)}).digest


def test_layers_without_segments_are_no_test_set():
    with pytest.raises(DataError) as caught:
        TestSet(layers={"notes": Layer.of_texts("notes", {"x": ["a"]})})
    assert str(caught.value) == ("A test set needs references, outputs or a source; there is none.")


def test_outputs_go_before_layers_in_telling_systems():
    testset = TestSet.of(systems={"z": [["a", "b"]] * 3}, layers={"scores": scores("1", "2", x=1)})
    assert testset.runs == {"z": 3}
    assert TestSet.of(references=[["a"]]).runs == {}


def test_layers_are_put_in_the_order_of_the_test_set():
    testset = TestSet.of(systems=SYSTEM, layers={"scores": scores("3", "1", x=1)})
    (part,) = testset.layers["scores"].contents
    assert part.segment_ids == ("1", "2", "3")
    assert part.values[Scored("m", "x", 1)].tolist() == pytest.approx([1, np.nan, 0], nan_ok=True)
    assert replace(testset, source=None).layers["scores"].contents == [part]


def test_layers_that_are_in_order_only_are_reported():
    with pytest.warns(DataWarning, match=r"^The layer scores numbers its segments from 0; the ids"):
        TestSet.of(systems=SYSTEM, layers={"scores": scores("0", "1", "2", x=1)})


def test_layers_that_do_not_fit():
    with pytest.raises(AlignmentError) as texts:
        TestSet.of(systems=SYSTEM, layers={"notes": Layer.of_texts("notes", {"x": ["a"]})})
    assert str(texts.value) == "layer notes of x: The layer notes has 1 segment for 3 segments."
    with pytest.raises(AlignmentError) as ids:
        TestSet.of(systems=SYSTEM, layers={"scores": scores("s", "t", x=1)})
    assert str(ids.value) == (
        "The layer scores has 2 of its 2 segments that are not in the test set, the first of them"
        " 's'. The test set has 3, the first of them '1'."
    )


FULL = TestSet.of(
    references={"A": ["a", "b"], "B": ["c", None]},
    systems={"x": [["d", "e"], ["f", "g"]], "y": ["h", "i"]},
    source=["j", "k"],
    document_ids=("d", "d"),
    layers={"notes": Layer.of_texts("notes", {"y": ["l", "m"]})},
    source_language="de",
    target_language="en",
)


@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "pickle"]
)
def test_a_copy_is_equal(again):
    FULL.memo("key", lambda: memoryview(b"which cannot be pickled"))
    same = again(FULL)
    assert same == FULL
    assert same.digests == FULL.digests
    assert [list(run) for run in same.outputs["x"]] == [["d", "e"], ["f", "g"]]


def test_other_content_is_not_equal_but_other_files_are():
    text = TestSet(references={"A": Stream(["a", "b"], "ref.txt")})
    assert text == TestSet(references={"A": Stream(("a", "b"), "other.txt", "segment")})
    assert text != TestSet(references={"A": Stream(["a", "c"], "ref.txt")})
    assert text != TestSet(references={"B": Stream(["a", "b"], "ref.txt")})
    assert text != replace(FULL, source=None)
    assert text != object()


def test_the_printed_form_tells_the_size():
    assert repr(FULL) == ("TestSet(2 segments, 1 document, source, 2 references, 2 systems: x, y)")
    many = TestSet.of(systems={f"s{number}": ["a"] for number in range(9)})
    assert repr(many) == "TestSet(1 segment, 9 systems: s0, s1, s2, s3, s4, s5, ...)"
    assert repr(Stream(["a"] * 1000, "ref.txt")) == "Stream(1,000 lines, 'ref.txt')"
