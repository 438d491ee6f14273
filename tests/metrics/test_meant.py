"""MEANT, on frames small enough for a pencil."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.api.score import score
from tertium.core import plugins
from tertium.core.errors import DataError
from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.layers import Layer
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tertium.metrics.meant import role_of, similarity

ROLES = ("who", "what", "whom", "when", "where", "why", "how")


def frame(predicate: str, match: int | None = None, **fillers: str) -> Frame:
    return Frame(predicate, tuple(Filler(role, text) for role, text in fillers.items()), match)


def corpus(outputs, *references) -> TestSet:
    """A test set of frames: for each text one list of frames per segment; None for no reference."""
    size = len(outputs)
    texts = {str(number): lines for number, lines in enumerate(references, 1)} | {"a": outputs}
    values = {
        Owner(name): tuple(None if one is None else tuple(one) for one in lines)
        for name, lines in texts.items()
    }
    ids = tuple(str(number) for number in range(1, size + 1))
    return TestSet.of(
        references=[[None if one is None else "x" for one in lines] for lines in references],
        systems={"a": ["x"] * size},
        layers={"frames": Layer("frames", {"": (SegmentFrames(values, ids),)})},
    )


def rows(outputs, *references, spec: str = "meant"):
    return metric(spec).stats(corpus(outputs, *references), "a").rows.tolist()


def value(output, reference, spec: str = "meant") -> float:
    return score(corpus([output], [reference]), spec)[0].value


# --- The worked example of the documentation ------------------------------------------------------


def test_the_worked_example():
    reference = [
        frame("said", when="yesterday", who="the minister"),
        frame("sell", who="the company", how="would", what="its shares"),
        frame("fell", what="its shares"),
    ]
    output = [
        frame("said", who="the minister", when="yesterday"),
        frame("sells", who="the company", what="shares", how="quickly"),
    ]
    assert rows([output], [reference]) == [[1.625, 2, 1.625, 3]]
    (result,) = score(corpus([output], [reference]), "meant")
    assert result.value == pytest.approx(0.65)
    assert result.details == {
        "precision": 0.8125,
        "recall": 1.625 / 3,
        "output_frames": 2,
        "reference_frames": 3,
    }
    assert result.metric.description(result.details) == (
        "precision 0.812 of 2 frames, recall 0.542 of 3"
    )


# --- Similarity and roles -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("sells", "sell", Fraction(8, 11)),
        ("shares", "its shares", Fraction(14, 18)),
        ("quickly", "would", Fraction(0)),
        ("The  Cat", "the cat", Fraction(1)),
        ("a", "a", Fraction(1)),
        ("", "", Fraction(1)),
        ("", "a", Fraction(0)),
        ("aaaa", "aa", Fraction(2 * 3, 5 + 3)),
        ("下雨", "在下雨", Fraction(4, 7)),
    ],
)
def test_similarity(one, other, expected):
    assert similarity(one, other) == similarity(other, one) == pytest.approx(float(expected))


@given(st.text(), st.text())
def test_similarity_is_a_share(one, other):
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, one) == 1


@pytest.mark.parametrize(
    ("label", "role"),
    [
        *(("ARG0", "who"), ("A0", "who"), ("arg1", "what"), ("ARG2", "whom"), ("A5", "whom")),
        *(("ARGM-TMP", "when"), ("AM-LOC", "where"), ("ARGM-DIR", "where"), ("AM-PNC", "why")),
        *(("ARGM-CAU", "why"), ("AM-MNR", "how"), ("ARGM-NEG", "how"), ("ARGM-MOD", "how")),
        *(("ARG1-LOC", "what"), ("who", "who"), ("Buyer", "Buyer"), ("ARG9", "ARG9"), ("", "")),
    ],
)
def test_roles(label, role):
    assert role_of(label) == role


def test_the_documented_table_of_roles_is_the_one_in_use():
    document = plugins.load("metrics", "meant").__doc__ or ""
    lines = re.findall(r"^\| (\w+) \| (A.*) \|$", document, re.MULTILINE)
    assert len(lines) == 6
    for role, labels in lines:
        assert {role_of(label) for label in labels.split(", ")} == {role}


def test_what_continues_a_filler_is_joined_and_what_refers_to_it_is_left_out():
    whole = [frame("gave", ARG1="the old plan that failed")]
    parts = [
        Frame(
            "gave",
            (
                Filler("ARG1", "the old plan"),
                Filler("R-ARG1", "which"),
                Filler("C-ARG1", "that failed"),
            ),
        )
    ]
    assert rows([parts], [whole]) == [[1, 1, 1, 1]]
    alone = Frame("gave", (Filler("C-ARG1", "the old plan that failed"),))
    assert rows([[alone]], [whole]) == [[1, 1, 1, 1]]


def test_other_labels_are_roles_of_their_own():
    reference = [frame("sold", Buyer="Ann", Goods="a car")]
    assert value([frame("sold", Buyer="Ann", Goods="a car")], reference) == 1
    assert rows([[frame("sold", Buyer="a car", Goods="Ann")]], [reference]) == [
        [1 / 3, 1, 1 / 3, 1]
    ]
    assert rows(
        [[frame("sold", Buyer="a car", Goods="Ann")]], [reference], spec="meant(other=0)"
    ) == [[1, 1, 1, 1]]


# --- Matching -------------------------------------------------------------------------------------


def test_predicates_must_be_alike():
    assert rows([[frame("walked")]], [[frame("walk")]]) == [[1, 1, 1, 1]]
    assert rows([[frame("ran", who="he")]], [[frame("walk", who="he")]]) == [[0, 1, 0, 1]]
    assert rows([[frame("walked")]], [[frame("walk")]], spec="meant(partial=0.7)") == [[0, 1, 0, 1]]


def test_frames_are_matched_so_that_the_sum_is_greatest():
    # "sell" is nearest to "sells", but then nothing is left for "seller".
    assert rows(
        [[frame("sells"), frame("seller")]],
        [[frame("sell"), frame("sells")]],
    ) == [[2, 2, 2, 2]]


def test_frames_of_one_predicate_are_told_apart_by_their_fillers():
    output = [frame("said", who="Ann"), frame("said", who="Bob")]
    assert value(output, output[::-1]) == 1


def test_a_filler_of_the_reference_is_used_once():
    twice = [Frame("sold", (Filler("who", "Ann"), Filler("who", "Ann")))]
    assert rows([twice], [[frame("sold", who="Ann")]]) == [[2 / 3, 1, 1, 1]]
    assert rows([[frame("sold", who="Ann")]], [twice]) == [[1, 1, 2 / 3, 1]]


def test_fillers_count_only_in_their_role():
    reference = [frame("saw", who="Ann", whom="Bob")]
    assert rows([[frame("saw", who="Bob", whom="Ann")]], [reference]) == [[1 / 3, 1, 1 / 3, 1]]


# --- Weights --------------------------------------------------------------------------------------


def test_weights_go_above_and_below_the_line():
    reference = [frame("sold", who="Ann", what="a car", when="today")]
    output = [frame("sold", who="Ann", what="a ship")]
    spec = "meant(predicate=2,who=3,what=0.5,when=4)"
    assert rows([output], [reference], spec=spec) == [[5 / 5.5, 1, 5 / 9.5, 1]]


def test_partly_correct_fillers_have_a_weight():
    pair = [[frame("sold", what="shares")]], [[frame("sold", what="its shares")]]
    assert rows(*pair) == [[0.75, 1, 0.75, 1]]
    assert rows(*pair, spec="meant(partial_weight=0)") == [[0.5, 1, 0.5, 1]]
    assert rows(*pair, spec="meant(correct=0.75)") == [[1, 1, 1, 1]]


def test_a_frame_without_any_weight_has_nothing_wrong():
    assert rows([[frame("sold")]], [[frame("sold")]], spec="meant(predicate=0)") == [[1, 1, 1, 1]]


# --- Corpora and references -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [([], [], 1), ([], [frame("a")], 0), ([frame("a")], [], 0), ([frame("a")], [frame("b")], 0)],
)
def test_segments_without_frames(output, reference, expected):
    assert value(output, reference) == expected


def test_credits_of_a_corpus_add_up():
    one, other = [frame("a"), frame("b")], [frame("c")]
    result = score(corpus([one, other], [one, one]), "meant")[0]
    assert result.stats.sum() == [2, 3, 2, 4]
    assert result.value == pytest.approx(2 * (2 / 3) * (1 / 2) / (2 / 3 + 1 / 2))
    assert result.segments.tolist() == [1, 0]


def test_the_best_reference_of_each_segment_counts():
    one, other = [frame("rains")], [frame("snows"), frame("thaws")]
    found = rows([one, other, one], [other, other, one], [one, one, None])
    assert found == [[1, 1, 1, 1], [2, 2, 2, 2], [1, 1, 1, 1]]


# --- Human judgments ------------------------------------------------------------------------------


def test_marks_go_before_similarity():
    reference = [frame("fell", what="its shares", when="today")]
    marked = Frame(
        "fell", (Filler("what", "stocks", "correct"), Filler("when", "today", "partial"))
    )
    assert rows([[marked]], [reference]) == [[2.5 / 3, 1, 2.5 / 3, 1]]
    wrong = Frame("fell", (Filler("what", "its shares", "incorrect"),))
    assert rows([[wrong]], [reference]) == [[1 / 2, 1, 1 / 3, 1]]
    some = Frame("fell", (Filler("what", "stocks", "correct"), Filler("when", "today")))
    assert rows([[some]], [reference]) == [[1, 1, 1, 1]]


def test_marks_hold_whatever_the_role_in_the_reference_but_never_earn_more_than_all():
    marked = Frame("fell", (Filler("what", "a", "correct"), Filler("how", "b", "correct")))
    assert rows([[marked]], [[frame("fell", when="c")]]) == [[1, 1, 1, 1]]


def test_a_match_goes_before_the_predicates():
    reference = [frame("fell", who="a"), frame("rose", who="b")]
    output = [frame("climbed", 2, who="b"), frame("fell", 0, who="a")]
    assert rows([output], [reference]) == [[1, 2, 1, 2]]


def test_an_unmatched_frame_cannot_take_the_place_of_a_matched_one():
    assert rows([[frame("rose"), frame("went", 1)]], [[frame("rose")]]) == [[1, 2, 1, 1]]


@pytest.mark.parametrize(
    ("outputs", "references", "message"),
    [
        (
            [[frame("rose", 2)]],
            [[[frame("rose")]]],
            "Segment 1: 'rose' matches frame 2 of the reference, which has 1.",
        ),
        (
            [[frame("rose", 1)]],
            [[[frame("rose")]], [[frame("fell")]]],
            "Annotators compared the frames of a with one reference, but there are 2.",
        ),
        (
            [[Frame("rose", (Filler("who", "a", "correct"),))]],
            [[[frame("rose")]], [[frame("fell")]]],
            "Annotators compared the frames of a with one reference, but there are 2.",
        ),
        (
            [[], None, None],
            [[[], [], []]],
            "2 of the 3 segments of a have no frames, the first of them 2. A segment without a"
            " predicate has an empty list of frames.",
        ),
    ],
)
def test_what_is_wrong(outputs, references, message):
    with pytest.raises(DataError) as caught:
        rows(outputs, *references)
    assert str(caught.value) == message


def test_a_reference_must_have_frames_too():
    testset = corpus([[]], [[]])
    bare = TestSet.of(
        references={"B": ["x"]}, systems={"a": ["x"]}, layers={"frames": testset.layers["frames"]}
    )
    with pytest.raises(DataError) as caught:
        score(bare, "meant")
    assert str(caught.value) == (
        'There are no frames of B. Give them with layers={"frames": {"B": FILE}}.'
    )


# --- Properties -----------------------------------------------------------------------------------

FILLER = st.tuples(st.sampled_from(ROLES), st.sampled_from(["Ann", "Anne", "a car", "cars"]))
FRAME = st.tuples(
    st.sampled_from(["sell", "sells", "sold", "say", "said", "fall"]),
    st.lists(FILLER.map(lambda one: Filler(*one)), max_size=4).map(tuple),
).map(lambda one: Frame(*one))
FRAMES = st.lists(FRAME, max_size=4)


@given(FRAMES, FRAMES)
def test_a_frame_earns_one_at_most(output, reference):
    ((output_credits, _, reference_credits, _),) = rows([output], [reference])
    assert 0 <= output_credits <= min(len(output), len(reference))
    assert 0 <= reference_credits <= min(len(output), len(reference))


@given(FRAME, FRAME)
def test_precision_and_recall_change_places_with_output_and_reference(one, other):
    (forth,), (back,) = rows([[one]], [[other]]), rows([[other]], [[one]])
    assert forth == pytest.approx(back[2:] + back[:2])


@given(FRAMES)
def test_what_is_the_same_is_perfect(frames):
    assert value(frames, frames) == 1


@given(FRAMES, FRAMES, st.randoms())
def test_the_order_of_frames_and_fillers_does_not_matter(output, reference, random):
    shuffled = [
        one._replace(fillers=tuple(random.sample(one.fillers, len(one.fillers))))
        for one in random.sample(output, len(output))
    ]
    assert value(shuffled, reference) == pytest.approx(value(output, reference))


@given(FRAMES, FRAMES)
def test_only_ratios_of_weights_matter(output, reference):
    doubled = ",".join(f"{weight}=2" for weight in (*ROLES, "predicate", "other"))
    assert value(output, reference, f"meant({doubled})") == pytest.approx(value(output, reference))


# --- Files ----------------------------------------------------------------------------------------


def test_frames_from_files_of_each_text(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "a"):
        (tmp_path / f"{name}.txt").write_text(f"It rains, says {name}.\nYes, {name}.\n")
        (tmp_path / f"{name}.conll").write_text(
            "d 0 0 It PRP * - - - - * (ARG0*) -\nd 0 1 rains VBZ * rain 01 - - * (V*) -\n\n"
            "d 0 0 Yes UH * - - - - * -\n\n"
        )
    testset = tertium.read(
        "a.txt", references="ref.txt", layers={"frames": ["ref=ref.conll", "a=a.conll"]}
    )
    result = score(testset, "meant")[0]
    assert np.array_equal(result.stats.rows, [[1, 1, 1, 1], [0, 0, 0, 0]])
    assert re.fullmatch(
        r"meant\|nrefs:1\|frames:\w{16}\|similarity:dice-2\|correct:0.8\|partial:0.5\|version:.*",
        result.signature,
    )
