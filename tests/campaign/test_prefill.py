"""Suggested errors: matched with outputs, checked, moved to control items."""

import math
from typing import Any, NamedTuple

import pytest
from tests.campaign._testsets import made

import tertium
from tertium.campaign.items import Item, ShownOutput
from tertium.campaign.prefill import Prefill
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.core.testset import TestSet
from tertium.human.ratings import Ratings

HEADER = "annotator,system,segment,task,value,severity,category,side,span_start,span_end\n"

TEXT = "output 0 with several words by 0"


def read(tmp_path, *rows):
    path = tmp_path / "errors.csv"
    path.write_text(HEADER + "".join(f"qe,{row}\n" for row in rows))
    return tertium.read_ratings(path)


def prefill(tmp_path, *rows, testset=None, task="esa", context="source"):
    return Prefill.of(testset or made(), read(tmp_path, *rows), task, context)


def screen(*outputs, segment=0):
    return Item(segment, tuple(ShownOutput(*output) for output in outputs))


def places(found):
    return [[(one["id"], one["start"], one["end"]) for one in output] for output in found]


def test_a_suggestion_has_its_place_in_the_text_of_an_output(tmp_path):
    found = prefill(
        tmp_path,
        "s0,1,esa,,Major,Accuracy,,7,8",
        "s0,1,esa,,minor,,source,0,6",
        "s1,1,esa,,minor,,output,0,6",
        "s0,1,esa,90,,,,,",
    ).of_item(screen(("system", "s1", "x"), ("system", "s0", TEXT)))
    # Error span annotation has no categories.
    assert found[1] == [
        {"id": 1, "start": 0, "end": 6, "side": "source", "severity": "minor", "category": ""},
        {"id": 2, "start": 7, "end": 8, "side": "output", "severity": "major", "category": ""},
    ]
    assert len(found) == 2


def test_each_output_of_a_screen_has_its_own_numbers(tmp_path):
    found = prefill(
        tmp_path,
        "s0,1,esa,,major,,,7,8",
        "s1,1,esa,,major,,,0,6",
        "s1,1,esa,,minor,,,2,4",
    )
    other = made().outputs["s1"][0].loaded[0]
    shown = screen(("system", "s2", "third"), ("system", "s1", other), ("system", "s0", TEXT))
    assert places(found.of_item(shown)) == [[], [(1, 0, 6), (2, 2, 4)], [(1, 7, 8)]]


def test_positions_count_code_points(tmp_path):
    # The face is one code point, and two units of UTF-16; the accent is a code point of its own.
    testset = TestSet.of(systems={"a": ["\U0001f600 e\u0301 x"]}, source=["s"], references=())
    row = "a,1,esa,,minor,,,5,6"
    found = prefill(tmp_path, row, testset=testset)
    shown = found.of_item(screen(("system", "a", "\U0001f600 e\u0301 x")))
    assert places(shown) == [[(1, 5, 6)]]
    with pytest.raises(DataError, match="which has 6 characters"):
        prefill(tmp_path, row.replace("5,6", "6,7"), testset=testset)


def test_outputs_that_systems_share_have_the_suggestions_of_all_of_them_once(tmp_path):
    testset = made(shared=(0,))
    found = prefill(
        tmp_path,
        "s0,1,esa,,major,,,7,8",
        "s1,1,esa,,major,,,7,8",
        "s1,1,esa,,minor,,,0,6",
        testset=testset,
    )
    assert places(found.of_item(screen(("system", "s0+s1+s2", TEXT)))) == [[(1, 0, 6), (2, 7, 8)]]


def test_rows_of_joined_systems_count_for_each(tmp_path):
    found = prefill(tmp_path, "s0+s1,1,esa,,major,,,7,8", testset=made(shared=(0,)))
    assert places(found.of_item(screen(("system", "s1", TEXT)))) == [[(1, 7, 8)]]


def test_a_repeat_looks_like_its_original(tmp_path):
    found = prefill(tmp_path, "s0,1,esa,,major,,,7,8")
    original, repeat = (screen((kind, "s0", TEXT)) for kind in ("system", "repeat"))
    assert found.of_item(original) == found.of_item(repeat) != [[]]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 6, (0, 6)),  # "output" stays
        (9, 13, (9, 13)),  # "with" stays
        (22, 27, (14, 19)),  # "words" moves by "several ", eight characters
        (31, 32, (23, 24)),
        (14, 21, None),  # "several" is gone
        (9, 27, None),  # the span held "several"
    ],
)
def test_suggestions_in_a_degraded_output_move_with_the_words(tmp_path, start, end, expected):
    found = prefill(tmp_path, f"s0,1,esa,,major,,,{start},{end}")
    shown = screen(("bad_reference", "s0", TEXT.replace("several ", "")))
    assert places(found.of_item(shown)) == [[] if expected is None else [(1, *expected)]]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("s0,1,esa,,major,,,30,33", "errors.csv:3: The span from 30 to 33 is outside the output"),
        ("s0,1,esa,,major,,source,0,9", "errors.csv:3: The span from 0 to 9 is outside the source"),
        (
            "s0,1,esa,,critical,,,1,2",
            "errors.csv:3: The severity 'critical' is none of minor, major",
        ),
        ("s0,1,esa,,major,,source,2,2", "errors.csv:3: A span in the source must have a length"),
        ("s0,1,esa,,major,,,8,7", "errors.csv:3: The row has a span that ends before it begins"),
        ("s0,1,esa,,major,,,-1,7", "errors.csv:3: The row has a span that is not two whole"),
        ("s0,1,esa,,major,,,1.5,7", "errors.csv:3: The row has a span that is not two whole"),
        ("s0,1,esa,,major,,,1,", "errors.csv:3: The row has a span that is not two whole"),
    ],
)
@pytest.mark.filterwarnings("ignore::tertium.core.errors.DataWarning")
def test_a_span_that_does_not_fit_the_text_is_refused_with_its_line(tmp_path, row, message):
    good = ["s0,1,esa,,major,,,7,8", row, *(f"s0,{n},esa,,major,,,0,6" for n in range(2, 20))]
    with pytest.raises(DataError, match=message):
        prefill(tmp_path, *good)


def test_a_reversed_span_in_memory_is_refused():
    columns: dict[str, list[Any]] = {
        **{"annotator": ["qe"], "system": ["s0"], "segment": ["1"], "task": ["esa"]},
        **{"value": [math.nan], "severity": ["major"], "span_start": [8], "span_end": [7]},
    }
    with pytest.raises(DataError, match="Judgment 1 has a span that ends before it begins"):
        Prefill.of(made(), Ratings.of(columns), "esa", "source")


def test_rows_that_cannot_be_shown_are_counted(tmp_path):
    with pytest.warns(DataWarning) as warned:
        prefill(
            tmp_path,
            "s0,1,esa,,major,,,7,8",
            "other,1,esa,,major,,,7,8",
            "other,2,esa,,major,,,7,8",
            "s0,99,esa,,major,,,7,8",
            "s0,2,esa,,major,,,,",
            "s0,2,esa,,major,,source,0,6",
            context="nothing",
        )
    assert (
        "errors.csv: 5 suggested errors not used: of other systems (2), of other segments (1),"
        " without a position (1), in the source, which is not shown (1)."
    ) in str(warned[0].message)


def test_documents_tell_segments_of_the_same_number_apart(tmp_path):
    testset = TestSet.of(
        systems={"a": ["one two", "three four"]},
        source=["s", "t"],
        references=(),
        segment_ids=["1", "1"],
        document_ids=["x", "y"],
    )
    path = tmp_path / "errors.csv"
    path.write_text(
        "annotator,system,document,segment,task,value,severity,span_start,span_end\n"
        "qe,a,y,1,esa,,major,6,10\n"
    )
    found = Prefill.of(testset, tertium.read_ratings(path), "esa", "source")
    assert places(found.of_item(screen(("system", "a", "one two")))) == [[]]
    shown = screen(("system", "a", "three four"), segment=1)
    assert places(found.of_item(shown)) == [[(1, 6, 10)]]


class Typology(NamedTuple):
    severities: tuple[str, ...]
    choices: frozenset[str]


def test_categories_are_those_that_annotators_can_choose(tmp_path):
    ratings = read(
        tmp_path,
        "s0,1,mqm,,Neutral,Accuracy/Source language fragment,,0,6",
        "s0,1,mqm,,major,Poetry,,7,8",
        "s0,1,mqm,,major,,,7,8",
    )
    typology = Typology(("neutral", "major"), frozenset({"accuracy/source-language-fragment"}))
    found = Prefill.of(made(), ratings, "mqm", "source", typology)
    (shown,) = found.of_item(screen(("system", "s0", TEXT)))
    assert [(one["severity"], one["category"]) for one in shown] == [
        ("neutral", "accuracy/source-language-fragment"),
        ("major", ""),
    ]


def test_only_tasks_that_mark_errors_have_suggestions(tmp_path):
    with pytest.raises(UsageError, match="prefill suggests errors, which adequacy does not mark"):
        prefill(tmp_path, "s0,1,esa,,major,,,7,8", task="adequacy")


def test_a_file_without_suggestions_is_refused(tmp_path):
    with pytest.raises(DataError, match="suggests no error in an output of the campaign"):
        prefill(tmp_path, "s0,1,esa,90,,,,,")


def test_a_file_of_other_systems_is_refused(tmp_path):
    with pytest.raises(DataError, match="No judged system is among the outputs") as error:
        prefill(tmp_path, "online-x,1,esa,,major,,,7,8")
    assert "Name the systems in the file" in str(error.value)
